// What the actions are worth in the position shown: in a list, why, and what is expected to follow.

import { h } from "../js/html.js";
import { changed } from "../js/store.js";
import { t } from "../js/texts.js";
import { choices, legend, written } from "../js/values.js";
import { viewOfGame } from "../js/views.js";
import { radio } from "../js/widgets.js";
import { advice, desk, edit, judge, pick, play, seat, step } from "./explore_desk.js";

/** @typedef {import("../js/types").Game} Game @typedef {import("../js/messages").Advice} Advice */

/** More moves than this are shown only on request. */
const MANY = 6;
/** The most actions of a line that are shown and stepped through at a time. */
const LONGEST = 12;

/**
 * An action in a line of several.
 * @param {string} action
 */
export function named(action) {
  const game = /** @type {Game} */ (desk.game);
  if (action === "pass") return t("web.pass");
  return desk.editor?.written?.(game, action) ?? written(viewOfGame(game), action);
}

/** Who acts next, in words. */
export function moment() {
  const view = step().view;
  if (!view || view.result) return "";
  if (view.chance) return t("page.explore.dice-next");
  return t("page.explore.to-act", { names: view.to_act.map((one) => view.labels[one]).join(", ") });
}

/**
 * What stands for these seats on the board.
 * @param {number[]} seats
 */
export const signs = (seats) =>
  seats.map((one) => desk.editor?.sign?.(/** @type {Game} */ (desk.game), one));

/** What is beside the board. */
export function worth() {
  const { view } = step();
  const found = advice();
  if (!view) return null;
  if (view.result) return h("p", { key: "over", class: "todo" }, h("b", null, view.result.text));
  return [
    view.to_act.length > 1
      ? seats(view)
      : h("p", { key: "todo", class: "mover" }, signs(view.to_act), moment()),
    view.chance &&
      h(
        "button",
        { key: "enter", type: "button", class: "go", onclick: () => edit(true) },
        t("page.explore.enter-dice"),
      ),
    !view.chance &&
      !found &&
      h(
        "p",
        { key: "pondering", class: desk.thinking ? "pondering" : "why-not" },
        desk.thinking ? t("page.explore.thinking") : desk.said,
      ),
    found && [certainty(found), list(found), chosen(found)],
  ];
}

/**
 * Whose actions, where several may act.
 * @param {import("../js/messages").PositionView} view
 */
const seats = ({ to_act: waiting, labels }) =>
  h(
    "div",
    { key: "seats", class: "modes", role: "radiogroup", "aria-label": t("page.explore.whose") },
    waiting.map((one) =>
      radio("whose", one, one === seat(), () => judge(one), signs([one]), labels[one]),
    ),
  );

/**
 * How far the values are known.
 * @param {Advice} found
 */
function certainty({ exact, depth, nodes }) {
  const known = exact
    ? t("page.explore.proven")
    : depth
      ? t("page.explore.depth", { depth })
      : t("page.explore.games", { games: nodes });
  return h(
    "p",
    { key: "known", class: "known" },
    known,
    desk.thinking && h("span", { class: "pondering" }, ` · ${t("page.explore.deeper")}`),
  );
}

/** @param {Advice} found */
function list({ moves }) {
  const view = viewOfGame(/** @type {Game} */ (desk.game));
  const few = moves.length > MANY ? moves.filter(({ listed }) => listed) : moves;
  const shown = (desk.all ? moves : few).map((one) =>
    one.action === "pass" ? { ...one, name: t("web.pass") } : one,
  );
  return [
    choices(view, shown, desk.picked, ({ action }) => {
      desk.local = {};
      pick(desk.picked === action ? "" : action);
    }),
    few.length < moves.length &&
      h(
        "button",
        {
          key: "all",
          type: "button",
          class: "quiet all",
          "aria-expanded": String(desk.all),
          onclick: () => {
            desk.all = !desk.all;
            changed();
          },
        },
        desk.all ? t("page.explore.few") : t("page.explore.all", { count: moves.length }),
      ),
    legend(),
  ];
}

/**
 * The action that was chosen, or else the best: why, and what is expected after it.
 * @param {Advice} found
 */
function chosen({ moves }) {
  const view = viewOfGame(/** @type {Game} */ (desk.game));
  const one = moves.find(({ action }) => action === desk.picked) ?? moves[0];
  const line = one.line.slice(0, LONGEST);
  const name = one.action === "pass" ? t("web.pass") : written(view, one.name);
  return [
    h("p", { key: "why", class: "why" }, h("b", null, name), ": ", written(view, one.why), "."),
    line.length > 1 &&
      h(
        "p",
        { key: "line", class: "line" },
        h("span", null, t("page.explore.line")),
        " ",
        h("b", null, line.map(named).join(" · ")),
        line.length < one.line.length && " …",
      ),
    h(
      "div",
      { key: "buttons", class: "buttons" },
      line.length > 1 &&
        h(
          "button",
          { key: "follow", type: "button", class: "quiet", onclick: () => void play(...line) },
          t("page.explore.follow"),
        ),
      h(
        "button",
        {
          key: "play",
          type: "button",
          class: "go",
          "data-play": one.action,
          onclick: () => void play(one.action),
        },
        one.action === "pass" ? name : t("page.explore.play", { move: name }),
      ),
    ),
  ];
}
