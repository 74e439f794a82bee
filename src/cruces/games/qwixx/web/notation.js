// Parses actions and rolls, and puts draws into words.

import { t } from "/static/js/texts.js";

/** @typedef {{ row: string, number: number }} Cross */
/** @typedef {{ white: [number, number], colours: Record<string, number> }} Roll */

/**
 * A cross; null for a pass.
 * @param {string} text @returns {Cross | null}
 */
export function cross(text) {
  const match = /^([a-z]+)(\d+)$/.exec(text);
  return match && { row: match[1], number: Number(match[2]) };
}

/**
 * Two white dice and the colour dice; null for lots.
 * @param {string} text @returns {Roll | null}
 */
export function roll(text) {
  const match = /^w(\d)(\d)(.*)$/.exec(text);
  if (!match) return null;
  /** @type {Record<string, number>} */
  const colours = {};
  for (const [, row, face] of match[3].matchAll(/([a-z]+)(\d)/g)) colours[row] = Number(face);
  return { white: [Number(match[1]), Number(match[2])], colours };
}

/**
 * A draw in words, as it is announced during a game.
 * @param {string} text @param {string[]} names of the players
 */
export function drawInWords(text, names) {
  const [kind, what] = text.split(" ");
  if (kind === "lot") return t("web.roll.lot", { name: names[Number(what.slice(1)) - 1] ?? what });
  if (kind === "die") return t("web.roll.die", { face: Number(what) });
  const dice = roll(text);
  if (!dice) return text;
  const [first, second] = dice.white;
  return [
    t("web.roll.white", { first, second, sum: first + second }),
    ...Object.entries(dice.colours).map(([row, face]) => `${t(`line.${row}`)} ${face}`),
  ].join(", ");
}
