// What a move is worth: in a sign, in words, in a list.

import { h } from "./html.js";
import { cross } from "./notation.js";
import { t } from "./texts.js";

/** @typedef {import("./types").Move} Move */

const AHEAD = 60;
/** From so many percent on a move that is not proven looks good, and below its counterpart bad. */
const SHOWN = 3;
/** Moves that a list names. */

/** @param {number | null} chance */
const percentOf = (chance) => Math.round(100 * (chance ?? 0));

/** @param {number} points */
export const pointsOf = (points) => points.toFixed(1).replace(".", t("number.point"));

/** @param {Move} move @returns {"good" | "even" | "bad"} */
export function kind({ exact, result, chance }) {
  if (chance === null) return "even";
  if (exact) return result === 1 ? "good" : result === 0 ? "even" : "bad";
  const percent = percentOf(chance);
  return percent >= AHEAD ? "good" : percent <= 100 - AHEAD ? "bad" : "even";
}

const SIGNS = { good: "+", even: "=", bad: "−" };

/** @param {Move} move */
export const sign = (move) => SIGNS[kind(move)];

const RESULTS = new Map([[1, "win"], [0, "draw"], [-1, "loss"]]);

/**
 * What comes of it, or the chance.
 * @param {Move} move
 */
export function worth({ exact, result, plies, chance, points }) {
  if (points !== null && chance === null) return `${exact ? "" : "≈ "}${t("value.points", { points: pointsOf(points) })}`;
  if (points !== null) return `≈ ${t("value.chance-points", { percent: percentOf(chance), points: pointsOf(points) })}`;
  if (!exact || result === null) return `≈ ${t("value.chance", { percent: percentOf(chance) })}`;
  const key = `value.${RESULTS.get(result)}`;
  return plies === null ? t(key) : t(plies === 1 ? `${key}-now` : `${key}-in`, { plies });
}

/**
 * The same with how sure it is.
 * @param {Move} move
 */
export const words = (move) => `${worth(move)}, ${t(move.exact ? "web.value.exact" : "web.value.estimate")}`;

/**
 * In little room: how many turns it takes, or the chance.
 * @param {Move} move
 */
export const brief = (move) => (move.exact ? (move.plies === null ? "✓" : t("web.value.in", { plies: move.plies })) : `${percentOf(move.chance)}%`);

/**
 * The sign on its colour; what is proven is filled, what is estimated has a broken edge.
 * @param {Move} move
 */
export const badge = (move) => h("span", { class: `value ${kind(move)}${move.exact ? " exact" : ""}`, "aria-hidden": "true" }, sign(move));

/**
 * The best of them, each once.
 * @param {Move[]} moves the best first
 * @param {(action: string) => string} after what an action comes to
 */
export function best(moves, after) {
  const boards = new Set();
  return moves.filter(({ action }) => boards.size < SHOWN && !boards.has(after(action)) && boards.add(after(action)));
}

/**
 * A move as people read it; in teams a dot goes before the number of the seat that it points to.
 * @param {string} action
 */
export function named(action) {
  const one = cross(action);
  if (one) return `${t(`line.${one.line}`)} ${one.number}`;
  return action === "pass" ? t("web.pass") : action.replace(">", "›").replace("@", " •");
}

/**
 * A sentence with its moves as people read them, and each percent beside its number.
 * @param {string} said
 */
export const written = (said) => said.replace(/\b[a-e]\d>[a-e]\d(@\d)?/g, named).replaceAll(" %", "\u00a0%");

/**
 * Moves to choose from.
 * @param {Move[]} moves @param {string} chosen @param {(move: Move) => void} choose
 */
export const choices = (moves, chosen, choose) =>
  h("ol", { class: "values" }, moves.map((move) => h("li", { key: move.action },
    h("button", { type: "button", class: "quiet", "data-move": move.action, "aria-pressed": String(move.action === chosen), onclick: () => choose(move) },
      badge(move), h("b", null, named(move.action)), move.exact && h("i", { class: "proven", "aria-hidden": "true" }, "✓"), h("small", null, worth(move)),
      h("span", { class: "unseen" }, `, ${t(move.exact ? "web.value.exact" : "web.value.estimate")}`)))));
