// The page on which anyone checks the dice of a game again.

import { Refused, refusal, token } from "../js/device.js";
import { h, render } from "../js/html.js";
import { botName } from "../js/names.js";
import { patientFetch } from "../js/patience.js";
import { keptFor, keptOf } from "../js/promise.js";
import { app, changed, drawWith } from "../js/store.js";
import { language, onSpeak, preferences, speak, t } from "../js/texts.js";
import { bar, dress, offerLanguages, settings } from "../js/widgets.js";
import { checkDice } from "./dice_check.js";
import { checkRecord } from "./record_check.js";

/** @typedef {import("./dice_check.js").Draw} Draw */
/** @typedef {import("../js/promise.js").Kept} Kept */
/**
 * open: nothing is wrong, but nothing is shown either; failed: it could not be checked.
 * @typedef {"good" | "bad" | "open" | "failed"} Mark
 */
/** @typedef {{ mark: Mark, said: string }} Point */

const SIGNS = { good: "✓", bad: "✗", open: "–", failed: "!" };
/** The statuses that say something of a record; all others, only of the request. */
const JUDGED = new Set([200, 400]);

/**
 * What was checked last: the record, and the match that it is of, if that is known.
 * @type {{ written: string, match: string | undefined }}
 */
const checked = { written: "", match: undefined };

/**
 * @type {{ verdict: Point | null, points: Point[], draws: Draw[], kept: Kept | undefined,
 *   key: string, inWords: (text: string) => string }}
 */
const shown = {
  verdict: null,
  points: [],
  draws: [],
  kept: undefined,
  key: "",
  inWords: (text) => text,
};

/** @param {string} address */
const json = async (address) => (await fetch(address)).json();

/**
 * What a game's family knows: how its dice are drawn again, and said.
 * @param {string} id
 * @returns {Promise<Partial<import("../js/types").View>>}
 */
async function viewOfGame(id) {
  const address = app.games.find((game) => game.id === id)?.view;
  return address ? (await import(address)).default : {};
}

/** The game could not be checked, which says nothing of it; what to do about that. */
class NotChecked extends Error {
  /** @param {string} message @param {string} advice */
  constructor(message, advice) {
    super(message);
    this.advice = advice;
  }
}

/**
 * A request that says something of a record, or NotChecked.
 * @param {string} path @param {RequestInit} [order]
 */
async function asked(path, order) {
  const answer = await patientFetch(path, order, () => say("open", t("verify.waiting"))).catch(
    () => {
      throw new NotChecked(t("verify.failed.offline"), t("verify.failed.later"));
    },
  );
  if (JUDGED.has(answer.status)) return answer;
  const { message } = await refusal(answer);
  const what = { 401: "device", 404: "file", 413: "command" }[answer.status] ?? "later";
  throw new NotChecked(message, t(`verify.failed.${what}`));
}

/**
 * What the server says of a record; it also knows the rules.
 * @param {string} written
 * @returns {Promise<{ ok: boolean, message: string }>}
 */
async function ask(written) {
  const proof = await token().catch((error) => {
    const why = error instanceof Refused ? error.message : t("verify.failed.offline");
    throw new NotChecked(why, t("verify.failed.later"));
  });
  const answer = await asked("/api/verify", {
    method: "POST",
    headers: { Authorization: `Bearer ${proof}`, "Accept-Language": language() },
    body: written,
  });
  const { ok = false, message = "" } = await answer.json();
  return { ok, message };
}

/** @param {Mark} mark @param {string} said */
function say(mark, said) {
  shown.verdict = { mark, said };
  changed();
}

/**
 * Do something that may end without a verdict.
 * @param {() => Promise<void>} checking
 */
async function attempt(checking) {
  try {
    await checking();
  } catch (error) {
    if (!(error instanceof NotChecked)) throw error;
    const points = [error.message, error.advice].map((said) => ({
      mark: /** @type {Mark} */ ("open"),
      said,
    }));
    Object.assign(shown, { points, draws: [], kept: undefined });
    say("failed", t("verify.failed"));
  }
}

/**
 * Check a record; the match that it is of, if that is known.
 * @param {string} written @param {string} [match]
 */
async function judge(written, match) {
  Object.assign(checked, { written, match });
  Object.assign(shown, { verdict: null, points: [], draws: [], kept: undefined });
  const rules = await ask(written);
  const record = parsed(written);
  if (!record?.seats || !record.events) {
    shown.verdict = { mark: "bad", said: rules.message };
    return changed();
  }
  const { fair } = record;
  const kept = match ? keptOf(match) : fair ? keptFor(fair) : undefined;
  const view = await viewOfGame(record.game);
  const { dice, draws, problems } = await checkDice(record, kept, view.redraw ?? null);
  const names = record.seats.map(
    (/** @type {{ kind: string, name: string }} */ { kind, name }, /** @type {number} */ seat) =>
      kind === "bot" ? botName(seat) : name,
  );
  shown.inWords = (text) => view.drawInWords?.(text, names) ?? text;
  const signed = await checkRecord(record, kept);
  const wrong = [...problems, ...signed.problems].map((problem) =>
    problem === "rolls"
      ? t("verify.bad", { count: draws.filter(({ good }) => !good).length })
      : t(`dice.problem.${problem}`),
  );
  /** @type {Point[]} */
  const points = wrong.map((said) => ({ mark: "bad", said }));
  if (rules.ok) points.push({ mark: "good", said: t("verify.rules-good") });
  else if (!wrong.length) points.push({ mark: "bad", said: rules.message }); // or it says the same
  if (fair && !problems.length) points.push(promise(kept));
  if (!signed.problems.length) points.push(signature(signed.signature, record));
  const bad = wrong.length > 0 || !rules.ok;
  shown.verdict = bad
    ? { mark: "bad", said: t(problems.length ? "dice.alarm" : "verify.wrong") }
    : verdict(dice, draws.length);
  Object.assign(shown, { points, draws: dice === "no-redraw" ? [] : draws, kept });
  changed();
}

