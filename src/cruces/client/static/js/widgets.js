// Widgets that several pages share.

import { h } from "./html.js";
import { bell, bellOff, close, logo, moon, soundOff, soundOn, sun } from "./icons.js";
import { app, changed, notify, prefer } from "./store.js";
import { language, speak, t } from "./texts.js";
import { canNotify, notifies, toggleNotifications } from "./turn.js";

/** @typedef {import("./html.js").Loose} Loose */

const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", changed);

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
      { href: "/#", class: "home", "aria-label": `Cruces: ${t("web.home")}` },
      logo(),
      h("b", null, "Cruces"),
    ),
    middle,
  );

/**
 * A page on which there is nothing to do but to leave it.
 * @param {string} why
 */
export const deadEnd = (why) =>
  h(
    "main",
    { class: "middle" },
    h("p", { class: "card empty" }, why),
    h("a", { class: "go button", href: "#" }, t("web.home")),
  );

/**
 * Offer these languages, each by its own name.
 * @param {string[]} codes
 */
export function offerLanguages(codes) {
  app.languages = Object.fromEntries(
    codes.map((code) => {
      const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
      return [code, name[0].toLocaleUpperCase(code) + name.slice(1)];
    }),
  );
}

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

/** The button for notifications, where the browser has them. */
export const notificationButton = () =>
  canNotify() &&
  h(
    "button",
    {
      type: "button",
      class: "chip square",
      "aria-label": t("web.notify"),
      title: t("web.notify"),
      "aria-pressed": String(notifies()),
      onclick: async () => {
        await toggleNotifications();
        const { permission } = Notification;
        const state = permission !== "granted" ? permission : notifies() ? "on" : "off";
        notify(t(`web.notify.${state}`));
      },
    },
    notifies() ? bell() : bellOff(),
  );

/** @param {string} lang */
async function switchTo(lang) {
  prefer({ lang });
  await speak(lang);
  changed();
}

/**
 * One of several to choose.
 * @param {string} name of all of them @param {string | number} value
 * @param {boolean} chosen @param {() => void} choose @param {Loose[]} shown
 */
export const radio = (name, value, chosen, choose, ...shown) =>
  h(
    "label",
    { key: value, class: "chip radio" },
    h("input", { type: "radio", name, value, ".checked": chosen, onchange: choose }),
    shown,
  );

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

// The browser's way back closes an open dialog first. A dialog adds an entry to the history, at the
// same address. It stays there when the dialog is closed in another way: going back takes a moment,
// in which somebody may follow a link. The next dialog uses it again, and whoever goes back without
// a dialog is taken past it.

/** The address of the entry on top, if it was added for a dialog. */
let spare = globalThis.history?.state?.dialog ? location.href : "";

const isSpare = () => !!history.state?.dialog;

/** A dialog is shown: the way back leads to the same page without it. */
function guardBack() {
  if (spare === location.href && isSpare()) return;
  history.pushState({ dialog: true }, "");
  spare = location.href;
}

addEventListener("popstate", () => {
  const left = spare;
  spare = isSpare() ? location.href : "";
  if (left !== location.href || spare) return;
  const open = document.querySelector("modal-dialog dialog[open]");
  if (open) open.dispatchEvent(new Event("cancel"));
  else history.back();
});

/**
 * The question before something that cannot be undone.
 * @param {{ title: string, about: string, yes: string, shut: () => void, act: () => unknown }} what
 */
export const question = ({ title, about, yes, shut, act }) =>
  dialog(
    "question",
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
      if (!inside || inside.open || !this.isConnected) return;
      inside.showModal();
      guardBack();
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
