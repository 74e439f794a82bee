// The view of games whose family has none, and of the parts that a view leaves out: the position as
// text, a button for every action in the server's words, the scores.

import { hintButton, hinted } from "./hints.js";
import { h } from "./html.js";
import { thinker } from "./names.js";
import { act } from "./play.js";
import { isThinking } from "./preparing.js";
import { seatCard, status, you } from "./seats.js";
import { t } from "./texts.js";
import { viewOf } from "./views.js";
import { signed } from "./widgets.js";

/** @typedef {import("./types").TableOf<any>} Table */
/** @typedef {import("./types").MatchOf<any>} Match */

/** @param {Table} table */
const board = ({ match }) => h("pre", { class: "position", tabindex: "0" }, match.position);

/** @param {Match} match */
function waiting(match) {
  const names = match.to_act.map((seat) => match.seats[seat].label).join(", ");
  const name = thinker(match);
  const sentence = name ? isThinking(name) : names ? t("web.waiting", { names }) : "";
  return h("p", { class: `todo${name ? " pondering" : ""}` }, sentence);
}

/** @param {Table} table */
function actions(table) {
  const { match, seat, sent } = table;
  const legal = seat === null ? undefined : match.legal[seat];
  if (seat === null || !legal) return waiting(match);
  const names = match.names[seat] ?? legal;
  const chosen = sent?.action ?? match.chosen[seat];
  return [
    h(
      "p",
      { class: "todo" },
      match.own.length > 1 && h("b", { class: "who" }, match.seats[seat].label),
      t("web.your-turn"),
    ),
    hinted(table),
    h(
      "div",
      { class: "buttons plain-actions" },
      hintButton(table),
      legal.map((action, i) =>
        h(
          "button",
          {
            key: action,
            type: "button",
            // The sent action waits for its answer.
            class: `${sent ? "quiet" : "go"}${action === table.picked ? " held" : ""}`,
            "aria-disabled": String(sent !== null),
            "data-action": action,
            "aria-pressed": String(action === chosen),
            onclick: () => act(action),
          },
          names[i],
        ),
      ),
    ),
  ];
}

/** @param {Table} table @param {import("./html.js").Node_} todo */
function layout(table, todo) {
  const { match } = table;
  const view = viewOf(match);
  return h(
    "main",
    { class: "table plain-table" },
    h("h1", { class: "unseen" }, t(`game.${match.game}`)),
    h("section", { class: "card plain-board" }, view.board(table)),
    h(
      "aside",
      { class: "plain-side", "aria-label": t("web.players") },
      match.seats.map((_, seat) => seatCard(table, seat, view)),
    ),
    todo,
  );
}

/** @param {Table} table */
function result({ match }) {
  const { places, scores } = /** @type {NonNullable<Match["result"]>} */ (match.result);
  const order = match.seats.map((_, seat) => seat).sort((a, b) => places[a] - places[b]);
  return h(
    "table",
    { class: "final" },
    h(
      "tbody",
      null,
      order.map((seat) =>
        h(
          "tr",
          { class: "sum" },
          h("th", { scope: "row" }, you(match, seat)),
          h("td", null, h("b", null, signed(scores[seat]))),
        ),
      ),
    ),
  );
}

/** @typedef {import("./types").View} View */

/** @type {Required<Omit<View, "picture" | "pad" | "redraw" | "drawInWords" | "editor">> & View} */
export const plain = {
  board,
  layout,
  actions,
  status,
  score: () => null,
  side: () => "",
  result,
  dialog: () => null,
  menu: () => [],
  news: () => [],
  sounds: {},
  choose: (table, action) => {
    table.picked = action;
  },
  typeset: (sentence) => sentence,
  resign: "web.resign.plain",
  aside: false,
  showsMoves: false,
};
