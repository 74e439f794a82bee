// The coach's report of a finished game: choices, dice, the chance all along, and what to think about.

import { nameOf, rollText } from "./announce.js";
import { Refused, lines } from "./api.js";
import { h } from "./html.js";
import { go } from "./lookback.js";
import { changed, notify } from "./store.js";
import { language, t } from "./texts.js";
import { named, pointsOf, written } from "./values.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").Match} Match @typedef {import("./types").Report} Report @typedef {import("./types").Choice} Choice @typedef {import("./types").Turning} Turning @typedef {import("./types").Course} Course */

const LISTED = 8;
/** Choices that are talked about, the costliest. */
const [WIDTH, HEIGHT] = [320, 120];
const wide = matchMedia("(min-width: 47.5rem)");
const ENOUGH = 0.05;
/** Of the game: after so much it can be said how long the rest will take. */

// Asking

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
  const lang = language();
  table.dialog = "coach";
  changed();
  if (table.report?.lang === lang) return;
  forgetCoach();
  const { signal } = (asking = new AbortController());
  table.report = table.course = null;
  try {
    for await (const line of lines(`/api/matches/${match.match}/report/stream`, signal)) {
      if (line.type === "report") table.report = { ...line.report, lang };
      else table.course = reached(table.course, line);
      changed();
    }
    if (!table.report) throw new Error("the connection ended before the report");
  } catch (error) {
    if (signal.aborted) return;
    table.dialog = "";
    notify(error instanceof Refused ? error.message : t("web.offline"), "bad");
    changed();
  }
}

/** @param {Course | null} before @param {{ part: number, ahead: number }} now @returns {Course} */
function reached(before, { part, ahead }) {
  const begun = before && !before.ahead && before.from > 0;
  return { part, ahead, from: begun ? before.from : part, since: begun ? before.since : performance.now() };
}

/**
 * Seconds until it is ready, or 0 while that cannot be said.
 * @param {Course} course
 */
function left({ part, from, since }) {
  const done = part - from;
  return done < ENOUGH ? 0 : Math.max(1, Math.round(((performance.now() - since) / 1000) * ((1 - part) / done)));
}

// Numbers

/** @param {number} share @param {number} [digits] */
const percent = (share, digits = 0) => whole(t("value.chance", { percent: minus((100 * share).toFixed(digits)) }));

/** @param {string} number */
const minus = (number) => (Number(number) === 0 ? number.replace("-", "") : number).replace("-", "−").replace(".", t("number.point"));

/** @param {number} value */
const points = (value) => whole(t("value.points", { points: minus(pointsOf(value)) }));

/**
 * A number and its unit stay on one line.
 * @param {string} said
 */
const whole = (said) => said.replaceAll(" ", "\u00a0");

/** @param {number} value */
const plus = (value) => (value > 0 ? "+" : "");

// What is shown

/**
 * Who it is, also where robots have the same name; in teams as on the cubes' dots.
 * @param {Match} match @param {number} seat
 */
function label(match, seat) {
  const name = nameOf(match, seat);
  if (match.game === "quixo-teams") return `${"XO"[seat % 2]}${seat + 1} ${name}`;
  return match.seats.some((_, other) => other !== seat && nameOf(match, other) === name) ? `${name} ${seat + 1}` : name;
}

/**
 * The seats whose chance has a line of its own: partners share theirs.
 * @param {Match} match
 */
const drawn = (match) => match.seats.flatMap((_, seat) => (match.game === "quixo-teams" && seat > 1 ? [] : [seat]));

/** @param {Table} table @param {() => void} cancel */
export function coach(table, cancel) {
  const { report } = table;
  return [
    h("p", { key: "told", role: "status", class: report ? "unseen" : "pondering" }, t(report ? "web.coach.ready" : "web.coach.thinking")),
    report ? told(table, report) : waiting(table.course, cancel),
  ];
}

