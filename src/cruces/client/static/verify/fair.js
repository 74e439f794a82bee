// Dice that can be checked: the protocol of docs/fair-dice.md, in the browser.

const encoder = new TextEncoder();
const WORDS = 2n ** 64n;

/** @param {ArrayBuffer} buffer */
const hex = (buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const bytes = (text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/**
 * What the server publishes before the first draw.
 * @param {Uint8Array} secret
 */
export const commitment = async (secret) => hex(await crypto.subtle.digest("SHA-256", secret));

/**
 * What the players' texts come to, each preceded by its length.
 * @param {string[]} contributions
 */
export async function seed(contributions) {
  const parts = contributions.map((text) => {
    const encoded = encoder.encode(text);
    return [...encoder.encode(`${encoded.length}:`), ...encoded];
  });
  return hex(await crypto.subtle.digest("SHA-256", Uint8Array.from(parts.flat())));
}

/**
 * Draw `number`: an integer from 0 to `below` − 1. Words that would favour small results are
 * skipped.
 * @param {Uint8Array} secret
 * @param {string[]} contributions
 * @param {number} number
 * @param {bigint} below
 */
export async function draw(secret, contributions, number, below) {
  const fair = WORDS - (WORDS % below);
  const key = await crypto.subtle.importKey(
    "raw",
    secret,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const prefix = `cruces-fair-1:${await seed(contributions)}:${number}:`;
  for (let block = 0; ; block += 1) {
    const signed = await crypto.subtle.sign("HMAC", key, encoder.encode(prefix + block));
    const view = new DataView(signed);
    for (let start = 0; start < signed.byteLength; start += 8) {
      const word = view.getBigUint64(start);
      if (word < fair) return word % below;
    }
  }
}

/**
 * What a draw must say, given what was on the table. The family's to know.
 * @typedef {(text: string, seats: number, drawn: (below: bigint) => Promise<bigint>) =>
 *   Promise<string>} Redraw
 */

/**
 * Every chance event of a record with what it had to be.
 * @param {{events: {type: string, text: string}[], seats: object[], fair: {secret: string,
 *   commitment: string, contributions: string[]}}} record
 * @param {Redraw} redraw
 */
export async function check(record, redraw) {
  const { secret, contributions } = record.fair;
  const key = bytes(secret);
  const chances = record.events
    .map((event, place) => ({ ...event, place: place + 1 }))
    .filter((event) => event.type === "chance");
  const draws = await Promise.all(
    chances.map(async ({ text, place }, number) => {
      const must = await redraw(text, record.seats.length, (below) =>
        draw(key, contributions, number, below),
      );
      return { place, text, must, good: text === must };
    }),
  );
  return { promised: (await commitment(key)) === record.fair.commitment, draws };
}
