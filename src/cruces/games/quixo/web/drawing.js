// Drawings: crosses and circles.

import { h } from "/static/js/html.js";

/**
 * The mark on a cube.
 * @param {number} team @param {string} [name]
 */
export const mark = (team, name = "mark") =>
  h(
    "svg",
    { viewBox: "0 0 100 100", class: name, "aria-hidden": "true" },
    h("path", {
      d: team === 0 ? "M22 22L78 78M78 22L22 78" : "M50 19a31 31 0 1 0 .1 0z",
    }),
  );
