// Plots of what was counted: how often there was how much, and how it went over time.

import { h } from "../js/html.js";
import { number, t } from "../js/texts.js";
import { distribution, smooth } from "./games_figures.js";

const [WIDTH, HEIGHT] = [240, 80];
/** More games are drawn as a curve alone. */
const MOST_DOTS = 120;

/**
 * How often there was how much.
 * @param {string} name @param {number[]} numbers
 */
export function bars(name, numbers) {
  const all = distribution(numbers);
  const most = Math.max(...all.map(({ count }) => count));
  const step = WIDTH / Math.max(4, all.length);
  const left = (WIDTH - step * all.length) / 2;
  const [low, high] = [number(all[0].from), number(all[all.length - 1].to)];
  return figure(
    t("page.games.often"),
    t("page.games.distribution", { name, count: numbers.length, low, high }),
    [low, high],
    all.map(({ from, count }, i) =>
      h("rect", {
        key: from,
        x: (left + i * step + 1).toFixed(1),
        y: (HEIGHT - (HEIGHT * count) / most).toFixed(1),
        width: (step - 2).toFixed(1),
        height: ((HEIGHT * count) / most).toFixed(1),
        rx: 2,
      }),
    ),
  );
}

/**
 * How it went over time: every game, and the average of ten.
 * @param {string} name @param {number[]} numbers the first game first
 */
export function course(name, numbers) {
  const line = smooth(numbers);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  /** @param {number} i */
  const x = (i) => (4 + ((WIDTH - 8) * i) / Math.max(1, numbers.length - 1)).toFixed(1);
  /** @param {number} value */
  const y = (value) =>
    (4 + (HEIGHT - 8) * (high > low ? 1 - (value - low) / (high - low) : 0.5)).toFixed(1);
  const first = number(line[Math.min(9, line.length - 1)], 1);
  const last = number(line[line.length - 1], 1);
  return figure(
    t("page.games.over-time"),
    t("page.games.course", { name, first, last }),
    [number(low), number(high)],
    [
      numbers.length <= MOST_DOTS &&
        numbers.map((value, i) =>
          h("circle", { key: `d${i}`, class: "dot", cx: x(i), cy: y(value), r: 2.2 }),
        ),
      h("path", {
        key: "line",
        class: "line",
        d: line.map((value, i) => `${i ? "L" : "M"}${x(i)} ${y(value)}`).join(""),
      }),
    ],
    "upright",
  );
}

/**
 * @param {string} title @param {string} words for whoever does not see it
 * @param {string[]} ends the numbers at its ends @param {import("../js/types").Loose} drawn
 * @param {string} [kind]
 */
const figure = (title, words, ends, drawn, kind = "") =>
  h(
    "figure",
    { class: `plot ${kind}` },
    h("figcaption", null, title),
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
      h("path", { class: "base", d: `M0 ${HEIGHT}H${WIDTH}` }),
      drawn,
    ),
    h(
      "p",
      { class: "ends", "aria-hidden": "true" },
      ends.map((end, i) => h("span", { key: i }, end)),
    ),
  );
