// A hint, for those who play against the computer and do not know what to do.

import { Refused, call } from "./api.js";
import { h } from "./html.js";
import { bulb } from "./icons.js";
import { push } from "./notation.js";
import { changed, notify } from "./store.js";
import { t } from "./texts.js";
import { choices, named, words, written } from "./values.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").Match} Match */

/**
 * Whether the server would give one: no other people play, and it is one's turn.
 * @param {Table} table
 */
function allowed(table) {
  const match = /** @type {Match} */ (table.match);
  const alone = match.seats.every(({ kind, left }, seat) => kind !== "human" || left || match.own.includes(seat));
  return match.casual && alone && table.seat !== null && match.to_act.includes(table.seat) && !table.sent;
}

/** @type {AbortController | null} */
let asking = null;

/** Nobody waits for it any more. */
export function forgetHint() {
  asking?.abort();
  asking = null;
}

/** @param {Table} table */
async function ask(table) {
  const match = /** @type {Match} */ (table.match);
  forgetHint();
  const { signal } = (asking = new AbortController());
  /** @type {Table["hint"]} */
  const hint = { position: decided(match), advice: null };
  table.hint = hint;
  changed();
  try {
    hint.advice = await call(`/api/matches/${match.match}/hint`, { seat: table.seat }, signal);
    const [first] = hint.advice?.moves ?? [];
    if (document.activeElement?.closest(".hint")) showFirst();
    if (first) table.told = t("web.hint.told", { move: named(first.action), worth: words(first), why: written(first.why) });
  } catch (error) {
    if (signal.aborted) return;
    if (table.hint === hint) table.hint = null;
    notify(error instanceof Refused ? error.message : t("web.offline"), "bad");
  }
  changed();
}

/** The button goes when it has done its work: who used it goes on with what it brought. */
const showFirst = () =>
  requestAnimationFrame(() => requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(".values button"))?.focus()));

/**
 * The button that asks.
 * @param {Table} table
 */
export const hintButton = (table) =>
  allowed(table) && !current(table)?.advice && h("button", { key: "hint", type: "button", class: "quiet hint", "aria-disabled": String(current(table)?.advice === null), onclick: () => void (current(table) || ask(table)) }, bulb(), h("span", { class: "label" }, t("web.hint")));

/**
 * The hint for what is on the table now.
 * @param {Table} table
 */
const current = (table) => (table.match && table.hint?.position === decided(table.match) ? table.hint : null);

/**
 * What a decision depends on: in Qwixx not on who else has made his.
 * @param {Match} match
 */
const decided = (match) => match.position.replace(/ :.*$/, "");

/**
 * Whether what is picked is what a hint says, the dot included.
 * @param {Table} table
 */
export const advised = (table) => !!current(table)?.advice?.moves.some(({ action }) => action === table.picked);

/**
 * What was found, to be looked at on the board before it is played.
 * @param {Table} table
 */
export function hinted(table) {
  const hint = current(table);
  if (!hint || !allowed(table)) return null;
  if (!hint.advice) return h("p", { class: "pondering", role: "status" }, t("web.hint.thinking"));
  const { size } = /** @type {Match} */ (table.match).table;
  const { moves } = hint.advice;
  const shown = moves.find(({ action }) => action === table.picked) ?? moves[0];
  return [
    choices(moves, table.picked, ({ action }) => {
      table.cube = push(size, action)?.from ?? null;
      table.picked = action === "pass" ? "" : action; // a pass has a button of its own
      changed();
    }),
    shown && h("p", { key: "why", class: "why" }, h("b", null, named(shown.action)), ": ", written(shown.why), "."),
  ];
}
