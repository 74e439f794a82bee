// What a sheet alone says about the rules, for those who play with real dice and perhaps without a
// server. Nowhere else does the browser know rules: tests/games/qwixx/test_pad.py compares these
// with the server's on thousands of sheets.

import { colours } from "../layout.js";

/** @typedef {import("../types").Layout} Layout @typedef {import("../types").Row} Row */
/** @typedef {import("../types").Sheet} Sheet */

/** The sums of two dice: boxes with other numbers can only be skipped. */
const [LEAST, MOST] = [2, 12];

/**
 * Why no dice let a box be crossed, as in the keys `error.<reason>`; null if some may.
 * @param {Layout} layout @param {Sheet["lines"]} lines the crossed numbers, by row
 * @param {string[]} closed the rows that anybody has closed
 * @param {Row} row @param {number} number
 * @returns {string | null}
 */
export function whyNot(layout, lines, closed, row, number) {
  const crossed = lines[row.id] ?? [];
  const box = row.numbers.indexOf(number);
  if (number < LEAST || number > MOST) return "no-sum";
  if (row.beside.length) {
    if (!row.beside.some((id) => lines[id]?.includes(number))) return "circle-needs-neighbour";
  } else if (closed.includes(row.id)) return "row-closed";
  if (crossed.includes(number)) return "already-crossed";
  if (crossed.some((other) => row.numbers.indexOf(other) > box)) return "left-to-right";
  if (isLast(row, number) && crossed.length < layout.to_lock) return "needs-five";
  return null;
}

/**
 * Whether a box may be crossed although somebody has closed its row: at the same moment.
 * @param {Layout} layout @param {Sheet["lines"]} lines @param {string[]} closed
 * @param {Row} row @param {number} number
 */
export const mayJoin = (layout, lines, closed, row, number) =>
  closed.includes(row.id) &&
  isLast(row, number) &&
  !whyNot(
    layout,
    lines,
    closed.filter((id) => id !== row.id),
    row,
    number,
  );

/** @param {Row} row @param {number} number */
const isLast = (row, number) => row.lock && row.numbers.at(-1) === number;

/**
 * A sheet with its locks and its score, as the server describes one.
 * @param {Layout} layout @param {Sheet["lines"]} lines @param {number} penalties
 * @returns {Sheet}
 */
export function scored(layout, lines, penalties) {
  /** @param {Row} row */
  const count = (row) => lines[row.id]?.length ?? 0;
  const rows = colours(layout);
  const locked = rows
    .filter((row) => row.lock && lines[row.id]?.includes(row.numbers[row.numbers.length - 1]))
    .map(({ id }) => id);
  const points = rows.map((row) => {
    const circles = layout.rows.filter(({ beside }) => beside.includes(row.id)).map(count);
    const crosses = [count(row), ...circles].reduce((sum, each) => sum + each);
    return layout.points[Math.min(crosses + +locked.includes(row.id), layout.points.length - 1)];
  });
  const total = points.reduce((sum, each) => sum + each, 0) - layout.penalty * penalties;
  return { lines, locked, penalties, points, total };
}

/**
 * Why the game is over, as in the keys `reason.<reason>`; null while it goes on.
 * @param {Layout} layout @param {Sheet[]} sheets @param {string[]} closed
 * @returns {"rows-closed" | "fourth-penalty" | null}
 */
export function over(layout, sheets, closed) {
  if (closed.length >= layout.to_end) return "rows-closed";
  return sheets.some(({ penalties }) => penalties === layout.penalties) ? "fourth-penalty" : null;
}

/**
 * The place of each score; equal scores share one.
 * @param {number[]} scores
 */
export const places = (scores) =>
  scores.map((score) => 1 + scores.filter((other) => other > score).length);
