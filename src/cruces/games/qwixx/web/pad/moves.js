// What was written on the sheets, move by move, so that every move can be undone and done again.

import { layoutOf } from "../layout.js";
import { cross } from "../notation.js";
import { scored } from "./rules.js";

/** @typedef {import("../types").Layout} Layout @typedef {import("../types").Sheet} Sheet */

/**
 * A move is `0 r5`, `0 p` for a penalty, or `x r` and `o r`: somebody who is not on this pad closed
 * the row, or that was a mistake. The number is the player's, from 0.
 * Where each has a sheet on their own device, that of the device is player 0.
 * @typedef {object} Pages
 * @property {string[]} moves
 * @property {number} done how many of them are not undone
 * @property {number} shown the player whose sheet is shown
 * @property {Dice | null} [dice] the last roll of the dice on this device
 * @property {number} [round] the number of the game, where several are played with others
 * @property {string} [before] the sheet of the game before, for those who are still counting it
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
 * The sheets as they are, and the rows that are closed: by whom on this pad, or by somebody else,
 * as it was marked here (`elsewhere`) or on another's sheet (`marked`: the row, and by whom).
 * @param {Open} open
 */
export function sheetsOf({ game, names, state, shared }) {
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
  /** @type {Map<string, number>} */
  const marked = new Map();
  for (const [other, { sheet }] of (shared?.others ?? []).entries()) {
    const { lines, penalties: taken, closed } = readSheet(layout, inRound(sheet, roundOf(state)));
    crossed[other + 1] = lines;
    penalties[other + 1] = taken;
    for (const row of closed) marked.set(row, other + 1);
  }
  const sheets = crossed.map((lines, player) => scored(layout, lines, penalties[player]));
  const locked = layout.rows.map(({ id }) => id).filter((id) => lockers(sheets, id).length);
  const closed = [...new Set([...locked, ...elsewhere, ...marked.keys()])];
  return { layout, sheets, elsewhere, marked, closed };
}

/**
 * The players of this pad who closed a row.
 * @param {Sheet[]} sheets @param {string} row
 */
export const lockers = (sheets, row) =>
  sheets.flatMap(({ locked }, player) => (locked.includes(row) ? player : []));

// What the others see of a sheet: "r5 p x:y", and which of several games it belongs to.

/** @typedef {{ round: number, sheet: string, before: string }} Shared */

/** @param {Pages} pages */
export const roundOf = ({ round }) => round ?? 1;

/** @param {Pages} pages @returns {Shared} */
export const write = (pages) => ({
  round: roundOf(pages),
  sheet: written(pages),
  before: pages.before ?? "",
});

/** @param {Pages} pages */
function written({ moves, done }) {
  /** @type {Set<string>} */
  const closed = new Set();
  const own = [];
  for (const move of moves.slice(0, done)) {
    const [who, what] = move.split(" ");
    if (who === "x") closed.add(what);
    else if (who === "o") closed.delete(what);
    else own.push(what);
  }
  return [...own, ...[...closed].map((row) => `x:${row}`)].join(" ");
}

/**
 * The state of a device that has lost its sheet, or that comes to a game that has begun.
 * @param {any} sheet @param {{ sheet: any }[]} others @returns {Pages}
 */
export function read(sheet, others) {
  if (!sheet) return { ...blank(), round: Math.max(1, ...others.map((one) => round(one.sheet))) };
  const parts = String(sheet.sheet ?? "").split(" ");
  const moves = parts.filter(Boolean).map((part) => {
    const [kind, row] = part.split(":");
    return row ? `x ${row}` : `0 ${kind}`;
  });
  const before = String(sheet.before ?? "");
  return { ...blank(), moves, done: moves.length, round: round(sheet), before };
}

/** @param {any} sheet */
const round = (sheet) => (Number.isInteger(sheet?.round) ? sheet.round : 1);

/**
 * Those who have begun another game already.
 * @param {Open} open
 */
export const ahead = ({ state, shared }) =>
  (shared?.others ?? []).filter(({ sheet }) => round(sheet) > roundOf(state));

/** @param {Pages} pages @returns {Pages} */
export const nextRound = (pages) => ({
  ...blank(),
  round: roundOf(pages) + 1,
  before: written(pages),
});

/**
 * What somebody has written in a game, or had written before they began the next one.
 * @param {any} sheet @param {number} number
 */
function inRound(sheet, number) {
  if (round(sheet) === number) return sheet?.sheet;
  return round(sheet) === number + 1 ? sheet?.before : "";
}

/**
 * Another's sheet. What cannot be on one is left out: any device may have written anything.
 * @param {Layout} layout @param {unknown} text
 */
function readSheet(layout, text) {
  const lines = bare(layout);
  /** @type {string[]} */
  const closed = [];
  let penalties = 0;
  for (const part of typeof text === "string" ? text.split(" ") : []) {
    const one = cross(part);
    const row = layout.rows.find(({ id }) => id === (one?.row ?? part.slice(2)));
    if (part === "p") penalties = Math.min(penalties + 1, layout.penalties);
    else if (!row) continue;
    else if (part.startsWith("x:") && row.lock) closed.push(row.id);
    else if (one && row.numbers.includes(one.number) && !lines[row.id].includes(one.number))
      lines[row.id].push(one.number);
  }
  return { lines, penalties, closed };
}

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
