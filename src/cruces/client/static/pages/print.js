// Blank sheets to print, for a game at a real table: what is on a page, how it looks, the printer's
// dialog or a PDF.

import { Refused, call } from "../js/api.js";
import { h } from "../js/html.js";
import { app, changed } from "../js/store.js";
import { language, t } from "../js/texts.js";
import { bar, settings } from "../js/widgets.js";
import { radios } from "./radios.js";

/** @typedef {import("../js/messages").Printable} Printable */

/**
 * What there is to choose from.
 * @type {Printable | null}
 */
let printable = null;
let failed = "";
/** What is chosen; nothing before the server has said what there is. */
const chosen = { game: "", paper: "", count: 0, ink: "colour" };

async function load() {
  if (printable) return;
  try {
    printable = await call("/api/sheets");
    const { games, papers, usual } = /** @type {Printable} */ (printable);
    chosen.game = games.includes(app.prefs.game) ? app.prefs.game : games[0];
    chosen.paper = usualPaper(papers);
    chosen.count = usual;
    failed = "";
  } catch (error) {
    failed = error instanceof Refused ? error.message : t("web.offline.page");
  }
  changed();
}

/**
 * The paper of North America where people probably have that.
 * @param {string[]} papers
 */
const usualPaper = (papers) =>
  /-(US|CA|MX|CO|VE|CL|PH)$/.test(navigator.language) && papers.includes("letter")
    ? "letter"
    : papers[0];

/** @param {"pdf" | "svg"} kind */
const address = (kind) => {
  const { game, paper, count, ink } = chosen;
  const query = `paper=${paper}&count=${count}&ink=${ink}`;
  return `/api/sheets/${game}/${language()}/sheets.${kind}?${query}`;
};

/**
 * The paper lies as the page does.
 * @param {HTMLImageElement} picture
 */
const turn = ({ naturalWidth, naturalHeight, classList }) =>
  classList.toggle("across", naturalWidth > naturalHeight);

/** Print what is shown, once it is there. */
async function print() {
  const picture = /** @type {HTMLImageElement} */ (document.querySelector(".page-of-sheets"));
  try {
    await picture.decode();
    turn(picture);
    window.print();
  } catch {
    failed = t("web.offline.page");
    changed();
  }
}

const printPage = () => [
  bar(h("span", { class: "grow" }), settings()),
  h(
    "main",
    { class: "printing" },
    h("h1", null, t("web.page.print")),
    h("p", { class: "about" }, t("page.print.about")),
    failed && h("p", { key: "failed", class: "card notice-card", role: "alert" }, failed),
    printable && (printable.games.length ? sheets(printable) : none()),
    h(
      "section",
      { key: "rules", class: "card" },
      h("h2", null, t("page.print.rules")),
      h("p", null, t("page.print.rules.about")),
      h(
        "p",
        { class: "links" },
        app.games.map(({ id, names }) =>
          h("a", { key: id, class: "chip", href: `#rules=${id}` }, names[language()]),
        ),
      ),
    ),
  ),
];

const none = () => h("p", { key: "none", class: "card notice-card" }, t("page.print.none"));

/** @param {Printable} choices */
const sheets = ({ games, papers, most }) => [
  h(
    "section",
    { key: "choices", class: "card choices" },
    choice("game", games, (id) => t(`game.${id}`)),
    choice("ink", ["colour", "black"], (ink) => t(`page.print.ink.${ink}`)),
    choice("paper", papers, (paper) => t(`page.print.paper.${paper}`)),
    counts(most),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "go", onclick: print }, t("page.print.print")),
      h(
        "a",
        { class: "quiet button", href: address("pdf"), download: `${chosen.game}.pdf` },
        t("page.print.pdf"),
      ),
    ),
  ),
  h("img", {
    key: "page",
    class: `page-of-sheets card ${chosen.paper}`,
    src: address("svg"),
    alt: t("page.print.preview", { count: chosen.count, game: t(`game.${chosen.game}`) }),
    onload: (/** @type {Event} */ e) => turn(/** @type {HTMLImageElement} */ (e.target)),
  }),
];

/**
 * One of a few.
 * @param {"game" | "ink" | "paper"} name @param {string[]} values
 * @param {(value: string) => string} text
 */
const choice = (name, values, text) =>
  radios(
    name,
    t(`page.print.${name}`),
    values.map((value) => ({ value, text: text(value) })),
    chosen[name],
    (value) => {
      chosen[name] = value;
    },
  );

/** @param {number} most */
const counts = (most) =>
  h(
    "label",
    { key: "count", class: "count" },
    h("span", null, t("page.print.count")),
    h(
      "select",
      {
        name: "count",
        ".value": String(chosen.count),
        onchange: (/** @type {Event} */ e) => {
          chosen.count = Number(/** @type {HTMLSelectElement} */ (e.target).value);
          changed();
        },
      },
      Array.from({ length: most }, (_, i) =>
        h("option", { key: i, value: i + 1, selected: i + 1 === chosen.count }, i + 1),
      ),
    ),
  );

/** @type {import("../js/types").LaterPage} */
export const page = { draw: printPage, enter: () => void load(), retry: () => void load() };
