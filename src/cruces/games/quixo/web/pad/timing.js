// Clocks that run one after the other: plain data, and what a tap, a pause or a mistake does to it.
// Every function gets the time, in milliseconds of this device's clock.

/**
 * @typedef {object} Clocks
 * @property {number} bank what everybody starts with
 * @property {number} increment what is added after each move
 * @property {number[]} remaining by player, when the clock that runs was started
 * @property {number | null} turn whose clock it is; null before the first tap
 * @property {number | null} since when it was started; null while none runs
 * @property {{ remaining: number[], turn: number } | null} before the last tap
 */

/** @param {number} seats @param {number} bank @param {number} increment @returns {Clocks} */
export const begin = (seats, bank, increment) => ({
  bank,
  increment,
  remaining: Array.from({ length: seats }, () => bank),
  turn: null,
  since: null,
  before: null,
});

/** @param {Clocks} clocks */
export const again = (clocks) =>
  Object.assign(clocks, begin(clocks.remaining.length, clocks.bank, clocks.increment));

/** @param {Clocks} clocks @param {number} player @param {number} now */
export const left = ({ remaining, turn, since }, player, now) =>
  remaining[player] - (player === turn && since !== null ? Math.max(0, now - since) : 0);

/**
 * The player whose time is up, or null.
 * @param {Clocks} clocks @param {number} now
 */
export const flagged = (clocks, now) =>
  clocks.turn !== null && left(clocks, clocks.turn, now) <= 0 ? clocks.turn : null;

/**
 * A player touches their clock: whoever begins starts it; afterwards it is stopped after each move,
 * and that of the next player runs.
 * @param {Clocks} clocks @param {number} player @param {number} now
 */
export function tap(clocks, player, now) {
  const { turn, since, remaining } = clocks;
  if (turn === null) Object.assign(clocks, { turn: player, since: now });
  else if (turn === player && since !== null && flagged(clocks, now) === null) {
    const rest = left(clocks, player, now);
    clocks.before = { turn, remaining: replaced(remaining, player, rest) };
    clocks.remaining = replaced(remaining, player, rest + clocks.increment);
    clocks.turn = (player + 1) % remaining.length;
    clocks.since = now;
  }
}

/**
 * Stop the clock that runs, or let it run again.
 * @param {Clocks} clocks @param {number} now
 */
export function pause(clocks, now) {
  const { turn, since, remaining } = clocks;
  if (turn === null) return;
  if (since === null) clocks.since = remaining[turn] > 0 ? now : null;
  else {
    clocks.remaining = replaced(remaining, turn, Math.max(0, left(clocks, turn, now)));
    clocks.since = null;
  }
}

/**
 * The last tap was a mistake: what has passed since then counts for nobody.
 * @param {Clocks} clocks
 */
export function undo(clocks) {
  if (clocks.before) Object.assign(clocks, clocks.before, { since: null, before: null });
}

/** @param {number[]} list @param {number} place @param {number} value */
const replaced = (list, place, value) => list.map((one, i) => (i === place ? value : one));
