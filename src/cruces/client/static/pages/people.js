// The names of those who play on one device, kept for the next game.

import { h } from "../js/html.js";
import { app, prefer } from "../js/store.js";
import { t } from "../js/texts.js";

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
 * A field for the name of everybody on this device.
 * @param {number} seats
 */
export const nameFields = (seats) =>
  peopleHere(seats).map(({ seat }) =>
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
  );
