// The page with the player's devices: a list, signing one out, and moving to another one. It is
// loaded when somebody opens it.

import { call } from "../js/api.js";
import { former, refusal, sayWait } from "../js/device.js";
import { h } from "../js/html.js";
import {
  attempt,
  loadDevices,
  replaceToken,
  startAnew,
  switchTo,
  usualName,
} from "../js/own_devices.js";
import { patientFetch } from "../js/patience.js";
import { app, changed, notify } from "../js/store.js";
import { day, language, t } from "../js/texts.js";
import { bar, question, settings } from "../js/widgets.js";
import { bigCode, onlyHere, picture } from "./invitation.js";

/** @typedef {import("../js/messages").KnownDevice} KnownDevice */

// What is asked of the server

/** @param {KnownDevice} device @param {string} label */
const rename = (device, label) =>
  attempt(async () => {
    await call(`/api/devices/${device.id}/label`, { label });
    device.label = label;
  });

/** @param {KnownDevice} device */
const signOut = (device) =>
  attempt(async () => {
    app.devices.asked = "";
    await call(`/api/devices/${device.id}/revoke`, {});
    if (device.here) startAnew();
    else await loadDevices();
  });

const showCode = () =>
  attempt(async () => {
    /** @type {import("../js/messages").DeviceCode} */
    const { code, seconds, page } = await call("/api/devices/code", {});
    const shown = { code, page, until: performance.now() + seconds * 1000 };
    app.devices.code = shown;
    setTimeout(() => {
      if (app.devices.code === shown) app.devices.code = null;
      changed();
    }, seconds * 1000);
  });

/** @param {Event} e */
const claim = (e) => {
  e.preventDefault();
  return attempt(async () => {
    const order = {
      method: "POST",
      headers: { "Content-Type": "application/json", "Accept-Language": language() },
      body: JSON.stringify({ code: app.devices.typed, label: usualName() }),
    };
    const answer = await patientFetch("/api/devices/claim", order, sayWait);
    if (!answer.ok) throw await refusal(answer);
    switchTo(await answer.json());
    notify(t("web.devices.claimed"));
  });
};

// The page

const devicesPage = () => [
  bar(h("span", { class: "grow" }), settings()),
  h(
    "main",
    { class: "devices" },
    h("h1", null, t("web.page.devices")),
    h("p", { class: "about" }, t("web.devices.about")),
    h("section", { class: "card" }, h("h2", null, t("web.devices.list")), list()),
    h("section", { class: "card" }, h("h2", null, t("web.devices.add")), code()),
    h("section", { class: "card" }, h("h2", null, t("web.devices.enter")), entry()),
    earlier(),
  ),
  signOutQuestion(),
];

function list() {
  const { list: known, failed } = app.devices;
  if (!known) return h("p", { class: "empty" }, failed || t("web.connecting"));
  return [
    h("ul", { class: "places" }, [...known].sort((a, b) => +b.here - +a.here).map(row)),
    h("p", { class: "about" }, t("web.devices.replace.about")),
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () =>
          attempt(async () => {
            await replaceToken();
            notify(t("web.devices.replaced"));
          }),
      },
      t("web.devices.replace"),
    ),
  ];
}

/** @param {KnownDevice} device */
const row = (device) =>
  h(
    "li",
    { key: device.id, "data-device": device.id },
    h(
      "span",
      { class: "who" },
      h("input", {
        class: "name",
        "aria-label": t("web.devices.name"),
        placeholder: t("web.devices.unnamed"),
        ".value": device.label,
        maxlength: 30,
        onchange: (/** @type {Event} */ e) =>
          rename(device, /** @type {HTMLInputElement} */ (e.target).value.trim()),
      }),
      h(
        "small",
        null,
        device.here ? t("web.devices.here") : t("web.devices.used", { time: day(device.used) }),
      ),
    ),
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `${t("web.devices.sign-out")}: ${device.label}`,
        onclick: () => {
          app.devices.asked = device.id;
          changed();
        },
      },
      t("web.devices.sign-out"),
    ),
  );

function code() {
  const { code: shown } = app.devices;
  if (!shown)
    return [
      h("p", null, t("web.devices.add.about")),
      h("button", { type: "button", class: "quiet", onclick: showCode }, t("web.devices.show")),
    ];
  return h(
    "div",
    { class: "invite" },
    bigCode(shown.code),
    shown.page.reach === "here"
      ? onlyHere()
      : h("img", {
          class: "qr",
          src: picture(shown.page.qr),
          alt: t("web.devices.qr"),
          width: 200,
          height: 200,
        }),
    h("p", null, t("web.devices.code.about", { address: new URL(shown.page.address).host })),
  );
}

const entry = () => [
  h("p", null, t("web.devices.enter.about")),
  h(
    "form",
    { class: "join", onsubmit: claim },
    h("input", {
      "aria-label": t("web.code"),
      placeholder: t("web.code"),
      autocapitalize: "characters",
      autocomplete: "one-time-code",
      spellcheck: "false",
      maxlength: 12,
      ".value": app.devices.typed,
      oninput: (/** @type {Event} */ e) => {
        app.devices.typed = /** @type {HTMLInputElement} */ (e.target).value;
        changed();
      },
    }),
    h(
      "button",
      { class: "go", "aria-disabled": String(!app.devices.typed.trim()) },
      t("web.devices.use"),
    ),
  ),
];

function earlier() {
  const others = former();
  if (!others.length) return null;
  return h(
    "section",
    { class: "card" },
    h("h2", null, t("web.devices.earlier")),
    h("p", null, t("web.devices.earlier.about")),
    h(
      "ul",
      { class: "places" },
      others.map((device) =>
        h(
          "li",
          { key: device.player },
          h(
            "span",
            { class: "who" },
            h("b", null, t("web.devices.player", { time: day(device.until ?? 0) })),
          ),
          h(
            "button",
            { type: "button", class: "quiet", onclick: () => switchTo(device) },
            t("web.devices.use"),
          ),
        ),
      ),
    ),
  );
}

/** Whether a device is really to be signed out. */
function signOutQuestion() {
  const device = app.devices.list?.find(({ id }) => id === app.devices.asked);
  if (!device) return null;
  const shut = () => {
    app.devices.asked = "";
    changed();
  };
  return question({
    title: t("web.devices.sign-out.title", { name: device.label || t("web.devices.unnamed") }),
    about: t(device.here ? "web.devices.sign-out.here" : "web.devices.sign-out.about"),
    yes: t("web.devices.sign-out"),
    shut,
    act: () => signOut(device),
  });
}

/** @type {import("../js/types").LaterPage} */
export const page = { draw: devicesPage, enter: () => void loadDevices(), retry: loadDevices };
