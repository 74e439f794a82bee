// HTTP requests. A device identifies itself with a token that never appears in a URL.

import { read, write } from "./store.js";
import { language } from "./texts.js";

/** A refusal, with a message to show. */
export class Refused extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** @type {Promise<string> | null} */
let asked = null;

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
  const kept = read("device", { token: "" }).token;
  if (kept) return kept;
  const answer = await fetch("/api/devices", { method: "POST" });
  if (!answer.ok) throw await refusal(answer);
  const device = await answer.json();
  write("device", device);
  return device.token;
}

/** Forget a token that the server does not know. */
export function forget() {
  write("device", null);
}

/** @param {Response} answer */
export async function refusal(answer) {
  try {
    const { message, code } = await answer.json();
    return new Refused(message, code);
  } catch {
    return new Refused(String(answer.status), "http");
  }
}

/**
 * @param {string} path
 * @param {unknown} [body] makes it a POST
 * @param {AbortSignal} [signal] when nobody waits any more
 * @returns {Promise<any>}
 */
export async function call(path, body, signal) {
  const answer = await request(path, body, signal);
  const kind = answer.headers.get("content-type") ?? "";
  return kind.includes("json") ? answer.json() : answer.text();
}

/**
 * The lines of a streamed answer, each as soon as it arrives.
 * @param {string} path
 * @param {AbortSignal} signal when nobody waits any more
 * @returns {AsyncGenerator<any>}
 */
export async function* lines(path, signal) {
  const reader = (await request(path, undefined, signal)).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  let rest = "";
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const whole = (rest + read.value).split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) if (line) yield JSON.parse(line);
  }
}

/** @param {string} path @param {unknown} body @param {AbortSignal | undefined} signal */
async function request(path, body, signal) {
  for (let again = true; ; again = false) {
    const answer = await fetch(path, {
      signal,
      method: body === undefined ? "GET" : "POST",
      headers: {
        Authorization: `Bearer ${await token()}`,
        "Accept-Language": language(),
        "Content-Type": "application/json",
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (answer.ok) return answer;
    if (answer.status !== 401 || !again) throw await refusal(answer);
    forget();
  }
}
