// Chips, one of which is chosen.

import { h } from "../js/html.js";
import { changed } from "../js/store.js";

/**
 * One of several, to be chosen.
 * @template {string | number} T
 * @param {string} name @param {string} label @param {{ value: T, text: string }[]} offered
 * @param {T} current @param {(value: T) => void} choose
 */
export const radios = (name, label, offered, current, choose) =>
  h(
    "div",
    { key: name, class: "levels", role: "radiogroup", "aria-label": label },
    h("span", { "aria-hidden": "true" }, label),
    offered.map(({ value, text }) =>
      h(
        "label",
        { key: value, class: "chip radio" },
        h("input", {
          type: "radio",
          name,
          value,
          ".checked": value === current,
          onchange: () => {
            choose(value);
            changed();
          },
        }),
        text,
      ),
    ),
  );
