// The sheet: large to play on, small as an overview.

import { h } from "/static/js/html.js";
import { you } from "/static/js/seats.js";
import { changed } from "/static/js/store.js";
import { t } from "/static/js/texts.js";
import { signed } from "/static/js/widgets.js";
import { lock, pencil } from "../drawing.js";
import { colours, inked, layoutOf } from "../layout.js";

/** @typedef {import("../types").PaperTable} Table @typedef {import("../types").PaperMatch} Match */
/** @typedef {import("../types").Layout} Layout @typedef {import("../types").Row} Row */

/**
 * What a seat may do now, by action, with what it would earn.
 * @param {Match} match @param {number} seat
 * @returns {Map<string, number>}
 */
export function choices(match, seat) {
  const actions = match.legal[seat] ?? [];
  return new Map(actions.map((action, i) => [action, match.earns[seat]?.[i] ?? 0]));
}

/**
 * The action that was sent, picked or chosen; in the past the one that follows.
 * @param {Table} table @param {number} seat
 */
export function chosen(table, seat) {
  const next = table.past?.events[table.past.at];
  if (next?.type === "action" && next.seat === seat) return table.picked || next.text;
  if (table.sent?.seat === seat) return table.sent.action;
  return table.picked || table.match.chosen[seat] || "";
}

/** @param {Table} table @param {string} action */
export function pick(table, action) {
  table.picked = table.picked === action ? "" : action;
  changed();
}

/** @param {Table} table @param {number} seat @param {boolean} large the one to play on */
export function sheet(table, seat, large) {
  const { match } = table;
  const layout = layoutOf(match.game);
  const may = large ? choices(match, seat) : new Map();
  const held = large ? chosen(table, seat) : "";
  return h(
    "div",
    { class: `rows ${match.game}` },
    layout.rows.map((one) => row(table, layout, seat, one, may, held)),
    footer(match, layout, seat),
  );
}

/**
 * The boxes of a row that can no longer be crossed: those before the last cross, or all that are
 * left once the row is closed.
 * @param {Row} row @param {number[]} marks @param {boolean} shut
 */
export function lost(row, marks, shut) {
  const last = Math.max(-1, ...marks.map((number) => row.numbers.indexOf(number)));
  return row.numbers.filter((number, i) => !marks.includes(number) && (shut || i < last));
}

/**
 * @param {Table} table @param {Layout} layout @param {number} seat @param {Row} one
 * @param {Map<string, number>} may @param {string} held
 */
function row(table, layout, seat, one, may, held) {
  const { closed, sheets } = table.match.table;
  const mine = sheets[seat];
  const marks = mine.lines[one.id] ?? [];
  const shut = closed.includes(one.id);
  const gone = lost(one, marks, shut);
  const round = one.beside.length > 0;
  const paint = inked(layout, one.id, "row");
  return h(
    "div",
    {
      ...paint,
      key: one.id,
      class: `${paint.class}${shut ? " shut" : ""}`,
      style: { ...paint.style, "--n": one.numbers.length },
      role: "group",
      "aria-label": t(`line.${one.id}`),
    },
    h("span", { class: "symbol", "aria-hidden": "true" }, round ? "" : one.symbol),
    one.numbers.map((number, i) =>
      box(table, one, {
        number,
        i,
        may,
        held,
        crossed: marks.includes(number),
        lost: gone.includes(number),
      }),
    ),
    one.lock ? lockBox(mine, one, shut) : h("span", { class: "tail" }),
  );
}

/**
 * @typedef {object} Box
 * @property {number} number
 * @property {number} i its place in the row
 * @property {Map<string, number>} may
 * @property {string} held
 * @property {boolean} crossed
 * @property {boolean} lost
 */

/** @param {Table} table @param {Row} row @param {Box} box */
function box(table, row, { number, i, may, held, crossed, lost: gone }) {
  const action = `${row.id}${number}`;
  const can = may.has(action);
  const earns = may.get(action) ?? 0;
  const now = crossed ? "crossed" : can ? "can" : gone ? "lost" : "free";
  const words = [
    t("web.box", { number, line: t(`line.${row.id}`) }),
    t(`web.box.${now}`, { points: earns }),
  ];
  return h(
    "button",
    {
      key: number,
      type: "button",
      disabled: !can,
      "data-action": action,
      class: `box ${row.beside.length ? "round" : ""} ${now}${held === action ? " held" : ""}`,
      "aria-label": words.join(", "),
      "aria-pressed": can ? String(held === action) : undefined,
      onclick: can ? () => pick(table, action) : undefined,
    },
    h("span", null, number),
    crossed && pencil(i + number),
    can && h("b", { class: "gain", "aria-hidden": "true" }, `+${earns}`),
  );
}

/** @param {import("../types").Sheet} mine @param {Row} row @param {boolean} shut */
function lockBox(mine, row, shut) {
  const own = mine.locked.includes(row.id);
  const key = own ? "web.lock.own" : shut ? "web.lock.closed" : "web.lock.open";
  return h(
    "span",
    {
      class: `box lockbox${own ? " crossed" : ""}${shut ? " snapped" : ""}`,
      role: "img",
      "aria-label": t(key, { line: t(`line.${row.id}`) }),
    },
    lock(!own && !shut),
    own && pencil(row.id.charCodeAt(0)),
  );
}

