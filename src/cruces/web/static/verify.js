// The page on which anyone draws the dice of a record again.

import { check } from "./fair.js";

/** @param {string} id */
const element = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(id);
  return found;
};

const lang = navigator.language.slice(0, 2);
/** @type {Record<string, string>} */
const texts = await (await fetch(`/api/texts/${lang}`)).json();

/** @param {string} key @param {Record<string, string | number>} [params] */
const say = (key, params = {}) =>
  texts[`verify.${key}`].replace(/\{(\w+)\}/g, (_, name) => String(params[name]));

document.documentElement.lang = texts["lang.code"];
document.title = say("title");
for (const id of ["title", "explanation", "choose"]) element(id).textContent = say(id);

/** @param {string} sentence @param {boolean} good */
function tell(sentence, good) {
  const verdict = element("verdict");
  verdict.textContent = `${good ? "✓" : "✗"} ${sentence}`;
  verdict.className = good ? "good" : "bad";
}

/** @param {string} written */
async function judge(written) {
  const rows = element("draws");
  rows.replaceChildren();
  const rules = await (await fetch("/api/verify", { method: "POST", body: written })).json();
  if (!rules.ok) return tell(rules.message, false);
  const record = JSON.parse(written);
  if (!record.fair?.secret) return tell(say("no-secret"), false);
  const { promised, draws } = await check(record);
  for (const { place, text, must, good } of draws) {
    const row = document.createElement("tr");
    for (const cell of [String(place), text, must, good ? "✓" : "✗"]) {
      row.append(Object.assign(document.createElement("td"), { textContent: cell }));
    }
    rows.append(row);
  }
  const bad = draws.filter(({ good }) => !good).length;
  if (!promised) return tell(say("not-promised"), false);
  if (bad) return tell(say("bad", { count: bad }), false);
  return tell(say("good", { count: draws.length }), true);
}

/** @type {HTMLInputElement} */ (element("file")).addEventListener("change", async (event) => {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (file) await judge(await file.text());
});
const match = new URLSearchParams(location.hash.slice(1)).get("match");
if (match) await judge(await (await fetch(`/api/matches/${match}/record`)).text());
