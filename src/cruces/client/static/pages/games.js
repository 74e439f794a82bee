// The games of this device: a list to search, figures and plots, and a file to take them along.

import { call } from "../js/api.js";
import { h } from "../js/html.js";
import { botName, levelName } from "../js/names.js";
import { app, changed, gameOf, notify } from "../js/store.js";
import { day, known, language, number, percent, t } from "../js/texts.js";
import { bar, question, settings } from "../js/widgets.js";
import { bars, course } from "./games_charts.js";
import { average, countable, counted, grouped, record, values } from "./games_figures.js";
import { exported, forget, history, imported, lineOf, merge } from "./history.js";
import { savedGames } from "./saved.js";

/** @typedef {import("./history.js").Played} Played */
/** @typedef {import("../js/messages").Listing} Listing */

/** How many more games are listed at a time. */
const STEP = 20;

/** @type {Played[]} */
let games = [];
/** @type {Listing[]} */
let running = [];
const filter = { game: "", against: "", words: "" };
let listed = STEP;
/** Whether it is asked if everything is to be deleted. */
let asked = false;

/** What this device has kept, and what the server knows besides. */
async function load() {
  merge(savedGames().map(lineOf));
  games = history().games;
  changed();
  try {
    /** @type {import("../js/messages").Lobby} */
    const { mine } = await call("/api/lobby");
    merge(mine.map(lineOf));
    games = history().games;
    running = mine.filter(({ phase }) => phase !== "over");
  } catch {
    // Without a network there is what the device has kept.
  }
  changed();
}

/** @param {string} game */
const nameOf = (game) => gameOf(game)?.names[language()] ?? game;

/** @param {string} against */
const opponent = (against) =>
  ["people", "alone", "here"].includes(against) ? t(`page.games.${against}`) : levelName(against);

/** @param {Played} game */
const fits = ({ game, against, names }) => {
  const words = filter.words.trim().toLocaleLowerCase();
  const said = [nameOf(game), opponent(against), ...names].join(" ").toLocaleLowerCase();
  return (
    (!filter.game || game === filter.game) &&
    (!filter.against || against === filter.against) &&
    (!words || said.includes(words))
  );
};

// The page

function gamesPage() {
  const fitting = games.filter(fits);
  return [
    bar(h("span", { class: "grow" }), settings()),
    h(
      "main",
      { class: "my-games" },
      h("h1", null, t("web.page.games")),
      h("p", { class: "about" }, t("page.games.about")),
      running.length > 0 && unfinished(),
      games.length ? [filters(), figures(fitting), list(fitting)] : nothing("none"),
      files(),
    ),
    asked && deleteQuestion(),
  ];
}

/** @param {"none" | "none-such"} why */
const nothing = (why) =>
  h(
    "section",
    { key: "none", class: "card" },
    h("p", { class: "empty" }, t(`page.games.${why}`)),
    why === "none" && h("a", { class: "quiet button", href: "#" }, t("web.play")),
  );

const unfinished = () =>
  h(
    "section",
    { key: "running", class: "card" },
    h("h2", null, t("page.games.running")),
    h(
      "ul",
      { class: "list" },
      running.map(({ match, game, seats, own, updated }) =>
        h(
          "li",
          { key: match },
          h(
            "a",
            { href: `#table=${match}` },
            h("b", null, nameOf(game)),
            h(
              "span",
              { class: "people" },
              seats
                .map(({ kind, name }, seat) => (kind === "bot" ? botName(seat) : name))
                .filter((name, seat) => name && !own.includes(seat))
                .join(", "),
            ),
            h("small", { class: "when" }, day(updated)),
          ),
        ),
      ),
    ),
  );

function filters() {
  const against = grouped(games, (game) => game.against).map(([name]) => name);
  const played = app.games.filter(({ id }) => games.some(({ game }) => game === id));
  return h(
    "section",
    { key: "filters", class: "card filters" },
    select(
      "game",
      played.map(({ id, names }) => [id, names[language()]]),
    ),
    select(
      "against",
      against.sort().map((name) => [name, opponent(name)]),
    ),
    h(
      "label",
      { key: "words", class: "field" },
      h("span", null, t("page.games.search")),
      h("input", {
        type: "search",
        maxlength: 60,
        ".value": filter.words,
        oninput: (/** @type {Event} */ e) =>
          choose({ words: /** @type {HTMLInputElement} */ (e.target).value }),
      }),
    ),
  );
}

/** @param {Partial<typeof filter>} some */
function choose(some) {
  Object.assign(filter, some);
  listed = STEP;
  changed();
}

/** @param {"game" | "against"} name @param {[string, string][]} options */
const select = (name, options) =>
  h(
    "label",
    { key: name, class: "field" },
    h("span", null, t(`page.games.${name === "game" ? "game" : "level"}`)),
    h(
      "select",
      {
        name,
        ".value": filter[name],
        onchange: (/** @type {Event} */ e) =>
          choose({ [name]: /** @type {HTMLSelectElement} */ (e.target).value }),
      },
      [["", t("page.games.all")], ...options].map(([value, text]) =>
        h("option", { key: value, value, selected: value === filter[name] }, text),
      ),
    ),
  );

// Figures

