// The coach on the page of a finished game: how well everybody chose, apart from their luck; the
// course of the game; and what to think about. All of its sentences are the server's.

import { Refused, lines } from "../js/api.js";
import { h } from "../js/html.js";
import { preparedPart, watchPreparation } from "../js/preparing.js";
import { changed } from "../js/store.js";
import { percent, t } from "../js/texts.js";
import { written } from "../js/values.js";
import { viewOf } from "../js/views.js";
import { chart, stroke } from "./game_chart.js";

/** @typedef {import("./game.js").Game} Game @typedef {import("../js/messages").Report} Report */
/** @typedef {import("../js/messages").DecisionReport} DecisionReport */
/** @typedef {import("../js/messages").TurningPointReport} TurningPointReport */

/**
 * How far the report is, and since when this device has known it.
 * @typedef {{ part: number, ahead: number, from: number, since: number }} Progress
 */

/** Of the game: after so much it can be said how long the rest will take. */
const ENOUGH = 0.05;
/** What a grade is drawn like; what was best or good is not pointed out. */
const GRADES = { inaccuracy: "even", mistake: "bad", blunder: "bad" };

/** The coach's report of one game. */
export class Coach {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {Report | null} */
    this.report = null;
    /** @type {Progress | null} */
    this.progress = null;
    /** Why there is no report. */
    this.refused = "";
    /** @type {AbortController | null} */
    this.asking = null;
  }

  async ask() {
    const { signal } = (this.asking = new AbortController());
    this.refused = "";
    void watchPreparation();
    changed();
    try {
      for await (const line of lines(`/api/matches/${this.id}/report/stream`, signal)) {
        if (line.type === "report") this.report = line.report;
        else this.progress = reached(this.progress, line);
        changed();
      }
      if (!this.report) throw new Error("the connection ended before the report");
    } catch (error) {
      if (signal.aborted) return;
      this.refused = error instanceof Refused ? error.message : t("web.offline");
      changed();
    }
  }

  /** Nobody waits for it any more. */
  forget() {
    this.asking?.abort();
    this.asking = null;
    this.progress = null;
  }

  /** The events that there is something to say about, by number. */
  remarks() {
    if (!this.report) return [];
    const { decisions, turning_points } = this.report;
    const listed = decisions.filter((one) => one.listed);
    return [...new Set([...listed, ...turning_points].map(({ number }) => number))];
  }

  /** @param {number} number of the event, from 1 */
  decision(number) {
    return this.report?.decisions.find((one) => one.number === number);
  }

  /**
   * What the dice brought everybody.
   * @param {number} number of the event, from 1
   */
  luck(number) {
    const found = this.report?.dice.find((one) => one.number === number);
    if (!this.report || !found || this.report.alone) return null;
    const { drawn, summaries } = this.report;
    const each = drawn.map((seat) => {
      const share = found.luck[seat];
      return `${summaries[seat].label} ${share > 0 ? "+" : ""}${percent(share)}`;
    });
    return h("p", { key: "luck" }, t("page.game.luck", { each: each.join(" · ") }));
  }
}

/**
 * How good a choice was, where it was not good.
 * @param {Game} game @param {number} number of the event, from 1
 */
export function grade(game, number) {
  const { grade: name } = game.coach.decision(number) ?? {};
  const kind = GRADES[/** @type {keyof typeof GRADES} */ (name)];
  return kind && h("span", { class: `grade ${kind}` }, t(`coach.grade.${name}`));
}

/**
 * @param {Progress | null} before @param {{ part: number, ahead: number }} now
 * @returns {Progress}
 */
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
 * @param {Progress} progress
 */
function remaining({ part, from, since }) {
  const done = part - from;
  return done < ENOUGH
    ? 0
    : Math.max(1, Math.round(((performance.now() - since) / 1000) * ((1 - part) / done)));
}

// What is shown

