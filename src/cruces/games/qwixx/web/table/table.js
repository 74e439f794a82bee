// A table of Qwixx: dice, a large sheet, small sheets, and the buttons.

import { avatar } from "/static/js/figures.js";
import { hintButton, hinted } from "/static/js/hints.js";
import { h } from "/static/js/html.js";
import { tick } from "/static/js/icons.js";
import { act } from "/static/js/play.js";
import { thinking } from "/static/js/preparing.js";
import { away, clock, firstPlace, levelOf, you } from "/static/js/seats.js";
import { changed } from "/static/js/store.js";
import { t } from "/static/js/texts.js";
import { signed } from "/static/js/widgets.js";
import { colours, inked, layoutOf, rowOf } from "../layout.js";
import { cross, roll } from "../notation.js";
import "./dice.js";
import { choices, chosen, mini, pick, result, scale, sheet } from "./sheet.js";

/** @typedef {import("../types").PaperTable} Table @typedef {import("../types").PaperMatch} Match */
/** @typedef {import("/static/js/types").Loose} Loose */

/**
 * The current dice, or those of the last roll while there are none. Those of an exercise stay when
 * it is done.
 * @param {Table} table
 */
export function dice(table) {
  const { match } = table;
  const asked = table.practice?.asked.table;
  const { roll: now, closed } = match.table.roll || !asked ? match.table : asked;
  const rows = colours(layoutOf(match.game));
  const last = lastRoll(match);
  const white = now?.white ?? last?.white ?? [1, 1];
  const sum = now ? white[0] + white[1] : null;
  const label = now
    ? [
        t("web.roll.white", { first: white[0], second: white[1], sum: sum ?? 0 }),
        ...rows
          .filter(({ id }) => now.colours[id])
          .map(({ id }) => `${t(`line.${id}`)} ${now.colours[id]}`),
      ].join(", ")
    : t("web.dice.none");
  /** @param {string} key @param {string} name @param {string} symbol @param {number | null} face */
  const die = (key, name, symbol, face) =>
    h("game-die", { key, ".die": { name, symbol, face, roll: table.rolls } });
  return h(
    "div",
    { class: "dice", role: "img", "aria-label": label },
    die("w1", "white", "", white[0]),
    die("w2", "white", "", white[1]),
    rows.map(({ id, name, symbol }) =>
      die(
        id,
        name,
        symbol,
        closed.includes(id) ? null : (now?.colours[id] ?? last?.colours[id] ?? 1),
      ),
    ),
    h("strong", { class: "sum" }, sum ?? "–"),
  );
}

/** @param {Match} match */
export function lastRoll(match) {
  for (let i = match.events.length - 1; i >= 0; i--) {
    const event = match.events[i];
    const last = event.type === "chance" ? roll(event.text) : null;
    if (last) return last;
  }
  return null;
}

/**
 * The last crosses of a player: in this turn, or in the one before while nobody has acted yet.
 * @param {Match} match @param {number} seat
 */
export function lately(match, seat) {
  /** @type {string[]} */
  const turn = [];
  let [rolls, acted] = [0, false];
  for (let i = match.events.length - 1; i >= 0 && rolls < 2; i--) {
    const event = match.events[i];
    if (event.type === "chance") rolls += 1;
    if (event.type === "chance" && acted) break;
    if (event.type === "action") acted = true;
    if (event.type === "action" && event.seat === seat) turn.unshift(event.text);
  }
  return turn.flatMap((text) => cross(text) ?? []);
}

// Actions

/** @param {Table} table */
function steps(table) {
  const { match } = table;
  const { phase, active } = match.table;
  const second =
    match.own.length === 1 && match.own[0] === active
      ? t("web.step.colour.you")
      : t("web.step.colour", { name: match.seats[active].label });
  /** @param {string} name @param {string} number @param {string} text */
  const step = (name, number, text) =>
    h(
      "li",
      {
        class: phase === name ? "now" : "",
        "aria-current": phase === name ? "step" : undefined,
      },
      h("b", null, number),
      h("span", null, text),
    );
  return h(
    "ol",
    { class: "steps" },
    step("white", "1", t("web.step.white")),
    step("colour", "2", second),
  );
}

