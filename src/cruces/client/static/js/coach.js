// The coach's report of a finished game: choices, dice, the chance all along, and what to think
// about. All of its sentences are the server's.

import { Refused, lines } from "./api.js";
import { h } from "./html.js";
import { goBefore } from "./replay.js";
import { changed, notify } from "./store.js";
import { language, percent, t } from "./texts.js";
import { written } from "./values.js";
import { viewOf } from "./views.js";

/** @typedef {import("./types").TableOf<any>} Table @typedef {import("./types").Course} Course */
/** @typedef {NonNullable<Table["report"]>} Report */
/** @typedef {import("./messages").DecisionReport} DecisionReport */
/** @typedef {import("./messages").TurningPointReport} TurningPointReport */

const [WIDTH, HEIGHT] = [320, 120];
const wide = matchMedia("(min-width: 47.5rem)");
/** Of the game: after so much it can be said how long the rest will take. */
const ENOUGH = 0.05;

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
  const { match } = table;
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
  return {
    part,
    ahead,
    from: begun ? before.from : part,
    since: begun ? before.since : performance.now(),
  };
}

/**
 * Seconds until it is ready, or 0 while that cannot be said.
 * @param {Course} course
 */
function left({ part, from, since }) {
  const done = part - from;
  return done < ENOUGH
    ? 0
    : Math.max(1, Math.round(((performance.now() - since) / 1000) * ((1 - part) / done)));
}

// What is shown

/** @param {Table} table @param {() => void} cancel */
export function coach(table, cancel) {
  const { report } = table;
  return [
    h(
      "p",
      { key: "told", role: "status", class: report ? "unseen" : "pondering" },
      t(report ? "web.coach.ready" : "web.coach.thinking"),
    ),
    report ? told(table, report) : waiting(table.course, cancel),
  ];
}

/** @param {Course | null} course @param {() => void} cancel */
function waiting(course, cancel) {
  const done = Math.floor(100 * (course?.part ?? 0));
  const seconds = course ? left(course) : 0;
  const far = course?.ahead
    ? t("web.coach.ahead", { count: course.ahead })
    : seconds
      ? t("web.coach.far-left", { percent: percent(done / 100), seconds })
      : t("web.coach.far", { percent: percent(done / 100) });
  return h(
    "div",
    { key: "waiting", class: "waiting" },
    h("progress", { max: 100, value: done, "aria-label": t("web.coach.progress") }),
    h("p", { class: "far" }, far),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "quiet", onclick: cancel }, t("web.cancel")),
    ),
  );
}

/** @param {Table} table @param {Report} report */
function told(table, report) {
  const view = viewOf(table.match);
  const talked = report.decisions.filter(({ listed }) => listed);
  const turns = report.turning_points;
  return [
    h(
      "ul",
      { key: "coached", class: "coached" },
      report.summaries.map((_, seat) => summary(report, seat)),
    ),
    report.left_out && h("p", { key: "left-out" }, report.left_out),
    h("h3", null, t(report.alone ? "coach.curve.points" : "coach.curve.chance")),
    chart(report),
    h("h3", null, t("coach.turning")),
    turns.length
      ? h(
          "ol",
          { key: "turns", class: "talked turns" },
          turns.map((turn, i) => turning(table, turn, i)),
        )
      : h("p", null, t("coach.no-turning")),
    h("h3", null, t("coach.decisions")),
    talked.length
      ? h(
          "ol",
          { key: "talked", class: "talked" },
          talked.map((choice) => moment(table, report, choice)),
        )
      : h("p", null, t("coach.none")),
    h(
      "details",
      { key: "key", class: "legend" },
      h("summary", null, t("web.coach.key")),
      report.key.map((said) => h("p", null, written(view, said))),
    ),
  ];
}

/** @param {Report} report @param {number} seat */
function summary(report, seat) {
  const { label, summary: said, luck_summary } = report.summaries[seat];
  const line = seat % report.drawn.length;
  return h(
    "li",
    { key: seat },
    h("b", { class: `n${line}` }, stroke(line), label),
    h("span", null, said),
    luck_summary && h("span", null, luck_summary),
  );
}

