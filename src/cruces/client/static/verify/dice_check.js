// What a device finds out by itself about the dice of a game.

import { differences } from "../js/promise.js";
import { check } from "./fair.js";

/** @typedef {import("../js/promise.js").Kept} Kept */
/** @typedef {import("../js/promise.js").Problem} Problem */
/** @typedef {{ place: number, text: string, must: string, good: boolean }} Draw */

/**
 * What is known of the dice: they were worked out again; the family does not say how, or the
 * browser cannot; the secret is not revealed; or nothing was promised.
 * @typedef {"checked" | "no-redraw" | "insecure" | "not-checkable" | "rules-only"} Dice
 */

/**
 * @typedef {object} Finding
 * @property {Dice} dice
 * @property {Draw[]} draws
 * @property {Problem[]} problems
 * @property {import("./signature.js").SignatureState} signature
 */

/** Browsers compute digests over secure connections only. */
const isSecure = () => !!globalThis.crypto?.subtle;

/**
 * The dice of a game as they were shown; by what was kept of it, if anything was.
 * @param {{ events: any[], seats: any[], result: object | null, fair: { commitment: string,
 *   contributions: string[], secret: string | null } | null }} game
 * @param {Kept | undefined} kept
 * @param {import("./fair.js").Redraw | null} redraw
 * @returns {Promise<Finding>}
 */
export async function checkDice({ events, seats, result, fair }, kept, redraw) {
  /** @param {Dice} dice @returns {Finding} */
  const found = (dice) => ({ dice, draws: [], problems: [], signature: "none" });
  if (!fair) return { ...found("rules-only"), problems: kept ? ["commitment"] : [] };
  const finding = found("not-checkable");
  finding.problems = kept ? differences(fair, kept) : [];
  if (!fair.secret) {
    if (result) finding.problems.push("secret"); // it is revealed at the end
    return finding;
  }
  if (!isSecure()) return { ...finding, dice: "insecure" };
  const { secret } = fair;
  const { promised, draws } = await check(
    { events, seats, fair: { ...fair, secret } },
    redraw ?? (async (text) => text),
  );
  if (!promised) finding.problems.push("secret");
  if (draws.some(({ good }) => !good)) finding.problems.push("rolls");
  return { ...finding, dice: redraw ? "checked" : "no-redraw", draws };
}
