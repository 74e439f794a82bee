// A finished game, move by move, and what every move was worth. For views that can draw an earlier
// position.

import { Refused, call } from "./api.js";
import { h } from "./html.js";
import { back, first, last, next } from "./icons.js";
import { you } from "./seats.js";
import { app, changed, notify } from "./store.js";
import { t } from "./texts.js";
import { badge, choices, words, written } from "./values.js";
import { viewOf } from "./views.js";

/** @typedef {import("./types").TableOf<any>} Table */
/** @typedef {import("./types").MatchOf<any>} Match */

/** The wait before an analysis is requested, in milliseconds: the player may step on. */
const REQUEST_DELAY = 250;
/** The wait before a busy server is asked again, in milliseconds. */
const RETRY_DELAY = 1500;

/** @param {Match} match */
const played = (match) =>
  match.events.flatMap((event, index) => (event.type === "action" ? [{ ...event, index }] : []));

/**
 * The number of moves made in the position shown.
 * @param {Table} table
 */
const at = (table) => table.past ?? played(table.match).length;

/**
 * Whether an earlier position is shown.
 * @param {{ match: Match | null, past: number | null }} table
 */
export const looking = ({ match, past }) => match?.phase === "over" && past !== null;

/**
 * The moves before the position shown, and the one that was made in it.
 * @param {Table} table
 */
export function shownMoves(table) {
  const moves = played(table.match);
  return { made: moves.slice(0, at(table)), next: moves[at(table)] };
}

/**
 * The analysis of the position shown, once the server has sent it.
 * @param {Table} table
 */
export function known(table) {
  const advice = table.values[at(table)];
  return advice && advice !== "asked" ? advice : null;
}

// Navigation

/** @type {AbortController | null} */
let asking = null;
/** @type {any} */
let settling = 0;

/** Cancel the request for an analysis. */
export function forgetReplay() {
  clearTimeout(settling);
  asking?.abort();
  asking = null;
}

/** @param {Table} table @param {number} moves */
export function go(table, moves) {
  const end = played(table.match).length;
  const where = Math.max(0, Math.min(end, moves));
  table.past = where === end ? null : where;
  table.local = {};
  table.picked = "";
  table.announcement =
    where === end ? t("web.over") : t("web.look.at", { number: where, count: end });
  forgetReplay();
  if (table.past !== null && !(where in table.values)) {
    settling = setTimeout(() => void ask(table, where), REQUEST_DELAY);
  }
  changed();
}

/**
 * Go to the position before an event.
 * @param {Table} table @param {number} number of the event, from 1
 */
export const goBefore = (table, number) =>
  go(table, played(table.match).filter(({ index }) => index < number - 1).length);

/** @param {Table} table @param {number} where */
async function ask(table, where) {
  const { match } = table;
  const { index } = played(match)[where];
  const { signal } = (asking = new AbortController());
  table.values[where] = "asked";
  changed();
  try {
    const advice = await call(`/api/matches/${match.match}/analysis/${index}`, undefined, signal);
    table.values[where] = advice;
    const [best] = advice.moves;
    const move = written(viewOf(match), best.name);
    table.announcement = `${t("web.look.best", { move })} ${words(best)}`;
  } catch (error) {
    delete table.values[where];
    if (signal.aborted) return;
    if (error instanceof Refused && error.code === "slow-down") {
      settling = setTimeout(() => void ask(table, where), RETRY_DELAY);
    } else notify(error instanceof Refused ? error.message : t("web.offline"), "bad");
  }
  changed();
}

