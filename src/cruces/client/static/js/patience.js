// A server that refuses something for now says how long to wait: then it is asked again.

const MOST_TRIES = 4;
/** Who would have to wait longer, in seconds, is told so instead. */
const LONGEST = 60;
/** Seconds, where the server names none. */
const USUAL = 2;

/**
 * A request that is sent again when the server asks for that.
 * @param {string} path
 * @param {RequestInit} [init]
 * @param {(seconds: number) => void} [told] says on the screen that one has to wait
 * @returns {Promise<Response>}
 */
export async function patientFetch(path, init = {}, told = undefined) {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(path, init);
    if (answer.status !== 429 || tries === MOST_TRIES) return answer;
    const seconds = secondsToWait(answer);
    if (seconds > LONGEST) return answer;
    told?.(seconds);
    await pause(1000 * seconds, init.signal);
  }
}

/** @param {Response} answer */
function secondsToWait(answer) {
  const said = Number(answer.headers.get("retry-after") ?? USUAL);
  return said >= 0 ? said : USUAL;
}

/**
 * @param {number} wait in milliseconds
 * @param {AbortSignal | null} [signal] ends it early
 */
export const pause = (wait, signal) =>
  new Promise((done) => {
    const timer = setTimeout(done, wait);
    const end = () => {
      clearTimeout(timer);
      done(undefined);
    };
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end);
  });
