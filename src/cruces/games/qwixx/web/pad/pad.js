// The score pad: sheets for everybody on this device, for real dice.

import { h } from "/static/js/html.js";
import { eye, icon, tick } from "/static/js/icons.js";
import { knock } from "/static/js/sound.js";
import { app, changed, notify, prefer } from "/static/js/store.js";
import { known, t } from "/static/js/texts.js";
import { dialog, question, signed } from "/static/js/widgets.js";
import { keep, score } from "/static/pages/pad_store.js";
import { penaltyBoxes, penaltyWords, tally } from "../table/sheet.js";
import { arrive, comparison } from "./compare.js";
import { made, thrown, tray } from "./dice.js";
import {
  add,
  ahead,
  blank,
  canRedo,
  canUndo,
  lockers,
  read,
  sheetsOf,
  step,
  write as shareable,
} from "./moves.js";
import {
  absence,
  isAway,
  isForeign,
  news,
  openingChoice,
  penaltySigns,
  pointsShown,
  scoresShown,
  sheetShown,
  strip,
} from "./others.js";
import { rows } from "./paper.js";
import { mayJoin, over, whyNot } from "./rules.js";

/** @typedef {import("./moves.js").Open} Open @typedef {import("../types").Row} Row */
/** @typedef {ReturnType<typeof sheetsOf>} Sheets */

/** How far a finger goes to turn to another sheet, in pixels. */
const SWIPE = 70;
const UNDO = "M9 7L4.500 11.500L9 16M5 11.500h9a5 5 0 0 1 0 10h-3";
const REDO = "M15 7l4.500 4.500L15 16M19 11.500h-9a5 5 0 0 0 0 10h3";
const DICE = "M4.500 4.500h15v15h-15zM9 9v.1M15 15v.1M15 9v.1M9 15v.1";

/**
 * The question that is open.
 * @type {{ about: "lock" | "join", row: Row } | null}
 */
let asked = null;
/** What was written last, for screen readers. */
let said = "";
/**
 * Where a finger touched the sheet.
 * @type {Touch | null}
 */
let touched = null;

const diceShown = () => app.prefs["pad.dice"] === true;

/** The dice are below the sheet, which on a phone is out of sight. */
function toggleDice() {
  prefer({ "pad.dice": !diceShown() });
  requestAnimationFrame(() =>
    document.querySelector(".pad-dice")?.scrollIntoView({ block: "nearest" }),
  );
}

// What can be done

/** @param {Open} open @param {string} move @param {string} words */
function write(open, move, words) {
  add(open.state, move);
  asked = null;
  tell(words);
  keep(open);
  if (app.prefs.sound) {
    knock(3800, 0.09, 0.35);
    knock(4400, 0.09, 0.35, 0.14);
  }
}

/**
 * What is the same as before is said again.
 * @param {string} words
 */
function tell(words) {
  said = said === words ? `${words} ` : words;
}

/** @param {string} id */
const line = (id) => t(`line.${id}`);

/** @param {Open} open @param {number} player */
const sayWhose = ({ names }, player) =>
  notify(t("page.pad.sheet.foreign", { name: names[player] }));

/** @param {Open} open @param {Sheets} sheets @param {Row} row @param {number} number */
function cross(open, { layout, sheets, closed }, row, number) {
  if (isForeign(open, open.state.shown)) return sayWhose(open, open.state.shown);
  const { lines } = sheets[open.state.shown];
  const why = whyNot(layout, lines, closed, row, number);
  if (!why) write(open, `${open.state.shown} ${row.id}${number}`, boxWords(row.id, number));
  else if (mayJoin(layout, lines, closed, row, number)) ask("join", row);
  else notify(t(known(`error.${why}`) ? `error.${why}` : `page.pad.sheet.${why}`));
}

/** @param {string} row @param {number} number */
const boxWords = (row, number) =>
  `${t("web.box", { number, line: line(row) })}, ${t("web.box.crossed")}`;

/** @param {"lock" | "join"} about @param {Row} row */
function ask(about, row) {
  asked = { about, row };
  changed();
}

/**
 * The lock of a row was touched: somebody else closed it, or that was a mistake, or the player
 * means their own cross.
 * @param {Open} open @param {Sheets} sheets @param {Row} row
 */
function close(open, { layout, sheets, closed, elsewhere, marked }, row) {
  if (isForeign(open, open.state.shown)) return sayWhose(open, open.state.shown);
  const own = lockers(sheets, row.id);
  const by = marked.get(row.id);
  const last = row.numbers[row.numbers.length - 1];
  if (own.length) {
    const names = own.map((player) => open.names[player]).join(", ");
    notify(t("page.pad.sheet.closed-by", { names, line: line(row.id) }));
  } else if (elsewhere.has(row.id)) {
    write(open, `o ${row.id}`, t("page.pad.sheet.opened", { line: line(row.id) }));
  } else if (by !== undefined) {
    const names = open.names[by];
    notify(t("page.pad.sheet.marked-by", { name: names, line: line(row.id) }));
  } else if (whyNot(layout, sheets[open.state.shown].lines, closed, row, last)) {
    closeElsewhere(open, row);
  } else ask("lock", row);
}

