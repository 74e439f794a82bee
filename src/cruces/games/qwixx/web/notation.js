// Parses actions and rolls.

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
