// What this device keeps of the dice of its matches, and whether the server still says the same.
//
// Before a game the server promises its secret by a commitment, and every player adds a text
// (docs/fair-dice.md). A server could show another promise at the end than at the beginning, or
// other texts than those that were sent: only somebody who kept them notices.

import { read, write } from "./store.js";

/** @typedef {import("./types").Match} Match @typedef {import("./messages").Events} Events */

/**
 * What is kept of a match.
 * @typedef {object} Kept
 * @property {string} match
 * @property {string} commitment the first one that this device saw
 * @property {boolean} early whether it saw it before the game began
 * @property {string} key the server's public key at that time; empty if it did not say
 * @property {number} seats how many there were when the texts were last looked at
 * @property {Record<number, string>} own the texts that this device sent, by seat
 * @property {string[] | null} texts everybody's, as they were when the game began
 */

/**
 * What is wrong; a text of the catalogue under `dice.`.
 * @typedef {"commitment" | "own-text" | "texts" | "robot-text" | "secret" | "rolls" | "record"
 *   | "key" | "signature"} Problem
 */

/** How many matches are kept; the ones not looked at for longest are forgotten. */
const MAX_KEPT = 100;

/** @type {Kept[]} For a browser that stores nothing. */
let remembered = [];

/** @returns {Kept[]} */
export const everything = () => read("dice", remembered);

/** @param {string} match */
export const keptOf = (match) => everything().find((one) => one.match === match);

/** @param {Kept} kept */
function keep(kept) {
  const others = everything().filter(({ match }) => match !== kept.match);
  remembered = [kept, ...others].slice(0, MAX_KEPT);
  write("dice", remembered);
}

/**
 * Look at a match as the server shows it now: keep what is new, say what is no longer the same.
 * @param {Match} match
 * @param {boolean} [begins] whether the game begins just now, with those who are there
 * @returns {Problem[]}
 */
export function compare(match, begins = false) {
  const { commitment, contributions } = match.fair;
  const kept = keptOf(match.match) ?? {
    match: match.match,
    commitment,
    early: match.phase === "gathering",
    key: "",
    seats: match.seats.length,
    own: {},
    texts: null,
  };
  if (match.seats.length < kept.seats) kept.own = reseated(kept, match);
  kept.seats = match.seats.length;
  if (match.phase === "gathering") {
    for (const seat of Object.keys(kept.own).map(Number))
      if (!match.own.includes(seat)) delete kept.own[seat];
    keep(kept);
    return kept.commitment === commitment ? [] : ["commitment"];
  }
  const problems = differences(match.fair, kept);
  kept.texts ??= [...contributions];
  keep(kept);
  // What a robot adds the server would choose, knowing its secret and everybody's text.
  const robots = match.seats.some(({ kind }, seat) => kind === "bot" && contributions[seat]);
  return begins && robots ? [...problems, "robot-text"] : problems;
}

/**
 * What is not as it was kept, once the game has begun.
 * @param {{ commitment: string, contributions: string[] }} fair @param {Kept} kept
 */
export function differences({ commitment, contributions }, kept) {
  /** @type {Problem[]} */
  const problems = [];
  if (commitment !== kept.commitment) problems.push("commitment");
  const own = Object.entries(kept.own);
  if (own.some(([seat, text]) => contributions[Number(seat)] !== text)) problems.push("own-text");
  if (kept.texts && JSON.stringify(kept.texts) !== JSON.stringify(contributions))
    problems.push("texts");
  return problems;
}

/**
 * The texts by seat after open seats were removed: those who stay keep their order.
 * @param {Kept} kept @param {Match} match @returns {Record<number, string>}
 */
function reseated({ own }, match) {
  const texts = Object.keys(own)
    .map(Number)
    .sort((one, other) => one - other)
    .map((seat) => own[seat]);
  const seats = match.own.filter((seat) => match.seats[seat].ready);
  if (seats.length !== texts.length) return {};
  return Object.fromEntries(seats.map((seat, i) => [seat, texts[i]]));
}

/**
 * Follow the players' texts: events tell of them, but not the state that comes with events.
 * @param {Match} match @param {Events["events"]} events
 */
export function follow(match, events) {
  const kept = keptOf(match.match);
  const { fair } = match;
  for (const [, event] of events) {
    switch (event.type) {
      case "ready":
        fair.contributions[event.seat] = event.contribution;
        break;
      case "stood":
      case "unready":
        fair.contributions[event.seat] = "";
        if (kept) delete kept.own[event.seat];
        break;
      case "trimmed": {
        fair.contributions = event.seats.map((seat) => fair.contributions[seat]);
        if (!kept) break;
        const stay = event.seats.flatMap((seat, i) =>
          seat in kept.own ? [[i, kept.own[seat]]] : [],
        );
        kept.own = Object.fromEntries(stay);
        kept.seats = event.seats.length;
      }
    }
  }
  if (kept) keep(kept);
}

/**
 * Keep the text that is sent for a seat.
 * @param {string} match @param {number} seat @param {string} text
 * @returns {() => void} what to do if the server refuses it
 */
export function keepText(match, seat, text) {
  const kept = keptOf(match);
  if (!kept) return () => undefined;
  const { [seat]: before } = kept.own;
  kept.own[seat] = text;
  keep(kept);
  return () => {
    const now = keptOf(match);
    if (now?.own[seat] !== text) return;
    if (before === undefined) delete now.own[seat];
    else now.own[seat] = before;
    keep(now);
  };
}

/**
 * Keep the server's public key, the first time.
 * @param {string} match @param {string} key
 */
export function keepKey(match, key) {
  const kept = keptOf(match);
  if (kept && !kept.key) keep({ ...kept, key });
}

/**
 * What was kept of the match of a saved game, which does not say which match it was.
 * @param {{ commitment: string, contributions: string[] }} fair
 */
export const keptFor = ({ commitment, contributions }) =>
  everything().find(
    (kept) =>
      kept.commitment === commitment ||
      Object.values(kept.own).some((text) => contributions.includes(text)),
  );