/** @param {string} written */
function parsed(written) {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}

/** @param {import("./dice_check.js").Dice} dice @param {number} count @returns {Point} */
function verdict(dice, count) {
  if (dice === "checked") return { mark: "good", said: t("verify.good", { count }) };
  if (dice === "no-redraw") return { mark: "good", said: t("verify.good-server", { count }) };
  return { mark: "open", said: t(`verify.${dice}`) };
}

/** @param {Kept | undefined} kept @returns {Point} */
const promise = (kept) =>
  kept?.early
    ? { mark: "good", said: t("verify.kept") }
    : { mark: "open", said: t(kept ? "verify.kept-late" : "verify.kept-nothing") };

/** @param {string} state @param {{ signature?: { key: string } }} record @returns {Point} */
function signature(state, record) {
  if (state !== "good") return { mark: "open", said: t(`verify.signature-${state}`) };
  return record.signature?.key === shown.key
    ? { mark: "good", said: t("verify.signature-good") }
    : { mark: "open", said: t("verify.signature-other") };
}

/** @param {Event} event */
async function choose(event) {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (file) await attempt(async () => judge(await file.text()));
}

/** @param {Point} point */
const pointItem = ({ mark, said }) =>
  h("li", { key: said, class: mark }, h("span", { class: "sign" }, SIGNS[mark]), said);

/**
 * How to check the same on a computer that does not trust this page.
 * @param {Kept} kept
 */
function elsewhere(kept) {
  const own = Object.entries(kept.own).map(
    ([seat, text]) => ` --contribution ${Number(seat) + 1}=${text}`,
  );
  const key = kept.key ? ` --key ${kept.key}` : "";
  const options = `--commitment ${kept.commitment}${own.join("")}${key}`;
  return h(
    "details",
    { key: "elsewhere" },
    h("summary", null, t("verify.elsewhere")),
    h("p", null, t("verify.elsewhere.why")),
    h("pre", null, `cruces verify ${t("verify.file")} ${options}`),
  );
}

/** Every roll in words; of a wrong one also what it had to be. */
const drawTable = () =>
  h(
    "section",
    { key: "draws" },
    h("h2", null, t("verify.rolls")),
    h(
      "ol",
      { class: "draws" },
      shown.draws.map(({ place, text, must, good }) =>
        h(
          "li",
          { key: place, class: good ? "good" : "bad" },
          h(
            "span",
            {
              class: "sign",
              role: "img",
              "aria-label": t(good ? "verify.roll-good" : "verify.roll-bad"),
            },
            good ? SIGNS.good : SIGNS.bad,
          ),
          h("span", null, shown.inWords(text)),
          !good && h("strong", null, t("verify.must", { roll: shown.inWords(must) })),
        ),
      ),
    ),
  );

function draw() {
  const { verdict: found, points, draws, kept, key } = shown;
  document.title = `${t("web.page.verify")} · Cruces`;
  render(
    document.body,
    bar(
      checked.match &&
        h(
          "a",
          { class: "chip", href: `/#table=${checked.match}` },
          h("span", { "aria-hidden": "true" }, "←"),
          h("span", { class: "label" }, t("web.back-to-game")),
        ),
      h("span", { class: "grow" }),
      settings(),
    ),
    h(
      "main",
      { class: "verify card" },
      h("h1", null, t("web.page.verify")),
      h("p", null, t("verify.explanation")),
      h(
        "label",
        { class: "quiet file" },
        h("input", {
          type: "file",
          class: "unseen",
          accept: ".json,application/json",
          onchange: choose,
        }),
        t("verify.choose"),
      ),
      h(
        "p",
        { id: "verdict", class: `verdict ${found?.mark ?? ""}`, role: "status" },
        found && `${SIGNS[found.mark]} ${found.said}`,
      ),
      points.length > 0 && h("ul", { key: "points", class: "points" }, points.map(pointItem)),
      kept && elsewhere(kept),
      draws.length > 0 && drawTable(),
      key &&
        h("p", { key: "key", class: "server-key" }, t("verify.key"), " ", h("code", null, key)),
    ),
  );
}

dress();
const wanted = new URLSearchParams(location.hash.slice(1)).get("match") ?? undefined;
checked.match = wanted;
await speak(...preferences(app.prefs.lang));
drawWith(draw);
app.games = await (await patientFetch("/api/games")).json();
offerLanguages(Object.keys(app.games[0].names));
// In another language the server and this page say everything anew.
onSpeak(() => checked.written && void attempt(() => judge(checked.written, checked.match)));
shown.key = (await json("/api/record-key")).key;
changed();
if (wanted)
  await attempt(async () =>
    judge(await (await asked(`/api/matches/${wanted}/record`)).text(), wanted),
  );
