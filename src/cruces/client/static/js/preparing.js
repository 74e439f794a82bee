// Whether the server still prepares what robots think with, and how that is said.

import { changed, notify } from "./store.js";
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

/** What a robot does whose turn it is. */
export const thinking = () => t(part < 1 ? "web.status.preparing" : "web.status.thinking");

/**
 * The same as a sentence.
 * @param {string} name
 */
export const isThinking = (name) => t(part < 1 ? "web.preparing" : "web.thinking", { name });

/** Say once that robots are not at their best yet. */
export function excuse() {
  if (part === 1 || told) return;
  told = true;
  notify(t("web.preparing.note"));
}
