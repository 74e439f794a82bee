// A position to practise in, on the board of a real table: nothing is sent anywhere.

import { h } from "../../js/html.js";
import { app, bareTable, changed } from "../../js/store.js";
import { t } from "../../js/texts.js";
import { isLoaded, viewOf } from "../../js/views.js";

/** @typedef {import("../../js/messages").Task} Task */
/** @typedef {import("../../js/types").Loose} Loose */
/** @typedef {import("../../js/types").Table & { match: import("../../js/types").Match }} Seated */

/**
 * What has been tried: nothing, something else, or the right action, perhaps after one had looked.
 * @typedef {{ state: "open" | "wrong" | "done", said: string, looked: boolean }} Attempt
 */

/** @type {Task | null} */
let task = null;
/** @type {Attempt} */
let attempt = { state: "open", said: "", looked: false };
/** @type {(right: boolean, action: string) => string} */
let judge = () => "";

/**
 * Put a position on the table.
 * @param {Task} one
 * @param {string} refusals the address that says why a place cannot be used
 * @param {(right: boolean, action: string) => string} judged is told what was tried, and says what
 *   to say about it
 */
export function practise(one, refusals, judged) {
  task = one;
  judge = judged;
  attempt = { state: "open", said: "", looked: false };
  const { view } = one;
  app.table = {
    ...bareTable(""),
    match: view,
    seat: view.own[0],
    link: "online",
    present: view.seats.map((_, seat) => seat),
    practice: { act, refusals, asked: view },
  };
  changed();
}

export function clear() {
  task = null;
  app.table = null;
}

export const tried = () => attempt;

/** @param {string} action */
function act(action) {
  const { table } = app;
  if (!task || !table || attempt.state === "done") return;
  const after = task.after[action];
  attempt = { ...attempt, state: after ? "done" : "wrong", said: judge(!!after, action) };
  if (after) table.match = after;
  table.picked = "";
  table.local = {};
  table.announcement = attempt.said;
  changed();
  if (after) focusOn(".lesson-next");
}

/** Make the right move for the player. */
export function look() {
  if (!task) return;
  attempt.looked = true;
  act(Object.keys(task.after)[0]);
}

/** @param {string} selector */
const focusOn = (selector) =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus(),
    ),
  );

/**
 * The table with its board, and what there is to do.
 * @param {Loose} done what takes the place of the view's buttons when it is done
 */
export function practiceTable(done) {
  const table = /** @type {Seated | null} */ (app.table);
  if (!table?.match || !isLoaded(table.match))
    return h("main", { class: "middle" }, h("p", { class: "card empty" }, t("web.connecting")));
  const view = viewOf(table.match);
  const todo = h(
    "action-bar",
    { key: "act", class: "act", role: "region", "aria-label": t("web.choices") },
    attempt.state === "done" ? done : view.actions?.(table),
  );
  return view.layout?.(table, todo);
}

/**
 * What is to be done, or what there is to say about what was tried.
 * @param {string} text @param {import("../../js/types").View} view
 */
export function words(text, view) {
  const { state, said, looked } = attempt;
  if (!said) return h("p", { key: "task" }, view.typeset?.(text));
  const [mark, kind] = state === "wrong" ? ["✗", "bad"] : [looked ? "→" : "✓", "good"];
  return h(
    "p",
    { key: "said", class: `said ${kind}` },
    h("b", { "aria-hidden": "true" }, mark),
    " ",
    view.typeset?.(said),
  );
}
