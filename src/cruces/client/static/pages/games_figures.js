// Figures about finished games: how many were won, streaks, averages and how they spread.

/** @typedef {import("./history.js").Played} Played */

/** How many games an average over time takes together. */
const TOGETHER = 10;
const MOST_BARS = 12;

/**
 * The games that figures are about: nobody knows which of several people on one device is meant,
 * and a game that began from a position is not a whole one.
 * @param {Played[]} games
 */
export const countable = (games) =>
  games.filter(({ against, start }) => against !== "here" && !start);

/**
 * How the games went, in the order of time.
 * @param {Played[]} games the latest first
 */
export function record(games) {
  const decided = games.filter(({ result }) => result !== "alone");
  const won = decided.filter(({ result }) => result === "won").length;
  const first = decided.findIndex(({ result }) => result !== "won");
  let longest = 0;
  let streak = 0;
  for (const { result } of decided) {
    streak = result === "won" ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return {
    games: games.length,
    share: decided.length ? won / decided.length : null,
    streak: first < 0 ? decided.length : first,
    longest,
  };
}

/**
 * The names of what is counted in these games, as their family orders them.
 * @param {Played[]} games
 */
export const counted = (games) => [...new Set(games.flatMap(({ counts }) => Object.keys(counts)))];

/**
 * What was counted under a name, the first game first.
 * @param {Played[]} games the latest first @param {string} name
 */
export const values = (games, name) =>
  games.flatMap(({ counts }) => (name in counts ? [counts[name]] : [])).reverse();

/** @param {number[]} numbers */
export const average = (numbers) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);

/**
 * How often there was how much: bars of the same width, in whole numbers.
 * @param {number[]} numbers at least one
 */
export function distribution(numbers) {
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const width = Math.ceil((high - low + 1) / MOST_BARS);
  const bars = Array.from({ length: Math.ceil((high - low + 1) / width) }, (_, i) => ({
    from: low + i * width,
    to: Math.min(high, low + (i + 1) * width - 1),
    count: 0,
  }));
  for (const one of numbers) bars[Math.floor((one - low) / width)].count += 1;
  return bars;
}

/**
 * After each game the average of the last ten.
 * @param {number[]} numbers the first game first
 */
export const smooth = (numbers) =>
  numbers.map((_, i) => average(numbers.slice(Math.max(0, i + 1 - TOGETHER), i + 1)));

/**
 * The games by what a function says of them, the largest group first.
 * @param {Played[]} games @param {(game: Played) => string} of
 * @returns {[string, Played[]][]}
 */
export function grouped(games, of) {
  /** @type {Map<string, Played[]>} */
  const groups = new Map();
  for (const game of games) {
    const group = groups.get(of(game));
    if (group) group.push(game);
    else groups.set(of(game), [game]);
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}
