// What this device keeps of one's learning: which exercises are solved, how far the courses are,
// and on which days an exercise of the day was solved.

import { read, write } from "../../js/store.js";

/**
 * @typedef {object} Progress
 * @property {Record<string, number[]>} solved by game
 * @property {Record<string, number>} steps by game: how many of its course are done
 * @property {string[]} days in order
 */

/** How many days are kept: a streak is not told longer. */
const MOST_DAYS = 1000;
const DAY = 86_400_000;

/** @returns {Progress} */
export const progress = () => ({ solved: {}, steps: {}, days: [], ...read("learn", {}) });

/** @param {string} game @param {number} number */
export const isSolved = (game, number) => !!progress().solved[game]?.includes(number);

/**
 * An exercise is solved.
 * @param {string} game @param {number} number @param {string | null} day if it is that of the day
 */
export function solve(game, number, day) {
  const now = progress();
  const solved = now.solved[game] ?? [];
  if (!solved.includes(number)) now.solved[game] = [...solved, number];
  if (day && !now.days.includes(day)) now.days = [...now.days, day].sort().slice(-MOST_DAYS);
  write("learn", now);
}

/** @param {string} game @param {number} steps how many are done */
export function advance(game, steps) {
  const now = progress();
  now.steps[game] = Math.max(steps, now.steps[game] ?? 0);
  write("learn", now);
}

/** @param {string} day @param {number} days how much later */
const later = (day, days) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/**
 * On how many days in a row one was solved, up to today; today is not over yet.
 * @param {string[]} days @param {string} today
 */
export function streak(days, today) {
  let day = days.includes(today) ? today : later(today, -1);
  let length = 0;
  for (; days.includes(day); day = later(day, -1)) length += 1;
  return length;
}

/**
 * The last days up to today, and whether one was solved on them.
 * @param {string[]} days @param {string} today @param {number} count
 */
export const lastDays = (days, today, count) =>
  Array.from({ length: count }, (_, i) => {
    const day = later(today, i + 1 - count);
    return { day, solved: days.includes(day) };
  });

/**
 * The numbers of the exercises of a grade: they are in order of grade.
 * @param {number[]} grades how many of each @param {number} grade from 1
 */
export function numbersOf(grades, grade) {
  const first = grades.slice(0, grade - 1).reduce((sum, count) => sum + count, 1);
  return Array.from({ length: grades[grade - 1] }, (_, i) => first + i);
}

/**
 * The exercise of a grade to go on with: the next one after a number that is not solved yet, or
 * simply the next one.
 * @param {number[]} numbers @param {number[]} solved @param {number} [after]
 */
export function following(numbers, solved, after = 0) {
  const begin = numbers.findIndex((number) => number > after);
  const order = begin < 0 ? numbers : [...numbers.slice(begin), ...numbers.slice(0, begin)];
  return order.find((number) => number !== after && !solved.includes(number)) ?? order[0];
}
