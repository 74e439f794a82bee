// Toy Race in the browser: the die, and a track on which everybody runs.

import { h } from "/static/js/html.js";

/** @typedef {{ goal: number, safe: number[], at: number[], die: number }} Race */
/** @typedef {import("/static/js/types").View<Race>} View */

/** @param {number} face */
const die = (face) =>
  h("p", { class: "toy-die", role: "img", "aria-label": String(face || "–") }, "·⚀⚁⚂⚃⚄⚅"[face]);

/** @param {number} seat @param {string} label @param {number} square @param {boolean} safe */
const runner = (seat, label, square, safe) =>
  h(
    "span",
    { key: seat, class: `toy-runner${safe ? "" : " risky"}`, "data-runner": seat },
    h("span", { "aria-hidden": "true" }, String(seat + 1)),
    h("span", { class: "unseen" }, `${label}: ${square}`),
  );

/** @type {View["board"]} */
function board({ match: { seats, table } }) {
  const { goal, safe, at } = table;
  /** @param {number} square */
  const here = (square) =>
    seats.map((seat, i) => at[i] === square && runner(i, seat.label, square, at[i] === safe[i]));
  const track = Array.from({ length: goal + 1 }, (_, square) => {
    const number = h("small", null, square);
    return h("li", { key: square, class: square % goal ? "" : "toy-end" }, number, here(square));
  });
  return h("div", { class: "toy-race" }, die(table.die), h("ol", { class: "toy-track" }, track));
}

/** @type {View["picture"]} */
const picture = () => h("div", { class: "picture toy-race", "aria-hidden": "true" }, die(5));

/** @type {View["score"]} */
const score = ({ table: { safe, goal } }, seat) => h("small", null, `${safe[seat]} / ${goal}`);

/** @type {View} */
export default { board, picture, score };
