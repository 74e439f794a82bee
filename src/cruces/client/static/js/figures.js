// The figures that players choose for themselves: drawn, and told apart by shape as well as tint.

import { h } from "./html.js";
import { icon, robot } from "./icons.js";
import { initial } from "./widgets.js";

/** @type {Record<string, string>} */
const SHAPES = {
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 16.8 6.7 19.7l1.1-5.9L3.5 9.7l5.9-.8z",
  heart: "M12 20S3.5 15 3.5 9A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 6-8.5 11-8.5 11z",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  leaf: "M5.5 18.5C3.5 9.5 10.5 4 20 4c0 9.5-5.5 16.5-14.5 14.5zM4 20.5c2.5-5 5.5-8 9.5-10",
  drop: "M12 3.5S18.5 10.5 18.5 14.5a6.5 6.5 0 0 1-13 0C5.5 10.5 12 3.5 12 3.5z",
  bolt: "M13.5 3L5 13.5h6L10 21l8.5-10.5h-6z",
  boat: "M4 15.5h16L17.5 20h-11zM11.5 15.5V4l6.5 8.5h-6.5",
  cat: "M5 20V5l4.5 3.5h5L19 5v15zM9.5 13v.5M14.5 13v.5M10.5 16.5h3",
  fish: "M4 12s3.5-5.5 8.5-5.5c4 0 7 3 8 5.5-1 2.5-4 5.5-8 5.5C7.5 17.5 4 12 4 12zM3.5 8v8M16 11v0",
};

/** What can be chosen. */
export const FIGURES = Object.keys(SHAPES);

/** @param {string} name */
export const shape = (name) => icon(SHAPES[name]);

/**
 * A player in a circle: their figure, else the first letter of their name; robots are robots.
 * @param {{ kind: string, figure?: string, name: string }} seat
 */
export const avatar = ({ kind, figure = "", name }) =>
  h(
    "span",
    { class: `avatar ${figure in SHAPES ? `figure ${figure}` : ""}`, "aria-hidden": "true" },
    kind === "bot" ? robot() : figure in SHAPES ? shape(figure) : initial(name),
  );
