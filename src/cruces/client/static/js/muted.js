// Players whose messages this device does not show. The server does not know about it.

import { changed, read, write } from "./store.js";

/** @typedef {import("./types").MatchOf<any>} Match */

/** Of how many matches a device remembers it. */
const MOST_MATCHES = 50;

/**
 * Names by match.
 * @returns {[string, string[]][]}
 */
const all = () => read("muted", []);

/** @param {string} id */
const mutedIn = (id) => all().find(([match]) => match === id)?.[1] ?? [];

/** @param {string} id @param {string[]} names */
function remember(id, names) {
  const others = all().filter(([match]) => match !== id);
  write("muted", [[id, names], ...others].slice(0, MOST_MATCHES));
}

/** @param {Match} match @param {number} seat */
export const isMuted = (match, seat) =>
  !match.own.includes(seat) && mutedIn(match.match).includes(match.seats[seat]?.name ?? "");

/** @param {Match} match @param {number} seat */
export function toggleMuted(match, seat) {
  const { name } = match.seats[seat];
  const names = mutedIn(match.match);
  remember(match.match, names.includes(name) ? names.filter((n) => n !== name) : [...names, name]);
  changed();
}

/**
 * In a rematch the same players are muted.
 * @param {string} from @param {string} to
 */
export function carryMuted(from, to) {
  const names = mutedIn(from);
  if (names.length && !mutedIn(to).length) remember(to, names);
}
