// Qwixx on paper: dice, a large sheet, small sheets, and what may be done now.

import { nameOf } from "./announce.js";
import "./dice.js";
import { hintButton, hinted } from "./hints.js";
import { h } from "./html.js";
import { lock, pencil } from "./icons.js";
import { CLASSES, COLOURS, SYMBOLS, cross, numbers } from "./notation.js";
import { signed } from "./parts.js";
import { act } from "./play.js";
import { changed } from "./store.js";
import { t } from "./texts.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").Match} Match */

/** @param {Match} match */
const linesOf = (match) =>
  match.game === "big-points" ? ["r", "ry", "y", "g", "gb", "b"] : ["r", "y", "g", "b"];

const POINTS = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78];
const POINTS_BIG = [...POINTS, 91, 105, 120];

/**
 * The dice on the table, or those of the last roll while it is resolved.
 * @param {Table} table
 */
export function dice(table) {
  const match = /** @type {Match} */ (table.match);
  const { roll, closed } = match.table;
  const last = lastRoll(match);
  const white = roll?.white ?? last?.white ?? [1, 1];
  const sum = roll ? white[0] + white[1] : null;
  const label = roll
    ? [t("web.roll.white", { first: white[0], second: white[1], sum: sum ?? 0 }),
       ...COLOURS.filter((c) => roll.colours[c]).map((c) => `${t(`line.${c}`)} ${roll.colours[c]}`)].join(", ")
    : t("web.dice.none");
  /** @param {string} colour @param {number | null} face @param {string} key */
  const die = (colour, face, key) => h("game-die", { key, ".die": { colour, face, roll: table.rolls } });
  return h("div", { class: "dice", role: "img", "aria-label": label },
    die("", white[0], "w1"), die("", white[1], "w2"),
    COLOURS.map((c) => die(c, closed.includes(c) ? null : (roll?.colours[c] ?? last?.colours[c] ?? 1), c)),
    h("strong", { class: "sum" }, sum ?? "–"));
}

/** @param {Match} match */
function lastRoll(match) {
  for (let i = match.events.length - 1; i >= 0; i--) {
    const event = match.events[i];
    const found = event.type === "chance" && /^w(\d)(\d)(.*)$/.exec(event.text);
    if (found) {
      /** @type {Record<string, number>} */
      const colours = {};
      for (const [, c, n] of found[3].matchAll(/([rygb])(\d)/g)) colours[c] = Number(n);
      return { white: [Number(found[1]), Number(found[2])], colours };
    }
  }
  return null;
}

/**
 * What a seat may do now, by action, with what it would earn.
 * @param {Match} match @param {number} seat
 */
function choices(match, seat) {
  const actions = match.legal[seat] ?? [];
  return new Map(actions.map((action, i) => [action, match.earns[seat]?.[i] ?? 0]));
}

/**
 * The action that is in force or in the hand.
 * @param {Table} table @param {number} seat
 */
function chosen(table, seat) {
  if (table.sent?.seat === seat) return table.sent.action;
  return table.picked || table.match?.chosen[seat] || "";
}

/** @param {Table} table @param {string} action */
function pick(table, action) {
  table.picked = table.picked === action ? "" : action;
  changed();
}

// The sheet

/** @param {Table} table @param {number} seat @param {boolean} large whether one plays on it */
export function sheet(table, seat, large) {
  const match = /** @type {Match} */ (table.match);
  const may = large ? choices(match, seat) : new Map();
  const held = large ? chosen(table, seat) : "";
  return h("div", { class: `rows ${match.game}` },
    linesOf(match).map((line) => row(table, seat, line, may, held)),
    footer(match, seat));
}

/**
 * @param {Table} table @param {number} seat @param {string} line
 * @param {Map<string, number>} may @param {string} held
 */
function row(table, seat, line, may, held) {
  const match = /** @type {Match} */ (table.match);
  const { closed, sheets } = match.table;
  const mine = sheets[seat];
  const marks = mine.lines[line] ?? [];
  const places = numbers(line);
  const last = Math.max(-1, ...marks.map((number) => places.indexOf(number)));
  const shut = closed.includes(line);
  const round = line.length > 1;
  return h("div", { key: line, class: `row ${CLASSES[line]} ${line}${shut ? " shut" : ""}`, role: "group", "aria-label": t(`line.${line}`) },
    h("span", { class: "symbol", "aria-hidden": "true" }, round ? "" : SYMBOLS[line]),
    places.map((number, i) => box(table, { line, number, i, may, held, crossed: marks.includes(number), lost: i < last || (shut && !marks.includes(number)) })),
    round ? h("span", { class: "tail" }) : lockBox(mine, line, shut));
}

/**
 * @param {Table} table
 * @param {{ line: string, number: number, i: number, may: Map<string, number>, held: string, crossed: boolean, lost: boolean }} b
 */
