// Finished games, and the links to pages to read.

import { h } from "./html.js";
import { bareTable, gameOf, read } from "./store.js";
import { t, when } from "./texts.js";
import { isLoaded, viewOf } from "./views.js";
import { bar, settings } from "./widgets.js";

/** @typedef {import("./types").Match} Match @typedef {import("./types").Game} Game */

/**
 * The link to the page that explains a guarantee, if the family has one.
 * @param {Game | undefined} game @param {Game["unbeaten"][number]} promise
 */
export function pageLink(game, { page: name = Object.keys(game?.pages ?? {})[0] }) {
  const title = game?.pages[name];
  return title && h("a", { href: `#page=${game.id}/${name}` }, t(title));
}

/** The finished games stored on this device; older ones may lack some fields. */
export const savedGames = () =>
  /** @type {Match[]} */ (read("saved", [])).map((match) => ({
    ...match,
    seats: match.seats.map((seat) => ({ ...seat, label: seat.label ?? seat.name })),
  }));

/**
 * A finished game, from this device's storage alone.
 * @param {string} id
 */
export function savedGame(id) {
  const match = savedGames().find((one) => one.match === id);
  if (!match || !gameOf(match.game)) {
    return [
      bar(),
      h("main", { class: "middle" }, h("p", { class: "card empty" }, t("error.no-match"))),
    ];
  }
  if (!isLoaded(match)) return [bar(), h("main", { class: "middle", "aria-busy": "true" })];
  const { result } = match;
  return [
    bar(h("span", { class: "grow" }), settings()),
    h(
      "main",
      { class: "reading saved" },
      h("h1", null, t(`game.${match.game}`)),
      h(
        "p",
        null,
        result && when(result.at),
        " · ",
        h("b", null, result?.outcome),
        " · ",
        result?.text,
      ),
      viewOf(match).board({ ...bareTable(id), match, seat: match.own[0] ?? null }),
    ),
  ];
}
