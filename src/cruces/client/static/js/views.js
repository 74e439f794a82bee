// The views of the families: loaded from the server's addresses, completed by the plain view.

import { plain } from "./plain_view.js";
import { changed, gameOf } from "./store.js";

/** @typedef {import("./types").View} View @typedef {import("./types").Game} Game */
/** @typedef {import("./types").FirstView} FirstView */

/** @type {Map<string, View>} */
const views = new Map();
/**
 * How to load the rest of a view, by address, until that is asked for.
 * @type {Map<string, NonNullable<FirstView["later"]>>}
 */
const rests = new Map();
/** The addresses of views whose rest is on its way. @type {Set<string>} */
const coming = new Set();
/**
 * Style sheets that are there or on their way, by address.
 * @type {Map<string, Promise<unknown>>}
 */
const sheets = new Map();

/**
 * Load the views of the games, each once.
 * @param {Game[]} games
 * @param {(address: string) => Promise<{ default: FirstView }>} [load]
 */
export async function loadViews(games, load = (address) => import(address)) {
  const addresses = new Set(games.flatMap(({ view }) => view ?? []));
  await Promise.all(
    [...addresses].map(async (address) => {
      try {
        const [module] = await Promise.all([load(address), loadStyles(address, "view.css")]);
        const { later, ...view } = module.default;
        views.set(address, { ...plain, ...view });
        if (later) rests.set(address, later);
      } catch (error) {
        console.error(address, error); // the games can be played all the same, plainly
      }
    }),
  );
}

/**
 * Whether all of a match's view is there; what only a table needs is loaded when one is opened.
 * @param {{ game: string }} match
 */
export function isLoaded({ game }) {
  const address = gameOf(game)?.view ?? "";
  const later = rests.get(address);
  if (later) {
    rests.delete(address);
    coming.add(address);
    void loadRest(address, later);
  }
  return !coming.has(address);
}

/** @param {string} address @param {NonNullable<FirstView["later"]>} later */
async function loadRest(address, later) {
  try {
    const rest = await later();
    views.set(address, { ...plain, ...views.get(address), ...rest });
  } catch (error) {
    console.error(address, error);
  }
  coming.delete(address);
  changed();
}

/**
 * A part of a view that is loaded when it is asked for, and the styles that it needs.
 * @template T
 * @param {Promise<{ default: T }>} module
 * @param {string} address of the view @param {...string} styles beside it
 */
export async function styled(module, address, ...styles) {
  const [loaded] = await Promise.all([
    module,
    ...styles.map((style) => loadStyles(address, style)),
  ]);
  return loaded.default;
}

/**
 * Load a style sheet next to a module, once.
 * @param {string} address of the module @param {string} name
 */
export function loadStyles(address, name) {
  if (typeof document === "undefined") return undefined;
  const href = new URL(name, new URL(address, location.href)).pathname;
  const known = sheets.get(href);
  if (known) return known;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
  const loading = new Promise((done) => {
    link.onload = done;
    link.onerror = (event) => {
      sheets.delete(href);
      done(event); // a view need not have any
    };
  });
  sheets.set(href, loading);
  return loading;
}

/** @param {{ game: string } | null} match */
export const viewOf = (match) => views.get(gameOf(match?.game ?? "")?.view ?? "") ?? plain;

/** @param {Game} game */
export const viewOfGame = (game) => views.get(game.view ?? "") ?? plain;
