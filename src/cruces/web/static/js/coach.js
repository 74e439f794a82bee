// The coach's report of a finished game: choices, dice, the chance all along, and what to think about.

import { nameOf } from "./announce.js";
import { Refused, call } from "./api.js";
import { h } from "./html.js";
import { go } from "./lookback.js";
import { changed, notify } from "./store.js";
import { t } from "./texts.js";
import { pointsOf } from "./values.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").Match} Match @typedef {import("./types").Report} Report @typedef {import("./types").Choice} Choice */

const LISTED = 8;
/** Choices that are talked about, the costliest. */
const [WIDTH, HEIGHT] = [320, 120];

/** @type {AbortController | null} */
let asking = null;

/** Nobody waits for it any more. */
export function forgetCoach() {
  asking?.abort();
  asking = null;
}

/** @param {Table} table */
export async function askCoach(table) {
  const match = /** @type {Match} */ (table.match);
  table.dialog = "coach";
  changed();
  if (table.report) return;
  forgetCoach();
  const { signal } = (asking = new AbortController());
  try {
    table.report = await call(`/api/matches/${match.match}/report`, undefined, signal);
  } catch (error) {
    if (signal.aborted) return;
    table.dialog = "";
    notify(error instanceof Refused ? error.message : t("web.offline"), "bad");
  }
  changed();
}

/** @param {number} share @param {number} [digits] */
const percent = (share, digits = 0) => t("value.chance", { percent: minus((100 * share).toFixed(digits)) });

/** @param {string} number */
const minus = (number) => (Number(number) === 0 ? number.replace("-", "") : number).replace("-", "−").replace(".", t("number.point"));

/** @param {number} value */
const points = (value) => t("value.points", { points: minus(pointsOf(value)) });

/** @param {number} value */
const plus = (value) => (value > 0 ? "+" : "");

/** @param {Table} table */
export function coach(table) {
  const match = /** @type {Match} */ (table.match);
  const { report } = table;
  if (!report) return h("p", { class: "pondering", role: "status" }, t("web.coach.thinking"));
  const talked = report.decisions.filter(({ grade }) => grade !== "best" && grade !== "good").sort((a, b) => b.cost - a.cost).slice(0, LISTED).sort((a, b) => a.number - b.number);
  return [
    h("ul", { class: "coached" }, report.summaries.map((_, seat) => summary(match, report, seat))),
    h("h3", null, t(report.alone ? "coach.curve.points" : "coach.curve.chance")),
    chart(match, report),
    h("h3", null, t("coach.decisions")),
    talked.length ? h("ol", { class: "talked" }, talked.map((choice) => moment(table, report, choice))) : h("p", null, t("coach.none")),
    h("p", { class: "key" }, t(report.exact ? "coach.exact" : "coach.estimated")),
  ];
}

/** @param {Match} match @param {Report} report @param {number} seat */
function summary(match, report, seat) {
  const { decisions, sound, cost, luck, luck_points } = report.summaries[seat];
  const key = report.alone ? "coach.choices-alone" : "coach.choices";
  const lucky = luck === null || luck_points === null ? "" : [...(report.alone ? [] : [`${plus(luck)}${percent(luck)}`]), `${plus(luck_points)}${points(luck_points)}`].join(", ");
  return h("li", { key: seat }, h("b", { class: `n${seat}` }, nameOf(match, seat)),
    h("span", null, decisions ? t(key, { sound, count: decisions, cost: report.alone ? points(cost) : percent(cost / decisions, 1) }) : t("coach.no-choices")),
    lucky && h("span", null, t("coach.luck", { luck: lucky })));
}

/** @param {Match} match @param {Report} report */
function chart(match, report) {
  const { curve, alone } = report;
  const last = curve.at(-1);
  if (!last) return null;
  const all = curve.flatMap(({ worth }) => worth);
  const [low, high] = alone ? [Math.min(0, ...all), Math.max(1, ...all)] : [0, 1];
  /** @param {number} value */
  const said = (value) => (alone ? points(value) : percent(value));
  /** @param {number} seat */
  const course = (seat) => curve.map(({ number, worth }, i) => `${i ? "L" : "M"}${((WIDTH * number) / (last.number || 1)).toFixed(1)} ${(HEIGHT * (1 - (worth[seat] - low) / (high - low))).toFixed(1)}`).join("");
  const label = t("coach.chart", { title: t(alone ? "coach.curve.points" : "coach.curve.chance"), course: last.worth.map((end, seat) => `${nameOf(match, seat)}: ${said(curve[0].worth[seat])} → ${said(end)}`).join("; ") });
  return h("svg", { class: "course", viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, role: "img", "aria-label": label },
    [0, 0.5, 1].map((part) => h("path", { key: `g${part}`, class: "grid", d: `M0 ${HEIGHT * part}H${WIDTH}` })),
    last.worth.map((_, seat) => h("path", { key: seat, class: `s${seat}`, d: course(seat) })));
}

/** @param {Table} table @param {Report} report @param {Choice} choice */
function moment(table, report, choice) {
  const match = /** @type {Match} */ (table.match);
  const cost = report.alone ? points(-choice.cost) : percent(-choice.cost) + (choice.points ? `, ${points(-choice.points)}` : "");
  const told = [
    h("span", { class: "what" }, h("b", null, nameOf(match, choice.seat)), ` ${choice.played_name}: ${t(`coach.grade.${choice.grade}`)}, ${cost}`),
    h("small", null, t("coach.better", { why: choice.played.why, best: choice.best_name })),
  ];
  if (!match.game.startsWith("quixo")) return h("li", { key: choice.number }, told);
  const before = match.events.slice(0, choice.number - 1).filter(({ type }) => type === "action").length;
  return h("li", { key: choice.number }, h("button", { type: "button", class: "quiet", onclick: () => {
    table.dialog = "";
    go(table, before);
  } }, told));
}
