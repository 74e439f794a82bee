// Pages that few visitors open: each is loaded when somebody does, with its texts and its style.

import { h } from "./html.js";
import { app, changed } from "./store.js";
import { speakOf, t } from "./texts.js";
import { loadStyles } from "./views.js";
import { bar, deadEnd, settings } from "./widgets.js";

/** @typedef {import("./types").LaterPage} LaterPage @typedef {import("./types").Route} Route */

/**
 * The groups of links at the end of the home page, in this order, titled `web.group.<group>`:
 * one's own games, getting better, playing at a real table, and what is behind the pages.
 * @typedef {"own" | "better" | "table" | "about"} Group @type {Group[]}
 */
const GROUPS = ["own", "better", "table", "about"];

/**
 * By the word in the address, a module of the folder `pages`. `texts`: the catalogue has texts of
 * its own for it, `page.<module>.…`. `style`: a style sheet of the same name lies beside it.
 * `group`: the home page links to it there, in the order of this list, with the text
 * `web.page.<word>`.
 * @type {Record<string, { module: string, texts?: boolean, style?: boolean, group?: Group }>}
 */
const PAGES = {
  games: { module: "games", texts: true, style: true, group: "own" },
  devices: { module: "devices", group: "own" },
  explore: { module: "explore", texts: true, style: true, group: "better" },
  game: { module: "game", texts: true, style: true, group: "own" },
  learn: { module: "learn", texts: true, style: true, group: "better" },
  pad: { module: "pad", texts: true, style: true, group: "table" },
  page: { module: "reading", style: true },
  print: { module: "print", texts: true, style: true, group: "table" },
  rules: { module: "reading", style: true },
  saved: { module: "saved" },
};

/**
 * What is loaded or on its way, by module.
 * @type {Map<string, Promise<LaterPage>>}
 */
const modules = new Map();
/** How often one could not be loaded: a browser may remember a failure by the address. */
let failures = 0;
/**
 * The page that is shown, once it is there.
 * @type {LaterPage | null}
 */
let current = null;

/** @param {string} page */
export const isLaterPage = (page) => Object.hasOwn(PAGES, page);

/** What has a page of its own, without the rest of the client. @type {Record<string, Group>} */
const DOCUMENTS = { verify: "about", schema: "about" };

/** What the home page links to: groups without a link are left out. */
export function linked() {
  const links = [
    ...Object.entries(PAGES).map(([word, { group }]) => ({ word, group, href: `#${word}` })),
    ...Object.entries(DOCUMENTS).map(([word, group]) => ({ word, group, href: `/${word}` })),
  ];
  return GROUPS.map((group) => ({
    group,
    links: links.filter((link) => link.group === group),
  })).filter(({ links }) => links.length);
}

/**
 * The address names one of these pages.
 * @param {Route} route
 */
export async function enter(route) {
  leave();
  try {
    const page = await load(route.page);
    if (app.route !== route) return;
    current = page;
    page.enter?.(route);
  } catch (error) {
    console.warn(route.page, error);
    failures += 1;
    modules.delete(PAGES[route.page].module);
  }
  changed();
}

/** The address names another page. */
export function leave() {
  current?.leave?.();
  current = null;
}

/** There is a network again. */
export function retry() {
  if (current) current.retry?.();
  else if (isLaterPage(app.route.page)) void enter(app.route);
}

/** @param {Route} route */
export const laterPage = (route) =>
  current?.draw(route) ?? [
    bar(h("span", { class: "grow" }), settings()),
    failures
      ? deadEnd(t("web.offline.page"))
      : h("main", { class: "middle" }, h("p", { class: "card empty" }, t("web.connecting"))),
  ];

/** @param {string} name */
function load(name) {
  const { module, texts, style } = PAGES[name];
  const known = modules.get(module);
  if (known) return known;
  const address = `/static/pages/${module}.js`;
  const page = Promise.all([
    import(failures ? `${address}?${failures}` : address),
    texts && speakOf(module),
    style && loadStyles(address, `${module}.css`),
  ]).then(([loaded]) => loaded.page);
  modules.set(module, page);
  return page;
}
