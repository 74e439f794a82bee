// The address of the page that explores positions: any page may link to it.

/** @typedef {import("../js/types").Game} Game @typedef {import("../js/types").Value} Value */

/**
 * The address that shows a position, in the game's notation, under these options.
 * @param {Game} game @param {string} position @param {Record<string, Value>} options
 */
export function exploreAddress(game, position, options) {
  const parts = new URLSearchParams([["explore", game.id]]);
  for (const { name, values, texts, default: usual } of game.options) {
    const value = options[name] ?? null;
    if (name in options && value !== usual) parts.set(name, texts[values.indexOf(value)]);
  }
  if (position) parts.set("position", position);
  return `#${parts}`;
}

/**
 * The options that such an address names.
 * @param {Game} game @param {Record<string, string>} params
 */
export function optionsIn(game, params) {
  /** @type {Record<string, Value>} */
  const options = {};
  for (const { name, values, texts } of game.options) {
    const at = texts.indexOf(params[name]);
    if (at >= 0) options[name] = values[at];
  }
  return options;
}
