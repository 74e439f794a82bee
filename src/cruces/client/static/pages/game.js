// A finished game, moment by moment: the position, what was played in it and what would have been
// better, the course of the game and the coach's remarks. `#game=<id>&at=<events>`.

import { Refused, call } from "../js/api.js";
import { h } from "../js/html.js";
import { app, bareTable, changed } from "../js/store.js";
import { language, t, when } from "../js/texts.js";
import { isLoaded, viewOf } from "../js/views.js";
import { bar, dialog, settings } from "../js/widgets.js";
import { Coach, coach } from "./game_coach.js";
import { keep } from "./game_keep.js";
import { Advice, advice } from "./game_moment.js";
import { chooser, dropping, opener } from "./game_open.js";
import { swiped, timeline, touched, wheeled } from "./game_timeline.js";
import { playOnDialog, stay } from "./play_on.js";

/** @typedef {import("../js/messages").PastGame} PastGame */
/** @typedef {import("../js/types").TableOf<any>} Table */
/** @typedef {import("../js/types").Past} Past */
/** @typedef {Omit<Table, "past"> & { past: Past }} PastTable */

/** How long the reader stays at a moment before it is part of the address, in milliseconds. */
const SETTLED = 250;

/** A game that is looked at; the page has one at a time. */
export class Game {
  /** @param {string} id @param {PastGame} told @param {string} lang */
  constructor(id, { match, moments }, lang) {
    this.id = id;
    this.lang = lang;
    this.end = match;
    this.moments = moments;
    this.last = moments.length - 1;
    const past = { at: -1, events: match.events, moves: [] };
    this.table = /** @type {PastTable} */ ({
      ...bareTable(id),
      link: "online",
      match,
      seat: match.own[0] ?? null,
      present: match.seats.map((_, seat) => seat), // nobody is missed any more
      past,
    });
    this.coach = new Coach(id);
    this.advice = new Advice(id);
    /** @type {any} */
    this.settling = 0;
  }

  /** The number of events before the position shown. */
  get at() {
    return this.table.past.at;
  }

  /**
   * Show the position after so many events.
   * @param {number} wanted
   */
  go(wanted) {
    const at = Math.max(0, Math.min(this.last, wanted));
    if (at === this.at) return;
    this.show(at);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      history.replaceState(history.state, "", `#game=${this.id}&at=${at}`);
      void this.weigh(at);
    }, SETTLED);
    changed();
  }

  /** @param {number} at */
  show(at) {
    const { end, table, moments } = this;
    const { position, table: drawn, to_act } = moments[at];
    const result = at === this.last ? end.result : null;
    table.match = {
      ...end,
      events: end.events.slice(0, at),
      ...{ position, table: drawn, to_act, result, clock: null, legal: {}, names: {}, chosen: {} },
    };
    const moves = this.advice.known(at)?.moves ?? [];
    table.past = { at, events: end.events, moves };
    table.picked = "";
    table.local = {};
    requestAnimationFrame(showMove);
  }

  /**
   * What everything was worth that could be played at a moment.
   * @param {number} at
   */
  async weigh(at) {
    if (this.end.events[at]?.type !== "action") return;
    const { moves } = (await this.advice.ask(at)) ?? { moves: [] };
    if (this.at === at) this.table.past = { ...this.table.past, moves };
    changed();
  }

  /**
   * Go to the next moment that the coach has something to say about, or to the one before.
   * @param {1 | -1} way
   */
  goToRemark(way) {
    const numbers = this.coach.remarks().map((number) => number - 1);
    const ahead = numbers.filter((at) => (at - this.at) * way > 0);
    if (ahead.length) this.go(way > 0 ? Math.min(...ahead) : Math.max(...ahead));
  }

  close() {
    clearTimeout(this.settling);
    this.coach.forget();
    this.advice.forget();
  }
}

/** @type {Game | null} */
let game = null;
/** Why the game cannot be shown. */
let failed = "";

/**
 * @param {import("../js/types").Route} route
 * @param {number} [wanted] the moment to show; by default the one in the address, or the end
 */
async function open(route, wanted = Number.parseInt(route.params?.at ?? "", 10)) {
  const { id } = route;
  if (!id) return;
  const lang = language();
  failed = "";
  try {
    const told = await call(`/api/matches/${encodeURIComponent(id)}/moments`);
    if (app.route !== route) return;
    game?.close();
    game = new Game(id, told, lang);
    game.show(wanted >= 0 && wanted <= game.last ? wanted : game.last);
    void game.coach.ask();
    void game.weigh(game.at);
  } catch (error) {
    if (app.route !== route) return;
    failed = error instanceof Refused ? error.message : t("web.offline");
  }
  changed();
}