/** @param {Game} game */
export function coach(game) {
  const { report, asking, refused } = game.coach;
  const state = report ? "ready" : asking && !refused ? "thinking" : "";
  return h(
    "section",
    { key: "coach", class: "card coach", "aria-label": t("page.game.coach") },
    h(
      "p",
      { key: "told", role: "status", class: state === "thinking" ? "pondering" : "unseen" },
      state && t(`page.game.coach.${state}`),
    ),
    report ? told(game, report) : state ? waiting(game.coach) : again(game.coach),
  );
}

/** @param {Coach} asked */
function waiting(asked) {
  const { progress } = asked;
  const done = Math.floor(100 * (progress?.part ?? 0));
  const seconds = progress ? remaining(progress) : 0;
  const far = progress?.ahead
    ? t("page.game.coach.ahead", { count: progress.ahead })
    : !done && preparedPart() < 1
      ? t("page.game.coach.preparing", { percent: percent(preparedPart()) })
      : seconds
        ? t("page.game.coach.far-left", { percent: percent(done / 100), seconds })
        : t("page.game.coach.far", { percent: percent(done / 100) });
  const cancel = () => {
    asked.forget();
    changed();
  };
  return h(
    "div",
    { key: "waiting", class: "waiting" },
    h("progress", { max: 100, value: done, "aria-label": t("page.game.coach.progress") }),
    h("p", { class: "far" }, far),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "quiet", onclick: cancel }, t("web.cancel")),
    ),
  );
}

/** @param {Coach} asked */
const again = (asked) => [
  asked.refused && h("p", { key: "refused" }, asked.refused),
  h(
    "button",
    { key: "again", type: "button", class: "quiet ask", onclick: () => void asked.ask() },
    t("page.game.coach.ask"),
  ),
];

/** @param {Game} game @param {Report} report */
function told(game, report) {
  const talked = report.decisions.filter(({ listed }) => listed);
  const turns = report.turning_points;
  return [
    h("h2", null, t(report.alone ? "coach.curve.points" : "coach.curve.chance")),
    chart(game, report),
    h(
      "ul",
      { key: "coached", class: "coached" },
      report.summaries.map((_, seat) => summary(report, seat)),
    ),
    report.left_out && h("p", { key: "left-out" }, report.left_out),
    h("h3", null, t("coach.turning")),
    turns.length
      ? h(
          "ol",
          { key: "turns", class: "talked turns" },
          turns.map((turn, i) => turning(game, turn, i)),
        )
      : h("p", null, t("coach.no-turning")),
    h("h3", null, t("coach.decisions")),
    talked.length
      ? h(
          "ol",
          { key: "talked", class: "talked" },
          talked.map((choice) => moment(game, report, choice)),
        )
      : h("p", null, t("coach.none")),
    h(
      "details",
      { key: "key", class: "legend" },
      h("summary", null, t("page.game.coach.key")),
      report.key.map((said) => h("p", null, written(viewOf(game.end), said))),
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

/** @param {Game} game @param {TurningPointReport} turn @param {number} i */
const turning = (game, { number, who, what, summary: said }, i) =>
  item(game, number, [
    h(
      "span",
      { class: "what" },
      h("i", { class: "turn", "aria-hidden": "true" }, i + 1),
      who && h("b", null, who),
      who && " ",
      written(viewOf(game.end), what),
    ),
    h("small", null, said),
  ]);

/** @param {Game} game @param {Report} report @param {DecisionReport} choice */
function moment(game, report, choice) {
  const view = viewOf(game.end);
  const { label } = report.summaries[choice.seat];
  return item(game, choice.number, [
    h("span", { class: "what" }, h("b", null, label), ` ${written(view, choice.summary)}`),
    h("small", null, written(view, choice.better)),
  ]);
}

/**
 * Something that happened, as a link to the position before it.
 * @param {Game} game @param {number} number of the event, from 1
 * @param {import("../js/types").Loose[]} said
 */
function item({ id, at }, number, said) {
  const href = `#game=${id}&at=${number - 1}`;
  const current = at === number - 1 ? "step" : undefined;
  return h(
    "li",
    { key: number },
    h("a", { class: "quiet button", href, "aria-current": current }, said),
  );
}
