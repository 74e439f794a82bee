// How a game is to be played: against whom, by how many, with which options and which clock.

import { h } from "./html.js";
import { levelName, levelOption } from "./names.js";
import { app, changed, prefer } from "./store.js";
import { known, t } from "./texts.js";

/** @typedef {import("./types").Game} Game */

const CLOCKS = ["", "60+0", "180+2", "300+3", "600+5", "1800+20", "d1", "d3"];

/**
 * What is chosen behind "more", for each game.
 * @typedef {object} Wishes
 * @property {number} seats
 * @property {boolean} asked whether that number was asked for
 * @property {string} clock
 * @property {boolean} open
 * @property {Record<string, any>} options
 */

/** @type {Record<string, Wishes>} */
const chosen = {};

/** @param {Game} game */
export function wishes(game) {
  const [seats] = game.seats.filter((count) => !game.practice.includes(count));
  return (chosen[game.id] ??= { seats, asked: false, clock: "", open: false, options: {} });
}

/** @param {Game} which */
export const level = (which) => {
  const wanted = app.prefs.levels[which.id] ?? "";
  return which.bots.includes(wanted) ? wanted : which.bots[Math.min(2, which.bots.length - 1)];
};

/**
 * What an option is about, or what a value means: in the game's own words, if it has some.
 * @param {Game} which @param {string} name
 */
export function optionText({ id }, name) {
  const own = `option.${id}.${name}`;
  return known(own) ? t(own) : t(`option.${name}`);
}

/** @param {Game} which @param {string} bot */
const setLevel = (which, bot) => prefer({ levels: { ...app.prefs.levels, [which.id]: bot } });

/**
 * The options in force: what was chosen, else what the edition says, else what is usual.
 * @param {Game} which
 */
export function agreed(which) {
  const { options } = wishes(which);
  const edition =
    which.editions[
      String(options.edition ?? which.options.find(({ name }) => name === "edition")?.default)
    ] ?? {};
  return Object.fromEntries(
    which.options.map(({ name, default: usual }) => [
      name,
      options[name] ?? edition[name] ?? usual,
    ]),
  );
}

/**
 * Who is played against: a few to choose from at once, many in a list.
 * @param {Game} which @param {Record<string, any>} [options] those in force
 */
export const levels = (which, options = agreed(which)) =>
  which.bots.length > 3
    ? h(
        "label",
        { class: "levels" },
        t("web.level"),
        h(
          "select",
          {
            name: "level",
            ".value": level(which),
            onchange: (/** @type {Event} */ e) =>
              setLevel(which, /** @type {HTMLSelectElement} */ (e.target).value),
          },
          which.bots.map((bot) =>
            h(
              "option",
              { key: bot, value: bot, selected: bot === level(which) },
              levelOption(which, bot, options),
            ),
          ),
        ),
      )
    : h(
        "div",
        { class: "levels", role: "radiogroup", "aria-label": t("web.level") },
        h("span", { "aria-hidden": "true" }, t("web.level")),
        which.bots.map((bot) =>
          h(
            "label",
            { key: bot, class: "chip radio" },
            h("input", {
              type: "radio",
              name: "level",
              value: bot,
              ".checked": bot === level(which),
              onchange: () => setLevel(which, bot),
            }),
            levelName(bot),
          ),
        ),
      );

/** @param {Game} which */
export function setup(which) {
  const { seats, clock, open, options } = wishes(which);
  const [seconds, increment] = clock.split("+").map(Number);
  return {
    game: which.id,
    seats,
    options,
    private: !open,
    clock: !clock
      ? null
      : clock.startsWith("d")
        ? { type: "days", days: Number(clock.slice(1)) }
        : { type: "bank", seconds, increment },
  };
}

/** @param {Game} which @param {ReturnType<typeof wishes>} wish */
export function more(which, wish) {
  /**
   * @param {string} label @param {string} value
   * @param {[string, string][]} values @param {(value: string) => void} set
   */
  const select = (label, value, values, set) =>
    h(
      "label",
      { key: label, class: "field" },
      h("span", null, label),
      h(
        "select",
        {
          ".value": value,
          onchange: (/** @type {Event} */ e) => {
            set(/** @type {HTMLSelectElement} */ (e.target).value);
            changed();
          },
        },
        values.map(([v, text]) => h("option", { key: v, value: v, selected: v === value }, text)),
      ),
    );
  const inForce = agreed(which);
  return h(
    "details",
    { class: "more" },
    h("summary", null, t("web.more")),
    h(
      "div",
      { class: "fields" },
      which.seats.length > 1 &&
        select(
          t("web.players"),
          String(wish.seats),
          [...which.seats]
            .sort((a, b) => a - b)
            .map((n) => [String(n), which.practice.includes(n) ? t("web.practice") : String(n)]),
          (v) => {
            wish.seats = Number(v);
            wish.asked = true;
          },
        ),
      which.options.map((option) => {
        return select(
          optionText(which, option.name),
          JSON.stringify(inForce[option.name]),
          option.values.map((v, i) => [
            JSON.stringify(v),
            optionText(which, `${option.name}.${option.texts[i]}`),
          ]),
          (v) => {
            if (option.name === "edition") wish.options = {};
            wish.options[option.name] = JSON.parse(v);
          },
        );
      }),
      select(
        t("web.clock"),
        wish.clock,
        CLOCKS.map((c) => [c, clockText(c)]),
        (v) => {
          wish.clock = v;
        },
      ),
      select(
        t("web.who-may"),
        String(wish.open),
        [
          ["false", t("web.private")],
          ["true", t("web.open")],
        ],
        (v) => {
          wish.open = v === "true";
        },
      ),
    ),
  );
}

/** @param {string} clock */
function clockText(clock) {
  if (!clock) return t("web.clock.none");
  if (clock.startsWith("d")) return t("web.clock.days", { days: Number(clock.slice(1)) });
  const [seconds, more] = clock.split("+").map(Number);
  return t("web.clock.bank", { minutes: seconds / 60, seconds: more });
}
