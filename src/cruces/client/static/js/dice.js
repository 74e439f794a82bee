// Whether the dice of a match are the promised ones: watched during the game, worked out again at
// its end, and said on the screen and to screen readers.

import { call } from "./api.js";
import { h } from "./html.js";
import { compare, keepKey, keptOf } from "./promise.js";
import { app, changed, notify } from "./store.js";
import { t } from "./texts.js";
import { viewOf } from "./views.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").Match} Match */
/** @typedef {import("./promise.js").Problem} Problem */

/** The events after which the server may show other promises or texts than before. */
export const DICE_EVENTS = new Set(["ready", "unready", "stood", "trimmed", "started", "ended"]);

/**
 * Whether there were dice or lots in a match.
 * @param {Pick<Match, "events">} match
 */
export const isDrawn = (match) => match.events.some(({ type }) => type === "chance");

/**
 * Look at what the server shows of the dice now.
 * @param {Table} table @param {boolean} [begins] whether the game begins just now
 */
export function watchDice(table, begins = false) {
  const match = /** @type {Match} */ (table.match);
  const isNew = !keptOf(match.match);
  const problems = compare(match, begins);
  if (isNew) void askKey(match.match);
  if (!isDrawn(match)) return;
  raise(table, problems);
  if (match.phase === "over" && table.dice === null) {
    table.dice = "asked";
    void workOut(table, match);
  }
}

/** @param {string} match */
async function askKey(match) {
  try {
    keepKey(match, (await call("/api/record-key")).key);
  } catch {
    // Without it the signature says only that nothing was changed since.
  }
}

/**
 * Work the dice out again, and look at the server's record of the game.
 * @param {Table} table @param {Match} match
 */
async function workOut(table, match) {
  const kept = keptOf(match.match);
  const { events, seats, result } = match;
  const fair = { ...match.fair, secret: result?.secret || null };
  const { checkDice } = await import("../verify/dice_check.js");
  const finding = await checkDice(
    { events, seats, result, fair },
    kept,
    viewOf(match).redraw ?? null,
  );
  try {
    const [record, { checkRecord, isSameGame }] = await Promise.all([
      call(`/api/matches/${match.match}/record`),
      import("../verify/record_check.js"),
    ]);
    const { signature, problems } = await checkRecord(record, kept);
    finding.signature = signature;
    finding.problems.push(...problems);
    if (!isSameGame(record, match)) finding.problems.push("record");
  } catch {
    // The network is gone: the dice were worked out all the same.
  }
  table.dice = finding;
  raise(table, finding.problems);
  if (finding.problems.length && app.table !== table) notify(t("dice.alarm"), "bad");
  changed();
}

/** @param {Table} table @param {Problem[]} problems */
function raise(table, problems) {
  const fresh = problems.filter((problem) => !table.problems.includes(problem));
  if (!fresh.length) return;
  table.problems.push(...fresh);
  console.warn(`The promise about the dice is broken: ${fresh.join(", ")}`);
  table.announcement = [t("dice.alarm"), ...fresh.map((one) => t(`dice.problem.${one}`))].join(" ");
  changed();
}

/**
 * The warning that the server does not keep its promise; nothing while it does.
 * @param {Pick<Table, "id" | "problems">} table @param {boolean} [link] whether to offer the check
 */
export const alarm = ({ id, problems }, link = true) =>
  problems.length > 0 &&
  h(
    "section",
    { key: "alarm", class: "alarm", role: "alert" },
    h("b", null, t("dice.alarm")),
    h(
      "ul",
      null,
      problems.map((one) => h("li", { key: one }, t(`dice.problem.${one}`))),
    ),
    link && h("a", { href: `/verify#match=${id}` }, t("web.page.verify")),
  );

/**
 * What this device found out about the dice of a finished game.
 * @param {Table} table
 */
export function diceLine(table) {
  const { dice, id } = table;
  if (table.problems.length) return alarm(table, false);
  if (dice === null || dice === "asked") return null;
  const count = dice.draws.length;
  /** @param {string} kind @param {string} sentence */
  const line = (kind, sentence) => h("p", { class: `dice-line ${kind}`, role: "status" }, sentence);
  if (dice.dice === "checked")
    return line("good", t(keptOf(id)?.early ? "dice.checked" : "dice.checked-late", { count }));
  return dice.dice === "insecure" && line("", t("dice.insecure"));
}
