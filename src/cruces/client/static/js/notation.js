// Actions as they are written, taken apart for drawing. What is legal is the server's to say.

/** @typedef {{ line: import("./types").Line, number: number }} Cross */
/** @typedef {{ from: number, to: number, dot: number | null, text: string }} Push */

export const COLOURS = /** @type {const} */ (["r", "y", "g", "b"]);
/**
 * Each colour has a symbol everywhere.
 * @type {Record<string, string>}
 */
export const SYMBOLS = { r: "◆", y: "●", g: "▲", b: "■" };
/** @type {Record<string, string>} */
export const CLASSES = { r: "red", y: "yellow", g: "green", b: "blue", ry: "circles", gb: "circles" };

/**
 * The numbers of a line from left to right.
 * @param {string} line
 */
export const numbers = (line) =>
  Array.from({ length: 11 }, (_, i) => (line === "g" || line === "b" || line === "gb" ? 12 - i : 2 + i));

/** @param {string} text @returns {Cross | null} */
export function cross(text) {
  const found = /^(ry|gb|r|y|g|b)(\d+)$/.exec(text);
  return found && { line: /** @type {import("./types").Line} */ (found[1]), number: Number(found[2]) };
}

/** @param {number} size @param {string} name */
export const square = (size, name) => "abcde".indexOf(name[0]) + size * (Number(name[1]) - 1);

/** @param {number} size @param {number} place */
export const squareName = (size, place) => `${"abcde"[place % size]}${Math.floor(place / size) + 1}`;

/** @param {number} size @param {string} text @returns {Push | null} */
export function push(size, text) {
  const found = /^([a-e][1-5])>([a-e][1-5])(?:@([1-4]))?$/.exec(text);
  if (!found) return null;
  const dot = found[3] ? Number(found[3]) - 1 : null;
  return { from: square(size, found[1]), to: square(size, found[2]), dot, text };
}

/**
 * The squares from where a cube is taken to where it comes back.
 * @param {number} size @param {number} from @param {number} to
 */
export function path(size, from, to) {
  const stride = from % size === to % size ? size : 1;
  const step = to > from ? stride : -stride;
  return Array.from({ length: Math.abs(to - from) / stride + 1 }, (_, i) => from + i * step);
}

/**
 * The board as it would look after a push.
 * @param {number[]} board
 * @param {number} size
 * @param {Push} move
 * @param {number} mover
 */
export function pushed(board, size, move, mover) {
  const after = [...board];
  const way = path(size, move.from, move.to);
  for (let i = 0; i + 1 < way.length; i++) after[way[i]] = board[way[i + 1]];
  after[move.to] = 1 + (move.dot ?? mover);
  return after;
}

/**
 * From which side a cube comes back.
 * @param {number} size @param {Push} move @returns {"left" | "right" | "top" | "bottom"}
 */
export function side(size, { from, to }) {
  if (from % size === to % size) return to < from ? "top" : "bottom";
  return to < from ? "left" : "right";
}
