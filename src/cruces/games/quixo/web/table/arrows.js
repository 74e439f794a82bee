// Arrows on the board for moves that are advised or were played: from the cube along the line
// between two rows, so that no mark is covered, around the end and in again, as the cube would go.

import { h } from "/static/js/html.js";
import { seen } from "../notation.js";

/** @typedef {import("../notation.js").Push} Push */

/**
 * @typedef {object} Arrow
 * @property {Push} move
 * @property {"best" | "other" | "played"} kind
 * @property {number} rank from 1, or 0 for none
 */

/** The width of the frame as a part of that of all cubes together: `--pad` in the style sheet. */
const FRAME = 0.105 / (1 - 2 * 0.105);
/** How far an arrow goes out beyond the cubes, in cubes; less where the frame is narrower. */
const OUT = 0.36;
/** What an arrow is away from the edge of the frame. */
const MARGIN = 0.1;
/** The radius of its turns. */
const TURN = 0.13;
/** Where its head begins and ends, beyond the cubes. */
const HEAD = [0.2, -0.02];

/**
 * A straight line beside the cubes that an arrow uses.
 * @typedef {object} Way
 * @property {boolean} level whether it lies from left to right
 * @property {number} at the line's number, from the top or from the left
 * @property {number} low @property {number} high the cubes between which it runs
 * @property {number} x @property {number} y where the arrow begins
 */

/** @param {Way} a @param {Way} b */
const clash = (a, b) =>
  (a.x === b.x && a.y === b.y) ||
  (a.level === b.level && a.at === b.at && a.low <= b.high && b.low <= a.high);

/**
 * The drawing of an arrow and the way it takes, avoiding those taken by better ones.
 * @param {number} size @param {number} turn @param {Push} move @param {Way[]} taken
 */
export function route(size, turn, move, taken) {
  const [from, to] = [seen(size, turn, move.from), seen(size, turn, move.to)];
  const level = from.y === to.y;
  // Along: in the direction of the arrow; across: from one row or column to the next.
  const [start, end] = level ? [from.x, to.x] : [from.y, to.y];
  const row = level ? from.y : from.x;
  const middle = row + 0.5;
  const ahead = Math.sign(end - start);
  const outer = end + 0.5 + ahead * (0.5 + Math.min(OUT, FRAME * size - MARGIN));
  /** @param {number} along @param {number} across @returns {[number, number]} */
  const turned = (along, across) => (level ? [along, across] : [across, along]);
  /** @param {number} along @param {number} across */
  const point = (along, across) =>
    turned(along, across)
      .map((n) => +n.toFixed(3))
      .join(" ");
  /** @param {number} at @param {boolean} outside */
  const way = (at, outside) => {
    const begin = start + 0.5 - (outside ? ahead * 0.5 : 0);
    const [low, high] = [begin, outer].sort((a, b) => a - b);
    const [x, y] = turned(begin, outside ? middle : at);
    return { level, at, outside, begin, low, high, x, y };
  };
  const lanes = row === size - 1 ? [row + 1, row] : [row, row + 1];
  // From one edge to the other it begins outside: between two cubes it could be either's. At a
  // corner the line along the edge has only one cube: two arrows begin each beside its own line.
  const whole = start === (ahead > 0 ? 0 : size - 1);
  const ways = (whole ? [true, false] : [false]).flatMap((out) => lanes.map((at) => way(at, out)));
  if (whole && [0, size - 1].includes(row)) ways.unshift(way(lanes[0], false));
  const free = ways.find((one) => !taken.some((other) => clash(other, one))) ?? ways[0];
  const { at, outside, begin } = free;
  const side = Math.sign(middle - at);
  const base = end + 0.5 + ahead * (0.5 + HEAD[0]);
  const tip = end + 0.5 + ahead * (0.5 + HEAD[1]);
  const corner = [
    `M${point(begin, middle)}`,
    `L${point(begin, at + side * TURN)}`,
    `Q${point(begin, at)} ${point(begin + ahead * TURN, at)}`,
  ];
  const line = [
    ...(outside ? corner : [`M${point(begin, at)}`]),
    `L${point(outer - ahead * TURN, at)}`,
    `Q${point(outer, at)} ${point(outer, at + side * TURN)}`,
    `L${point(outer, middle - side * TURN)}`,
    `Q${point(outer, middle)} ${point(outer - ahead * TURN, middle)}`,
    `L${point(base, middle)}`,
  ].join("");
  const [left, right] = [point(base, middle - 0.15), point(base, middle + 0.15)];
  return { way: free, line, head: `M${left}L${point(tip, middle)}L${right}Z` };
}

/**
 * The arrows, the best on top, and above them all where they begin.
 * @param {number} size @param {number} turn @param {Arrow[]} arrows from the best
 */
export function drawArrows(size, turn, arrows) {
  /** @type {Way[]} */
  const taken = [];
  const drawn = arrows.map(({ move, kind, rank }) => {
    const { way, line, head } = route(size, turn, move, taken);
    const { x, y } = way;
    taken.push(way);
    const arrow = h(
      "g",
      { key: move.text, class: `arrow ${kind}`, "data-arrow": move.text },
      h("path", { class: "casing", d: line }),
      h("path", { class: "casing head", d: head }),
      h("path", { class: "line", d: line }),
      h("path", { class: "head", d: head }),
    );
    const start = h(
      "g",
      { key: `start ${move.text}`, class: `arrow start ${kind}`, "data-start": move.text },
      h("circle", { cx: x, cy: y, r: rank ? 0.165 : 0.09 }),
      rank > 0 && h("text", { x, y, dy: "0.36em" }, rank),
    );
    return { arrow, start };
  });
  drawn.reverse();
  const [low, all] = [-FRAME * size, (1 + 2 * FRAME) * size];
  return h(
    "svg",
    { class: "arrows", viewBox: `${low} ${low} ${all} ${all}`, "aria-hidden": "true" },
    drawn.map(({ arrow }) => arrow),
    drawn.map(({ start }) => start),
  );
}
