// The printed sheet of a game, as the server describes it: `sheet` in the list of games.

import { gameOf } from "/static/js/store.js";

/** @typedef {import("./types").Layout} Layout @typedef {import("./types").Row} Row */

/** @type {Layout} */
const NOTHING = { rows: [], points: [], penalty: 0, penalties: 0, to_lock: 0, to_end: 0 };

/** @param {string} game @returns {Layout} */
export const layoutOf = (game) => ({ ...NOTHING, ...gameOf(game)?.sheet });

/**
 * The rows that score, each with a die of its colour.
 * @param {Layout} layout
 */
export const colours = ({ rows }) => rows.filter(({ beside }) => !beside.length);

/** @param {Layout} layout @param {string} id @returns {Row} */
export const rowOf = ({ rows }, id) =>
  rows.find((row) => row.id === id) ?? {
    id,
    name: "",
    symbol: "",
    numbers: [],
    lock: false,
    beside: [],
  };

/**
 * The classes and custom properties that give an element the colours of a row.
 * @param {Layout} layout @param {string} id @param {string} [more] other classes
 */
export function inked(layout, id, more = "") {
  const { name, beside } = rowOf(layout, id);
  const classes = `${more} ${name} ${id}`.trim();
  if (!beside.length) return { class: classes };
  const [first, second] = beside.map((row) => `var(--${rowOf(layout, row).name}-tint)`);
  return {
    class: classes,
    style: { "--first": first, "--second": second ?? first, "--tint": second ?? first },
  };
}
