// Parses pushes, and does the geometry of drawing them. The server decides what is legal.

/** @typedef {{ from: number, to: number, dot: number | null, text: string }} Push */
/** @typedef {import("./types").Side} Side */

/**
 * A sentence with its pushes as people read them; a dot goes before the number of the seat that it
 * points to.
 * @param {string} sentence
 */
export const typeset = (sentence) =>
  sentence.replace(
    /\b([a-e]\d)>([a-e]\d)(?:@(\d))?/g,
    (_, from, to, dot) => `${from}›${to}${dot ? ` •${dot}` : ""}`,
  );

/** @param {number} size @param {string} name */
export const square = (size, name) => "abcde".indexOf(name[0]) + size * (Number(name[1]) - 1);

/** @param {number} size @param {number} place */
export const squareName = (size, place) =>
  `${"abcde"[place % size]}${Math.floor(place / size) + 1}`;

/** @param {number} size @param {string} text @returns {Push | null} */
export function push(size, text) {
  const match = /^([a-e][1-5])>([a-e][1-5])(?:@([1-4]))?$/.exec(text);
  if (!match) return null;
  const dot = match[3] ? Number(match[3]) - 1 : null;
  return { from: square(size, match[1]), to: square(size, match[2]), dot, text };
}

/**
 * The squares from where a cube is taken to where it is pushed in.
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
  const squares = path(size, move.from, move.to);
  for (let i = 0; i + 1 < squares.length; i++) after[squares[i]] = board[squares[i + 1]];
  after[move.to] = 1 + (move.dot ?? mover);
  return after;
}

/**
 * The side from which a cube is pushed in.
 * @param {number} size @param {Push} move @returns {Side}
 */
export function side(size, { from, to }) {
  if (from % size === to % size) return to < from ? "top" : "bottom";
  return to < from ? "left" : "right";
}

/**
 * The position of a square after turning the board by quarter turns.
 * @param {number} size @param {number} turn @param {number} place
 */
export function seen(size, turn, place) {
  let [x, y] = [place % size, Math.floor(place / size)];
  // Seat 1 sits to the left of seat 0: a quarter turn brings the left side down.
  for (let i = 0; i < turn; i++) [x, y] = [y, size - 1 - x];
  return { x, y };
}

/** @type {Side[]} */
export const SIDES = ["bottom", "left", "top", "right"];

/** @param {Side} name @param {number} turn */
export const turned = (name, turn) => SIDES[(SIDES.indexOf(name) - turn + 4) % 4];

/** The positions of seats and dots, clockwise from the own seat. */
export const QUARTERS = ["south", "west", "north", "east"];

/**
 * What the edges of the board are labelled with: columns from left to right, rows from top to
 * bottom, as seen after turning.
 * @param {number} size @param {number} turn
 */
export function labels(size, turn) {
  const squares = Array.from({ length: size * size }, (_, place) => ({
    name: squareName(size, place),
    ...seen(size, turn, place),
  }));
  /** @param {"x" | "y"} axis */
  const along = (axis) =>
    Array.from({ length: size }, (_, i) => {
      const [a, b] = squares.filter((one) => one[axis] === i);
      return a.name[0] === b.name[0] ? a.name[0] : a.name[1];
    });
  return { columns: along("x"), rows: along("y") };
}
