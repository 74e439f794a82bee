// The view of Quixo: the picture on the first page. All else is loaded at the first table.

import { loadStyles } from "/static/js/views.js";
import { picture } from "./picture.js";

/** @type {import("/static/js/types").FirstView<import("./types").Wood>} */
export default {
  picture,
  pad: "/families/quixo/pad/pad.js",
  later: async () => {
    const [{ default: table }] = await Promise.all([
      import("./table/table.js"),
      loadStyles(import.meta.url, "table/table.css"),
    ]);
    return table;
  },
};
