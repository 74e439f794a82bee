// What a move is worth, by the server: as a sign, in words, in a list.

import { h } from "./html.js";
import { t } from "./texts.js";

/** @typedef {import("./messages").Move} Move */

const SIGNS = { good: "+", even: "=", bad: "−" };

/** @param {Move} move */
export const sign = ({ kind }) => SIGNS[kind];

/**
 * How certain a value is.
 * @param {Move} move
 */
const certainty = ({ exact }) => t(exact ? "web.value.exact" : "web.value.estimate");

/**
 * What a move is worth, and how certain that is.
 * @param {Move} move
 */
export const words = (move) => `${move.value}, ${certainty(move)}`;

/**
 * The sign on its colour: filled if proven, with a dashed edge if estimated.
 * @param {Move} move @param {string} [said] instead of the sign
 */
export const badge = (move, said = sign(move)) =>
  h(
    "span",
    {
      class: `value ${move.kind}${move.exact ? " exact" : ""}`,
      "aria-hidden": "true",
    },
    said,
  );

/**
 * A sentence of the server's, with the game's notation as people read it.
 * @param {import("./types").View} view @param {string} said
 */
export const written = (view, said) => view.typeset?.(said) ?? said;

/**
 * A list of moves to choose from, with their signs; `ranked`: with their numbers instead, for moves
 * that may all be as good.
 * @param {import("./types").View} view @param {Move[]} moves
 * @param {string} chosen @param {(move: Move) => void} choose @param {boolean} [ranked]
 */
export const choices = (view, moves, chosen, choose, ranked = false) =>
  h(
    "ol",
    { class: `values${ranked ? " ranked" : ""}` },
    moves.map((move, i) =>
      h(
        "li",
        { key: move.action },
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-move": move.action,
            "aria-pressed": String(move.action === chosen),
            onclick: () => choose(move),
          },
          badge(move, ranked ? String(i + 1) : undefined),
          h("b", null, written(view, move.name)),
          move.exact && h("i", { class: "proven", "aria-hidden": "true" }, "✓"),
          h("small", null, move.value),
          h("span", { class: "unseen" }, `, ${certainty(move)}`),
        ),
      ),
    ),
  );

/** What the edges of the signs mean. */
export const legend = () =>
  h(
    "p",
    { key: "key", class: "key" },
    h("span", { class: "value exact even", "aria-hidden": "true" }, "="),
    " ",
    t("web.value.exact"),
    h("span", { class: "value even", "aria-hidden": "true" }, "="),
    " ",
    t("web.value.estimate"),
  );
