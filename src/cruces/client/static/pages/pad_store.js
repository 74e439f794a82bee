// What this device keeps of games at a real table: one pad for each game, saved with every change,
// and the scores of those that are over.

import { changed, read, write } from "../js/store.js";

/** @typedef {import("../js/types").OpenPad} OpenPad @typedef {Omit<OpenPad, "state">} Played */

const MOST_PLAYED = 50;

/** @type {Record<string, OpenPad>} */
const pads = sound();
/** @type {Played[]} */
let over = Object.values(read("pads.over", [])).filter(isWhole);

/**
 * What is kept of those in use.
 * @returns {Record<string, OpenPad>}
 */
function sound() {
  const kept = Object.entries(read("pads", /** @type {Record<string, any>} */ ({})));
  return Object.fromEntries(kept.filter(([, pad]) => isWhole(pad) && pad.state));
}

/**
 * Whether it is one: another version of the page may have kept something else.
 * @param {any} kept
 */
function isWhole(kept) {
  return typeof kept?.game === "string" && Array.isArray(kept.names);
}

/** Those in use, the latest first. */
export const padsInUse = () => Object.values(pads).sort((a, b) => b.at - a.at);

/** @param {string} [game] @returns {OpenPad | undefined} */
export const padOf = (game = "") => (Object.hasOwn(pads, game) ? pads[game] : undefined);

/** The games that are over, the latest first. */
export const played = () => over;

/**
 * Hears of every change.
 * @type {(open: OpenPad) => void}
 */
let listener = () => undefined;

/** @param {(open: OpenPad) => void} listen */
export function whenKept(listen) {
  listener = listen;
}

/** @param {OpenPad} open */
export function keep(open) {
  pads[open.game] = open;
  write("pads", pads);
  listener(open);
  changed();
}

// Another tab has written: it would be undone by what this one writes next.
globalThis.addEventListener?.("storage", ({ key }) => {
  if (key !== "cruces.pads") return;
  for (const game of Object.keys(pads)) delete pads[game];
  Object.assign(pads, sound());
  changed();
});

/**
 * The game is over with these scores, or goes on after all.
 * @param {OpenPad} open @param {number[] | null} scores by player
 */
export function score(open, scores) {
  const { state: _, ...rest } = { ...open, scores };
  const others = over.filter(({ id }) => id !== open.id);
  remember(scores ? [rest, ...others].slice(0, MOST_PLAYED) : others);
  open.scores = scores;
  keep(open);
}

/**
 * Begin a game; a pad of the same game is replaced.
 * @param {string} game @param {string[]} names @param {OpenPad["state"]} state
 * @param {import("../js/types").SharedPad} [shared]
 */
export function begin(game, names, state, shared) {
  const at = Date.now();
  keep({ id: String(at), game, names, at, state, scores: null, ...(shared && { shared }) });
}

/**
 * Another game on the same pad, with the same people.
 * @param {OpenPad} open @param {OpenPad["state"]} state
 */
export const anew = ({ game, names, shared }, state) => begin(game, names, state, shared);

/** @param {OpenPad} open */
export function discard(open) {
  delete pads[open.game];
  write("pads", pads);
  changed();
}

export function forgetPlayed() {
  remember([]);
  changed();
}

/** @param {Played[]} list */
function remember(list) {
  over = list;
  write("pads.over", over);
}
