// The server's signature of a record: docs/records.md.

import { bytes } from "./fair.js";

const PREFIX = "cruces-record-1:";

/** @typedef {"good" | "bad" | "none" | "unknown"} SignatureState */

/**
 * JSON with the names of every object in order and no spaces (RFC 8785).
 * @param {any} value @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}

/**
 * Whether the holder of the key that a record names signed it; unknown where a browser cannot say.
 * @param {any} record
 * @returns {Promise<SignatureState>}
 */
export async function checkSignature({ signature, ...unsigned }) {
  if (!signature) return "none";
  const message = new TextEncoder().encode(PREFIX + canonical(unsigned));
  let key;
  try {
    key = await crypto.subtle.importKey("raw", bytes(signature.key), "Ed25519", false, ["verify"]);
  } catch {
    return "unknown"; // an old browser, or a connection that is not secure
  }
  const good = await crypto.subtle.verify("Ed25519", key, bytes(signature.value), message);
  return good ? "good" : "bad";
}
