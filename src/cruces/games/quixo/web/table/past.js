// What the board shows of a moment of a finished game: what was played, and what was best.

import { push } from "../notation.js";

/** @typedef {import("../types").WoodTable} Table */
/** @typedef {import("../notation.js").Push} Push */

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

/** @param {Table} table @param {import("/static/js/types").Past} past */
export function past(table, { at, events, moves }) {
  const { size } = table.match.table;
  const next = events[at];
  const played = next?.type === "action" ? next : null;
  return {
    legal: moves.flatMap(({ action }) => push(size, action) ?? []),
    values: new Map(moves.map((move) => [move.action, move])),
    mover: played?.seat ?? 0,
    arrows: arrowsOf(push(size, moves[0]?.action ?? ""), push(size, played?.text ?? "")),
  };
}
