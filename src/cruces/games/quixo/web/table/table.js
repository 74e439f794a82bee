// A table of Quixo: the board from the own side, and the buttons.

import { call } from "/static/js/api.js";
import { hintButton, hinted, hintedMoves } from "/static/js/hints.js";
import { h } from "/static/js/html.js";
import { close } from "/static/js/icons.js";
import { thinker } from "/static/js/names.js";
import { act } from "/static/js/play.js";
import { isThinking, thinking } from "/static/js/preparing.js";
import { moves } from "/static/js/moves.js";
import { away, clock, firstPlace, levelOf, you } from "/static/js/seats.js";
import { app, changed, notify, prefer } from "/static/js/store.js";
import { t } from "/static/js/texts.js";
import { mark } from "../drawing.js";
import { QUARTERS, push, pushed, side, square, squareName, turned } from "../notation.js";
import "./board.js";
import { past } from "./past.js";

/** @typedef {import("../types").WoodTable} Table @typedef {import("../types").WoodMatch} Match */
/** @typedef {import("../notation.js").Push} Push */
/** @typedef {import("/static/js/types").Loose} Loose */

// The table's `local.cube` is the square of the selected cube.

/** @param {Table} table @returns {number | null} */
const cubeOf = (table) => table.local.cube ?? null;

/** @param {Match} match */
function lastPush(match) {
  for (let i = match.events.length - 1; i >= 0; i--) {
    const event = match.events[i];
    if (event.type === "action") return push(match.table.size, event.text);
  }
  return null;
}

/** @param {Table} table */
function legal({ match, seat, sent }) {
  if (seat === null || sent) return [];
  return (match.legal[seat] ?? []).flatMap((text) => push(match.table.size, text) ?? []);
}

/** @param {Match} match */
function lineOf({ table, result }) {
  const squares = (result?.announced ?? []).flatMap((line) => line.split(" "));
  return squares.map((name) => square(table.size, name));
}

/**
 * The hinted pushes; in teams several may differ in the dot alone.
 * @param {Table} table
 */
function hintArrows(table) {
  const { size } = table.match.table;
  const moves = hintedMoves(table).flatMap(({ action }) => push(size, action) ?? []);
  return moves.flatMap((move, i) => {
    const first = moves.findIndex(({ from, to }) => from === move.from && to === move.to);
    const kind = /** @type {"best" | "other"} */ (i === 0 ? "best" : "other");
    return first === i ? [{ move, kind, rank: i + 1 }] : [];
  });
}

/**
 * The model of the board.
 * @param {Table} table @returns {import("./board.js").Model}
 */
export function modelOf(table) {
  const { match } = table;
  const { size, ply, board: cubes } = match.table;
  const mover = table.seat ?? 0;
  const teams = match.seats.length > 2;
  const sent = table.sent ? push(size, table.sent.action) : null;
  const model = {
    size,
    mover,
    teams,
    legal: legal(table),
    flat: !!app.prefs.flat,
    cube: cubeOf(table),
    // A push that was sent is shown as played; if the server refuses it, it is taken back.
    preview: sent || !table.picked ? null : push(size, table.picked),
    board: sent ? pushed(cubes, size, sent, mover) : cubes,
    ply: sent ? ply + 1 : ply,
    last: sent ?? lastPush(match),
    turn: teams ? mover : 0,
    values: null,
    line: lineOf(match),
    arrows: sent ? [] : hintArrows(table),
  };
  return table.past ? { ...model, ...past(table, table.past) } : model;
}

/** @param {Table} table */
function board(table) {
  /** @param {(move: Push) => void} what */
  const move = (what) => (/** @type {CustomEvent<Push>} */ e) => what(e.detail);
  return h("quixo-board", {
    ".model": modelOf(table),
    oncube: (/** @type {CustomEvent<number | null>} */ e) => hold(table, e.detail),
    onend: move((one) => aim(table, one, true)),
    onnear: move((one) => aim(table, one, false)),
    ondropped: move((one) => dropped(table, one)),
    oncannot: (/** @type {CustomEvent<number>} */ e) => refuse(table, e.detail),
  });
}

/** @param {Table} table @param {number | null} cube */
function hold(table, cube) {
  table.local.cube = cube;
  table.picked = "";
  changed();
}

/**
 * Play. The button that was pressed disappears: the focus goes to the cube that was pushed.
 * @param {Table} table @param {string} action
 */