/**
 * How a player's line is drawn.
 * @param {number} line
 */
const stroke = (line) =>
  h(
    "svg",
    { class: "stroke", viewBox: "0 0 30 8", "aria-hidden": "true" },
    h("path", { class: `s${line}`, d: "M0 4H30" }),
  );

/** @param {Report} report */
function chart({ curve, alone, turning_points, drawn, chart: words, heights }) {
  const last = curve.at(-1);
  if (!last) return null;
  const all = curve.flatMap(({ worth }) => worth);
  const [low, high] = alone ? [Math.min(0, ...all), Math.max(1, ...all)] : [0, 1];
  /** @param {number} number */
  const x = (number) => ((WIDTH * number) / (last.number || 1)).toFixed(1);
  /** @param {number} value */
  const y = (value) => (HEIGHT * (1 - (value - low) / (high - low))).toFixed(1);
  /** @param {number} seat */
  const course = (seat) =>
    curve.map(({ number, worth }, i) => `${i ? "L" : "M"}${x(number)} ${y(worth[seat])}`).join("");
  const spread = apart(turning_points.map(({ number }) => (100 * number) / last.number));
  return h(
    "div",
    { key: "chart", class: "chart" },
    h(
      "div",
      { class: "heights", "aria-hidden": "true" },
      heights.map((height) => h("span", null, height)),
    ),
    h(
      "div",
      { class: "plot" },
      h(
        "svg",
        {
          class: "course",
          viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
          preserveAspectRatio: "none",
          role: "img",
          "aria-label": words,
        },
        [0, 0.5, 1].map((part) =>
          h("path", { key: `g${part}`, class: "grid", d: `M0 ${HEIGHT * part}H${WIDTH}` }),
        ),
        turning_points.map(({ number }) =>
          h("path", { key: `t${number}`, class: "turn", d: `M${x(number)} 0V${HEIGHT}` }),
        ),
        drawn.map((seat) => h("path", { key: seat, class: `s${seat}`, d: course(seat) })),
      ),
      turning_points.map(({ number }, i) =>
        h(
          "i",
          {
            key: number,
            class: "turn",
            "aria-hidden": "true",
            style: { "--at": `${spread[i]}%` },
          },
          i + 1,
        ),
      ),
    ),
  );
}

/**
 * Places in percent, so far from each other that a number at each can be read.
 * @param {number[]} places in order
 */
function apart(places) {
  const found = [...places];
  const width = wide.matches ? 3.5 : 7.5; // what a number takes of the chart
  for (let i = 1; i < found.length; i++) found[i] = Math.max(found[i], found[i - 1] + width);
  for (let i = found.length - 1, most = 100; i >= 0; i--, most -= width) {
    found[i] = Math.min(found[i], most);
  }
  return found;
}

/** @param {Table} table @param {TurningPointReport} turn @param {number} i */
function turning(table, { number, who, what, summary: said }, i) {
  const view = viewOf(table.match);
  return item(table, number, [
    h(
      "span",
      { class: "what" },
      h("i", { class: "turn", "aria-hidden": "true" }, i + 1),
      who && h("b", null, who),
      who && " ",
      written(view, what),
    ),
    h("small", null, said),
  ]);
}

/** @param {Table} table @param {Report} report @param {DecisionReport} choice */
function moment(table, report, choice) {
  const view = viewOf(table.match);
  const { label } = report.summaries[choice.seat];
  return item(table, choice.number, [
    h("span", { class: "what" }, h("b", null, label), ` ${written(view, choice.summary)}`),
    h("small", null, written(view, choice.better)),
  ]);
}

/**
 * Something that happened; it leads to the position before it, where those can be looked at.
 * @param {Table} table @param {number} number of the event
 * @param {import("./types").Loose[]} said
 */
function item(table, number, said) {
  const { match } = table;
  const view = viewOf(match);
  if (!view.replay) {
    const when = view.when?.(match, number);
    return h("li", { key: number }, when && h("small", null, when), said);
  }
  const lead = () => {
    table.dialog = "";
    goBefore(table, number);
  };
  return h(
    "li",
    { key: number },
    h("button", { type: "button", class: "quiet", onclick: lead }, said),
  );
}
