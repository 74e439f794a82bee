// The server's record of a finished game, compared with what a player kept and saw. It is loaded
// when a game is over.

import { canonical, checkSignature } from "./signature.js";

/** @typedef {import("../js/promise.js").Kept} Kept */
/** @typedef {import("../js/promise.js").Problem} Problem */
/** @typedef {import("./dice_check.js").Finding} Finding */

/**
 * The server's record of a game: whether its signature is right, and its key the one that was kept.
 * @param {any} record @param {Kept | undefined} kept
 * @returns {Promise<Pick<Finding, "signature" | "problems">>}
 */
export async function checkRecord(record, kept) {
  /** @type {Problem[]} */
  const problems = [];
  const signature = await checkSignature(record);
  if (signature === "bad") problems.push("signature");
  if (kept?.key && record.signature?.key !== kept.key) problems.push("key");
  return { signature, problems };
}

/**
 * Whether a record tells of the game that was shown.
 * @param {any} record @param {import("../js/types").Match} match
 */
export const isSameGame = (record, match) =>
  canonical(record.events) === canonical(match.events) &&
  canonical(record.fair) === canonical({ ...match.fair, secret: match.result?.secret ?? null });
