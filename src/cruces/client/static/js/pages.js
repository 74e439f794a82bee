// Pages to read: the rules of a game, other pages of its family, and finished games.

import { refusal } from "./api.js";
import { h } from "./html.js";
import { app, bareTable, changed, gameOf, read } from "./store.js";
import { language, t, when } from "./texts.js";
import { viewOf } from "./views.js";
import { bar, settings } from "./widgets.js";

/** @typedef {import("./types").Match} Match @typedef {import("./types").Game} Game */

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
export function forgetFailedPages() {
  for (const key of Object.keys(pages)) if (pages[key].refused) delete pages[key];
}

/** @param {string} address */
function page(address) {
  const key = `${address}/${language()}`;
  void fetchPage(key);
  const { text, refused } = pages[key];
  return text ? markdown(text) : h("p", { class: "empty" }, refused || t("web.connecting"));
}

/** @param {string} game */
export const rules = (game) => [
  bar(h("span", { class: "grow" }), settings()),
  h(
    "main",
    { class: "reading card" },
    h(
      "nav",
      { "aria-label": t("web.games") },
      app.games.map(({ id, names }) =>
        h(
          "a",
          {
            key: id,
            class: "chip",
            href: `#rules=${id}`,
            "aria-current": id === game ? "page" : undefined,
          },
          names[language()],
        ),
      ),
    ),
    page(`rules/${game}`),
  ),
];

/**
 * A page of a family.
 * @param {string} address the game and the page's name: `game/name`
 */
export const familyPage = (address) => [
  bar(h("span", { class: "grow" }), settings()),
  h("main", { class: "reading card" }, page(`pages/${address}`)),
];

/**
 * The link to the page that explains a guarantee, if the family has one.
 * @param {Game | undefined} game @param {Game["unbeaten"][number]} promise
 */
export function pageLink(game, { page: name = Object.keys(game?.pages ?? {})[0] }) {
  const title = game?.pages[name];
  return title && h("a", { href: `#page=${game.id}/${name}` }, t(title));
}

/**
 * The part of Markdown that our pages use.
 * @param {string} text
 */
function markdown(text) {
  const blocks = text.trim().split(/\n\s*\n/);
  return blocks.map((block) => {
    const heading = /^(#+) (.*)$/.exec(block);
    if (heading) return h(`h${heading[1].length}`, null, inline(heading[2]));
    if (block.startsWith("```"))
      return h("pre", { tabindex: "0" }, block.replace(/^```\w*\n|\n?```$/g, ""));
    if (/^\|/.test(block)) return tableOf(block);
    if (/^- /.test(block))
      return h(
        "ul",
        null,
        block.split(/\n(?=- )/).map((item) => h("li", null, inline(item.slice(2)))),
      );
    return h("p", null, inline(block));
  });
}

/** @param {string} block */
function tableOf(block) {
  const [head, rule, ...rows] = block.split("\n").map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  /** @param {number} column */
  const side = (column) => (rule[column]?.endsWith(":") ? "number" : "");
  return h(
    "div",
    { class: "wide", tabindex: "0", role: "group", "aria-label": head.join(", ") },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          head.map((cell, i) => h("th", { scope: "col", class: side(i) }, inline(cell))),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row) =>
          h(
            "tr",
            null,
            row.map((cell, i) => h("td", { class: side(i) }, inline(cell))),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} text @returns {import("./html.js").Loose[]} */
const inline = (text) =>
  text
    .replace(/\n\s*/g, " ")
    .split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*)/)
    .map((part) =>
      part.startsWith("**")
        ? h("strong", null, part.slice(2, -2))
        : part.startsWith("`")
          ? h("code", null, part.slice(1, -1))
          : part.startsWith("*") && part.length > 2
            ? h("em", null, part.slice(1, -1))
            : part,
    );

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
