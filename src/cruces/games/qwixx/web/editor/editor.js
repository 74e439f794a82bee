// Sets up sheets and dice by tapping, and shows a player's sheet with what may be crossed.

import { h } from "/static/js/html.js";
import { changed } from "/static/js/store.js";
import { t } from "/static/js/texts.js";
import { lock, pencil } from "../drawing.js";
import { inked, layoutOf, rowOf } from "../layout.js";
import { cross } from "../notation.js";
import { lost, sheet } from "../table/sheet.js";
import { dice as rolled } from "../table/table.js";
import { actions, chips, dice, seatsOf, turn } from "./moment.js";
import { blank, closed, read, write } from "./position.js";

/** @typedef {import("/static/js/types").Desk<import("../types").Paper>} Desk */
/** @typedef {import("/static/js/types").Shown<Desk>} ShownDesk */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./position.js").Paper} Paper */
/** @typedef {import("../types").Layout} Layout @typedef {import("../types").Row} Row */

/**
 * @typedef {object} Work what is being set up, and how it is changed
 * @property {Desk} desk @property {Layout} layout @property {Position} position
 * @property {number} about the seat whose sheet is shown
 * @property {(how: (now: Position) => Partial<Position>) => void} change
 */

/** @param {Desk} desk @returns {Work | null} */
function workOn(desk) {
  const layout = layoutOf(desk.game.id);
  const position = read(desk.position);
  if (!position) return null;
  const about = Math.min(desk.tools.about ?? 0, position.sheets.length - 1);
  return {
    desk,
    layout,
    position,
    about,
    change: (how) => {
      const now = read(desk.position) ?? position;
      desk.change(write(layout, { ...now, ...how(now) }));
    },
  };
}

// Setting up

/** @param {Desk} desk */
function setup(desk) {
  const work = workOn(desk);
  if (!work) return null;
  return h(
    "div",
    { class: "paper-editor" },
    players(work),
    paper(work),
    h("div", { class: "paper-moment card" }, turn(work), dice(work), actions(work)),
  );
}

/**
 * Whose sheet is shown, and how many there are.
 * @param {Work} work
 */
function players({ desk, position, about, change }) {
  const { sheets } = position;
  const most = Math.max(...desk.game.seats);
  /** @param {string} key @param {string} sign @param {boolean} can @param {() => void} press */
  const button = (key, sign, can, press) =>
    h(
      "button",
      {
        key,
        type: "button",
        class: "chip square",
        "aria-label": t(`page.explore.players.${key}`),
        "aria-disabled": String(!can),
        onclick: () => can && press(),
      },
      sign,
    );
  return chips(
    "about",
    t("page.explore.sheet"),
    seatsOf(position),
    about,
    (seat) => {
      desk.tools.about = seat;
      changed();
    },
    [
      button("more", "+", sheets.length < most, () =>
        change((now) => ({ sheets: [...now.sheets, blank()] })),
      ),
      button("fewer", "−", sheets.length > 1, () =>
        change((now) => ({
          sheets: now.sheets.slice(0, -1),
          active: Math.min(now.active, now.sheets.length - 2),
        })),
      ),
    ],
  );
}

/** @param {Work} work */
function paper({ layout, position, about, change }) {
  const { sheets } = position;
  const mine = sheets[about];
  const shut = closed(layout, sheets);
  /** @param {(paper: Paper) => Partial<Paper>} how */
  const edit = (how) =>
    change(({ sheets: papers }) => ({
      sheets: papers.map((one, seat) => (seat === about ? { ...one, ...how(one) } : one)),
    }));
  /**
   * @param {Row} row
   * @param {number} number
   */
  const tap = (row, number) =>
    edit(({ lines }) => {
      const marks = lines[row.id] ?? [];
      const others = marks.filter((one) => one !== number);
      const now = others.length < marks.length ? others : [...marks, number];
      return { lines: { ...lines, [row.id]: now } };
    });
  return h(
    "section",
    {
      key: `sheet${about}`,
      class: "sheet card",
      "aria-label": t("web.sheet", { name: t("web.player", { number: about + 1 }) }),
    },
    h(
      "div",
      { class: "rows" },
      layout.rows.map((row) => rowWith(layout, row, mine.lines[row.id] ?? [], shut, tap)),
    ),
    penalties(layout, mine.penalties, (count) => edit(() => ({ penalties: count }))),
  );
}

