// One moment of a finished game: what the coach says about what was played in it, and what
// everything else would have been worth.

import { Refused, call } from "../js/api.js";
import { h } from "../js/html.js";
import { changed, gameOf, notify } from "../js/store.js";
import { t } from "../js/texts.js";
import { choices, legend, written } from "../js/values.js";
import { viewOf } from "../js/views.js";
import { exploreAddress } from "./explore_address.js";

/** @typedef {import("./game.js").Game} Game @typedef {import("../js/messages").Advice} Told */

/** The wait before a busy server is asked again, in milliseconds. */
const RETRY_DELAY = 1500;

/** The server's analyses of the positions of one game. */
export class Advice {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {Map<number, Told>} */
    this.told = new Map();
    /** @type {AbortController | null} */
    this.asking = null;
  }

  /** @param {number} at the number of events before the position */
  known(at) {
    return this.told.get(at);
  }

  /**
   * The analysis of a position; nothing when another one is asked for meanwhile.
   * @param {number} at @returns {Promise<Told | null>}
   */
  async ask(at) {
    this.forget();
    const told = this.told.get(at);
    if (told) return told;
    const { signal } = (this.asking = new AbortController());
    changed();
    while (!signal.aborted) {
      try {
        const advice = await call(`/api/matches/${this.id}/analysis/${at}`, undefined, signal);
        this.told.set(at, advice);
        this.asking = null;
        return advice;
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof Refused) || error.code !== "slow-down") {
          this.asking = null;
          notify(error instanceof Refused ? error.message : t("web.offline"), "bad");
          break;
        }
        await new Promise((done) => setTimeout(done, RETRY_DELAY));
      }
    }
    return null;
  }

  /** Nobody waits for it any more. */
  forget() {
    this.asking?.abort();
    this.asking = null;
  }
}

/** @param {Game} game */
export function advice(game) {
  const { at, end } = game;
  const event = end.events[at];
  if (!event) return null;
  const view = viewOf(end);
  const remark = game.coach.decision(at + 1);
  const luck = event.type === "chance" && game.coach.luck(at + 1);
  const known = game.advice.known(at);
  if (event.type !== "action" && !luck) return null;
  return h(
    "section",
    { key: "moment", class: "card moment", "aria-label": t("page.game.moment") },
    luck,
    remark && [
      h("p", { key: "remark", class: "remark" }, h("b", null, written(view, remark.summary))),
      remark.grade !== "best" && h("p", { key: "better" }, written(view, remark.better)),
    ],
    event.type === "action" && !known && waiting(),
    known && [
      h("h2", { key: "best", class: "quietly" }, t("page.game.options")),
      choices(
        view,
        known.moves.filter(({ listed, action }) => listed || action === event.text),
        game.table.picked,
        ({ action }) => {
          view.choose?.(game.table, action);
          changed();
        },
      ),
      legend(),
      view.editor &&
        game.moments[at].position &&
        h(
          "a",
          {
            key: "explore",
            class: "chip",
            href: exploreAddress(
              /** @type {import("../js/types").Game} */ (gameOf(end.game)),
              game.moments[at].position,
              end.options,
            ),
          },
          t("page.game.explore"),
        ),
    ],
  );
}

const waiting = () => h("p", { key: "wait", class: "pondering" }, t("page.game.weighing"));
