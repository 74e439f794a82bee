// The model of an earlier position of a finished game.

import { known, shownMoves } from "/static/js/replay.js";
import { push, pushed } from "../notation.js";

/** @typedef {import("../types").WoodTable} Table @typedef {import("../types").WoodMatch} Match */
/** @typedef {import("../notation.js").Push} Push */

/**
 * The board after some moves.
 * @param {number} size @param {{ seat: number, text: string }[]} moves
 */
export function boardAfter(size, moves) {
  /** @type {number[]} */
  let board = Array(size * size).fill(0);
  for (const { seat, text } of moves) {
    const move = push(size, text);
    if (move) board = pushed(board, size, move, seat);
  }
  return board;
}

/**
 * What would have been best, and what was played instead.
 * @param {Push | null} best @param {Push | null} played
 * @returns {import("./arrows.js").Arrow[]}
 */
function arrowsOf(best, played) {
  const same = best?.from === played?.from && best?.to === played?.to;
  return [
    ...(best ? [{ move: best, kind: /** @type {const} */ ("best"), rank: 1 }] : []),
    ...(played && !same ? [{ move: played, kind: /** @type {const} */ ("played"), rank: 0 }] : []),
  ];
}

/** @param {Table} table */
export function past(table) {
  const { size } = table.match.table;
  const { made, next } = shownMoves(table);
  const moves = known(table)?.moves ?? [];
  const played = push(size, next?.text ?? "");
  const best = push(size, moves[0]?.action ?? "");
  return {
    board: boardAfter(size, made),
    ply: made.length,
    last: made.length ? push(size, made[made.length - 1].text) : null,
    legal: moves.flatMap(({ action }) => push(size, action) ?? []),
    values: new Map(moves.map((move) => [move.action, move])),
    mover: next?.seat ?? 0,
    line: [],
    arrows: arrowsOf(best, played),
  };
}
