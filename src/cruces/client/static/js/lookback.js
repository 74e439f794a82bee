// A finished game of Quixo, move by move: what was played, and what every move was worth.

import { nameOf } from "./announce.js";
import { Refused, call } from "./api.js";
import { h } from "./html.js";
import { back, first, last, next } from "./icons.js";
import { push, pushed } from "./notation.js";
import { app, changed, notify } from "./store.js";
import { t } from "./texts.js";
import { badge, best, choices, named, words, worth } from "./values.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").Match} Match @typedef {import("./types").Advice} Advice */

const SETTLE = 250;
/** Whoever steps on within so many milliseconds does not want to know yet. */
const AGAIN = 1500;
/** After so many the server is asked again that had too much to do. */

/** @param {Match} match */
const played = (match) => match.events.flatMap((event) => (event.type === "action" ? [event] : []));

/**
 * How many moves have been made at what is looked at.
 * @param {Table} table
 */
const at = (table) => table.past ?? played(/** @type {Match} */ (table.match)).length;

/**
 * Whether an earlier position is looked at.
 * @param {Table} table
 */
export const looking = (table) => table.match?.phase === "over" && table.past !== null;

/**
 * The board after so many moves.
 * @param {Match} match @param {number} moves
 */
function boardAt(match, moves) {
  const { size } = match.table;
  /** @type {number[]} */
  let board = Array(size * size).fill(0);
  for (const { seat, text } of played(match).slice(0, moves)) {
    const move = push(size, text);
    if (move) board = pushed(board, size, move, seat);
  }
  return board;
}

/**
 * What is looked at, for the board to draw.
 * @param {Table} table
 */
export function seen(table) {
  const match = /** @type {Match} */ (table.match);
  const [moves, { size }] = [at(table), match.table];
  const advice = table.values[moves];
  const known = advice && advice !== "asked" ? advice.moves : [];
  return {
    board: boardAt(match, moves),
    ply: moves,
    last: moves ? push(size, played(match)[moves - 1].text) : null,
    legal: known.flatMap(({ action }) => push(size, action) ?? []),
    values: new Map(known.map((move) => [move.action, move])),
    mover: played(match)[moves]?.seat ?? 0,
  };
}

// Going there

/** @type {AbortController | null} */
let asking = null;
let settling = 0;

/** Nobody waits for it any more. */
export function forgetLooking() {
  clearTimeout(settling);
  asking?.abort();
  asking = null;
}

/** @param {Table} table @param {number} moves */
export function go(table, moves) {
  const match = /** @type {Match} */ (table.match);
  const end = played(match).length;
  const where = Math.max(0, Math.min(end, moves));
  table.past = where === end ? null : where;
  table.cube = null;
  table.picked = "";
  table.told = where === end ? t("web.over") : t("web.look.at", { number: where, count: end });
  forgetLooking();
  if (table.past !== null && !(where in table.values)) settling = window.setTimeout(() => void value(table, where), SETTLE);
  changed();
}

/** @param {Table} table @param {number} where */
async function value(table, where) {
  const match = /** @type {Match} */ (table.match);
  const { signal } = (asking = new AbortController());
  table.values[where] = "asked";
  changed();
  try {
    const advice = await call(`/api/matches/${match.match}/analysis/${where}`, undefined, signal);
    table.values[where] = advice;
    table.told = `${t("web.look.best", { move: named(advice.moves[0].action) })} ${words(advice.moves[0])}`;
  } catch (error) {
    delete table.values[where];
    if (signal.aborted) return;
    if (error instanceof Refused && error.code === "slow-down") settling = window.setTimeout(() => void value(table, where), AGAIN);
    else notify(error instanceof Refused ? error.message : t("web.offline"), "bad");
  }
  changed();
}

addEventListener("keydown", (e) => {
  const { table } = app;
  const target = /** @type {Element | null} */ (e.target);
  if (table?.match?.phase !== "over" || !table.match.game.startsWith("quixo") || table.dialog) return;
  if (e.ctrlKey || e.altKey || e.metaKey || target?.closest("quixo-board, input, select, .moves")) return;
  /** @type {Record<string, number>} */
  const keys = { ArrowLeft: at(table) - 1, ArrowRight: at(table) + 1, Home: 0, End: Infinity };
  if (!(e.key in keys)) return;
  e.preventDefault();
  go(table, keys[e.key]);
});

// What is shown

/** @param {Table} table */
export function steps(table) {
  const count = played(/** @type {Match} */ (table.match)).length;
  const where = at(table);
  /** @param {string} name @param {number} to @param {import("./html.js").Child} drawn */
  const step = (name, to, drawn) => h("button", { key: name, type: "button", class: "quiet square", "data-step": name, "aria-label": t(`web.look.${name}`),
    "aria-disabled": String(Math.max(0, Math.min(count, to)) === where), onclick: () => go(table, to) }, drawn);
  return h("div", { key: "steps", class: "steps", role: "group", "aria-label": t("web.look") },
    step("first", 0, first()), step("previous", where - 1, back()),
    h("span", { class: "number" }, h("span", { class: "unseen" }, t("web.look.at", { number: where, count })), h("span", { "aria-hidden": "true" }, `${where} / ${count}`)),
    step("next", where + 1, next()), step("last", Infinity, last()));
}

/**
 * Who was to move, what was played, what would have been best.
 * @param {Table} table
 */
export function insight(table) {
  const match = /** @type {Match} */ (table.match);
  const [where, { size }] = [at(table), match.table];
  const move = played(match)[where];
  const advice = table.values[where];
  const known = advice && advice !== "asked" ? advice : null;
  const value_ = known?.moves.find(({ action }) => action === move.text);
  const before = boardAt(match, where);
  /** @param {string} action */
  const after = (action) => {
    const one = push(size, action);
    return one ? pushed(before, size, one, move.seat).join("") : action;
  };
  return [
    h("p", { key: "played", class: "played" }, h("b", null, nameOf(match, move.seat)), " ", t("web.look.played"), " ", h("b", null, named(move.text)),
      value_ && [" ", badge(value_), " ", worth(value_)]),
    known ? [h("h2", { key: "best", class: "quietly" }, t("web.look.options")),
          choices(best(known.moves, after), table.picked, ({ action }) => {
            table.cube = push(size, action)?.from ?? null;
            table.picked = action;
            changed();
          }),
          h("p", { key: "key", class: "key" }, h("span", { class: "value exact even", "aria-hidden": "true" }, "="), " ", t("web.value.exact"), h("span", { class: "value even", "aria-hidden": "true" }, "="), " ", t("web.value.estimate"))]
      : h("p", { key: "pondering", class: "pondering", role: "status" }, t("web.look.thinking"))];
}

/**
 * All moves; after the end each leads to its position.
 * @param {Table} table
 */
export function moves(table) {
  const match = /** @type {Match} */ (table.match);
  const made = played(match);
  const each = match.seats.length;
  const rounds = Array.from({ length: Math.ceil(made.length / each) }, (_, i) => made.slice(i * each, (i + 1) * each));
  const where = at(table);
  /** @param {string} text @param {number} number */
  const one = (text, number) => match.phase === "over"
    ? h("button", { key: number, type: "button", class: "move", "aria-current": number === where ? "step" : undefined, onclick: () => go(table, number) }, text)
    : h("span", { key: number }, text);
  return h("ol", { class: "moves", "aria-label": t("web.moves"), tabindex: match.phase === "over" ? undefined : "0" }, rounds.map((round, i) => h("li", { key: i }, round.map(({ text }, j) => one(named(text), i * each + j + 1)))));
}