/** Scroll the list of moves, and nothing else, to the one that led to the position. */
function showMove() {
  const move = /** @type {HTMLElement | null} */ (document.querySelector(".moves [aria-current]"));
  const list = move?.closest(".moves");
  if (!move || !list) return;
  const { top, height } = move.getBoundingClientRect();
  const middle = top - list.getBoundingClientRect().top - (list.clientHeight - height) / 2;
  list.scrollTop += middle;
}

/** @param {KeyboardEvent} e */
function pressed(e) {
  const target = /** @type {Element | null} */ (e.target);
  if (!game || e.ctrlKey || e.altKey || e.metaKey) return;
  if (target?.closest("[role=grid], input, select, textarea, .ends, dialog")) return;
  const { at, last } = game;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => game?.go(at - 1),
    ArrowRight: () => game?.go(at + 1),
    Home: () => game?.go(0),
    End: () => game?.go(last),
    PageUp: () => game?.goToRemark(-1),
    PageDown: () => game?.goToRemark(1),
  };
  if (!Object.hasOwn(keys, e.key)) return;
  e.preventDefault();
  keys[e.key]();
}

/**
 * A link to a moment of the game that is shown leads there without opening the page again.
 * @param {MouseEvent} e
 */
function followed(e) {
  const link = /** @type {Element} */ (e.target).closest("a[href^='#game=']");
  const wanted = new URLSearchParams(link?.getAttribute("href")?.slice(1));
  if (!game || wanted.get("game") !== game.id || !wanted.has("at")) return;
  if (e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  game.go(Number(wanted.get("at")));
}

/** @param {Game} shown */
function page_(shown) {
  const { table, end } = shown;
  const view = viewOf(end);
  const own = view.dialog?.(table);
  const shut = () => {
    table.dialog = "";
    changed();
  };
  return [
    bar(h("span", { class: "grow" }), settings()),
    h(
      "div",
      {
        class: "look-back",
        onclick: followed,
        onwheel: (/** @type {WheelEvent} */ e) => wheeled(shown, e),
        ...dropping,
        ontouchstart: touched,
        ontouchend: (/** @type {TouchEvent} */ e) => swiped(shown, e),
      },
      view.layout?.(table, timeline(shown)),
      h("div", { class: "beneath" }, about(shown), advice(shown), coach(shown), keep(shown)),
    ),
    own && table.dialog && dialog(table.dialog, own.title, shut, own.content),
    playOnDialog(),
  ];
}

/**
 * Who played, when, and the way back to their table.
 * @param {Game} shown
 */
const about = ({ end }) =>
  h(
    "p",
    { class: "about" },
    h("span", null, t(`game.${end.game}`)),
    h("b", null, end.seats.map(({ label }) => label).join(" · ")),
    h("span", null, end.result?.at ? when(end.result.at) : t("page.game.opened")),
    end.own.length > 0 && h("a", { href: `#table=${end.match}` }, t("web.back-to-game")),
    end.start && origin(end.start),
  );

/**
 * Where a game comes from that did not begin at the beginning.
 * @param {{ match: string, events: number }} start
 */
const origin = ({ match, events }) =>
  match
    ? h("a", { href: `#game=${match}&at=${events}` }, t("web.origin"))
    : h("span", null, t("page.game.from-position"));

/** @param {import("../js/html.js").Loose} content */
const empty = (content) => [
  bar(h("span", { class: "grow" }), settings()),
  h("main", { class: "middle", "aria-busy": String(!failed) }, content),
];

/** @type {import("../js/types").LaterPage} */
export const page = {
  draw(route) {
    if (!route.id) return [bar(h("span", { class: "grow" }), settings()), opener()];
    if (failed) {
      return empty([
        h("p", { class: "card empty" }, failed),
        chooser(),
        h("a", { class: "go button", href: "#" }, t("web.home")),
      ]);
    }
    if (game?.id !== route.id || !game || !isLoaded(game.end)) {
      return empty(h("p", { class: "card empty" }, t("web.connecting")));
    }
    if (game.lang !== language()) {
      game.lang = language(); // once: the sentences come again, in the other language
      void open(route, game.at);
    }
    return page_(game);
  },
  enter(route) {
    removeEventListener("keydown", pressed);
    addEventListener("keydown", pressed);
    void open(route);
  },
  leave() {
    removeEventListener("keydown", pressed);
    stay();
    game?.close();
    game = null;
  },
  retry() {
    if (failed) void open(app.route);
  },
};
