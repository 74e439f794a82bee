// A player's name and figure: asked for once, where others see them, and kept on the device.

import { FIGURES, avatar, shape } from "../js/figures.js";
import { h } from "../js/html.js";
import { app, changed, prefer } from "../js/store.js";
import { t } from "../js/texts.js";

/**
 * The name as far as it is typed; null if nobody is typing.
 * @type {string | null}
 */
let typed = null;
/** Whether the figures to choose from are shown. */
let picking = false;

/** What is typed is given up or has been accepted. */
export function forgetTyped() {
  typed = null;
  picking = false;
}

/** The name that is typed or was chosen earlier. */
export const typedName = () => (typed ?? app.prefs.name).trim();

/**
 * The fields for name and figure.
 * @param {{ name: string, asks: boolean, save: () => unknown }} how `asks` for a player who has not
 *   said their name yet; `name` is how they are called until then
 */
export const whoFields = ({ name, asks, save }) => [
  h(
    "button",
    {
      type: "button",
      class: "bare",
      "aria-label": t("web.figure"),
      "aria-expanded": String(picking),
      onclick: () => {
        picking = !picking;
        changed();
      },
    },
    avatar({ kind: "human", figure: app.prefs.figure, name: typedName() || name }),
  ),
  h(
    "label",
    { class: "who" },
    h("span", { class: asks ? "ask-name" : "unseen" }, t(asks ? "web.name.ask" : "web.name")),
    h("input", {
      class: "name",
      ".value": typed ?? (asks ? app.prefs.name : name),
      placeholder: asks ? name : undefined,
      maxlength: 60, // of a longer one the server says why it is refused
      autocomplete: "nickname",
      oninput: (/** @type {Event} */ e) => {
        typed = /** @type {HTMLInputElement} */ (e.target).value;
        changed();
      },
      onchange: save,
    }),
  ),
  picking &&
    h(
      "div",
      { key: "figures", class: "figures", role: "group", "aria-label": t("web.figure") },
      FIGURES.map((each) =>
        h(
          "button",
          {
            key: each,
            type: "button",
            class: `avatar figure ${each}`,
            "aria-label": t(`web.figure.${each}`),
            "aria-pressed": String(app.prefs.figure === each),
            onclick: () => {
              prefer({ figure: app.prefs.figure === each ? "" : each });
              picking = false;
              save();
            },
          },
          shape(each),
        ),
      ),
    ),
];
