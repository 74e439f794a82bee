// The view of Quixo: the picture on the first page. All else is loaded at the first table.

import { styled } from "/static/js/views.js";
import { typeset } from "./notation.js";
import { picture } from "./picture.js";

const TABLE = "table/table.css";

/** @type {import("/static/js/types").FirstView<import("./types").Wood>} */
export default {
  picture,
  typeset,
  later: () => styled(import("./table/table.js"), import.meta.url, TABLE),
  pad: () => styled(import("./pad/pad.js"), import.meta.url, "pad/pad.css"),
  editor: () => styled(import("./editor/editor.js"), import.meta.url, TABLE),
};
