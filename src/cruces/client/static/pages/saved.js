// A finished game as this device has kept it, for the time without a network.

import { h } from "../js/html.js";
import { bareTable, gameOf, read } from "../js/store.js";
import { t, when } from "../js/texts.js";
import { isLoaded, viewOf } from "../js/views.js";
import { bar, deadEnd, settings } from "../js/widgets.js";

/** @typedef {import("../js/types").Match} Match */

/** The finished games stored on this device; older ones may lack some fields. */
export const savedGames = () =>
  /** @type {Match[]} */ (read("saved", [])).map((match) => ({
    ...match,
    seats: match.seats.map((seat) => ({ ...seat, label: seat.label ?? seat.name })),
  }));

/** @param {string} id */
function savedGame(id) {
  const match = savedGames().find((one) => one.match === id);
  if (!match || !gameOf(match.game)) return [bar(), deadEnd(t("error.no-match"))];
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

/** @type {import("../js/types").LaterPage} */
export const page = { draw: ({ id = "" }) => savedGame(id) };
