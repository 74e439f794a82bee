// The moment of the game, while it is set up: whose turn it is, the dice, and which action comes.

import { h } from "/static/js/html.js";
import { t } from "/static/js/texts.js";
import { radio } from "/static/js/widgets.js";
import "../table/dice.js";
import { colours } from "../layout.js";
import { closed } from "./position.js";

/** @typedef {import("./editor.js").Work} Work */
/** @typedef {import("./position.js").Position} Position */

const FACES = 6;
/** The white dice; the others are called like their rows. */
const WHITE = ["w0", "w1"];
/** The dice that are shown before any are set. */
const ROLL = { white: [3, 4], colours: {} };

/**
 * One of several to choose, as chips.
 * @param {string} name @param {string} label
 * @param {[any, string][]} values @param {unknown} chosen
 * @param {(value: any) => void} choose @param {import("/static/js/types").Loose} [more]
 */
export const chips = (name, label, values, chosen, choose, more) =>
  h(
    "div",
    { key: name, class: "paper-choice", role: "radiogroup", "aria-label": label },
    h("span", { "aria-hidden": "true" }, label),
    values.map(([value, text]) => radio(name, value, value === chosen, () => choose(value), text)),
    more,
  );

/** @param {Position} position @returns {[number, string][]} */
export const seatsOf = ({ sheets }) => sheets.map((_, seat) => [seat, String(seat + 1)]);

/** @param {Work} work */
export const turn = ({ position, change }) =>
  position.sheets.length > 1 &&
  chips("active", t("page.explore.turn"), seatsOf(position), position.active, (active) =>
    change(() => ({ active })),
  );

/** @param {Work} work */
export function dice({ layout, position, change }) {
  const roll = position.roll ?? ROLL;
  const gone = closed(layout, position.sheets);
  /** @param {(roll: NonNullable<Position["roll"]>) => NonNullable<Position["roll"]>} how */
  const throwAs = (how) =>
    change((now) => ({
      phase: now.roll ? now.phase : "white",
      roll: how(now.roll ?? ROLL),
      first: "",
    }));
  /** @param {string} key @param {(face: number) => number} how */
  const set = (key, how) =>
    throwAs(({ white, colours: others }) =>
      WHITE.includes(key)
        ? { white: white.map((one, i) => (key === WHITE[i] ? how(one) : one)), colours: others }
        : { white, colours: { ...others, [key]: how(others[key] ?? 1) } },
    );
  /** @param {string} key @param {string} name @param {string} symbol @param {number} face */
  const die = (key, name, symbol, face) =>
    h(
      "button",
      {
        key,
        type: "button",
        class: "die-button",
        "data-die": key,
        "aria-label": t("page.explore.die", { line: nameOf(key), face }),
        onclick: () => set(key, (before) => (before % FACES) + 1),
        onkeydown: (/** @type {KeyboardEvent} */ e) => {
          const typed = Number(e.key);
          const wanted = typed >= 1 && typed <= FACES && !e.ctrlKey && !e.altKey && !e.metaKey;
          if (wanted) set(key, () => typed);
        },
      },
      h("game-die", { ".die": { name, symbol, face, roll: 0 } }),
    );
  return h(
    "div",
    { key: "dice", class: "dice", role: "group", "aria-label": t("web.dice") },
    roll.white.map((face, i) => die(WHITE[i], "white", "", face)),
    colours(layout)
      .filter(({ id }) => !gone.includes(id))
      .map(({ id, name, symbol }) => die(id, name, symbol, roll.colours[id] ?? 1)),
    h(
      "button",
      {
        key: "throw",
        type: "button",
        class: "chip",
        onclick: () =>
          throwAs(() => ({
            white: WHITE.map(anyFace),
            colours: Object.fromEntries(colours(layout).map(({ id }) => [id, anyFace()])),
          })),
      },
      t("page.explore.throw"),
    ),
  );
}

const anyFace = () => 1 + Math.floor(FACES * Math.random());

/** @param {string} die */
const nameOf = (die) => (WHITE.includes(die) ? t("page.explore.white") : t(`line.${die}`));

/**
 * Which action it is; in action 2, what was done in action 1.
 * @param {Work} work
 */
export function actions({ layout, position, change }) {
  const { phase, roll, sheets, active, first } = position;
  if (!roll) return h("p", { key: "none", class: "empty" }, t("page.explore.no-dice"));
  const sum = roll.white[0] + roll.white[1];
  const crossed = layout.rows.filter(({ id }) => sheets[active].lines[id]?.includes(sum));
  /** @type {[string, string][]} */
  const did = crossed.map(({ id }) => [
    `${id}${sum}`,
    t("web.box", { number: sum, line: t(`line.${id}`) }),
  ]);
  return [
    chips(
      "phase",
      t("page.explore.action"),
      [
        ["white", t("page.explore.action.1")],
        ["colour", t("page.explore.action.2")],
      ],
      phase,
      (value) => change(() => ({ phase: value })),
    ),
    phase === "colour" &&
      chips(
        "first",
        t("page.explore.before"),
        [["pass", t("page.explore.before.none")], ...did],
        first || "pass",
        (value) => change(() => ({ first: value })),
      ),
  ];
}
