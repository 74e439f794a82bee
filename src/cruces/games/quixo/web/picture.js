// The picture on the first page: a cube that is pushed in.

import { h } from "/static/js/html.js";
import { mark } from "./drawing.js";
import { QUARTERS } from "./notation.js";

/** @param {import("/static/js/types").Game} game */
export function picture(game) {
  const dots = Math.max(...game.seats) > 2;
  const rows = dots ? ["o.x", "x.o", "xo."] : ["x.o", ".xo", "o.x"];
  /** @param {string} c @param {number} x @param {number} y */
  const cube = (c, x, y) =>
    h(
      "span",
      { class: `cubelet${y === 1 ? " pushed" : ""}` },
      c !== "." && mark(c === "x" ? 0 : 1),
      dots && c !== "." && h("i", { class: `dot ${QUARTERS[(x + y) % 4]}` }),
    );
  return h(
    "div",
    { class: "picture wood", "aria-hidden": "true" },
    h(
      "div",
      { class: "inside" },
      h(
        "div",
        { class: "cubes" },
        rows.flatMap((row, y) => [...row].map((c, x) => cube(c, x, y))),
        h("span", { class: "cubelet coming" }, mark(0), dots && h("i", { class: "dot south" })),
      ),
    ),
  );
}
