// Positions as text, as far as tapping changes them. The server decides which of them can be.

import { colours } from "../layout.js";

/** @typedef {import("../types").Layout} Layout */

/**
 * @typedef {object} Paper one player's sheet
 * @property {Record<string, number[]>} lines the crossed numbers, by row
 * @property {number} penalties
 *
 * @typedef {object} Position
 * @property {Paper[]} sheets
 * @property {number} active
 * @property {string} phase
 * @property {{ white: number[], colours: Record<string, number> } | null} roll
 * @property {string} first what the active player did in action 1, in action 2
 */

const TURN = /^p(\d) (start|roll|white|colour|over)(?: (w\d\d[^:]*?))?(?: : (.+))?$/;

/** @returns {Paper} */
export const blank = () => ({ lines: {}, penalties: 0 });

/**
 * What a text says; null if it cannot be read.
 * @param {string} text @returns {Position | null}
 */
export function read(text) {
  const [papers, turn = ""] = text.toLowerCase().replace(/\s+/g, " ").trim().split(" ; ");
  const match = TURN.exec(turn);
  const sheets = papers.split(" | ").map(readSheet);
  if (!match || sheets.length > 5) return null;
  const [, player, phase, dice, then = ""] = match;
  const active = Number(player) - 1;
  return active < sheets.length
    ? {
        sheets,
        active,
        phase,
        roll: dice ? readRoll(dice) : null,
        first: phase === "colour" ? then : "",
      }
    : null;
}

/** @param {string} text @returns {Paper} */
function readSheet(text) {
  const sheet = blank();
  for (const [, row, numbers] of text.matchAll(/([a-z]+)([\d,]+)/g)) {
    if (row === "p") sheet.penalties = Number(numbers);
    else sheet.lines[row] = numbers.split(",").map(Number);
  }
  return sheet;
}

/** @param {string} text */
function readRoll(text) {
  const [white, ...others] = text.split(" ");
  return {
    white: [Number(white[1]), Number(white[2])],
    colours: Object.fromEntries(
      others.map((die) => [die.slice(0, -1), Number(die[die.length - 1])]),
    ),
  };
}

/**
 * The rows with a cross in their last box, which has the lock: their dice are gone.
 * @param {Layout} layout @param {Paper[]} sheets
 */
export const closed = (layout, sheets) =>
  colours(layout)
    .filter(
      ({ id, numbers, lock }) =>
        lock && sheets.some(({ lines }) => lines[id]?.includes(numbers[numbers.length - 1])),
    )
    .map(({ id }) => id);

/**
 * The same as text. Dice that no roll has had yet show a one.
 * @param {Layout} layout @param {Position} position
 */
export function write(layout, { sheets, active, phase, roll, first }) {
  const papers = sheets.map(({ lines, penalties }) => {
    const rows = layout.rows
      .filter(({ id }) => lines[id]?.length)
      .map(({ id, numbers }) => id + numbers.filter((n) => lines[id].includes(n)).join(","));
    return [...rows, ...(penalties ? [`p${penalties}`] : [])].join(" ") || "-";
  });
  const gone = closed(layout, sheets);
  const dice = colours(layout)
    .filter(({ id }) => !gone.includes(id))
    .map(({ id }) => `${id}${roll?.colours[id] ?? 1}`);
  const rolled = roll ? ` ${[`w${roll.white.join("")}`, ...dice].join(" ")}` : "";
  const did = phase === "colour" ? ` : ${first || "pass"}` : "";
  return `${papers.join(" | ")} ; p${active + 1} ${phase}${rolled}${did}`;
}
