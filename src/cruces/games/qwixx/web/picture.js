// The picture on the first page: dice rolling over a few rows of the sheet.

import { h } from "/static/js/html.js";
import { pencil } from "./drawing.js";
import { colours, inked, layoutOf } from "./layout.js";

const STRIPS = 4;
const BOXES = 9;

/** @param {import("/static/js/types").Game} game */
export function picture(game) {
  const layout = layoutOf(game.id);
  const circles = layout.rows.some(({ beside }) => beside.length);
  const rows = colours(layout);
  const dice = circles ? rows.slice(1, 3) : [rows[0], rows[rows.length - 1]];
  const pips = circles ? [1, 3, 7, 9] : [1, 5, 9];
  /** @param {number} i @param {number} r */
  const crossed = (i, r) =>
    circles ? (i + r) % 3 === 0 && i < 8 : (i * 5 + r * 3) % 4 === 0 && i < 7;
  return h(
    "div",
    { class: "picture paper", "aria-hidden": "true" },
    h(
      "div",
      { class: "inside" },
      h(
        "div",
        { class: "rolling" },
        [{ name: "white", symbol: "" }, ...dice].map((die, i) =>
          h(
            "span",
            { class: `die live d${i} ${die?.name ?? "white"}` },
            pips.map((p) => h("i", { class: `p${p}` })),
            die?.symbol && h("em", null, die.symbol),
          ),
        ),
      ),
      layout.rows.slice(0, STRIPS).map(({ id }, r) =>
        h(
          "div",
          inked(layout, id, "strip"),
          Array.from({ length: BOXES }, (_, i) => h("i", null, crossed(i, r) && pencil(i + r))),
        ),
      ),
    ),
  );
}
