// Draws of dice and lots in words.

import { t } from "/static/js/texts.js";
import { roll } from "./notation.js";

/**
 * A draw in words, as it is announced during a game.
 * @param {string} text @param {string[]} names of the players
 */
export function drawInWords(text, names) {
  const [kind, what] = text.split(" ");
  if (kind === "lot") return t("web.roll.lot", { name: names[Number(what.slice(1)) - 1] ?? what });
  if (kind === "die") return t("web.roll.die", { face: Number(what) });
  const dice = roll(text);
  if (!dice) return text;
  const [first, second] = dice.white;
  return [
    t("web.roll.white", { first, second, sum: first + second }),
    ...Object.entries(dice.colours).map(([row, face]) => `${t(`line.${row}`)} ${face}`),
  ].join(", ");
}
