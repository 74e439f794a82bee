// The token that proves who the player is. A page keeps it whatever the server says: a refusal may
// be a mistake, for example of a server that was restored from an old backup.

import { patientFetch } from "./patience.js";
import { app, changed, notify, read, write } from "./store.js";
import { t } from "./texts.js";

/**
 * A device as this browser stores it.
 * @typedef {object} Device
 * @property {string} player
 * @property {string} token
 * @property {string} [device]
 * @property {number} [since] when it got its token
 * @property {number} [until] when the browser became another player
 */

/** How many earlier players a browser remembers. */
const MOST_FORMER = 5;

/** @type {Promise<string> | null} */
let asked = null;

/**
 * The stored device.
 * @returns {Device | null}
 */
export const stored = () => {
  const device = read("device", /** @type {Device | null} */ (null));
  return device?.token ? device : null;
};

/**
 * The players that this browser was before.
 * @returns {Device[]}
 */
export const former = () => read("devices-before", []);

/**
 * The token of this device; concurrent callers share one request.
 * @returns {Promise<string>}
 */
export function token() {
  asked ??= fetchToken().finally(() => {
    asked = null;
  });
  return asked;
}

/** @returns {Promise<string>} */
async function fetchToken() {
  const device = stored();
  if (device) return device.token;
  const answer = await patientFetch("/api/devices", { method: "POST" }, sayWait);
  if (!answer.ok) throw await refusal(answer);
  const fresh = await answer.json();
  keep(fresh);
  return fresh.token;
}

/**
 * Say that one has to wait before it is tried again.
 * @param {number} seconds
 */
export const sayWait = (seconds) =>
  notify(t("web.wait", { seconds: Math.ceil(seconds) }), "info", Math.max(1500, 1000 * seconds));

/** A refusal, with a message to show. */
export class Refused extends Error {
  /** @param {string} message @param {string} code @param {string} [reason] */
  constructor(message, code, reason = "") {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

/** @param {Response} answer */
export async function refusal(answer) {
  try {
    const { message, code, reason } = await answer.json();
    return new Refused(message, code, reason);
  } catch {
    return new Refused(String(answer.status), "http");
  }
}

/**
 * Store a token of the same device.
 * @param {Device} device
 */
export const keep = (device) => write("device", { ...device, since: Date.now() });

/**
 * Become another player, or a new one; the present one can be chosen again.
 * @param {Device | null} device
 */
export function become(device) {
  const before = stored();
  const last = before ? [{ ...before, until: Date.now() }] : [];
  const known = [before?.player, device?.player];
  const others = former().filter(({ player }) => !known.includes(player));
  write("devices-before", [...last, ...others].slice(0, MOST_FORMER));
  write("device", device && { ...device, since: device.since ?? Date.now() });
  recognised();
}

/** The server knows this device. */
export function recognised() {
  if (!app.unrecognised) return;
  app.unrecognised = null;
  changed();
}

/**
 * The server refuses a token; whether another one is stored by now, which is worth a try.
 * @param {string} refused @param {string} reason @param {string} message
 */
export function unrecognised(refused, reason, message) {
  const other = stored()?.token !== refused;
  if (!other) {
    app.unrecognised = { reason, message };
    changed();
  }
  return other;
}
