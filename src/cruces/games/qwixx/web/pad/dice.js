// Dice for those who forgot theirs: thrown by this device, with the browser's own randomness.

import { h } from "/static/js/html.js";
import { t } from "/static/js/texts.js";
import "../table/dice.js";
import { colours } from "../layout.js";

/** @typedef {import("../types").Layout} Layout @typedef {import("./moves.js").Dice} Dice */

/** The largest multiple of six that a byte holds: larger ones would favour small faces. */
const FAIR = 252;

/** @returns {number} */
function face() {
  const [byte] = crypto.getRandomValues(new Uint8Array(1));
  return byte < FAIR ? 1 + (byte % 6) : face();
}

/**
 * Two white dice, and one for each row that is open.
 * @param {Layout} layout @param {string[]} closed @param {number} roll
 * @returns {Dice}
 */
export const thrown = (layout, closed, roll) => ({
  roll,
  white: [face(), face()],
  colours: Object.fromEntries(
    colours(layout)
      .filter(({ id }) => !closed.includes(id))
      .map(({ id }) => [id, face()]),
  ),
});

/**
 * What the dice make, by action: the sum of the white ones, or of a white one and a colour.
 * @param {Layout} layout @param {Dice} dice
 */
export function made({ rows }, { white, colours: faces }) {
  /** @type {Map<string, string>} */
  const actions = new Map();
  const [first, second] = white;
  for (const { id, beside } of rows) {
    for (const colour of beside.length ? beside : [id])
      for (const die of white)
        if (colour in faces) actions.set(`${id}${die + faces[colour]}`, "by-colour");
    actions.set(`${id}${first + second}`, "by-white");
  }
  return actions;
}

/**
 * @param {Layout} layout @param {string[]} closed @param {Dice | null | undefined} dice
 * @param {() => void} roll
 */
export function tray(layout, closed, dice, roll) {
  const sum = dice && dice.white[0] + dice.white[1];
  const rows = colours(layout);
  const words = dice
    ? [
        t("web.roll.white", { first: dice.white[0], second: dice.white[1], sum: sum ?? 0 }),
        ...rows
          .filter(({ id }) => id in dice.colours)
          .map(({ id }) => `${t(`line.${id}`)} ${dice.colours[id]}`),
      ].join(", ")
    : t("web.dice.none");
  /**
   * @param {string} key @param {string} name @param {string} symbol
   * @param {number | null} shown
   */
  const die = (key, name, symbol, shown) =>
    h("game-die", { key, ".die": { name, symbol, face: shown, roll: dice?.roll ?? 0 } });
  return h(
    "section",
    { class: "pad-dice card", "aria-label": t("web.dice") },
    h(
      "div",
      { class: "dice", role: "img", "aria-label": words },
      [0, 1].map((i) => die(`w${i}`, "white", "", dice?.white[i] ?? 1)),
      rows.map(({ id, name, symbol }) =>
        die(id, name, symbol, closed.includes(id) ? null : (dice?.colours[id] ?? 1)),
      ),
      h("strong", { class: "sum" }, sum ?? "–"),
    ),
    h("p", { class: "unseen", role: "status" }, dice && words),
    h("button", { type: "button", class: "go", onclick: roll }, t("page.pad.sheet.roll")),
  );
}
