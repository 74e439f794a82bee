// HTTP requests. A device identifies itself with a token that never appears in a URL.

import { Refused, recognised, refusal, sayWait, token, unrecognised } from "./device.js";
import { patientFetch } from "./patience.js";
import { language } from "./texts.js";

export { Refused, refusal };

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
 * @param {unknown} [body] makes it a POST
 * @returns {AsyncGenerator<any>}
 */
export async function* lines(path, signal, body) {
  const reader = (await request(path, body, signal)).body
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
  // Lists are also loaded when nobody asks: whoever does not wait need not be told.
  const told = body === undefined && !signal ? undefined : sayWait;
  for (let again = true; ; again = false) {
    const proof = await token();
    const order = {
      signal,
      method: body === undefined ? "GET" : "POST",
      headers: {
        Authorization: `Bearer ${proof}`,
        "Accept-Language": language(),
        "Content-Type": "application/json",
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    const answer = await patientFetch(path, order, told);
    if (answer.ok) {
      recognised();
      return answer;
    }
    const why = await refusal(answer);
    const retry = answer.status === 401 && unrecognised(proof, why.reason, why.message);
    if (!retry || !again) throw why;
  }
}
