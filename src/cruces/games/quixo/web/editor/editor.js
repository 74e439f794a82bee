// Sets up positions on wood: choose a cube, tap where it goes. And shows what each push is worth.

import { h } from "/static/js/html.js";
import { app, changed } from "/static/js/store.js";
import { t } from "/static/js/texts.js";
import { radio } from "/static/js/widgets.js";
import { mark } from "../drawing.js";
import { QUARTERS, push, square } from "../notation.js";
import "../table/board.js";
import { read, write } from "./position.js";

/** @typedef {import("/static/js/types").Desk<import("../types").Wood>} Desk */
/** @typedef {import("/static/js/types").Shown<Desk>} ShownDesk */
/** @typedef {import("../table/board.js").Model} Model */
/** @typedef {import("./position.js").Position} Position */

/** What the keys put on the cube that has the focus. */
const KEYS = { X: 1, O: 2, 1: 1, 2: 2, 3: 3, 4: 4, ".": 0, Delete: 0, Backspace: 0 };

/** @param {Desk} desk */
const seatsOf = ({ game }) => game.seats[0];

/** @param {Record<string, unknown>} options */
const beginner = ({ begins }) => (begins === "circles" ? 1 : 0);

/** @param {Desk} desk @returns {Omit<Model, "size" | "board" | "ply">} */
const bare = (desk) => ({
  legal: [],
  mover: desk.seat ?? 0,
  turn: 0,
  teams: seatsOf(desk) > 2,
  flat: !!app.prefs.flat,
  cube: null,
  preview: null,
  last: null,
  line: [],
  values: null,
  arrows: [],
});

// Setting up

/** @param {Desk} desk */
function setup(desk) {
  const seats = seatsOf(desk);
  const position = read(desk.position, seats);
  if (!position) return null;
  const brush = desk.tools.brush ?? 1;
  /** @param {(now: Position) => Partial<Position>} how */
  const change = (how) => {
    const now = read(desk.position, seats) ?? position;
    const next = { ...now, ...how(now) };
    // On an empty board it is the turn of whoever begins.
    const empty = next.cubes.every((cube) => cube === 0) && "begins" in desk.options;
    const begins = empty ? next.seat % 2 : beginner(desk.options);
    const other = begins !== beginner(desk.options);
    const options = { ...desk.options, begins: begins ? "circles" : "crosses" };
    desk.change(write(next, seats, begins), other ? options : undefined);
  };
  /**
   * @param {number} place
   * @param {(before: number) => number} cube
   */
  const put = (place, cube) =>
    change(({ cubes }) => ({
      cubes: cubes.map((before, at) => (at === place ? cube(before) : before)),
    }));
  /** @param {KeyboardEvent} e */
  const type = (e) => {
    const place = /** @type {HTMLElement} */ (e.target).dataset.place;
    const typed = e.key.length > 1 ? e.key : e.key.toUpperCase();
    const cube = KEYS[/** @type {keyof typeof KEYS} */ (typed)];
    if (place === undefined || cube === undefined || cube > seats) return;
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    put(Number(place), () => cube);
  };
  return h(
    "div",
    { class: "wood-editor" },
    h(
      "div",
      { class: "stage" },
      h("quixo-board", {
        ".model": {
          ...bare(desk),
          size: position.size,
          board: position.cubes,
          ply: 0,
          editing: true,
        },
        ontap: (/** @type {CustomEvent<number>} */ e) =>
          put(e.detail, (cube) => (cube === brush ? 0 : brush)),
        onkeydown: type,
      }),
    ),
    choice(
      "brush",
      t("page.explore.cube"),
      [...range(seats).map((seat) => seat + 1), 0],
      brush,
      (value) => {
        desk.tools.brush = value;
        changed();
      },
      seats,
    ),
    choice(
      "mover",
      t("page.explore.mover"),
      range(seats),
      position.seat,
      (seat) => change(() => ({ seat })),
      seats,
    ),
  );
}

/** @param {number} count */
const range = (count) => Array.from({ length: count }, (_, i) => i);

/**
 * One of several cubes to choose.
 * @param {string} name of the radio buttons: a brush is a cube, a mover a seat
 * @param {string} label @param {number[]} values @param {number} chosen
 * @param {(value: number) => void} choose @param {number} seats
 */
const choice = (name, label, values, chosen, choose, seats) =>
  h(
    "div",
    { key: name, class: "wood-choice", role: "radiogroup", "aria-label": label },
    h("span", { "aria-hidden": "true" }, label),
    values.map((value) => {
      const cube = name === "brush" ? value : value + 1;
      const text = h("span", { class: "unseen" }, nameOf(cube, seats));
      return radio(name, value, value === chosen, () => choose(value), text, token(cube, seats));
    }),
  );

/** @param {number} cube @param {number} seats */
const token = (cube, seats) =>
  h(
    "span",
    { class: "token", "aria-hidden": "true" },
    cube > 0 && mark((cube - 1) % 2),
    seats > 2 && cube > 0 && h("i", { class: `dot ${QUARTERS[cube - 1]}` }),
  );

/** @param {number} cube @param {number} seats */
function nameOf(cube, seats) {
  if (cube === 0) return t("web.cube.neutral");
  const team = t(cube % 2 ? "quixo.crosses" : "quixo.circles");
  return seats > 2 ? `${team}, ${t("web.cube.dot", { seat: cube })}` : team;
}

// With what each push is worth

/** @param {ShownDesk} desk */
function board(desk) {
  const { view, advice, picked, last } = desk;
  const { size, board: cubes, ply } = view.table;
  const moves = advice?.moves.map(({ action }) => action) ?? view.legal[desk.seat ?? -1] ?? [];
  const best = push(size, advice?.moves[0]?.action ?? "");
  /** @type {Model} */
  const model = {
    ...bare(desk),
    size,
    board: cubes,
    ply,
    legal: moves.flatMap((action) => push(size, action) ?? []),
    cube: desk.local.cube ?? null,
    preview: push(size, picked),
    last: push(size, last?.action ?? ""),
    line: (view.result?.announced ?? []).flatMap((line) =>
      line.split(" ").map((name) => square(size, name)),
    ),
    values: advice && new Map(advice.moves.map((move) => [move.action, move])),
    arrows: best ? [{ move: best, kind: "best", rank: 1 }] : [],
  };
  /** @param {(move: import("../notation.js").Push) => void} what */
  const move = (what) => (/** @type {CustomEvent<import("../notation.js").Push>} */ e) =>
    what(e.detail);
  return h(
    "div",
    { class: "stage wood-editor" },
    h("quixo-board", {
      ".model": model,
      oncube: (/** @type {CustomEvent<number | null>} */ e) => {
        desk.local.cube = e.detail;
        desk.pick("");
      },
      // Choosing the same place again pushes.
      onend: move(({ text }) => (picked === text ? desk.play(text) : desk.pick(text))),
      onnear: move(({ text }) => desk.pick(text)),
      ondropped: move(({ text }) => desk.play(text)),
    }),
  );
}

/** @type {import("/static/js/types").Editor<import("../types").Wood>} */
export default {
  setup,
  board,
  sign: (game, seat) => token(seat + 1, game.seats[0]),
  under: (text, options) => {
    const seats = /[XO]/i.test(text) ? 2 : 4;
    const position = read(text, seats);
    if (!position || position.size !== options.size) return "";
    const empty = position.cubes.every((cube) => cube === 0);
    return empty ? "" : write(position, seats, beginner(options));
  },
};
