// Playing on from a position against robots. What is asked is loaded when somebody wants to.

import { changed, notify } from "../js/store.js";
import { speakOf, t } from "../js/texts.js";

/** @typedef {import("./play_on_dialog.js").From} From */

/** @type {From | null} */
let from = null;
/** @type {typeof import("./play_on_dialog.js") | null} */
let asked = null;

/**
 * Ask how to play on.
 * @param {From} wanted
 */
export async function playOn(wanted) {
  try {
    [asked] = await Promise.all([import("./play_on_dialog.js"), speakOf("play-on")]);
    from = wanted;
    changed();
  } catch {
    notify(t("web.offline.page"), "bad");
  }
}

/** The page is left, or somebody does not want to. */
export function stay() {
  from = null;
  changed();
}

/** The question, while it is asked. */
export const playOnDialog = () => (from && asked ? asked.playOnDialog(from, stay) : null);
