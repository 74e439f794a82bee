// A clock for a board on a real table: each player has a part of the screen to tap.

import "/static/js/clock.js";
import { h } from "/static/js/html.js";
import { knock } from "/static/js/sound.js";
import { app, changed } from "/static/js/store.js";
import { t } from "/static/js/texts.js";
import { question } from "/static/js/widgets.js";
import { discard, keep } from "/static/pages/pad_store.js";
import { mark } from "../drawing.js";
import { again, begin, flagged, left, pause, tap, undo } from "./timing.js";

/** @typedef {import("/static/js/types").OpenPad<import("./timing.js").Clocks>} Open */

const MINUTE = 60_000;
const SECOND = 1000;

/** Draws the page again when time is up. */
let alarm = 0;
/** What is to be done once that is confirmed. @type {"" | "again" | "close"} */
let asked = "";

/** @param {Open} open */
function draw(open) {
  const { names, state } = open;
  const now = Date.now();
  const late = flagged(state, now);
  const paused = state.turn !== null && state.since === null;
  watch(open, now);
  return h(
    "main",
    { class: `pad-clock for-${names.length}` },
    h("h1", { class: "unseen" }, t(`game.${open.game}`)),
    h(
      "p",
      { class: "unseen", role: "status" },
      late !== null
        ? t("page.pad.clock.flag", { name: names[late] })
        : state.turn === null
          ? t("page.pad.clock.first")
          : paused
            ? t("page.pad.clock.paused")
            : t("page.pad.clock.turn", { name: names[state.turn] }),
    ),
    names.map((name, player) => zone(open, name, player, now)),
    h(
      "div",
      { class: "controls" },
      state.turn === null
        ? h("p", null, t("page.pad.clock.first"))
        : late === null &&
            button("pause", t(`page.pad.clock.${paused ? "resume" : "pause"}`), "go", () => {
              pause(state, Date.now());
              keep(open);
            }),
      (paused || late !== null) &&
        state.before &&
        button("undo", t("page.pad.clock.undo"), "quiet", () => {
          undo(state);
          keep(open);
        }),
      (paused || late !== null) &&
        button("again", t("page.pad.clock.again"), "quiet", () => ask("again")),
      (paused || late !== null || state.turn === null) &&
        button("close", t("page.pad.clock.close"), "quiet", () =>
          state.turn === null ? close(open) : ask("close"),
        ),
    ),
    asked &&
      question({
        title: t(`page.pad.clock.${asked}`),
        about: t(`page.pad.clock.${asked}.about`),
        yes: t(`page.pad.clock.${asked}`),
        shut: () => ask(""),
        act:
          asked === "close"
            ? () => close(open)
            : () => {
                again(state);
                keep(open);
              },
      }),
  );
}

/** @param {typeof asked} what */
function ask(what) {
  asked = what;
  changed();
}

/** @param {Open} open */
function close(open) {
  discard(open);
  location.hash = "#pad";
}

/** @param {string} name @param {string} text @param {string} kind @param {() => void} press */
const button = (name, text, kind, press) =>
  h("button", { key: name, type: "button", class: kind, "data-do": name, onclick: press }, text);

/** @param {Open} open @param {string} name @param {number} player @param {number} now */
function zone(open, name, player, now) {
  const { state } = open;
  const { turn, since } = state;
  const late = flagged(state, now) === player;
  const running = turn === player && since !== null && !late;
  const may = turn === null || running;
  const hint = late
    ? t("page.pad.clock.flag", { name })
    : turn === null
      ? t("page.pad.clock.begin")
      : running
        ? t("page.pad.clock.running")
        : turn === player
          ? t("page.pad.clock.paused")
          : "";
  return h(
    "button",
    {
      key: player,
      type: "button",
      class: `zone p${player}${turn === player ? " turn" : ""}${late ? " late" : ""}`,
      "data-player": player,
      "aria-disabled": String(!may),
      onclick: () => {
        tap(state, player, Date.now());
        if (app.prefs.sound) knock(1800, 0.05, 0.6);
        keep(open);
        // Who plays by keyboard goes on with the next clock.
        requestAnimationFrame(() => focusTurn());
      },
    },
    h("span", { class: "name" }, mark(player % 2), name),
    h("game-clock", {
      ".clock": {
        remaining: Math.max(0, left(state, player, now)),
        at: performance.now(),
        running,
        own: true,
      },
    }),
    h("small", null, hint),
  );
}

function focusTurn() {
  const next = document.querySelector(".pad-clock .turn");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/**
 * Notice when the time of the clock that runs is up.
 * @param {Open} open @param {number} now
 */
function watch(open, now) {
  clearTimeout(alarm);
  const { state } = open;
  if (state.turn === null || state.since === null) return;
  alarm = window.setTimeout(
    () => {
      if (flagged(state, Date.now()) === null) return changed();
      pause(state, Date.now());
      keep(open);
    },
    Math.max(0, left(state, state.turn, now)),
  );
}

/** @type {import("/static/js/types").Pad<import("./timing.js").Clocks>} */
export default {
  seats: ({ seats }) => seats,
  choices: [
    {
      name: "minutes",
      values: [10, 3, 5, 15, 30],
      label: () => t("page.pad.clock.minutes"),
      text: (count) => t("page.pad.clock.minutes.value", { count }),
    },
    {
      name: "increment",
      values: [5, 0, 2, 10],
      label: () => t("page.pad.clock.increment"),
      text: (count) => t("page.pad.clock.increment.value", { count }),
    },
  ],
  begin: (seats, { minutes, increment }) => begin(seats, minutes * MINUTE, increment * SECOND),
  draw,
};