/** @param {Table} table */
function actions(table) {
  const { match, seat } = table;
  if (seat === null || !match.legal[seat]) return waiting(match);
  const layout = layoutOf(match.game);
  const may = choices(match, seat);
  const held = chosen(table, seat);
  const undisputed = !table.picked || table.picked === match.chosen[seat];
  const settled = table.sent !== null || (match.chosen[seat] !== undefined && undisputed);
  const pass = may.get("pass") ?? 0;
  const crosses = [...may.keys()]
    .filter((action) => action !== "pass")
    .sort((a, b) => (may.get(b) ?? 0) - (may.get(a) ?? 0));
  const box = cross(table.picked);
  const passLabel = pass < 0 ? t("web.pass.costs", { points: -pass }) : t("web.pass");
  const todo = settled
    ? t("web.todo.decided")
    : !crosses.length
      ? t("web.todo.nothing")
      : match.table.phase === "white"
        ? t("web.todo.white")
        : t("web.todo.colour");
  const go = !crosses.length
    ? passLabel
    : box
      ? t("web.cross", { number: box.number, line: t(`line.${box.row}`) })
      : settled
        ? t("web.decided")
        : t("web.choose");
  return [
    h(
      "p",
      { class: "todo" },
      match.own.length > 1 && h("b", { class: "who" }, match.seats[seat].label),
      todo,
    ),
    // New dice get new elements, so that earlier choices do not move to new places.
    crosses.length > 0 &&
      h(
        "div",
        {
          key: `choices ${table.rolls} ${match.table.phase}`,
          class: "choices",
          role: "group",
          "aria-label": t("web.choices"),
        },
        crosses.map((action) => choice(table, layout, action, held === action, may)),
      ),
    crosses.length > 0 && !settled && hinted(table),
    h(
      "div",
      { class: "buttons" },
      crosses.length > 0 && !settled && hintButton(table),
      crosses.length > 0 &&
        h(
          "button",
          {
            key: "pass",
            type: "button",
            class: `quiet${held === "pass" ? " held" : ""}`,
            "data-action": "pass",
            onclick: () => act("pass"),
          },
          passLabel,
        ),
      h(
        "button",
        {
          key: "go",
          type: "button",
          class: "go",
          "aria-disabled": String(crosses.length > 0 && !box),
          onclick: () => {
            if (!crosses.length) void act("pass");
            else if (table.picked) void act(table.picked);
          },
        },
        go,
      ),
    ),
  ];
}

/**
 * @param {Table} table @param {import("../types").Layout} layout @param {string} action
 * @param {boolean} held @param {Map<string, number>} may
 */
function choice(table, layout, action, held, may) {
  const { row, number } = /** @type {import("../notation.js").Cross} */ (cross(action));
  const paint = inked(layout, row, "choice");
  return h(
    "button",
    {
      ...paint,
      key: action,
      type: "button",
      class: `${paint.class}${held ? " held" : ""}`,
      "aria-pressed": String(held),
      "aria-label": `${t("web.box", { number, line: t(`line.${row}`) })}, +${may.get(action)}`,
      onclick: () => pick(table, action),
    },
    h("span", { "aria-hidden": "true" }, rowOf(layout, row).symbol),
    number,
    h("small", null, `+${may.get(action)}`),
  );
}

/** @param {Match} match */
function waiting(match) {
  const names = match.to_act.map((seat) => match.seats[seat].label).join(", ");
  return [h("p", { class: "todo" }, names ? t("web.waiting", { names }) : "")];
}

// Players

/** @param {Match} match @param {number} seat */
export function status(match, seat) {
  const { decided, left, kind } = match.seats[seat];
  if (left) return t("web.status.left");
  if (match.phase !== "playing") return "";
  if (decided) return t("web.status.decided");
  if (match.to_act.includes(seat)) {
    return kind === "bot" ? thinking() : t("web.status.choosing");
  }
  return match.table.active === seat ? t("web.status.active") : "";
}