/** @param {Course | null} course @param {() => void} cancel */
function waiting(course, cancel) {
  const percent = Math.floor(100 * (course?.part ?? 0));
  const seconds = course ? left(course) : 0;
  const far = course?.ahead ? t("web.coach.ahead", { count: course.ahead }) : seconds ? t("web.coach.far-left", { percent, seconds }) : t("web.coach.far", { percent });
  return h("div", { key: "waiting", class: "waiting" },
    h("progress", { max: 100, value: percent, "aria-label": t("web.coach.progress") }),
    h("p", { class: "far" }, far),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: cancel }, t("web.cancel"))));
}

/** @param {Table} table @param {Report} report */
function told(table, report) {
  const match = /** @type {Match} */ (table.match);
  const talked = report.decisions.filter(({ grade }) => grade !== "best" && grade !== "good").sort((a, b) => b.cost - a.cost).slice(0, LISTED).sort((a, b) => a.number - b.number);
  const turns = report.turning_points;
  return [
    h("ul", { key: "coached", class: "coached" }, report.summaries.map((_, seat) => summary(match, report, seat))),
    h("h3", null, t(report.alone ? "coach.curve.points" : "coach.curve.chance")),
    chart(match, report),
    h("h3", null, t("coach.turning")),
    turns.length ? h("ol", { key: "turns", class: "talked turns" }, turns.map((turn, i) => turning(table, report, turn, i))) : h("p", null, t("coach.no-turning")),
    h("h3", null, t("coach.decisions")),
    talked.length ? h("ol", { key: "talked", class: "talked" }, talked.map((choice) => moment(table, report, choice))) : h("p", null, t("coach.none")),
    h("details", { key: "key", class: "legend" }, h("summary", null, t("web.coach.key")), report.key.map((said) => h("p", null, written(said)))),
  ];
}

/** @param {Match} match @param {Report} report @param {number} seat */
function summary(match, report, seat) {
  const { decisions, sound, cost, luck, luck_points } = report.summaries[seat];
  const line = seat % drawn(match).length;
  const key = report.alone ? "coach.choices-alone" : "coach.choices";
  const lucky = luck === null || luck_points === null ? "" : [...(report.alone ? [] : [`${plus(luck)}${percent(luck)}`]), `${plus(luck_points)}${points(luck_points)}`].join(", ");
  return h("li", { key: seat }, h("b", { class: `n${line}` }, stroke(line), label(match, seat)),
    h("span", null, decisions ? t(key, { sound, count: decisions, cost: report.alone ? points(cost) : percent(cost / decisions, 1) }) : t("coach.no-choices")),
    lucky && h("span", null, t("coach.luck", { luck: lucky })));
}

/**
 * How a player's line is drawn.
 * @param {number} seat
 */
const stroke = (seat) => h("svg", { class: "stroke", viewBox: "0 0 30 8", "aria-hidden": "true" }, h("path", { class: `s${seat}`, d: "M0 4H30" }));