/** Arrow keys, Home and End step through the moves, unless something else uses them. */
export const listenForKeys = () =>
  addEventListener("keydown", (e) => {
    const { table } = app;
    const target = /** @type {Element | null} */ (e.target);
    if (!table?.match || table.match.phase !== "over" || table.dialog) return;
    if (!viewOf(table.match).replay || e.ctrlKey || e.altKey || e.metaKey) return;
    if (target?.closest("[role=grid], input, select, .ends, .moves")) return;
    const shown = /** @type {Table} */ (table);
    /** @type {Record<string, number>} */
    const keys = {
      ArrowLeft: at(shown) - 1,
      ArrowRight: at(shown) + 1,
      Home: 0,
      End: Infinity,
    };
    if (!(e.key in keys)) return;
    e.preventDefault();
    go(shown, keys[e.key]);
  });

// Display

/** @param {Table} table */
export function steps(table) {
  const count = played(table.match).length;
  const where = at(table);
  /** @param {string} name @param {number} to @param {import("./html.js").Child} drawn */
  const step = (name, to, drawn) =>
    h(
      "button",
      {
        key: name,
        type: "button",
        class: "quiet square",
        "data-step": name,
        "aria-label": t(`web.look.${name}`),
        "aria-disabled": String(Math.max(0, Math.min(count, to)) === where),
        onclick: () => go(table, to),
      },
      drawn,
    );
  return h(
    "div",
    { key: "steps", class: "steps", role: "group", "aria-label": t("web.look") },
    step("first", 0, first()),
    step("previous", where - 1, back()),
    h(
      "span",
      { class: "number" },
      h("span", { class: "unseen" }, t("web.look.at", { number: where, count })),
      h("span", { "aria-hidden": "true" }, `${where} / ${count}`),
    ),
    step("next", where + 1, next()),
    step("last", Infinity, last()),
  );
}

/**
 * Whose move it was, what was played, and what would have been best.
 * @param {Table} table
 */
export function insight(table) {
  const { match } = table;
  const view = viewOf(match);
  const { next: move } = shownMoves(table);
  const advice = known(table);
  const value = advice?.moves.find(({ action }) => action === move.text);
  return [
    h(
      "p",
      { key: "played", class: "played" },
      `${you(match, move.seat)}: `,
      h("b", null, named(view, move.text)),
      value && [" ", badge(value), " ", value.value],
    ),
    !advice &&
      h("p", { key: "pondering", class: "pondering", role: "status" }, t("web.look.thinking")),
    advice && [
      h("h2", { key: "best", class: "quietly" }, t("web.look.options")),
      choices(
        view,
        advice.moves.filter(({ listed }) => listed),
        table.picked,
        ({ action }) => {
          view.choose?.(table, action);
          changed();
        },
      ),
      h(
        "p",
        { key: "key", class: "key" },
        h("span", { class: "value exact even", "aria-hidden": "true" }, "="),
        " ",
        t("web.value.exact"),
        h("span", { class: "value even", "aria-hidden": "true" }, "="),
        " ",
        t("web.value.estimate"),
      ),
    ],
  ];
}

/** @param {import("./types").View} view @param {string} text */
const named = (view, text) => (text === "pass" ? t("web.pass") : written(view, text));

/**
 * All moves; after the end each is a link to its position.
 * @param {Table} table
 */
export function moves(table) {
  const { match } = table;
  const view = viewOf(match);
  const over = match.phase === "over";
  const moveTexts = played(match);
  const each = match.seats.length;
  const rounds = Array.from({ length: Math.ceil(moveTexts.length / each) }, (_, i) =>
    moveTexts.slice(i * each, (i + 1) * each),
  );
  const where = at(table);
  /** @param {string} text @param {number} number */
  const one = (text, number) =>
    over
      ? h(
          "button",
          {
            key: number,
            type: "button",
            class: "move",
            "aria-current": number === where ? "step" : undefined,
            onclick: () => go(table, number),
          },
          text,
        )
      : h("span", { key: number }, text);
  return h(
    "ol",
    {
      class: "moves",
      "aria-label": t("web.moves"),
      tabindex: over ? undefined : "0",
    },
    rounds.map((round, i) =>
      h(
        "li",
        { key: i },
        round.map(({ text }, j) => one(named(view, text), i * each + j + 1)),
      ),
    ),
  );
}
