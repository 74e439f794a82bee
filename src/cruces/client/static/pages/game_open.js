// Opening the record of a game that was played elsewhere: chosen, or dropped anywhere on the page.

import { Refused, call } from "../js/api.js";
import { h } from "../js/html.js";
import { changed, notify } from "../js/store.js";
import { t } from "../js/texts.js";

/** Why the last file was not a game, and whether one is on its way. */
const opening = { refused: "", busy: false };

/** @param {File | null | undefined} file */
async function open(file) {
  if (!file || opening.busy) return;
  Object.assign(opening, { refused: "", busy: true });
  changed();
  try {
    const { match } = await call("/api/records", parsed(await file.text()));
    location.hash = `#game=${match}`;
  } catch (error) {
    const known = error instanceof Refused || error instanceof SyntaxError;
    opening.refused = known ? error.message : t("web.offline");
    notify(opening.refused, "bad");
  }
  opening.busy = false;
  changed();
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError(t("page.game.open.foreign"));
  }
}

/** Handlers for an element on which a file can be dropped. */
export const dropping = {
  ondragover: (/** @type {DragEvent} */ e) => e.preventDefault(),
  ondrop: (/** @type {DragEvent} */ e) => {
    const file = e.dataTransfer?.files[0];
    if (!file) return;
    e.preventDefault();
    void open(file);
  },
};

/**
 * The button that lets one choose a file.
 * @param {string} [said] the key of what it says
 */
export const chooser = (said = "page.game.open") =>
  h(
    "label",
    { key: "open", class: "quiet button file" },
    h("input", {
      type: "file",
      class: "unseen",
      accept: ".json,application/json",
      onchange: (/** @type {Event} */ e) => {
        const field = /** @type {HTMLInputElement} */ (e.target);
        void open(field.files?.[0]);
        field.value = ""; // the same file may be chosen again
      },
    }),
    t(opening.busy ? "page.game.open.busy" : said),
  );

/** The page without a game: which one is to be opened. */
export const opener = () =>
  h(
    "main",
    { class: "middle opener", ...dropping },
    h(
      "section",
      { class: "card" },
      h("h1", null, t("web.page.game")),
      h("p", null, t("page.game.open.about")),
      h("p", { role: "status" }, opening.refused),
      chooser("page.game.open.choose"),
    ),
  );
