// What other players did, for a few seconds on the screen. Screen readers hear it from `#told`.

import { h } from "./html.js";
import { changed } from "./store.js";

/** @typedef {import("./types").Table} Table */

/** How long a sentence is shown at least, and for each of its letters, in milliseconds. */
const LEAST_TIME = 3500;
const LETTER_TIME = 45;
/** How many sentences are shown at once: the latest. */
const MOST_SENTENCES = 2;

let lastId = 0;

/**
 * Show sentences for a while.
 * @param {Table} table @param {string[]} sentences
 */
export function tell(table, sentences) {
  for (const text of sentences) {
    const line = { id: ++lastId, text };
    table.told = [...table.told, line].slice(-MOST_SENTENCES);
    setTimeout(
      () => {
        table.told = table.told.filter((one) => one !== line);
        changed();
      },
      LEAST_TIME + LETTER_TIME * text.length,
    );
  }
}

/**
 * The sentences that are shown now, and the page's own notice.
 * @param {Table | null} table @param {import("./types").App["notice"]} notice
 */
export const toasts = (table, notice) => {
  const aside = notice?.kind === "aside";
  return h(
    "top-layer",
    { id: "notices", ".content": `${notice?.text ?? ""} ${table?.told.at(-1)?.id ?? ""}` },
    h(
      "div",
      { class: "told", "aria-hidden": "true" },
      table?.told.map(({ id, text }) => h("p", { key: id, class: "notice" }, text)),
      aside && h("p", { key: "aside", class: "notice" }, notice?.text),
    ),
    h(
      "div",
      { "aria-live": "assertive" },
      notice && !aside && h("p", { class: `notice ${notice.kind}` }, notice.text),
    ),
  );
};

/** Stays above open dialogs: whenever its content is new, it comes to the top again. */
class TopLayer extends HTMLElement {
  constructor() {
    super();
    this.shown = "";
  }

  connectedCallback() {
    this.setAttribute("popover", "manual");
    this.raise();
  }

  /** @param {string} now */
  set content(now) {
    if (now === this.shown) return;
    this.shown = now;
    if (this.isConnected) this.raise();
  }

  raise() {
    const layer = /** @type {any} */ (this); // our TypeScript does not know popovers yet
    if (!layer.showPopover) return; // nor does an older browser: there it lies behind dialogs
    if (this.matches(":popover-open")) layer.hidePopover();
    layer.showPopover();
  }
}
customElements.define("top-layer", TopLayer);
