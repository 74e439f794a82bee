// What is asked before one plays on against robots: whose seat one takes, and how strong they are.

import { Refused } from "../js/api.js";
import { h } from "../js/html.js";
import { createMatch, myName } from "../js/play.js";
import { level, levels } from "../js/setup_form.js";
import { changed, notify } from "../js/store.js";
import { t } from "../js/texts.js";
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

let busy = false;

/**
 * The question, while it is asked.
 * @param {From} from @param {() => void} stay when nobody wants to, or it has begun
 */
export function playOnDialog(from, stay) {
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
          radio("seat", one, one === seat, () => take(from, one), signs?.[one], labels[one]),
        ),
      ),
    !alone && levels(game, options),
    h(
      "button",
      {
        type: "button",
        class: "go",
        "aria-disabled": String(busy),
        onclick: () => void begin(from, stay),
      },
      t("page.play-on.begin"),
    ),
  );
}

/** @param {From} from @param {number} seat */
function take(from, seat) {
  from.seat = seat;
  changed();
}

/** @param {From} from @param {() => void} stay */
async function begin(from, stay) {
  if (busy) return;
  const { game, setup, labels, seat: own } = from;
  busy = true;
  changed();
  try {
    const places = labels.map((_, seat) =>
      seat === own ? { seat, name: myName(seat) } : { seat, bot: level(game) },
    );
    await createMatch({ ...setup, game: game.id }, places, true);
    stay();
  } catch (error) {
    notify(error instanceof Refused ? error.message : t("web.offline.start"), "bad");
  }
  busy = false;
  changed();
}
