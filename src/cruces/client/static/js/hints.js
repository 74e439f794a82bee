// Hints, for people who play against robots.

import { Refused, call } from "./api.js";
import { h } from "./html.js";
import { bulb } from "./icons.js";
import { changed, notify } from "./store.js";
import { t } from "./texts.js";
import { choices, words, written } from "./values.js";
import { viewOf } from "./views.js";

/** @typedef {import("./types").TableOf<any>} Table */
/** @typedef {import("./types").MatchOf<any>} Match */

/**
 * Whether the server would give a hint.
 * @param {Table} table
 */
const allowed = ({ match, seat, sent }) =>
  match.hints && seat !== null && match.to_act.includes(seat) && !sent;

/** @type {AbortController | null} */
let asking = null;

/** Cancel the request for a hint. */
export function forgetHint() {
  asking?.abort();
  asking = null;
}

/** @param {Table} table */
async function ask(table) {
  const { match } = table;
  forgetHint();
  const { signal } = (asking = new AbortController());
  /** @type {NonNullable<Table["hint"]>} */
  const hint = { moment: moment(table), advice: null };
  table.hint = hint;
  changed();
  try {
    const advice = await call(`/api/matches/${match.match}/hint`, { seat: table.seat }, signal);
    hint.advice = advice;
    const [first] = advice.moves;
    if (document.activeElement?.closest(".hint")) showFirst();
    if (first) {
      table.announcement = hintSentence(match, first);
      reveal(first.action);
    }
  } catch (error) {
    if (signal.aborted) return;
    if (table.hint === hint) table.hint = null;
    notify(error instanceof Refused ? error.message : t("web.offline"), "bad");
  }
  changed();
}

/** @param {Match} match @param {import("./messages").Move} move */
function hintSentence(match, move) {
  const view = viewOf(match);
  const [name, why] = [written(view, move.name), written(view, move.why)];
  return t("web.hint.told", { move: name, worth: words(move), why });
}

/** @param {() => void} what to do once the page is drawn again */
const afterwards = (what) => requestAnimationFrame(() => requestAnimationFrame(what));

/** Focus the first hint, because the button disappears. */
const showFirst = () =>
  afterwards(() =>
    /** @type {HTMLElement | null} */ (document.querySelector(".values button"))?.focus(),
  );

/**
 * Bring what the hint is about into sight: on a small screen the list may cover it.
 * @param {string} action
 */
const reveal = (action) =>
  afterwards(() =>
    document
      .querySelector(`main [data-action="${action}"]:not(.act *)`)
      ?.scrollIntoView({ block: "nearest" }),
  );

/**
 * The button that asks for a hint.
 * @param {Table} table
 */
export function hintButton(table) {
  const hint = current(table);
  if (!allowed(table) || hint?.advice) return null;
  return h(
    "button",
    {
      key: "hint",
      type: "button",
      class: "quiet hint",
      "aria-disabled": String(hint !== null),
      onclick: () => void (current(table) || ask(table)),
    },
    bulb(),
    h("span", { class: "label" }, t("web.hint")),
  );
}

/**
 * A key of the position: the events so far, without others' hidden choices.
 * @param {Table} table
 */
const moment = ({ match, seat }) => `${match.events.length} ${seat}`;

/**
 * The hint for the current position.
 * @param {Table} table
 */
const current = (table) => (table.hint?.moment === moment(table) ? table.hint : null);

/**
 * The hinted moves, from the best.
 * @param {Table} table
 */
export const hintedMoves = (table) => (allowed(table) ? current(table)?.advice?.moves : null) ?? [];

/**
 * The hinted moves, to be tried on the board before playing one.
 * @param {Table} table
 */
export function hinted(table) {
  const hint = current(table);
  if (!hint || !allowed(table)) return null;
  if (!hint.advice) {
    return h("p", { class: "pondering", role: "status" }, t("web.hint.thinking"));
  }
  const view = viewOf(table.match);
  const { moves } = hint.advice;
  const shown = moves.find(({ action }) => action === table.picked) ?? moves[0];
  return [
    choices(
      view,
      moves,
      table.picked,
      ({ action }) => {
        view.choose?.(table, action);
        changed();
        reveal(action);
      },
      true,
    ),
    shown &&
      h(
        "p",
        { key: "why", class: "why" },
        h("b", null, written(view, shown.name)),
        ": ",
        written(view, shown.why),
        ".",
      ),
  ];
}