/** @param {Open} open @param {Row} row */
const closeElsewhere = (open, row) =>
  write(open, `x ${row.id}`, t("page.pad.sheet.closed-elsewhere", { line: line(row.id) }));

/** @param {Open} open @param {-1 | 1} direction */
function goBack(open, direction) {
  const [who, what] = step(open.state, direction).split(" ");
  const whose = open.names[Number(who)];
  const words = what === "p" ? t("page.pad.sheet.penalty") : readable(what);
  const key = direction < 0 ? "page.pad.sheet.undone" : "page.pad.sheet.redone";
  const several = whose && open.names.length > 1 && !open.shared;
  tell(t(key, { what: several ? `${whose}: ${words}` : words }));
  keep(open);
}

/** @param {string} what a box or a row */
function readable(what) {
  const [, row, number] = /^([a-z]+)(\d*)$/.exec(what) ?? ["", what, ""];
  return number ? t("web.box", { number: Number(number), line: line(row) }) : line(row);
}

/** @param {Open} open @param {number} player */
function show(open, player) {
  const { state, names } = open;
  state.shown = (player + names.length) % names.length;
  tell(names[state.shown]);
  keep(open);
}

/** @param {Open} open @param {TouchEvent} e */
function swiped(open, e) {
  const [end] = e.changedTouches;
  const across = touched ? end.clientX - touched.clientX : 0;
  const down = touched ? end.clientY - touched.clientY : 0;
  touched = null;
  const several = open.names.length > 1 && sheetShown(open, 1);
  if (several && Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down))
    show(open, open.state.shown + (across < 0 ? 1 : -1));
}

// The page

/** @param {Open} open */
function draw(open) {
  const { state, names } = open;
  if (state.shown >= names.length || !sheetShown(open, state.shown)) state.shown = 0;
  const sheets = sheetsOf(open);
  return open.scores ? comparison(open, sheets) : writing(open, sheets);
}

/** @param {Open} open @param {Sheets} sheets */
function writing(open, sheets) {
  const { names, state } = open;
  const { layout, closed } = sheets;
  const sheet = sheets.sheets[state.shown];
  const { moves, done, dice } = state;
  const [who, what] = (moves[done - 1] ?? "").split(" ");
  const end = over(layout, sheets.sheets, closed);
  const shown = diceShown();
  const foreign = isForeign(open, state.shown);
  const others = ahead(open);
  return h(
    "main",
    { class: "pad" },
    h("h1", { class: "unseen" }, t(`game.${open.game}`)),
    h("p", { class: "unseen", role: "status" }, said),
    names.length > 1 && people(open, sheets),
    h(
      "section",
      {
        key: `sheet${state.shown}`,
        class: `pad-sheet card${foreign ? " foreign" : ""}`,
        "aria-label": t("web.sheet", { name: names[state.shown] }),
        ontouchstart: (/** @type {TouchEvent} */ e) => {
          touched = e.touches.length === 1 ? e.touches[0] : null;
        },
        ontouchend: (/** @type {TouchEvent} */ e) => swiped(open, e),
      },
      rows({
        layout,
        sheet,
        closed,
        latest: who === String(state.shown) ? what : "",
        rolled: (shown && dice && made(layout, dice)) || new Map(),
        cross: (row, number) => cross(open, sheets, row, number),
        close: (row) => close(open, sheets, row),
      }),
      h(
        "div",
        { class: "foot" },
        penalties(open, sheets),
        pointsShown(open, state.shown) && tally(layout, sheet),
      ),
      h(
        "p",
        { class: "pad-help" },
        foreign
          ? t("page.pad.sheet.foreign", { name: names[state.shown] })
          : t(open.shared ? "page.pad.sheet.help.shared" : "page.pad.sheet.help"),
      ),
    ),
    shown &&
      tray(layout, closed, dice, () => {
        state.dice = thrown(layout, closed, (dice?.roll ?? 0) + 1);
        keep(open);
      }),
    others.length > 0
      ? banner(open, sheets, t("page.pad.sheet.next-begun", { name: others[0].name }))
      : end && banner(open, sheets, `${t("web.over")} ${t(`reason.${end}`)}`),
    tools(open, sheets),
    asked && questionAbout(open, sheets, asked),
  );
}