function play(table, action) {
  const focused = document.activeElement?.closest(".act, .ends");
  const shown = /** @type {import("./board.js").QuixoBoard | null} */ (
    document.querySelector("quixo-board")
  );
  if (focused) shown?.focusCube(push(table.match.table.size, action)?.to);
  void act(action);
}

/**
 * The same push with the dot that was chosen last in this position; else it points to oneself.
 * @param {Table} table @param {Push} move
 */
function withDot(table, move) {
  const dot = table.local.dot ?? table.seat;
  if (move.dot === null || move.dot === dot) return move;
  const other = legal(table).find((o) => o.from === move.from && o.to === move.to && o.dot === dot);
  return other ?? move;
}

/**
 * Choose where to push the cube in; choosing the same place again pushes.
 * @param {Table} table @param {Push} move @param {boolean} again
 */
function aim(table, move, again) {
  if (table.past) {
    table.picked = table.picked === move.text ? "" : move.text;
    changed();
    return;
  }
  const before = table.picked ? push(table.match.table.size, table.picked) : null;
  if (again && before?.to === move.to && move.dot === null) {
    play(table, move.text);
    return;
  }
  table.picked = withDot(table, move).text;
  changed();
  if (!again) return;
  const focus = () =>
    /** @type {HTMLElement | null} */ (document.querySelector(".act .go"))?.focus();
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

/** @param {Table} table @param {Push} move */
function dropped(table, move) {
  if (move.dot === null && !table.past) play(table, move.text);
  else aim(table, move, false);
}

/**
 * Ask the server why a cube cannot be taken, and show the reason.
 * @param {Table} table @param {number} place
 */
async function refuse(table, place) {
  const { match, seat } = table;
  if (table.past || seat === null) return;
  const square = squareName(match.table.size, place);
  const address = table.practice?.refusals ?? `/api/matches/${match.match}/refusal/${seat}`;
  const { why } = await call(`${address}/${square}`).catch(() => ({
    why: t("web.offline.refusal"),
  }));
  if (!why) return;
  table.announcement = why;
  notify(why, "bad");
}

/** @param {Match} match */
function waiting(match) {
  const names = match.to_act.map((s) => match.seats[s].label).join(", ");
  const robot = thinker(match);
  const said = robot ? isThinking(robot) : names ? t("web.waiting", { names }) : "";
  return [h("p", { class: `todo${robot ? " pondering" : ""}` }, said)];
}

/** @param {Table} table */
function actions(table) {
  const { match, seat } = table;
  if (seat === null || !match.legal[seat]) return waiting(match);
  const who = match.own.length > 1 && h("b", { class: "who" }, match.seats[seat].label);
  if (match.legal[seat][0] === "pass") {
    return [
      h("p", { class: "todo" }, who, t("web.todo.forced")),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { type: "button", class: "go", onclick: () => play(table, "pass") },
          t("web.pass"),
        ),
      ),
    ];
  }
  const cube = cubeOf(table);
  const cancel = h(
    "button",
    {
      key: "cancel",
      type: "button",
      class: "quiet square",
      "aria-label": t("web.cancel"),
      disabled: cube === null,
      onclick: () => hold(table, null),
    },
    close(),
  );
  return [
    h("p", { class: "todo" }, who, todo(table, cube)),
    hinted(table),
    dots(table, seat),
    h(
      "div",
      { class: "buttons" },
      (cube === null && hintButton(table)) || cancel,
      pushButton(table, cube),
    ),
  ];
}

/** @param {Table} table @param {number | null} cube */
function todo(table, cube) {
  const { size } = table.match.table;
  if (table.sent) return t("web.todo.sent");
  if (push(size, table.picked)) return t("web.todo.preview");
  return cube === null ? t("web.todo.cube") : t("web.todo.end", { square: squareName(size, cube) });
}

/**
 * The button that pushes.
 * @param {Table} table @param {number | null} cube
 */
function pushButton(table, cube) {
  const { match, picked, seat } = table;
  const { size } = match.table;
  const move = push(size, picked);
  const turn = match.seats.length > 2 ? (seat ?? 0) : 0;
  const label = move
    ? t("web.push", { side: t(`web.side.${turned(side(size, move), turn)}`) })
    : t(cube === null ? "web.choose.cube" : "web.choose.end");
  return h(
    "button",
    {
      key: "go",
      type: "button",
      class: "go",
      "aria-disabled": String(!move),
      "data-push": move ? "go" : undefined,
      onclick: () => move && play(table, picked),
    },
    label,
  );
}

