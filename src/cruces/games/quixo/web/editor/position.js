// Positions as text, as far as tapping changes them. The server decides which of them can be.

/**
 * `cubes` as the server sends them, by square: 0, or 1 + the seat that may take the cube.
 * @typedef {{ size: number, cubes: number[], seat: number }} Position
 */

const BLANK = ".";
const SIGNS = { 2: "XO", 4: "1234" };

/** @param {number} seats */
const signsOf = (seats) => (seats > 2 ? SIGNS[4] : SIGNS[2]);

/**
 * The board and who is to move; null for a text that says neither.
 * @param {string} text @param {number} seats @returns {Position | null}
 */
export function read(text, seats) {
  const [board, sign = ""] = text.trim().toUpperCase().split(/\s+/);
  const rows = board.split("/");
  const signs = BLANK + signsOf(seats);
  const cubes = [...rows.join("")].map((cube) => signs.indexOf(cube));
  const seat = signs.indexOf(sign) - 1;
  const square = rows.every((row) => row.length === rows.length);
  return square && rows.length > 1 && seat >= 0 && !cubes.includes(-1)
    ? { size: rows.length, cubes, seat }
    : null;
}

/**
 * The same as text, after as few turns as it takes.
 * @param {Position} position @param {number} seats @param {number} begins the seat
 */
export function write({ size, cubes, seat }, seats, begins) {
  const signs = signsOf(seats);
  const text = cubes.map((cube) => (BLANK + signs)[cube]).join("");
  const rows = Array.from({ length: size }, (_, row) => text.slice(row * size, (row + 1) * size));
  const marked = cubes.filter((cube) => cube > 0).length;
  const turns = marked + ((((seat - begins - marked) % seats) + seats) % seats);
  return `${rows.join("/")} ${signs[seat]} ${turns + 1}`;
}
