// The views of the families: loaded from the server's addresses, completed by the plain view.

import { plain } from "./plain_view.js";
import { gameOf } from "./store.js";

/** @typedef {import("./types").View} View @typedef {import("./types").Game} Game */

/** @type {Map<string, View>} */
const views = new Map();

/**
 * Load the views of the games, each once.
 * @param {Game[]} games
 * @param {(address: string) => Promise<{ default: View }>} [load]
 */
export async function loadViews(games, load = (address) => import(address)) {
  const addresses = new Set(games.flatMap(({ view }) => view ?? []));
  await Promise.all(
    [...addresses].map(async (address) => {
      try {
        const [module] = await Promise.all([load(address), loadStyles(address, "view.css")]);
        views.set(address, { ...plain, ...module.default });
      } catch (error) {
        console.error(address, error); // the games can be played all the same, plainly
      }
    }),
  );
}

/**
 * Load a style sheet next to a module.
 * @param {string} address of the module @param {string} name
 */
export function loadStyles(address, name) {
  if (typeof document === "undefined") return undefined;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(name, new URL(address, location.href)).pathname;
  document.head.append(link);
  return new Promise((done) => {
    link.onload = link.onerror = done; // a view need not have any
  });
}

/** @param {{ game: string } | null} match */
export const viewOf = (match) => views.get(gameOf(match?.game ?? "")?.view ?? "") ?? plain;

/** @param {Game} game */
export const viewOfGame = (game) => views.get(game.view ?? "") ?? plain;