function box(table, { line, number, i, may, held, crossed, lost }) {
  const action = `${line}${number}`;
  const can = may.has(action);
  const earns = may.get(action) ?? 0;
  const now = crossed ? "crossed" : can ? "can" : lost ? "lost" : "free";
  const words = [t("web.box", { number, line: t(`line.${line}`) }), t(`web.box.${now}`, { points: earns })];
  return h("button", {
    key: number, type: "button", disabled: !can, "data-action": action,
    class: `box ${line.length > 1 ? "round" : ""} ${now}${held === action ? " held" : ""}`,
    "aria-label": words.join(", "), "aria-pressed": can ? String(held === action) : undefined,
    onclick: can ? () => pick(table, action) : undefined,
  },
    h("span", null, number),
    crossed && pencil(i + number),
    can && h("b", { class: "gain", "aria-hidden": "true" }, `+${earns}`));
}

/** @param {import("./types").Sheet} mine @param {string} line @param {boolean} shut */
function lockBox(mine, line, shut) {
  const own = mine.locked.includes(line);
  const label = t(own ? "web.lock.own" : shut ? "web.lock.closed" : "web.lock.open", { line: t(`line.${line}`) });
  return h("span", { class: `box lockbox${own ? " crossed" : ""}${shut ? " snapped" : ""}`, role: "img", "aria-label": label },
    lock(), own && pencil(line.charCodeAt(0)));
}

/**
 * Penalties and the score, as on the paper sheet.
 * @param {Match} match @param {number} seat
 */
function footer(match, seat) {
  const { penalties, points, total } = match.table.sheets[seat];
  return h("div", { class: "foot" },
    h("div", { class: "penalties", role: "img", "aria-label": t("web.penalties", { count: penalties }) },
      h("span", null, t("qwixx.penalties")),
      [0, 1, 2, 3].map((i) => h("i", { key: i, class: i < penalties ? "crossed" : "" }, i < penalties && pencil(i))),
      h("small", null, "−5")),
    h("div", { class: "score" },
      COLOURS.map((c, i) => [h("span", { key: c, class: CLASSES[c] }, h("small", { "aria-label": t(`line.${c}`), role: "img" }, SYMBOLS[c]), points[i]), i < 3 && h("i", { key: `+${c}` }, "+")]),
      h("i", { key: "-" }, "−"), h("span", { key: "p", class: "due" }, 5 * penalties),
      h("i", { key: "=" }, "="), h("span", { key: "t", class: "total", "data-total": total }, signed(total))));
}

/**
 * How many crosses are worth what.
 * @param {Match} match
 */
export function scale(match) {
  const points = match.game === "big-points" ? POINTS_BIG : POINTS;
  return h("table", { class: "scale" },
    h("caption", null, t("web.scale")),
    h("tbody", null,
      h("tr", null, points.map((_, i) => h("th", { scope: "col" }, `${i + 1}×`))),
      h("tr", null, points.map((p) => h("td", null, p)))));
}

/**
 * A sheet at a glance.
 * @param {Match} match @param {number} seat
 */
export function mini(match, seat) {
  const { sheets, closed } = match.table;
  const mine = sheets[seat];
  return h("div", { class: `mini ${match.game}`, "aria-hidden": "true" },
    linesOf(match).map((line) =>
      h("div", { key: line, class: `${CLASSES[line]}${line.length > 1 ? " round" : ""}${closed.includes(line) ? " shut" : ""}` },
        numbers(line).map((n) => h("i", { class: mine.lines[line]?.includes(n) ? "on" : "" })),
        line.length === 1 && h("i", { class: `l${mine.locked.includes(line) ? " on" : ""}` }))));
}

/**
 * What a player did last, in signs.
 * @param {Match} match @param {number} seat
 */
export function lately(match, seat) {
  /** @type {import("./types").GameEvent[]} */
  const turn = [];
  let rolls = 0;
  for (let i = match.events.length - 1; i >= 0 && rolls < 2; i--) {
    const event = match.events[i];
    if (event.type === "chance") rolls += 1;
    // While a new roll waits for choices, what is worth showing is the turn before it.
    if (event.type === "chance" && turn.length) break;
    if (event.type === "action") turn.unshift(event);
  }
  const own = turn.flatMap((event) => (event.type === "action" && event.seat === seat ? [cross(event.text)] : []));
  return own.flatMap((one) => (one ? [h("span", { class: `did ${CLASSES[one.line]} ${one.line}` }, `${signs(one.line)}${one.number}`)] : []));
}

/** @param {string} line */
const signs = (line) => [...line].map((c) => SYMBOLS[c]).join("");

// What there is to do

/** @param {Table} table */
export function steps(table) {
  const match = /** @type {Match} */ (table.match);
  const { phase, active } = match.table;
  const mine = match.own.includes(active);
  return h("ol", { class: "steps" },
    h("li", { class: phase === "white" ? "now" : "", "aria-current": phase === "white" ? "step" : undefined }, h("b", null, "1"), h("span", null, t("web.step.white"))),
    h("li", { class: phase === "colour" ? "now" : "", "aria-current": phase === "colour" ? "step" : undefined }, h("b", null, "2"),
      h("span", null, mine ? t("web.step.colour.you") : t("web.step.colour", { name: nameOf(match, active) }))));
}