/** @param {Match} match @param {Report} report */
function chart(match, report) {
  const { curve, alone, turning_points } = report;
  const last = curve.at(-1);
  if (!last) return null;
  const all = curve.flatMap(({ worth }) => worth);
  const [low, high] = alone ? [Math.min(0, ...all), Math.max(1, ...all)] : [0, 1];
  /** @param {number} value */
  const said = (value) => (alone ? points(value) : percent(value));
  /** @param {number} number */
  const x = (number) => ((WIDTH * number) / (last.number || 1)).toFixed(1);
  /** @param {number} value */
  const y = (value) => (HEIGHT * (1 - (value - low) / (high - low))).toFixed(1);
  /** @param {number} seat */
  const course = (seat) => curve.map(({ number, worth }, i) => `${i ? "L" : "M"}${x(number)} ${y(worth[seat])}`).join("");
  const spread = apart(turning_points.map(({ number }) => (100 * number) / last.number));
  const words = t("coach.chart", { title: t(alone ? "coach.curve.points" : "coach.curve.chance"), course: drawn(match).map((seat) => `${label(match, seat)}: ${said(curve[0].worth[seat])} → ${said(last.worth[seat])}`).join("; ") });
  return h("div", { key: "chart", class: "chart" },
    h("div", { class: "heights", "aria-hidden": "true" }, [high, (low + high) / 2, low].map((value) => h("span", null, alone ? Math.round(value) : percent(value)))),
    h("div", { class: "plot" },
      h("svg", { class: "course", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": words },
        [0, 0.5, 1].map((part) => h("path", { key: `g${part}`, class: "grid", d: `M0 ${HEIGHT * part}H${WIDTH}` })),
        turning_points.map(({ number }) => h("path", { key: `t${number}`, class: "turn", d: `M${x(number)} 0V${HEIGHT}` })),
        drawn(match).map((seat) => h("path", { key: seat, class: `s${seat}`, d: course(seat) }))),
      turning_points.map(({ number }, i) => h("i", { key: number, class: "turn", "aria-hidden": "true", style: { "--at": `${spread[i]}%` } }, i + 1))));
}

/**
 * Places in percent, so far from each other that a number at each can be read.
 * @param {number[]} places in order
 */
function apart(places) {
  const found = [...places];
  const width = wide.matches ? 3.5 : 7.5; // what a number takes of the chart
  for (let i = 1; i < found.length; i++) found[i] = Math.max(found[i], found[i - 1] + width);
  for (let i = found.length - 1, most = 100; i >= 0; i--, most -= width) found[i] = Math.min(found[i], most);
  return found;
}

/** @param {Table} table @param {Report} report @param {Turning} turn @param {number} i */
function turning(table, report, { number, seat, before, after }, i) {
  const match = /** @type {Match} */ (table.match);
  const event = match.events[number - 1];
  const what = event.type === "chance" ? rollText(match, event.text)
    : event.type === "action" ? [h("b", null, label(match, event.seat)), ` ${event.text === "pass" ? t("web.act.passes") : named(event.text)}`]
    : t(`reason.${event.how}`);
  /** @param {number} value */
  const said = (value) => (report.alone ? points(value) : percent(value));
  const key = report.alone ? "coach.turn-alone" : "coach.turn";
  return item(table, number, [
    h("span", { class: "what" }, h("i", { class: "turn", "aria-hidden": "true" }, i + 1), what),
    h("small", null, t(key, { name: label(match, seat), before: said(before), after: said(after) })),
  ]);
}

/** @param {Table} table @param {Report} report @param {Choice} choice */
function moment(table, report, choice) {
  const match = /** @type {Match} */ (table.match);
  const cost = report.alone ? points(-choice.cost) : percent(-choice.cost) + (choice.points ? `, ${plus(-choice.points)}${points(-choice.points)}` : "");
  return item(table, choice.number, [
    h("span", { class: "what" }, h("b", null, label(match, choice.seat)), ` ${written(choice.played_name)}: ${t(`coach.grade.${choice.grade}`)}, ${cost}`),
    h("small", null, t("coach.better", { why: written(choice.played.why), best: written(choice.best_name) })),
  ]);
}

/**
 * Something that happened; it leads to the position before it, where those can be looked at.
 * @param {Table} table @param {number} number of the event @param {import("./html.js").Child[]} said
 */
function item(table, number, said) {
  const match = /** @type {Match} */ (table.match);
  const before = match.events.slice(0, number - 1);
  if (match.game.startsWith("quixo")) {
    return h("li", { key: number }, h("button", { type: "button", class: "quiet", onclick: () => {
      table.dialog = "";
      go(table, before.filter(({ type }) => type === "action").length);
    } }, said));
  }
  const rolls = match.events.slice(0, number).filter((event) => event.type === "chance" && event.text.startsWith("w")).length;
  return h("li", { key: number }, h("small", null, t("web.coach.roll", { number: rolls })), said);
}
