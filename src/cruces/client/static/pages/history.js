// What a device keeps of finished games: a line for each, for the list and its figures. They are
// few bytes, so that thousands fit where a browser stores little.

import { read, write } from "../js/store.js";

/** @typedef {import("../js/types").Match} Match */
/** @typedef {import("../js/messages").Listing} Listing */
/** @typedef {"won" | "lost" | "drawn" | "alone"} Result */
/**
 * A finished game as one of its players remembers it.
 * @typedef {object} Played
 * @property {string} match
 * @property {string} game
 * @property {number} at when it ended, in milliseconds since 1970
 * @property {Result} result
 * @property {string} against a robot's level; `people`, if there were any; `alone`; or `here`, if
 *   several played on this device, of whom nobody knows who they are
 * @property {string[]} names of the other people
 * @property {Record<string, number>} counts what the game's family counted
 * @property {boolean} [start] whether it began from a position, and is no game to count
 */
/** @typedef {{ since: number, games: Played[] }} History what ended before `since` is deleted */

/** How many games are kept, the latest. */
const MOST = 5000;
const RESULTS = ["won", "lost", "drawn", "alone"];

/** @returns {History} the latest game first */
export const history = () => read("history", { since: 0, games: [] });

/**
 * The line of a finished game; null for one in which this device had no seat.
 * @param {Match | Listing} match @returns {Played | null}
 */
export function lineOf(match) {
  const { seats, own, result } = match;
  if (!result || !own.length) return null;
  const [seat] = own;
  const others = seats.filter((_, i) => !own.includes(i));
  const people = others.filter(({ kind }) => kind === "human");
  const drawn = result.places.every((place) => place === 1);
  const counts = "counts" in result ? (result.counts ?? {}) : {};
  return {
    match: match.match,
    game: match.game,
    at: "at" in result ? result.at : "updated" in match ? match.updated : 0,
    result:
      seats.length === 1 ? "alone" : drawn ? "drawn" : result.places[seat] === 1 ? "won" : "lost",
    against:
      own.length > 1
        ? "here"
        : people.length
          ? "people"
          : (others.find(({ bot }) => bot)?.bot ?? "alone"),
    names: people.map(({ name }) => name),
    counts: Object.fromEntries(
      Object.entries(counts).map(([name, values]) => [name, values[seat]]),
    ),
    ...(match.start && { start: true }),
  };
}

/**
 * Keep a game that has just ended.
 * @param {Match} match
 */
export const keep = (match) => merge([lineOf(match)]);

/**
 * Add games; one that is known is replaced only if more is known of it now.
 * @param {(Played | null)[]} games
 * @param {number} [after] games that ended before are left out, by default those deleted
 * @returns {number} how many are new
 */
export function merge(games, after = history().since) {
  const { since, games: known } = history();
  const all = new Map(known.map((game) => [game.match, game]));
  for (const game of games) {
    if (!game || game.at <= after) continue;
    const before = all.get(game.match);
    if (!before || (isBare(before) && !isBare(game))) all.set(game.match, game);
  }
  const kept = [...all.values()].sort((a, b) => b.at - a.at).slice(0, MOST);
  write("history", { since, games: kept });
  return all.size - known.length;
}

/** @param {Played} game */
const isBare = ({ counts }) => !Object.keys(counts).length;

/** Forget everything, and whatever the server still knows of it. */
export function forget() {
  write("history", { since: Date.now(), games: [] });
  write("saved", []);
}

// Files

const FORMAT = "cruces-games";

/** Everything as a document to take to another device. */
export const exported = () =>
  JSON.stringify({ format: FORMAT, version: 1, games: history().games });

/**
 * Add the games of such a document.
 * @param {string} text @returns {number | null} how many are new; null if it is something else
 */
export function imported(text) {
  try {
    const { format, games } = JSON.parse(text);
    if (format !== FORMAT || !Array.isArray(games)) return null;
    return merge(games.filter(isPlayed), 0); // wanted, whatever was deleted before
  } catch {
    return null;
  }
}

/**
 * Whether it is such a line: a file may have anything in it.
 * @param {any} line @returns {line is Played}
 */
const isPlayed = (line) =>
  [line?.match, line?.game, line?.against].every((word) => typeof word === "string") &&
  Number.isFinite(line.at) &&
  RESULTS.includes(line.result) &&
  Array.isArray(line.names) &&
  line.names.every((/** @type {unknown} */ name) => typeof name === "string") &&
  line.counts !== null &&
  typeof line.counts === "object" &&
  Object.values(line.counts).every(Number.isFinite) &&
  [undefined, true].includes(line.start);
