// The page on which anyone draws the dice of a record again.

import { check } from "./fair.js";
import { h, render } from "../js/html.js";
import { bar, dress } from "../js/widgets.js";
import { app, changed, drawWith } from "../js/store.js";
import { preferences, speak, t } from "../js/texts.js";

/** @typedef {{ place: number, text: string, must: string, good: boolean }} Draw */

/** @type {{ verdict: string, good: boolean, draws: Draw[] }} */
const shown = { verdict: "", good: false, draws: [] };

/** @param {string} sentence @param {boolean} good */
function tell(sentence, good) {
  Object.assign(shown, { verdict: `${good ? "✓" : "✗"} ${sentence}`, good });
  changed();
}

/**
 * How a game's dice are drawn again: its family knows. The server has drawn those of the others.
 * @param {string} id
 * @returns {Promise<import("./fair.js").Redraw | null>}
 */
async function redrawOf(id) {
  /** @type {import("../js/types").Game[]} */
  const games = await (await fetch("/api/games")).json();
  const address = games.find((game) => game.id === id)?.view;
  const view = address ? (await import(address)).default : {};
  return view.redraw ?? null;
}

/** @param {string} written */
async function judge(written) {
  shown.draws = [];
  const rules = await (await fetch("/api/verify", { method: "POST", body: written })).json();
  if (!rules.ok) return tell(rules.message, false);
  const record = JSON.parse(written);
  if (!record.fair?.secret) return tell(t("verify.no-secret"), false);
  const redraw = await redrawOf(record.game);
  const { promised, draws } = await check(record, redraw ?? (async (text) => text));
  shown.draws = draws;
  const bad = draws.filter(({ good }) => !good).length;
  if (!promised) return tell(t("verify.not-promised"), false);
  if (bad) return tell(t("verify.bad", { count: bad }), false);
  return tell(t(redraw ? "verify.good" : "verify.good-server", { count: draws.length }), true);
}

/** @param {Event} event */
async function choose(event) {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (file) await judge(await file.text());
}

function draw() {
  document.title = `${t("verify.title")} · Cruces`;
  render(
    document.body,
    bar(),
    h(
      "main",
      { class: "verify card" },
      h("h1", null, t("verify.title")),
      h("p", null, t("verify.explanation")),
      h(
        "label",
        { class: "file" },
        t("verify.choose"),
        h("input", { type: "file", accept: ".json,application/json", onchange: choose }),
      ),
      h(
        "p",
        { id: "verdict", class: `verdict ${shown.good ? "good" : "bad"}`, role: "status" },
        shown.verdict,
      ),
      shown.draws.length > 0 &&
        h(
          "table",
          null,
          h(
            "tbody",
            null,
            shown.draws.map(({ place, text, must, good }) =>
              h(
                "tr",
                { key: place },
                h("td", null, place),
                h("td", null, text),
                h("td", null, must),
                h("td", null, good ? "✓" : "✗"),
              ),
            ),
          ),
        ),
    ),
  );
}

dress();
await speak(...preferences(app.prefs.lang));
drawWith(draw);
const match = new URLSearchParams(location.hash.slice(1)).get("match");
if (match) await judge(await (await fetch(`/api/matches/${match}/record`)).text());
