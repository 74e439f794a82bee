// Several people on one device: who they are is asked before the game, and kept for the next one.

import { h } from "../js/html.js";
import { wishes } from "../js/setup_form.js";
import { app, changed, prefer } from "../js/store.js";
import { t } from "../js/texts.js";
import { dialog } from "../js/widgets.js";

/** @typedef {import("../js/types").Game} Game */

/** The longest name, in characters. */
const LONGEST = 20;

/** @returns {string[]} */
const people = () => app.prefs.people ?? [];

/** @param {number} seat @param {string} name */
function rename(seat, name) {
  const names = Array.from({ length: Math.max(seat + 1, people().length) }, (_, i) =>
    i === seat ? name : (people()[i] ?? ""),
  );
  prefer({ people: names });
}

/**
 * The players of a game on this device; who has no name has a number.
 * @param {number} seats
 */
export const peopleHere = (seats) =>
  Array.from({ length: seats }, (_, seat) => ({
    seat,
    name: people()[seat]?.trim() || t("web.player", { number: seat + 1 }),
  }));

/**
 * How many play, and their names.
 * @param {Game} which @param {() => void} begin
 */
export function oneDevice(which, begin) {
  const wish = wishes(which);
  const counts = which.seats.filter((count) => count > 1).sort((a, b) => a - b);
  const shut = () => {
    app.home.sharing = false;
    changed();
  };
  return dialog(
    "one-device",
    t("web.device"),
    shut,
    counts.length > 1 &&
      h(
        "div",
        { class: "levels", role: "radiogroup", "aria-label": t("web.players") },
        h("span", { "aria-hidden": "true" }, t("web.players")),
        counts.map((count) =>
          h(
            "label",
            { key: count, class: "chip radio" },
            h("input", {
              type: "radio",
              name: "count",
              value: count,
              ".checked": count === wish.seats,
              onchange: () => {
                wish.seats = count;
                wish.asked = true;
                changed();
              },
            }),
            count,
          ),
        ),
      ),
    h(
      "form",
      {
        class: "people-here",
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          shut();
          begin();
        },
      },
      peopleHere(wish.seats).map(({ seat }) =>
        h(
          "label",
          { key: seat, class: "field" },
          h("span", null, t("web.player", { number: seat + 1 })),
          h("input", {
            name: `name${seat}`,
            ".value": people()[seat] ?? "",
            maxlength: LONGEST,
            autocomplete: "off",
            placeholder: t("web.name"),
            oninput: (/** @type {Event} */ e) =>
              rename(seat, /** @type {HTMLInputElement} */ (e.target).value),
          }),
        ),
      ),
      h("button", { class: "go" }, t("web.device.start")),
    ),
  );
}
