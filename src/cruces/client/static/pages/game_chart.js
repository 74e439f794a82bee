// The course of a finished game as a curve for everybody, with the moment that is shown.

import { h } from "../js/html.js";

/** @typedef {import("./game.js").Game} Game @typedef {import("../js/messages").Report} Report */

const [WIDTH, HEIGHT] = [320, 120];
const wide = matchMedia("(min-width: 47.5rem)");

/**
 * How a player's line is drawn.
 * @param {number} line
 */
export const stroke = (line) =>
  h(
    "svg",
    { class: "stroke", viewBox: "0 0 30 8", "aria-hidden": "true" },
    h("path", { class: `s${line}`, d: "M0 4H30" }),
  );

/** @param {Game} game @param {Report} report */
export function chart(game, report) {
  const { curve, alone, turning_points, drawn, chart: words, heights } = report;
  const last = curve.at(-1);
  if (!last) return null;
  const end = last.number || 1;
  const all = curve.flatMap(({ worth }) => worth);
  const [low, high] = alone ? [Math.min(0, ...all), Math.max(1, ...all)] : [0, 1];
  /** @param {number} number */
  const x = (number) => ((WIDTH * number) / end).toFixed(1);
  /** @param {number} value */
  const y = (value) => (HEIGHT * (1 - (value - low) / (high - low))).toFixed(1);
  /** @param {number} seat */
  const course = (seat) =>
    curve.map(({ number, worth }, i) => `${i ? "L" : "M"}${x(number)} ${y(worth[seat])}`).join("");
  const spread = apart(turning_points.map(({ number }) => (100 * number) / end));
  return h(
    "div",
    { key: "chart", class: "chart" },
    h(
      "div",
      { class: "heights", "aria-hidden": "true" },
      heights.map((height) => h("span", null, height)),
    ),
    h(
      "div",
      {
        class: "plot",
        onclick: (/** @type {MouseEvent} */ e) => {
          const { left, width } = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
          game.go(Math.round((end * (e.clientX - left)) / width));
        },
      },
      h(
        "svg",
        {
          class: "course",
          viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
          preserveAspectRatio: "none",
          role: "img",
          "aria-label": words,
        },
        [0, 0.5, 1].map((part) =>
          h("path", { key: `g${part}`, class: "grid", d: `M0 ${HEIGHT * part}H${WIDTH}` }),
        ),
        turning_points.map(({ number }) =>
          h("path", { key: `t${number}`, class: "turn", d: `M${x(number)} 0V${HEIGHT}` }),
        ),
        h("path", { key: "now", class: "now", d: `M${x(Math.min(game.at, end))} 0V${HEIGHT}` }),
        drawn.map((seat) => h("path", { key: seat, class: `s${seat}`, d: course(seat) })),
      ),
      turning_points.map(({ number }, i) =>
        h(
          "i",
          {
            key: number,
            class: "turn",
            "aria-hidden": "true",
            style: { "--at": `${spread[i]}%` },
          },
          i + 1,
        ),
      ),
    ),
  );
}

/**
 * Places in percent, so far from each other that a number at each can be read.
 * @param {number[]} places in order
 */
function apart(places) {
  const found = [...places];
  const width = wide.matches ? 3.5 : 7.5; // what a number takes of the chart
  for (let i = 1; i < found.length; i++) found[i] = Math.max(found[i], found[i - 1] + width);
  for (let i = found.length - 1, most = 100; i >= 0; i--, most -= width) {
    found[i] = Math.min(found[i], most);
  }
  return found;
}
