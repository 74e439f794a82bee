// Whether the server still prepares what robots think with, and how that is said.

import { changed, gameOf, notify } from "./store.js";
import { t } from "./texts.js";

const AGAIN = 2000;

let part = 1;
let watching = false;
let told = false;

/** Ask how far it is, until it is done. */
export async function watchPreparation() {
  if (watching) return;
  watching = true;
  try {
    do {
      const before = part;
      part = (await fetch("/api/preparation").then((answer) => answer.json())).part ?? 1;
      if (part !== before) changed();
      if (part < 1) await new Promise((resolve) => setTimeout(resolve, AGAIN));
    } while (part < 1);
  } catch {
    part = 1; // without a network there is nothing to say about it
  } finally {
    watching = false;
  }
}

/** How much of it is done, from 0 to 1. */
export const preparedPart = () => part;

/** What a robot does whose turn it is. */
export const thinking = () => t(part < 1 ? "web.status.preparing" : "web.status.thinking");

/**
 * The same as a sentence.
 * @param {string} name
 */
export const isThinking = (name) => t(part < 1 ? "web.preparing" : "web.thinking", { name });

/**
 * Say once that robots are not at their best yet, to those who play against a strong one.
 * @param {import("./types").Table} table @param {import("./types").Match} match
 */
export function excuse(table, match) {
  if (part === 1 || told || !match.seats.some(({ bot }) => isStrong(match.game, bot))) return;
  told = true;
  table.announcement = t("web.preparing.note");
  notify(table.announcement, "aside");
}

/**
 * Whether a robot is one of the stronger half. The others look ahead so little that hardly anything
 * changes for them meanwhile.
 * @param {string} game @param {string} bot
 */
function isStrong(game, bot) {
  const bots = gameOf(game)?.bots ?? [];
  return bots.indexOf(bot) >= bots.length / 2;
}
