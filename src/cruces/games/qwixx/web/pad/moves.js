// What was written on the sheets, move by move, so that every move can be undone and done again.

import { layoutOf } from "../layout.js";
import { cross } from "../notation.js";
import { scored } from "./rules.js";

/** @typedef {import("../types").Layout} Layout @typedef {import("../types").Sheet} Sheet */

/**
 * A move is `0 r5`, `0 p` for a penalty, or `x r` and `o r`: somebody who is not on this pad closed
 * the row, or that was a mistake. The number is the player's, from 0.
 * @typedef {object} Pages
 * @property {string[]} moves
 * @property {number} done how many of them are not undone
 * @property {number} shown the player whose sheet is shown
 * @property {Dice | null} [dice] the last roll of the dice on this device
 *
 * @typedef {object} Dice
 * @property {number} roll how many there have been
 * @property {[number, number]} white
 * @property {Record<string, number>} colours
 *
 * @typedef {import("/static/js/types").OpenPad<Pages>} Open
 */

/** @returns {Pages} */
export const blank = () => ({ moves: [], done: 0, shown: 0, dice: null });

/**
 * The sheets as they are, and the rows that are closed: by whom on this pad, or by somebody else.
 * @param {Open} open
 */
export function sheetsOf({ game, names, state }) {
  const layout = layoutOf(game);
  const crossed = names.map(() => bare(layout));
  const penalties = names.map(() => 0);
  /** @type {Set<string>} */
  const elsewhere = new Set();
  for (const move of state.moves.slice(0, state.done)) {
    const [who, what] = move.split(" ");
    const one = cross(what);
    if (who === "x") elsewhere.add(what);
    else if (who === "o") elsewhere.delete(what);
    else if (one) crossed[Number(who)]?.[one.row]?.push(one.number);
    else penalties[Number(who)] += 1;
  }
  const sheets = crossed.map((lines, player) => scored(layout, lines, penalties[player]));
  const locked = layout.rows.map(({ id }) => id).filter((id) => lockers(sheets, id).length);
  return { layout, sheets, elsewhere, closed: [...new Set([...locked, ...elsewhere])] };
}

/**
 * The players of this pad who closed a row.
 * @param {Sheet[]} sheets @param {string} row
 */
export const lockers = (sheets, row) =>
  sheets.flatMap(({ locked }, player) => (locked.includes(row) ? player : []));

/** @param {Layout} layout @returns {Sheet["lines"]} */
const bare = ({ rows }) => Object.fromEntries(rows.map(({ id }) => [id, []]));

/**
 * One more move; what was undone is forgotten.
 * @param {Pages} pages @param {string} move
 */
export function add(pages, move) {
  pages.moves = [...pages.moves.slice(0, pages.done), move];
  pages.done = pages.moves.length;
}

/**
 * Take a move back, or make it again, and show the sheet that it changed.
 * @param {Pages} pages @param {-1 | 1} step
 * @returns {string} the move
 */
export function step(pages, step) {
  const move = pages.moves[step < 0 ? pages.done - 1 : pages.done];
  pages.done += step;
  const [who] = move.split(" ");
  if (/^\d+$/.test(who)) pages.shown = Number(who);
  return move;
}

/** @param {Pages} pages */
export const canUndo = ({ done }) => done > 0;

/** @param {Pages} pages */
export const canRedo = ({ moves, done }) => done < moves.length;
