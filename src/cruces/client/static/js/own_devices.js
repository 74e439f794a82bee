// This player's devices: what the server knows of them, and the tokens that prove who one is.

import { Refused, call } from "./api.js";
import { become, keep, stored } from "./device.js";
import { h } from "./html.js";
import { reconnect } from "./play.js";
import { app, changed, notify } from "./store.js";
import { t } from "./texts.js";

/** @typedef {import("./messages").KnownDevice} KnownDevice */

/** After how long a page replaces its token, in milliseconds. */
const TOKEN_LIFE = 30 * 24 * 3600 * 1000;
const SYSTEMS = ["Android", "iPhone", "iPad", "Windows", "CrOS", "Mac", "Linux"];
const BROWSERS = ["Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari"];
/**
 * Those that call themselves something else.
 * @type {Record<string, string>}
 */
const CALLED = { CrOS: "ChromeOS", Edg: "Edge", OPR: "Opera", SamsungBrowser: "Samsung Internet" };

/** What this device is called until its owner names it. */
export function usualName() {
  const found = [BROWSERS, SYSTEMS].map((names) =>
    names.find((name) => navigator.userAgent.includes(name)),
  );
  return found.flatMap((name) => (name ? [CALLED[name] ?? name] : [])).join(" · ");
}

/**
 * Do something, and say if it is refused.
 * @param {() => Promise<void>} what
 */
export async function attempt(what) {
  try {
    await what();
  } catch (error) {
    notify(error instanceof Refused ? error.message : t("web.offline.refusal"), "bad");
  }
  changed();
}

/** Load the list again. */
export async function loadDevices() {
  const { devices } = app;
  devices.failed = "";
  try {
    /** @type {KnownDevice[]} */
    const list = await call("/api/devices");
    devices.list = list;
    const here = list.find((one) => one.here);
    if (here && !here.label) {
      here.label = usualName();
      await call(`/api/devices/${here.id}/label`, { label: here.label });
    }
  } catch (error) {
    devices.failed = error instanceof Refused ? error.message : t("web.offline");
  }
  changed();
}

/** Get a new token for this device; the old one is not valid once this one is used. */
export async function replaceToken() {
  keep(await call("/api/devices/token", {}));
  await call("/api/devices"); // the first use
}

/** Replace the token of this device from time to time, in one window only. */
export async function renewToken() {
  const device = stored();
  if (!device) return;
  if (!device.since) keep(device);
  else if (Date.now() - device.since > TOKEN_LIFE) {
    await navigator.locks?.request("cruces.device", { ifAvailable: true }, async (lock) => {
      if (lock) await replaceToken();
    });
  }
}

/** Be a new player; the present one can be chosen again. */
export const startAnew = () => switchTo(null);

/** @param {import("./device.js").Device | null} device */
export function switchTo(device) {
  become(device);
  Object.assign(app.devices, { list: null, code: null, typed: "", asked: "" });
  reconnect();
  void loadDevices();
}

/** Ask again whether the server knows this device. */
async function tryAgain() {
  await loadDevices();
  reconnect();
  if (app.unrecognised) notify(app.unrecognised.message, "bad");
}

/**
 * What is wrong with this device's token, and what to do.
 */
export function deviceTrouble() {
  if (!app.unrecognised) return null;
  return h(
    "section",
    { key: "trouble", class: "card device-trouble", role: "alert" },
    h("b", null, app.unrecognised.message),
    h("p", null, t(`web.device.${app.unrecognised.reason}`)),
    h(
      "div",
      { class: "pair" },
      h("button", { type: "button", class: "go", onclick: tryAgain }, t("web.again")),
      h("a", { class: "quiet button", href: "#devices" }, t("web.device.code")),
      h("button", { type: "button", class: "quiet", onclick: startAnew }, t("web.device.anew")),
    ),
  );
}
