// The timeline of a finished game: what happens next, and the ways through it by button, slider,
// wheel and finger.

import { h } from "../js/html.js";
import { back, next } from "../js/icons.js";
import { gameOf } from "../js/store.js";
import { t } from "../js/texts.js";
import { written } from "../js/values.js";
import { viewOf } from "../js/views.js";
import { grade } from "./game_coach.js";
import { playOn } from "./play_on.js";

/** @typedef {import("./game.js").Game} Game */

/** What a finger has to cover for a swipe, in pixels; more across than down. */
const SWIPE = 48;
/** What a wheel has to turn for a step, in pixels, and how soon it may do the next. */
const NOTCH = 30;
const NOTCH_TIME = 60;
/** What has a use of its own for a finger that moves across it. */
const NOT_SWIPED = "input, select, [aria-pressed], .plot, .scrolls, dialog";

/** @param {Game} game */
export function timeline(game) {
  return h(
    "action-bar",
    { key: "act", class: "act over", role: "region", "aria-label": t("page.game.timeline") },
    h("div", { class: "timeline" }, said(game), playOnButton(game), ways(game)),
  );
}

/**
 * What was done in the position shown, or how the game ended.
 * @param {Game} game
 */
function said(game) {
  const { at, end, last } = game;
  const { outcome = "", text = "" } = end.result ?? {};
  const { who, what } = game.moments[at + 1] ?? { who: "", what: "" };
  return h(
    "p",
    { key: "said", class: "said" },
    h("span", { class: "number", "aria-hidden": "true" }, `${at} / ${last}`),
    h(
      "span",
      { role: "status" },
      at === last
        ? [h("b", null, outcome), outcome && text && " · ", text]
        : [who && h("b", null, who, ": "), written(viewOf(end), what)],
    ),
    grade(game, at + 1),
  );
}

/**
 * From any moment one may play on against robots, also from that before the players ended the game.
 * @param {Game} game
 */
function playOnButton({ id, at, last, end, moments, table }) {
  const concluded = end.events[last - 1]?.type === "conclusion";
  const events = at === last && concluded ? last - 1 : at;
  const which = gameOf(end.game);
  if (events === last || !which) return null;
  const gone = end.events.slice(0, events).flatMap((e) => (e.type === "conclusion" ? e.seat : []));
  const seats = end.seats.map((_, seat) => seat).filter((seat) => !gone.includes(seat));
  const [next = seats[0]] = moments[events].to_act;
  const from = {
    game: which,
    options: end.options,
    setup: { start: { match: id, events } },
    labels: end.seats.map(({ label }) => label),
    seats,
    seat: table.seat !== null && seats.includes(table.seat) ? table.seat : next,
  };
  return h(
    "button",
    { key: "play-on", type: "button", class: "quiet", onclick: () => void playOn(from) },
    t("page.game.play-on"),
  );
}

/**
 * What `said` shows, in one sentence.
 * @param {Game} game
 */
function spoken({ at, end, last, moments }) {
  if (at === last) return end.result?.outcome ?? "";
  const { who, what } = moments[at + 1];
  const sentence = written(viewOf(end), what);
  return who ? `${who}: ${sentence}` : sentence;
}

/**
 * Back, anywhere, forwards.
 * @param {Game} game
 */
function ways(game) {
  const { at, last } = game;
  /** @param {string} name @param {number} to @param {import("../js/html.js").Child} drawn */
  const step = (name, to, drawn) =>
    h(
      "button",
      {
        key: name,
        type: "button",
        class: "quiet square",
        "data-step": name,
        "aria-label": t(`page.game.${name}`),
        "aria-disabled": String(to < 0 || to > last),
        onclick: () => game.go(to),
      },
      drawn,
    );
  return h(
    "div",
    { key: "ways", class: "ways", role: "group", "aria-label": t("page.game.timeline") },
    step("previous", at - 1, back()),
    h("input", {
      key: "slider",
      type: "range",
      min: 0,
      max: last,
      ".value": String(at),
      "aria-label": t("page.game.timeline"),
      "aria-valuetext": t("page.game.at", { number: at, count: last, what: spoken(game) }),
      oninput: (/** @type {Event} */ e) =>
        game.go(Number(/** @type {HTMLInputElement} */ (e.target).value)),
    }),
    step("next", at + 1, next()),
  );
}

// Wheel and finger

let turned = { by: 0, at: 0 };

/**
 * Over the timeline and the curve the wheel goes through the game.
 * @param {Game} game @param {WheelEvent} e
 */
export function wheeled(game, e) {
  const target = /** @type {Element} */ (e.target);
  if (e.ctrlKey || !target.closest(".timeline, .plot")) return;
  e.preventDefault();
  const now = performance.now();
  const by = e.deltaMode ? Math.sign(e.deltaY) * NOTCH : e.deltaY || e.deltaX;
  turned.by = Math.sign(by) === Math.sign(turned.by) ? turned.by + by : by;
  if (Math.abs(turned.by) < NOTCH || now - turned.at < NOTCH_TIME) return;
  game.go(game.at + Math.sign(turned.by));
  turned = { by: 0, at: now };
}

/**
 * Where the finger came down.
 * @type {{ x: number, y: number } | null}
 */
let finger = null;

/** @param {TouchEvent} e */
export function touched(e) {
  const target = /** @type {Element} */ (e.target);
  const alone = e.touches.length === 1 && !target.closest(NOT_SWIPED);
  finger = alone ? { x: e.touches[0].clientX, y: e.touches[0].clientY } : null;
}

/** @param {Game} game @param {TouchEvent} e */
export function swiped(game, e) {
  const [end] = e.changedTouches;
  if (!finger || !end) return;
  const [across, down] = [end.clientX - finger.x, end.clientY - finger.y];
  finger = null;
  if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(down)) return;
  game.go(game.at - Math.sign(across));
}
