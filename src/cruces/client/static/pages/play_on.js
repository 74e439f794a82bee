// Playing on from a position against robots: whose seat one takes, and how strong they are.

import { Refused } from "../js/api.js";
import { h } from "../js/html.js";
import { createMatch, myName } from "../js/play.js";
import { level, levels } from "../js/setup_form.js";
import { changed, notify } from "../js/store.js";
import { speakOf, t } from "../js/texts.js";
import { dialog, radio } from "../js/widgets.js";

/** @typedef {import("../js/types").Loose} Loose */
/** @typedef {import("../js/types").Game} Game @typedef {import("../js/types").Value} Value */

/**
 * Where to play on.
 * @typedef {object} From
 * @property {Game} game
 * @property {Record<string, Value>} options those in force
 * @property {object} setup what the server gets besides the game
 * @property {string[]} labels what the seats are called
 * @property {Loose[]} [signs] what stands for them on the board
 * @property {number[]} seats those that may be taken
 * @property {number} seat the one that is offered first
 */

/** @type {From | null} */
let from = null;
let busy = false;

/**
 * Ask how to play on.
 * @param {From} wanted
 */
export async function playOn(wanted) {
  try {
    await speakOf("play-on");
    from = wanted;
    changed();
  } catch {
    notify(t("web.offline.page"), "bad");
  }
}

/** The page is left, or somebody does not want to. */
export function stay() {
  from = null;
  changed();
}

/** The question, while it is asked. */
export function playOnDialog() {
  if (!from) return null;
  const { game, options, labels, signs, seats, seat } = from;
  const alone = labels.length === 1;
  return dialog(
    "play-on",
    t("page.play-on.title"),
    stay,
    h("p", null, t(alone ? "page.play-on.alone" : "page.play-on.about")),
    seats.length > 1 &&
      h(
        "div",
        { class: "levels", role: "radiogroup", "aria-label": t("page.play-on.seat") },
        h("span", { "aria-hidden": "true" }, t("page.play-on.seat")),
        seats.map((one) =>
          radio("seat", one, one === seat, () => take(one), signs?.[one], labels[one]),
        ),
      ),
    !alone && levels(game, options),
    h(
      "button",
      { type: "button", class: "go", "aria-disabled": String(busy), onclick: begin },
      t("page.play-on.begin"),
    ),
  );
}

/** @param {number} seat */
function take(seat) {
  if (from) from.seat = seat;
  changed();
}

async function begin() {
  if (!from || busy) return;
  const { game, setup, labels, seat: own } = from;
  busy = true;
  changed();
  try {
    const places = labels.map((_, seat) =>
      seat === own ? { seat, name: myName(seat) } : { seat, bot: level(game) },
    );
    await createMatch({ ...setup, game: game.id }, places, true);
    from = null;
  } catch (error) {
    notify(error instanceof Refused ? error.message : t("web.offline.start"), "bad");
  }
  busy = false;
  changed();
}
