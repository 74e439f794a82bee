// Pages to read: the rules of a game, and other pages of its family.

import { refusal } from "../js/api.js";
import { h } from "../js/html.js";
import { app, changed, gameOf } from "../js/store.js";
import { language, t } from "../js/texts.js";
import { bar, settings } from "../js/widgets.js";

/**
 * The requested pages: their text, or why they could not be loaded.
 * @type {Record<string, { text: string, refused: string }>}
 */
const pages = {};

/** @param {string} key the page's address and language */
async function fetchPage(key) {
  if (key in pages) return;
  const entry = { text: "", refused: "" };
  pages[key] = entry;
  try {
    const answer = await fetch(`/api/${key}`, { headers: { "Accept-Language": language() } });
    if (answer.ok) entry.text = await answer.text();
    else entry.refused = (await refusal(answer)).message;
  } catch {
    entry.refused = t("web.offline.page");
  }
  changed();
}

/** Forget failed pages, so that they are loaded again. */
function forgetFailedPages() {
  for (const key of Object.keys(pages)) if (pages[key].refused) delete pages[key];
}

/** A page that the server has written: it has no scripts, and the browser would run none. */
class PageText extends HTMLElement {
  constructor() {
    super();
    this.shown = "";
  }

  /** @param {{ html: string, from: string }} page what links to other pages end with is `from` */
  set page({ html, from }) {
    if (this.shown === html + from) return;
    this.shown = html + from;
    this.innerHTML = html;
    const style = this.querySelector("link");
    this.classList.toggle("colourless", !!style);
    if (style) style.onload = style.onerror = () => this.classList.remove("colourless");
    for (const link of this.querySelectorAll("a[href^='#rules=']"))
      link.setAttribute("href", link.getAttribute("href") + from);
  }
}
customElements.define("page-text", PageText);

/** @param {string} address @param {string} [from] where it was opened, for its links */
function textOf(address, from = "") {
  const key = `${address}/${language()}`;
  void fetchPage(key);
  const { text, refused } = pages[key];
  return text
    ? h("page-text", { key, ".page": { html: text, from } })
    : h("p", { class: "empty" }, refused || t("web.connecting"));
}

/**
 * The way back to the game from which a page was opened.
 * @param {string | undefined} table
 */
const wayBack = (table) =>
  table &&
  h("a", { class: "chip way-back", href: `#table=${table}` }, `← ${t("web.back-to-game")}`);

/**
 * The rules of a game: as people explain them, or to the letter.
 * @param {string} address the game, and `/exact` for the letter
 * @param {string} [table] the game that is being played
 */
function rules(address, table) {
  const [game, exact] = address.split("/");
  const from = table ? `&table=${table}` : "";
  const other = exact ? game : `${game}/exact`;
  return [
    bar(wayBack(table), h("span", { class: "grow" }), settings()),
    h(
      "main",
      { class: exact ? "reading card" : "reading card explained" },
      h(
        "nav",
        { "aria-label": t("web.games") },
        app.games.map(({ id, names }) =>
          h(
            "a",
            {
              key: id,
              class: "chip",
              href: `#rules=${id}${from}`,
              "aria-current": id === game ? "page" : undefined,
            },
            names[language()],
          ),
        ),
      ),
      textOf(exact ? `rules/${game}/exact` : `rules/${game}`, from),
      h(
        "p",
        { class: "buttons" },
        gameOf(game)?.exact &&
          h(
            "a",
            { key: "other", class: "quiet button", href: `#rules=${other}${from}` },
            t(exact ? "web.rules.explained" : "web.rules.exact"),
          ),
        table &&
          h(
            "a",
            { key: "back", class: "go button", href: `#table=${table}` },
            t("web.back-to-game"),
          ),
      ),
    ),
  ];
}

/**
 * A page of a family.
 * @param {string} address the game and the page's name: `game/name`
 * @param {string} [table] the game that is being played
 */
const familyPage = (address, table) => [
  bar(wayBack(table), h("span", { class: "grow" }), settings()),
  h("main", { class: "reading card" }, textOf(`pages/${address}`)),
];

/** @type {import("../js/types").LaterPage} */
export const page = {
  draw: ({ page: name, id = "", params }) =>
    name === "rules" ? rules(id || app.games[0].id, params?.table) : familyPage(id, params?.table),
  enter: forgetFailedPages,
  retry: forgetFailedPages,
};