/** @param {Open} open @param {Sheets} all */
const people = (open, all) =>
  h(
    "nav",
    { class: "pad-people", "aria-label": t("web.players") },
    open.names.map((name, player) =>
      h(
        sheetShown(open, player) ? "button" : "div",
        {
          key: player,
          type: sheetShown(open, player) ? "button" : undefined,
          class: `chip${isAway(open, player) ? " away" : ""}`,
          "data-person": player,
          "aria-current": player === open.state.shown ? "true" : undefined,
          onclick: sheetShown(open, player) ? () => show(open, player) : undefined,
        },
        h("span", null, name, isAway(open, player) && absence()),
        pointsShown(open, player) && h("b", null, signed(all.sheets[player].total)),
        isForeign(open, player) && h("small", null, penaltySigns(all.sheets[player].penalties)),
        isForeign(open, player) && sheetShown(open, player) && strip(open, all, player),
      ),
    ),
  );

/** @param {Open} open @param {Sheets} sheets */
function penalties(open, { layout, sheets }) {
  const count = sheets[open.state.shown].penalties;
  const full = count >= layout.penalties;
  const foreign = isForeign(open, open.state.shown);
  return h(
    "button",
    {
      type: "button",
      class: "penalties",
      "aria-disabled": String(full || foreign),
      "aria-label": [!foreign && t("page.pad.sheet.take-penalty"), penaltyWords(layout, count)]
        .filter(Boolean)
        .join(". "),
      onclick: () =>
        !full && !foreign && write(open, `${open.state.shown} p`, penaltyWords(layout, count + 1)),
    },
    penaltyBoxes(layout, count),
  );
}

/** @param {Open} open @param {Sheets} sheets @param {string} words */
const banner = (open, sheets, words) =>
  h(
    "section",
    { class: "pad-end card", role: "status" },
    h("p", null, words),
    h("button", { type: "button", class: "go", onclick: () => finish(open, sheets) }, count()),
  );

const count = () => t("page.pad.sheet.count");

/** @param {Open} open @param {Sheets} sheets */
function finish(open, { sheets }) {
  score(
    open,
    sheets.map(({ total }) => total),
  );
  arrive();
}

/** @param {Open} open @param {Sheets} sheets */
const tools = (open, sheets) =>
  h(
    "div",
    { class: "pad-tools", role: "toolbar", "aria-label": t("page.pad.sheet.tools") },
    tool("undo", icon(UNDO), () => goBack(open, -1), { disabled: !canUndo(open.state) }),
    tool("redo", icon(REDO), () => goBack(open, 1), { disabled: !canRedo(open.state) }),
    tool("dice", icon(DICE), toggleDice, { pressed: diceShown() }),
    tool("scores", eye(), () => prefer({ "pad.scores": !scoresShown() }), {
      pressed: scoresShown(),
    }),
    tool("finish", tick(), () => finish(open, sheets), {}),
  );

/**
 * @param {string} name @param {import("/static/js/types").Loose} drawing
 * @param {() => void} press
 * @param {{ disabled?: boolean, pressed?: boolean }} state
 */
const tool = (name, drawing, press, { disabled = false, pressed }) =>
  h(
    "button",
    {
      key: name,
      type: "button",
      class: "quiet",
      "data-tool": name,
      "aria-disabled": disabled ? "true" : undefined,
      "aria-pressed": pressed === undefined ? undefined : String(pressed),
      onclick: () => !disabled && press(),
    },
    drawing,
    h("span", null, t(`page.pad.sheet.${name}`)),
  );

/** @param {Open} open @param {Sheets} sheets @param {NonNullable<typeof asked>} asking */
function questionAbout(open, { layout, sheets }, { about, row }) {
  const number = row.numbers[row.numbers.length - 1];
  const shut = () => {
    asked = null;
    changed();
  };
  const cross = () =>
    write(open, `${open.state.shown} ${row.id}${number}`, boxWords(row.id, number));
  if (about === "join")
    return question({
      title: t("page.pad.sheet.closed", { line: line(row.id) }),
      about: t("page.pad.sheet.join.about"),
      yes: t("page.pad.sheet.join", { number }),
      shut,
      act: cross,
    });
  return dialog(
    "question",
    t("page.pad.sheet.who-closes", { line: line(row.id) }),
    shut,
    h(
      "div",
      { class: "buttons after" },
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => closeElsewhere(open, row) },
        t("page.pad.sheet.somebody-else"),
      ),
      h(
        "button",
        { type: "button", class: "go", onclick: cross },
        t("page.pad.sheet.own-lock", { number }),
      ),
    ),
  );
}

/** @type {import("/static/js/types").Pad<import("./moves.js").Pages>} */
export default {
  seats: ({ seats }) => seats,
  begin: blank,
  draw,
  shared: {
    choices: [openingChoice],
    write: shareable,
    read,
    scores: (open) => sheetsOf(open).sheets.map(({ total }) => total),
    news,
  },
};
