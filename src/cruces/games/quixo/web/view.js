// The view of Quixo: the picture on the first page. All else is loaded at the first table.

import { loadStyles } from "/static/js/views.js";
import { typeset } from "./notation.js";
import { picture } from "./picture.js";

/**
 * A part that is loaded when it is needed, and the style of the board with it.
 * @template T @param {Promise<{ default: T }>} module
 */
async function withBoard(module) {
  style ??= loadStyles(import.meta.url, "table/table.css");
  const [{ default: part }] = await Promise.all([module, style]);
  return part;
}
/** @type {Promise<unknown> | undefined} */
let style;

/** @type {import("/static/js/types").FirstView<import("./types").Wood>} */
export default {
  picture,
  typeset,
  later: () => withBoard(import("./table/table.js")),
  pad: async () => {
    const style = loadStyles(import.meta.url, "pad/pad.css");
    const [{ default: pad }] = await Promise.all([import("./pad/pad.js"), style]);
    return pad;
  },
  editor: () => withBoard(import("./editor/editor.js")),
};