/**
 * Penalties and the score, as on the paper sheet.
 * @param {Match} match @param {Layout} layout @param {number} seat
 */
function footer(match, layout, seat) {
  const mine = match.table.sheets[seat];
  return h(
    "div",
    { class: "foot" },
    h(
      "div",
      { class: "penalties", role: "img", "aria-label": penaltyWords(layout, mine.penalties) },
      penaltyBoxes(layout, mine.penalties),
    ),
    tally(layout, mine),
  );
}

/** @param {Layout} layout @param {number} count */
export const penaltyWords = ({ penalty: each, penalties: most }, count) =>
  t("web.penalties", { count, most, each });

/** @param {Layout} layout @param {number} count */
export const penaltyBoxes = ({ penalty, penalties }, count) => [
  h("span", null, t("qwixx.penalties")),
  Array.from({ length: penalties }, (_, i) =>
    h("i", { key: i, class: i < count ? "crossed" : "" }, i < count && pencil(i)),
  ),
  h("small", null, signed(-penalty)),
];

/**
 * The points of the rows, what the penalties cost, and the total.
 * @param {Layout} layout @param {import("../types").Sheet} mine
 */
export function tally(layout, { penalties, points, total }) {
  const rows = colours(layout);
  return h(
    "div",
    { class: "score" },
    rows.map((row, i) => [
      h(
        "span",
        { key: row.id, class: row.name },
        h("small", { "aria-label": t(`line.${row.id}`), role: "img" }, row.symbol),
        points[i],
      ),
      i < rows.length - 1 && h("i", { key: `+${row.id}` }, "+"),
    ]),
    h("i", { key: "-" }, "−"),
    h("span", { key: "p", class: "due" }, layout.penalty * penalties),
    h("i", { key: "=" }, "="),
    h("span", { key: "t", class: "total", "data-total": total }, signed(total)),
  );
}

/**
 * The score by number of crosses.
 * @param {{ game: string }} match
 */
export function scale({ game }) {
  const points = layoutOf(game).points.slice(1);
  return h(
    "div",
    { class: "scale" },
    h("p", { id: "scale" }, t("web.scale")),
    h(
      "ol",
      { "aria-labelledby": "scale" },
      points.map((p, i) => h("li", { key: i }, h("span", null, `${i + 1}×`), " ", h("b", null, p))),
    ),
  );
}

/**
 * A small overview of a sheet.
 * @param {Match} match @param {number} seat
 */
export function mini(match, seat) {
  const { sheets, closed } = match.table;
  const mine = sheets[seat];
  return h(
    "div",
    { class: `mini ${match.game}`, "aria-hidden": "true" },
    layoutOf(match.game).rows.map(({ id, name, numbers, lock: locks, beside }) =>
      h(
        "div",
        {
          key: id,
          style: { "--m": numbers.length + 1 },
          class: `${name}${beside.length ? " round" : ""}${closed.includes(id) ? " shut" : ""}`,
        },
        numbers.map((n) => h("i", { class: mine.lines[id]?.includes(n) ? "on" : "" })),
        locks && h("i", { class: `l${mine.locked.includes(id) ? " on" : ""}` }),
      ),
    ),
  );
}

/**
 * The final score, in order of place.
 * @param {Match} match
 */
export function result(match) {
  const places = match.result?.places ?? [];
  const order = match.seats.map((_, seat) => seat).sort((a, b) => places[a] - places[b]);
  return finalScore(
    layoutOf(match.game),
    order.map((seat) => ({
      name: you(match, seat),
      sheet: match.table.sheets[seat],
      marked: match.own.includes(seat),
    })),
  );
}

/**
 * A line for each player; the colours are counted one by one.
 * @param {Layout} layout
 * @param {{ name: string, sheet: import("../types").Sheet, marked: boolean }[]} players
 */
export function finalScore(layout, players) {
  const rows = colours(layout);
  return h(
    "table",
    { class: "final points" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td", null),
        rows.map(({ id, name, symbol }) =>
          h(
            "th",
            { scope: "col", class: name },
            h("span", { "aria-hidden": "true" }, symbol),
            h("span", { class: "name" }, t(`line.${id}`)),
          ),
        ),
        h("th", { scope: "col" }, t("qwixx.penalties")),
        h("th", { scope: "col" }, t("qwixx.total")),
      ),
    ),
    h(
      "tbody",
      null,
      players.map(({ name, sheet: { points, penalties, total }, marked }, i) => {
        const parts = [...rows.map((_, row) => points[row]), -layout.penalty * penalties || 0];
        return h(
          "tr",
          { key: i, class: marked ? "own" : "" },
          h("th", { scope: "row" }, name),
          parts.map((part, column) => h("td", { class: `count c${column}` }, signed(part))),
          h("td", { class: `count c${parts.length} sum` }, h("b", null, signed(total))),
        );
      }),
    ),
  );
}