/**
 * The one thing to do next, in words.
 * @param {Table} table
 */
export function actions(table) {
  const match = /** @type {Match} */ (table.match);
  const seat = table.seat;
  if (seat === null || !match.legal[seat]) return waiting(match);
  const may = choices(match, seat);
  const held = chosen(table, seat);
  const settled = table.sent !== null || (match.chosen[seat] !== undefined && (!table.picked || table.picked === match.chosen[seat]));
  const pass = may.get("pass") ?? 0;
  const crosses = [...may.keys()].filter((action) => action !== "pass");
  const box = cross(table.picked);
  const passLabel = pass < 0 ? t("web.pass.costs", { points: -pass }) : t("web.pass");
  const several = match.own.length > 1;
  return [
    h("p", { class: "todo" },
      several && h("b", { class: "who" }, nameOf(match, seat)),
      settled ? t("web.todo.decided") : !crosses.length ? t("web.todo.nothing") : match.table.phase === "white" ? t("web.todo.white") : t("web.todo.colour")),
    // Other dice, other choices: those of before do not wander to new places.
    crosses.length > 0 && h("div", { key: `choices ${table.rolls} ${match.table.phase}`, class: "choices", role: "group", "aria-label": t("web.choices") },
      crosses.map((action) => {
        const one = /** @type {import("./notation.js").Cross} */ (cross(action));
        return h("button", { key: action, type: "button", class: `choice ${CLASSES[one.line]} ${one.line}${held === action ? " held" : ""}`,
          "aria-pressed": String(held === action), "aria-label": t("web.box", { number: one.number, line: t(`line.${one.line}`) }), onclick: () => pick(table, action) },
          h("span", { "aria-hidden": "true" }, signs(one.line)), one.number, h("small", null, `+${may.get(action)}`));
      })),
    crosses.length > 0 && !settled && hinted(table),
    h("div", { class: "buttons" },
      crosses.length > 0 && !settled && hintButton(table),
      crosses.length > 0 && h("button", { key: "pass", type: "button", class: `quiet${held === "pass" ? " held" : ""}`, "data-action": "pass", onclick: () => act("pass") }, passLabel),
      h("button", { key: "go", type: "button", class: "go", "aria-disabled": String(crosses.length > 0 && !box),
        onclick: () => {
          if (!crosses.length) void act("pass");
          else if (table.picked) void act(table.picked);
        } },
        !crosses.length ? passLabel : box ? t("web.cross", { number: box.number, line: t(`line.${box.line}`) }) : settled ? t("web.decided") : t("web.choose"))),
  ];
}

/** @param {Match} match */
function waiting(match) {
  const others = match.to_act.map((seat) => nameOf(match, seat)).join(", ");
  return [h("p", { class: "todo" }, match.phase === "over" ? t("web.over") : others ? t("web.waiting", { names: others }) : "")];
}

/**
 * How far everybody is.
 * @param {Match} match @param {number} seat
 */
export function status(match, seat) {
  const { decided, left } = match.seats[seat];
  if (left) return t("web.status.left");
  if (match.phase !== "playing") return "";
  if (decided) return t("web.status.decided");
  if (match.to_act.includes(seat)) return match.seats[seat].kind === "bot" ? t("web.status.thinking") : t("web.status.choosing");
  return match.table.active === seat ? t("web.status.active") : "";
}

/**
 * The end, counted row by row.
 * @param {Match} match
 */
export function result(match) {
  const order = match.seats.map((_, seat) => seat).sort((a, b) => (match.result?.places[a] ?? 0) - (match.result?.places[b] ?? 0));
  return h("table", { class: "final" },
    h("thead", null, h("tr", null, h("td", null), order.map((seat) => h("th", { scope: "col" }, nameOf(match, seat))))),
    h("tbody", null,
      COLOURS.map((c, i) => h("tr", { class: `count c${i}` }, h("th", { scope: "row", class: CLASSES[c] }, SYMBOLS[c], " ", t(`line.${c}`)),
        order.map((seat) => h("td", null, match.table.sheets[seat].points[i])))),
      h("tr", { class: "count c4" }, h("th", { scope: "row" }, t("qwixx.penalties")), order.map((seat) => h("td", null, signed(-5 * match.table.sheets[seat].penalties || 0)))),
      h("tr", { class: "count c5 sum" }, h("th", { scope: "row" }, t("qwixx.total")), order.map((seat) => h("td", null, h("b", null, signed(match.table.sheets[seat].total)))))));
}

/**
 * Open another player's sheet.
 * @param {Table} table @param {number} seat
 */
export function look(table, seat) {
  table.sheetOf = seat;
  table.dialog = "sheet";
  changed();
}