/**
 * In teams: to whom the dot is to point.
 * @param {Table} table @param {number} seat
 */
function dots(table, seat) {
  const { size } = table.match.table;
  const move = push(size, table.picked);
  if (!move || move.dot === null) return null;
  /** @param {number} dot @param {string} name */
  const choice = (dot, name) =>
    h(
      "label",
      { key: name, class: "chip radio" },
      h("input", {
        type: "radio",
        name: "dot",
        value: name,
        ".checked": move.dot === dot,
        onchange: () => {
          table.local.dot = dot;
          table.picked = `${table.picked.split("@")[0]}@${dot + 1}`;
          changed();
        },
      }),
      t(`web.dot.${name}`),
    );
  return h(
    "div",
    { key: "dots", class: "dots", role: "radiogroup", "aria-label": t("web.dot") },
    h("span", { "aria-hidden": "true" }, t("web.dot")),
    choice(seat, "me"),
    choice((seat + 2) % 4, "partner"),
  );
}

// Players

/** @param {number} seat */
const team = (seat) => t(seat % 2 ? "quixo.circles" : "quixo.crosses");

/** @param {Match} match @param {number} seat */
export function status(match, seat) {
  if (match.seats[seat].left) return t("web.status.left");
  if (match.phase !== "playing" || !match.to_act.includes(seat)) return team(seat);
  const what = match.seats[seat].kind === "bot" ? thinking() : t("web.status.turn");
  return `${team(seat)} · ${what}`;
}

/** @param {Table} table @param {number} seat @param {string} where */
function plate(table, seat, where) {
  const { match } = table;
  const turn = match.to_act.includes(seat);
  return h(
    "div",
    {
      key: `plate${seat}`,
      class: `plate card ${where}${turn ? " active" : ""}`,
      "data-seat": seat,
    },
    h("span", { class: "token" }, mark(seat % 2)),
    h(
      "span",
      { class: "who" },
      h("b", null, you(match, seat)),
      h(
        "small",
        null,
        match.seats.length > 2 && `${seat + 1} · `,
        away(table, seat) ? t("web.status.away") : status(match, seat) || levelOf(match, seat),
      ),
    ),
    firstPlace(match, seat),
    clock(table, seat),
  );
}

/** @param {Table} table @param {Loose} todo */
function layout(table, todo) {
  const { match } = table;
  const four = match.seats.length > 2;
  // For two the board is not turned: on one device both stay on their sides.
  const own = (four ? table.seat : match.own[0]) ?? 0;
  /** @param {number} seat */
  const where = (seat) => QUARTERS[four ? (seat - own + 4) % 4 : seat === own ? 0 : 2];
  const over = match.phase === "over" ? " back" : "";
  return h(
    "main",
    { class: `table wooden${four ? " four" : ""}${over}` },
    h("h1", { class: "unseen" }, t(`game.${match.game}`)),
    h(
      "section",
      { class: "stage" },
      match.seats.map((_, seat) => plate(table, seat, where(seat))),
      board(table),
    ),
    h("aside", { class: "side" }, todo, h("section", { class: "card moves-card" }, moves(table))),
  );
}

/** @type {import("/static/js/types").View<import("../types").Wood>} */
export default {
  board: (table) => h("div", { class: "stage" }, board(table)),
  layout,
  actions,
  status,
  side: (match, seat) => (match.seats.length > 2 ? team(seat) : ""),
  result: ({ match }) =>
    match.result?.reason === "opponent-line" && h("p", { class: "explain" }, t("web.double-line")),
  menu: () => [
    {
      text: t(app.prefs.flat ? "web.deep" : "web.flat"),
      press: () => prefer({ flat: !app.prefs.flat }),
    },
  ],
  sounds: {
    acted: (knock) => {
      knock(500, 0.05, 0.7);
      knock(240, 0.12, 1.4, 0.3);
    },
  },
  choose: (table, action) => {
    const move = push(table.match.table.size, action);
    table.local.cube = move?.from ?? null;
    if (move && move.dot !== null) table.local.dot = move.dot;
    table.picked = action;
  },
  resign: "web.resign.wood",
  aside: true,
  showsMoves: true,
};
