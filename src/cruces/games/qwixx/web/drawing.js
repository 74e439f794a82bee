// Drawings: pencil crosses and locks.

import { h } from "/static/js/html.js";
import { icon } from "/static/js/icons.js";

/** Hand-drawn crosses of two pencil strokes. */
const CROSSES = [
  "M18 22C40 44 58 60 84 80M80 18C62 40 44 58 20 84",
  "M21 17C42 40 60 62 80 83M83 21C60 42 42 60 17 80",
  "M16 19C38 43 62 58 83 84M78 16C64 38 40 62 22 82",
];

/** @param {number} seed selects one of the crosses */
export const pencil = (seed) =>
  h(
    "svg",
    { viewBox: "0 0 100 100", class: "pencil", "aria-hidden": "true" },
    h("path", { d: CROSSES[seed % CROSSES.length], pathLength: 1 }),
  );

/** @param {boolean} open */
export const lock = (open) =>
  icon(`M7 11h10v8H7zM9 11V${open ? "7a3 3 0 0 1 5.9-.8" : "8.5a3 3 0 0 1 6 0V11"}`, "icon lock");