/** @param {Table} table @param {number} seat */
function seatCard(table, seat) {
  const { match } = table;
  const { decided } = match.seats[seat];
  const layout = layoutOf(match.game);
  const turn = match.phase === "playing" && match.table.active === seat;
  const toAct = match.to_act.includes(seat);
  return h(
    "button",
    {
      key: seat,
      type: "button",
      "data-seat": seat,
      class: `seat card${turn ? " active" : ""}${toAct ? " to-act" : ""}`,
      onclick: () => {
        table.about = seat;
        table.dialog = "sheet";
        changed();
      },
    },
    h(
      "span",
      { class: "who" },
      avatar(match.seats[seat]),
      h("b", null, you(match, seat)),
      h("span", { class: "points", "data-points": seat }, signed(match.table.sheets[seat].total)),
      firstPlace(match, seat),
    ),
    h(
      "span",
      { class: "state" },
      decided && tick(),
      away(table, seat) ? t("web.status.away") : status(match, seat) || levelOf(match, seat),
      clock(table, seat),
    ),
    h(
      "span",
      { class: "lately" },
      lately(match, seat).map(({ row, number }) =>
        h(
          "span",
          {
            ...inked(layout, row, "did"),
            role: "img",
            "aria-label": t("web.box", { number, line: t(`line.${row}`) }),
          },
          `${rowOf(layout, row).symbol}${number}`,
        ),
      ),
    ),
    mini(match, seat),
    h("span", { class: "unseen" }, t("web.sheet.open")),
  );
}

/**
 * Whose sheet is large: in the past that of who chooses next.
 * @param {Table} table
 */
function seatShown({ match, past, seat }) {
  const next = past?.events[past.at];
  if (next?.type === "action") return next.seat;
  return seat ?? match.table.active;
}

/** @param {Table} table @param {Loose} todo */
function layout(table, todo) {
  const { match } = table;
  const seat = seatShown(table);
  const { label } = match.seats[seat];
  const own = match.own.length === 1 && match.own[0] === seat;
  return h(
    "main",
    { class: "table paper-table" },
    h("h1", { class: "unseen" }, t(`game.${match.game}`)),
    h(
      "section",
      { class: "tray card", "aria-label": t("web.dice") },
      dice(table),
      steps(table),
      todo,
    ),
    h(
      "aside",
      { class: "seats", "aria-label": t("web.players") },
      match.seats.map((_, s) => seatCard(table, s)),
    ),
    h(
      "section",
      {
        class: "sheet card",
        "aria-label": own ? t("web.sheet.own") : t("web.sheet", { name: label }),
        key: `sheet${seat}`,
      },
      !own && h("h2", null, label),
      sheet(table, seat, table.seat !== null || table.past !== null),
      scale(match),
    ),
  );
}

/** @param {Table} table */
const board = (table) =>
  table.match.seats.map(({ label }, seat) =>
    h(
      "section",
      { key: seat, class: "card sheet" },
      h("h2", null, label),
      sheet(table, seat, false),
    ),
  );

/** @type {Partial<import("/static/js/types").View<import("../types").Paper>>} */
export default {
  board,
  layout,
  actions,
  status,
  result: (table) => result(table.match),
  dialog: (table) =>
    table.dialog === "sheet"
      ? { title: you(table.match, table.about), content: sheet(table, table.about, false) }
      : null,
  news: (match, before, now) =>
    now.closed
      .filter((id) => !before.closed.includes(id))
      .map((id) => ({
        text: t("web.closed", { line: t(`line.${id}`) }),
        sign: rowOf(layoutOf(match.game), id).symbol,
      })),
  sounds: {
    acted: (knock) => {
      knock(3800, 0.09, 0.35);
      knock(4400, 0.09, 0.35, 0.14);
    },
  },
  choose: (table, action) => {
    table.picked = action === "pass" ? "" : action; // a pass has a button of its own
  },
  resign: "web.resign.paper",
};