/** @param {Played[]} fitting */
function figures(fitting) {
  const own = countable(fitting);
  if (!own.length) return null;
  const { games: count, share, streak, longest } = record(own);
  const one = new Set(own.map(({ game }) => game)).size === 1;
  return h(
    "section",
    { key: "figures", class: "card figures-of-games" },
    h("h2", null, t("page.games.figures")),
    h(
      "dl",
      { class: "tiles" },
      tile(t("page.games.games"), number(count)),
      share !== null && [
        tile(t("page.games.won"), percent(share)),
        tile(t("page.games.streak"), number(streak)),
        tile(t("page.games.longest"), number(longest)),
      ],
    ),
    one
      ? [counted(own).map((name) => count_(own, name)), table(own, "opponents")]
      : [table(own, "by-game"), h("p", { class: "about" }, t("page.games.choose"))],
  );
}

/** @param {string} name @param {string} value */
const tile = (name, value) => h("div", { key: name }, h("dt", null, name), h("dd", null, value));

/** @param {string} name */
const countName = (name) =>
  known(`page.games.count.${name}`) ? t(`page.games.count.${name}`) : name;

/**
 * Everything about something that is counted.
 * @param {Played[]} own @param {string} name
 */
function count_(own, name) {
  const numbers = values(own, name);
  const title = countName(name);
  const lowest = Math.min(...numbers);
  const any = numbers.filter(Boolean).length / numbers.length;
  return h(
    "article",
    { key: name, class: "count" },
    h("h3", null, title),
    h(
      "dl",
      { class: "tiles" },
      tile(t("page.games.average"), number(average(numbers), 1)),
      tile(t("page.games.highest"), number(Math.max(...numbers))),
      lowest === 0 && any < 1
        ? tile(t("page.games.any"), percent(any))
        : tile(t("page.games.lowest"), number(lowest)),
    ),
    numbers.length > 1 &&
      h("div", { class: "plots" }, bars(title, numbers), course(title, numbers)),
  );
}

/**
 * The games by opponent, with the average of what counts most; or by game.
 * @param {Played[]} own @param {"opponents" | "by-game"} by
 */
function table(own, by) {
  const groups = grouped(own, (game) => (by === "by-game" ? game.game : game.against));
  const [first] = by === "opponents" ? counted(own) : [];
  return h(
    "div",
    { key: by, class: "wide", tabindex: 0, role: "group", "aria-label": t(`page.games.${by}`) },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, t(`page.games.${by}`)),
          [
            t("page.games.games"),
            t("page.games.won"),
            first && `${countName(first)} (${t("page.games.average").toLocaleLowerCase()})`,
          ].map((title) => title && h("th", { key: title, scope: "col", class: "number" }, title)),
        ),
      ),
      h(
        "tbody",
        null,
        groups.map(([name, some]) => {
          const { share } = record(some);
          const numbers = first ? values(some, first) : [];
          return h(
            "tr",
            { key: name },
            h("th", { scope: "row" }, by === "by-game" ? nameOf(name) : opponent(name)),
            h("td", { class: "number" }, number(some.length)),
            h("td", { class: "number" }, share === null ? "–" : percent(share)),
            first &&
              h("td", { class: "number" }, numbers.length ? number(average(numbers), 1) : "–"),
          );
        }),
      ),
    ),
  );
}

// The list

/** @param {Played[]} fitting */
function list(fitting) {
  if (!fitting.length) return nothing("none-such");
  return h(
    "section",
    { key: "list", class: "card" },
    h("h2", null, t("page.games.finished")),
    h("ul", { class: "list" }, fitting.slice(0, listed).map(line)),
    fitting.length > listed &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => {
            listed += STEP;
            changed();
          },
        },
        t("page.games.more"),
      ),
  );
}

/** @param {Played} game */
function line({ match, game, at, result, against, names, counts, start }) {
  const [first] = Object.keys(counts);
  return h(
    "li",
    { key: match },
    h(
      "a",
      { href: `#${app.offline ? "saved" : "game"}=${match}` },
      h("b", null, nameOf(game)),
      h("span", { class: "people" }, names.length ? names.join(", ") : opponent(against)),
      first && h("small", null, `${countName(first)}: ${number(counts[first])}`),
      start && h("small", null, t("page.games.start")),
      h("small", { class: "when" }, day(at)),
      against !== "here" &&
        h("span", { class: result === "won" ? "tag on" : "tag" }, t(`page.games.result.${result}`)),
    ),
  );
}

// Files

const files = () =>
  h(
    "div",
    { key: "files", class: "buttons" },
    games.length > 0 &&
      h(
        "button",
        { key: "out", type: "button", class: "quiet", onclick: save },
        t("page.games.export"),
      ),
    h(
      "label",
      { key: "in", class: "quiet file" },
      t("page.games.import"),
      h("input", {
        type: "file",
        class: "unseen",
        accept: ".json,application/json",
        onchange: bring,
      }),
    ),
    games.length > 0 &&
      h(
        "button",
        {
          key: "delete",
          type: "button",
          class: "quiet",
          onclick: () => {
            asked = true;
            changed();
          },
        },
        t("page.games.delete"),
      ),
  );

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
  link.download = `cruces-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {Event} e */
async function bring(e) {
  const input = /** @type {HTMLInputElement} */ (e.target);
  const count = imported((await input.files?.[0]?.text()) ?? "");
  input.value = "";
  if (count === null) notify(t("page.games.not-ours"), "bad");
  else notify(t("page.games.imported", { count }));
  games = history().games;
  changed();
}

const deleteQuestion = () =>
  question({
    title: t("page.games.delete.title"),
    about: t("page.games.delete.about"),
    yes: t("page.games.delete"),
    shut: () => {
      asked = false;
      changed();
    },
    act: () => {
      forget();
      games = [];
      choose({ game: "", against: "", words: "" });
      notify(t("page.games.deleted"));
    },
  });

/** @type {import("../js/types").LaterPage} */
export const page = { draw: gamesPage, enter: () => void load(), retry: () => void load() };
