// Actions and dice as they are written, taken apart for drawing.

/** @typedef {{ row: string, number: number }} Cross */
/** @typedef {{ white: [number, number], colours: Record<string, number> }} Roll */

/**
 * A cross; nothing for a pass.
 * @param {string} text @returns {Cross | null}
 */
export function cross(text) {
  const found = /^([a-z]+)(\d+)$/.exec(text);
  return found && { row: found[1], number: Number(found[2]) };
}

/**
 * Two white dice and those of the colours; nothing for lots.
 * @param {string} text @returns {Roll | null}
 */
export function roll(text) {
  const found = /^w(\d)(\d)(.*)$/.exec(text);
  if (!found) return null;
  /** @type {Record<string, number>} */
  const colours = {};
  for (const [, row, face] of found[3].matchAll(/([a-z]+)(\d)/g)) colours[row] = Number(face);
  return { white: [Number(found[1]), Number(found[2])], colours };
}