/**
 * @param {Layout} layout @param {Row} row @param {number[]} marks @param {string[]} shut
 * @param {(row: Row, number: number) => void} tap
 */
function rowWith(layout, row, marks, shut, tap) {
  const paint = inked(layout, row.id, "row");
  const gone = lost(row, marks, shut.includes(row.id));
  const round = row.beside.length > 0;
  const end = marks.includes(row.numbers[row.numbers.length - 1]);
  return h(
    "div",
    {
      ...paint,
      key: row.id,
      style: { ...paint.style, "--n": row.numbers.length },
      role: "group",
      "aria-label": t(`line.${row.id}`),
    },
    h("span", { class: "symbol", "aria-hidden": "true" }, round ? "" : row.symbol),
    row.numbers.map((number, i) => {
      const crossed = marks.includes(number);
      const now = crossed ? "crossed" : gone.includes(number) ? "lost" : "free";
      return h(
        "button",
        {
          key: number,
          type: "button",
          "data-box": `${row.id}${number}`,
          class: `box ${round ? "round" : ""} ${now}`,
          "aria-label": t("web.box", { number, line: t(`line.${row.id}`) }),
          "aria-pressed": String(crossed),
          onclick: () => tap(row, number),
        },
        h("span", null, number),
        crossed && pencil(i + number),
      );
    }),
    row.lock
      ? h(
          "span",
          { class: `box lockbox${end ? " crossed" : ""}`, "aria-hidden": "true" },
          lock(!shut.includes(row.id)),
          end && pencil(row.id.charCodeAt(0)),
        )
      : h("span", { class: "tail" }),
  );
}

/** @param {Layout} layout @param {number} count @param {(count: number) => void} set */
const penalties = ({ penalties: most, penalty: each }, count, set) =>
  h(
    "div",
    {
      class: "penalties",
      role: "group",
      "aria-label": t("web.penalties", { count, most, each }),
    },
    h("span", { "aria-hidden": "true" }, t("qwixx.penalties")),
    Array.from({ length: most }, (_, i) =>
      h(
        "button",
        {
          key: i,
          type: "button",
          class: "box",
          "aria-label": t("page.explore.penalty", { number: i + 1 }),
          "aria-pressed": String(i < count),
          onclick: () => set(i + 1 === count ? i : i + 1),
        },
        i < count && pencil(i),
      ),
    ),
  );

// With what may be crossed

/** @param {ShownDesk} desk */
function board(desk) {
  const { game, view } = desk;
  const { table, legal, earns, labels } = view;
  const seat = desk.seat ?? Math.min(desk.tools.about ?? 0, labels.length - 1);
  const shown = {
    match: { game: game.id, table, legal, earns, chosen: {}, events: [] },
    rolls: 0,
    sent: null,
    get picked() {
      return desk.picked;
    },
    set picked(action) {
      desk.pick(action);
    },
  };
  const like = /** @type {import("../types").PaperTable} */ (/** @type {unknown} */ (shown));
  return h(
    "div",
    { class: "paper-editor" },
    table.roll && h("div", { class: "paper-moment card" }, rolled(like)),
    h(
      "section",
      {
        key: `sheet${seat}`,
        class: "sheet card",
        "aria-label": t("web.sheet", { name: labels[seat] }),
      },
      labels.length > 1 && h("h2", null, labels[seat]),
      sheet(like, seat, desk.seat !== null),
    ),
  );
}

/** @type {import("/static/js/types").Editor<import("../types").Paper>} */
export default {
  start: ({ id, seats, practice }) => {
    const layout = layoutOf(id);
    const [usual] = seats.filter((count) => !practice.includes(count));
    const sheets = Array.from({ length: usual }, blank);
    const roll = { white: [3, 4], colours: {} };
    return write(layout, { sheets, active: 0, phase: "white", roll, first: "" });
  },
  setup,
  board,
  written: ({ id }, action) => {
    const box = cross(action);
    if (!box) return action;
    const { symbol, beside } = rowOf(layoutOf(id), box.row);
    const signs = beside.map((row) => rowOf(layoutOf(id), row).symbol);
    return `${symbol || signs.join("")}${box.number}`;
  },
};
