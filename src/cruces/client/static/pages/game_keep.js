// Keeping a finished game, and showing it to others: a link to the moment, files, pictures.

import { h } from "../js/html.js";
import { notify } from "../js/store.js";
import { language, t } from "../js/texts.js";
import { copy } from "./copy.js";
import { chooser } from "./game_open.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {Game} game */
export function keep(game) {
  const { id, at } = game;
  const api = `/api/matches/${id}`;
  const lang = language();
  /** @param {string} name @param {string} href @param {string} file */
  const way = (name, href, file) =>
    h("a", { key: name, class: "quiet button", href, download: file }, t(`page.game.keep.${name}`));
  return h(
    "section",
    { key: "keep", class: "card keep", "aria-label": t("page.game.keep") },
    h("h2", null, t("page.game.keep")),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        { key: "share", type: "button", class: "go", onclick: () => void share(game) },
        t("page.game.share"),
      ),
      way("record", `${api}/record`, `cruces-${id}.json`),
      way("png", `${api}/picture/${at}/${lang}/png`, `cruces-${id}-${at}.png`),
      way("svg", `${api}/picture/${at}/${lang}`, `cruces-${id}-${at}.svg`),
      way("gif", `${api}/animation/${lang}`, `cruces-${id}.gif`),
      chooser(),
    ),
  );
}

/**
 * Hand the address of the moment to whatever the device shares with, or copy it.
 * @param {Game} game
 */
async function share({ id, at, last, end }) {
  const url = `${location.origin}/game/${id}${at === last ? "" : `/${at}`}`;
  try {
    if (navigator.share) {
      await navigator.share({ title: `Cruces · ${t(`game.${end.game}`)}`, url });
    } else {
      await copy(url);
      notify(t("page.game.copied"));
    }
  } catch (error) {
    // Whoever changes their mind has not failed; without a clipboard there is the address itself.
    if (/** @type {Error} */ (error).name !== "AbortError") notify(url, "info", 15_000);
  }
}
