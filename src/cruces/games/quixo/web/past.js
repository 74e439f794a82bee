// The model of an earlier position of a finished game.

import { known, shownMoves } from "/static/js/replay.js";
import { push, pushed } from "./notation.js";

/** @typedef {import("./types").WoodTable} Table @typedef {import("./types").WoodMatch} Match */
/** @typedef {import("./notation.js").Push} Push */

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

/** @param {Table} table */
export function past(table) {
  const { size } = table.match.table;
  const { made, next } = shownMoves(table);
  const moves = known(table)?.moves ?? [];
  return {
    board: boardAfter(size, made),
    ply: made.length,
    last: made.length ? push(size, made[made.length - 1].text) : null,
    legal: moves.flatMap(({ action }) => push(size, action) ?? []),
    values: new Map(moves.map((move) => [move.action, move])),
    mover: next?.seat ?? 0,
    line: [],
  };
}
