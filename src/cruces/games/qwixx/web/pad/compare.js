// The scores side by side, once the game is over.

import { h } from "/static/js/html.js";
import { language, t } from "/static/js/texts.js";
import { leave } from "/static/pages/pad_shared.js";
import { anew, discard, score } from "/static/pages/pad_store.js";
import { finalScore, scale } from "../table/sheet.js";
import { blank, nextRound } from "./moves.js";
import { places } from "./rules.js";

/** Another page is shown: begin at its top, also by keyboard. */
export const arrive = () =>
  requestAnimationFrame(() => {
    const main = document.querySelector("main");
    if (!main) return;
    main.tabIndex = -1;
    main.focus();
    scrollTo(0, 0);
  });

/**
 * @param {import("./moves.js").Open} open
 * @param {ReturnType<typeof import("./moves.js").sheetsOf>} sheets
 */
export function comparison(open, { layout, sheets }) {
  const place = places(sheets.map(({ total }) => total));
  const order = sheets.map((_, player) => player).sort((a, b) => place[a] - place[b]);
  const winners = order.filter((player) => place[player] === 1);
  const names = new Intl.ListFormat(language()).format(winners.map((one) => open.names[one]));
  return h(
    "main",
    { class: "pad compared" },
    h("h1", null, t(`game.${open.game}`)),
    h(
      "section",
      { class: "card" },
      sheets.length > 1 &&
        h("p", { class: "verdict won" }, t("web.winner", { names, count: winners.length })),
      finalScore(
        layout,
        order.map((player) => ({
          name: sheets.length > 1 ? `${place[player]}. ${open.names[player]}` : open.names[player],
          sheet: sheets[player],
          marked: place[player] === 1,
        })),
      ),
      h(
        "div",
        { class: "buttons after" },
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            onclick: () => {
              score(open, null);
              arrive();
            },
          },
          t("page.pad.sheet.back"),
        ),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            onclick: () => {
              if (open.shared) return leave(open);
              discard(open);
              location.hash = "#pad";
            },
          },
          t("page.pad.sheet.done"),
        ),
        h(
          "button",
          {
            type: "button",
            class: "go",
            onclick: () => {
              anew(open, open.shared ? nextRound(open.state) : blank());
              arrive();
            },
          },
          t("page.pad.sheet.again"),
        ),
      ),
    ),
    h("section", { class: "card" }, scale({ game: open.game })),
  );
}
