// The links to pages to read.

import { h } from "./html.js";
import { t } from "./texts.js";

/** @typedef {import("./types").Game} Game */

/**
 * The link to the page that explains a guarantee, if the family has one.
 * @param {Game | undefined} game @param {Game["unbeaten"][number]} promise
 */
export function pageLink(game, { page: name = Object.keys(game?.pages ?? {})[0] }) {
  const title = game?.pages[name];
  return title && h("a", { href: `#page=${game.id}/${name}` }, t(title));
}
