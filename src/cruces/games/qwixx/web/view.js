// The view of Qwixx: the picture on the first page. All else is loaded at the first table.

import { styled } from "/static/js/views.js";
import { redraw } from "./chance.js";
import { drawInWords } from "./notation.js";
import { picture } from "./picture.js";

const TABLE = "table/table.css";

/** @type {import("/static/js/types").FirstView<import("./types").Paper>} */
export default {
  picture,
  redraw,
  drawInWords,
  later: () => styled(import("./table/table.js"), import.meta.url, TABLE),
  editor: () => styled(import("./editor/editor.js"), import.meta.url, TABLE, "editor/editor.css"),
  pad: () => styled(import("./pad/pad.js"), import.meta.url, TABLE, "pad/pad.css"),
};
