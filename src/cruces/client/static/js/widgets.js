// Widgets that several pages share.

import { h } from "./html.js";
import { close, logo, moon, soundOff, soundOn, sun } from "./icons.js";
import { app, changed, prefer } from "./store.js";
import { language, speak, t } from "./texts.js";

/** @typedef {import("./html.js").Loose} Loose */

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark. */
export const isDark = () => (app.prefs.theme ? app.prefs.theme === "dark" : dark.matches);

/** Apply the preferences that affect the style. */
export function dress() {
  const { theme } = app.prefs;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** @param {Loose[]} middle */
export const bar = (...middle) =>
  h(
    "header",
    { class: "bar" },
    h(
      "a",
      { href: "/#", class: "home", "aria-label": t("web.home") },
      logo(),
      h("b", null, "Cruces"),
    ),
    middle,
  );

/** The buttons for language, theme and sound. */
export const settings = () => [
  h(
    "select",
    {
      class: "chip",
      "aria-label": t("web.language"),
      ".value": language(),
      onchange: (/** @type {Event} */ e) =>
        switchTo(/** @type {HTMLSelectElement} */ (e.target).value),
    },
    Object.entries(app.languages).map(([code, name]) =>
      h("option", { key: code, value: code, selected: code === language() }, name),
    ),
  ),
  h(
    "button",
    {
      type: "button",
      class: "chip square",
      "aria-label": t(isDark() ? "web.light" : "web.dark"),
      onclick: () => {
        prefer({ theme: isDark() ? "light" : "dark" });
        dress();
      },
    },
    isDark() ? sun() : moon(),
  ),
  h(
    "button",
    {
      type: "button",
      class: "chip square",
      "aria-label": t("web.sound"),
      "aria-pressed": String(app.prefs.sound),
      onclick: () => prefer({ sound: !app.prefs.sound }),
    },
    app.prefs.sound ? soundOn() : soundOff(),
  ),
];

/** @param {string} lang */
async function switchTo(lang) {
  prefer({ lang });
  await speak(lang);
  changed();
}

/**
 * A modal dialog. The browser keeps the focus inside and restores it afterwards.
 * @param {string} key @param {string} title @param {() => void} shut @param {Loose[]} content
 */
export const dialog = (key, title, shut, ...content) =>
  h(
    "modal-dialog",
    { key, class: `dialog ${key}` },
    h(
      "dialog",
      {
        "aria-label": title,
        oncancel: shut,
        onclick: (/** @type {MouseEvent} */ e) => e.target === e.currentTarget && shut(),
      },
      h(
        "div",
        { class: "sheetlet" },
        h(
          "header",
          null,
          h("h2", null, title),
          h(
            "button",
            { type: "button", class: "chip square", "aria-label": t("web.close"), onclick: shut },
            close(),
          ),
        ),
        content,
      ),
    ),
  );

/**
 * The question before something that cannot be undone.
 * @param {{ title: string, about: string, yes: string, shut: () => void, act: () => unknown }} what
 */
export const question = ({ title, about, yes, shut, act }) =>
  dialog(
    "ask",
    title,
    shut,
    h("p", null, about),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "quiet", onclick: shut }, t("web.cancel")),
      h(
        "button",
        {
          type: "button",
          class: "go danger",
          onclick: () => {
            shut();
            act();
          },
        },
        yes,
      ),
    ),
  );

/** Opens the dialog inside as soon as it is attached. */
class ModalDialog extends HTMLElement {
  connectedCallback() {
    queueMicrotask(() => {
      const inside = this.querySelector("dialog");
      if (inside && !inside.open && this.isConnected) inside.showModal();
    });
  }
}
customElements.define("modal-dialog", ModalDialog);

/**
 * A number with a typographic minus sign.
 * @param {number} points
 */
export const signed = (points) => (points < 0 ? `−${-points}` : String(points));

/** @param {string} name */
export const initial = (name) => [...name][0]?.toUpperCase() ?? "?";
