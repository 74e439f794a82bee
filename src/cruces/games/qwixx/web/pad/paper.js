// The sheet to write on with a finger: boxes as large as the screen allows, one tab stop, arrow
// keys between them. Where a row does not fit into one line all rows of its block take two, so that
// circles stay between the boxes that they belong to.

import { h } from "/static/js/html.js";
import { t } from "/static/js/texts.js";
import { lock, pencil } from "../drawing.js";
import { inked } from "../layout.js";
import { lost } from "../table/sheet.js";
import { whyNot } from "./rules.js";

/** @typedef {import("../types").Layout} Layout @typedef {import("../types").Row} Row */
/** @typedef {import("../types").Sheet} Sheet */

/**
 * @typedef {object} Paper
 * @property {Layout} layout
 * @property {Sheet} sheet
 * @property {string[]} closed
 * @property {string} latest the action that was written last
 * @property {Map<string, string>} rolled what the dice on this device make, and how
 * @property {(row: Row, number: number) => void} cross
 * @property {(row: Row) => void} close
 */

/** The box that is reached by the tab key: its row and its place there. */
const cursor = { row: 0, place: 0 };

/** @param {Paper} paper */
export function rows(paper) {
  const blocks = blocksOf(paper.layout.rows);
  const lines = paper.layout.rows.length;
  return h(
    "div",
    {
      class: "pad-rows",
      style: { "--lines": lines },
      onkeydown: (/** @type {KeyboardEvent} */ e) => move(e, paper.layout.rows),
      onfocusin: (/** @type {Event} */ e) => {
        const { row, place } = /** @type {HTMLElement} */ (e.target).dataset;
        Object.assign(cursor, { row: Number(row), place: Number(place) });
      },
    },
    blocks.map((block) => {
      const boxes = Math.max(...block.map(({ numbers }) => numbers.length)) + 1;
      const style = { "--boxes": boxes, "--half": Math.ceil(boxes / 2), "--rows": block.length };
      return h(
        "div",
        { key: block[0].id, class: "pad-block", style },
        block.map((row, line) => rowOf(paper, row, line, Math.ceil(boxes / 2))),
        block.length > 1 && h("i", { class: "fold" }),
      );
    }),
  );
}

/**
 * A row of circles and those next to it are printed together.
 * @param {Row[]} printed @returns {Row[][]}
 */
function blocksOf(printed) {
  /** @type {Row[][]} */
  const blocks = [];
  for (const [i, row] of printed.entries()) {
    const joined = i > 0 && (row.beside.length || printed[i - 1].beside.length);
    if (joined) blocks[blocks.length - 1].push(row);
    else blocks.push([row]);
  }
  return blocks;
}

/** @param {Paper} paper @param {Row} row @param {number} line @param {number} half */
function rowOf(paper, row, line, half) {
  const { layout, sheet, closed } = paper;
  const marks = sheet.lines[row.id];
  const shut = closed.includes(row.id);
  const gone = lost(row, marks, shut);
  const paint = inked(layout, row.id, "pad-row");
  /** @param {number} place */
  const at = (place) => ({
    "--line": line,
    "--place": place,
    "--turn": Math.floor(place / half),
    "--column": place % half,
  });
  return h(
    "div",
    {
      ...paint,
      key: row.id,
      class: `${paint.class}${shut ? " shut" : ""}`,
      role: "group",
      "aria-label": t(`line.${row.id}`),
    },
    [0, half].map((place) =>
      h(
        "span",
        { key: `band${place}`, class: "band", style: at(place), "aria-hidden": "true" },
        place === 0 && !row.beside.length && row.symbol,
      ),
    ),
    row.numbers.map((number, place) =>
      box(paper, row, { number, place, style: at(place), lost: gone.includes(number) }),
    ),
    row.lock && lockOf(paper, row, at(row.numbers.length)),
  );
}

/**
 * @param {Paper} paper @param {Row} row
 * @param {{ number: number, place: number, style: object, lost: boolean }} box
 */
function box(paper, row, { number, place, style, lost: gone }) {
  const { layout, sheet, closed, latest, rolled, cross } = paper;
  const action = `${row.id}${number}`;
  const crossed = sheet.lines[row.id].includes(number);
  const why = whyNot(layout, sheet.lines, closed, row, number);
  const state = crossed ? "crossed" : gone ? "lost" : "free";
  return h(
    "button",
    {
      ...stop(layout, row, place),
      key: number,
      type: "button",
      class: [
        "box",
        row.beside.length ? "round" : "",
        state,
        why && state === "free" ? "not-yet" : "",
        latest === action ? "fresh" : "",
        why ? "" : (rolled.get(action) ?? ""),
      ].join(" "),
      style,
      "data-action": action,
      "aria-label": [
        t("web.box", { number, line: t(`line.${row.id}`) }),
        t(`web.box.${state}`),
      ].join(", "),
      "aria-disabled": why ? "true" : undefined,
      onclick: () => cross(row, number),
    },
    h("span", null, number),
    crossed && pencil(place + number),
  );
}

/** @param {Paper} paper @param {Row} row @param {object} style */
function lockOf({ layout, sheet, closed, close }, row, style) {
  const own = sheet.locked.includes(row.id);
  const shut = closed.includes(row.id);
  const key = own ? "web.lock.own" : shut ? "web.lock.closed" : "page.pad.sheet.close";
  return h(
    "button",
    {
      ...stop(layout, row, row.numbers.length),
      key: "lock",
      type: "button",
      class: `box lockbox${own ? " crossed" : ""}${shut ? " snapped" : ""}`,
      style,
      "data-close": row.id,
      "aria-label": t(key, { line: t(`line.${row.id}`) }),
      "aria-pressed": String(shut),
      onclick: () => close(row),
    },
    lock(!shut),
    own && pencil(row.id.charCodeAt(0)),
  );
}

/**
 * Where a box is, for the keyboard.
 * @param {Layout} layout @param {Row} row @param {number} place
 */
function stop({ rows: printed }, row, place) {
  const line = printed.indexOf(row);
  const here = cursor.row === line && cursor.place === place;
  return { tabindex: here ? 0 : -1, "data-row": line, "data-place": place };
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** @param {KeyboardEvent} e @param {Row[]} printed */
function move(e, printed) {
  const [down, right] = ARROWS[e.key] ?? [0, 0];
  const row = printed[cursor.row + down];
  if (!(e.key in ARROWS) || !row) return;
  e.preventDefault();
  const last = row.numbers.length - (row.lock ? 0 : 1);
  const place = Math.min(Math.max(cursor.place + right, 0), last);
  const sheet = /** @type {HTMLElement} */ (e.currentTarget);
  const target = sheet.querySelector(`[data-row="${cursor.row + down}"][data-place="${place}"]`);
  if (!(target instanceof HTMLElement)) return;
  for (const each of sheet.querySelectorAll('[tabindex="0"]')) each.setAttribute("tabindex", "-1");
  target.tabIndex = 0;
  target.focus();
}
