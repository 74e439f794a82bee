// The seats of a table before the start: who has one, and what can be done about it.

import { show } from "../js/dialogs.js";
import { avatar } from "../js/figures.js";
import { h } from "../js/html.js";
import { close, robot, tick } from "../js/icons.js";
import { levelName, levelOption, unbeaten } from "../js/names.js";
import { pageLink } from "../js/pages.js";
import { send, sit } from "../js/play.js";
import { level } from "../js/setup_form.js";
import { app, gameOf, prefer } from "../js/store.js";
import { t } from "../js/texts.js";
import { viewOf } from "../js/views.js";
import { forgetTyped, typedName, whoFields } from "./who.js";

/** @typedef {import("../js/types").TableOf<any>} Table */
/** @typedef {import("../js/types").MatchOf<any>} Match */

/** @param {number} seat */
async function rename(seat) {
  const wanted = typedName();
  const name = wanted || app.table?.match?.seats[seat].name || "";
  if (!name || !(await sit(seat, name))) return;
  if (wanted) prefer({ name: wanted });
  forgetTyped();
}

/** @param {Table} table @param {number} seat @param {boolean} host @param {boolean} editable */
export function place(table, seat, host, editable) {
  const { match } = table;
  const held = match.seats[seat];
  const { kind, name, label, bot, ready: isReady } = held;
  const game = gameOf(match.game);
  const own = match.own.includes(seat);
  const side = viewOf(match).side?.(match, seat);
  const promise = kind === "bot" ? unbeaten(game, bot, match.options) : undefined;
  return h(
    "li",
    { key: seat, class: `${kind}${own ? " own" : ""}`, "data-seat": seat },
    editable
      ? whoFields({ name, asks: !app.prefs.name, save: () => rename(seat) })
      : [
          avatar(held),
          h(
            "span",
            { class: "who" },
            h("b", null, label),
            kind === "bot" && h("small", { key: "level" }, levelName(bot)),
            held.host && h("small", { key: "host" }, t("web.host")),
            promise && h("small", { key: "unbeaten", class: "unbeaten" }, pageLink(game, promise)),
          ),
        ],
    side && h("small", { key: "side", class: "side" }, side),
    kind === "human" && !held.host && readyTag(isReady, editable),
    kind === "bot" && host && cross("free", `${t("web.free-seat")}: ${label}`, () => stand(seat)),
    kind === "human" &&
      host &&
      !own &&
      cross("remove", `${t("web.remove")}: ${label}`, () => {
        table.about = seat;
        show(table, "remove");
      }),
  );
}

/** @param {boolean} isReady @param {boolean} short whether there is little room */
function readyTag(isReady, short) {
  const said = t(isReady ? "web.ready.short" : "web.unready.short");
  if (short && !isReady) return null;
  return h(
    "span",
    { key: "ready", class: isReady ? "tag on" : "tag" },
    isReady && tick(),
    h("span", { class: short ? "unseen" : "" }, said),
  );
}

/** @param {string} key @param {string} label @param {() => unknown} press */
const cross = (key, label, press) =>
  h(
    "button",
    {
      key,
      type: "button",
      class: "chip square",
      "aria-label": label,
      title: label,
      onclick: press,
    },
    close(),
  );

/** @param {string} key @param {string} text @param {() => unknown} press */
export const smallButton = (key, text, press) =>
  h("button", { key, type: "button", class: "quiet", onclick: press }, text);

/** @param {number} seat */
export const stand = (seat) => send({ type: "stand", seat });

/** @param {Match} match @param {number} seat */
const seatRobot = (match, seat) => {
  const game = gameOf(match.game);
  if (game) void send({ type: "seat-bot", seat, bot: level(game) });
};

/**
 * All seats that nobody has, in one line: whoever comes gets one.
 * @param {Match} match @param {number[]} open @param {boolean} host
 */
export const openSeats = (match, open, host) =>
  h(
    "li",
    { key: "open", class: "open" },
    h("span", { class: "who" }, t("web.free", { count: open.length })),
    host && levels(match, true),
    host && smallButton("robot", t("web.bot.add"), () => seatRobot(match, open[0])),
  );

/** @param {Match} match @param {number} seat @param {boolean} host */
export function openSeat(match, seat, host) {
  const [own] = match.own;
  const side = viewOf(match).side?.(match, seat);
  const move = async () => {
    const { name } = match.seats[own];
    if (await stand(own)) await sit(seat, name);
  };
  return h(
    "li",
    { key: seat, class: "open", "data-seat": seat },
    h("span", { class: "avatar" }, seat + 1),
    h("span", { class: "who" }, t("web.seat.open")),
    side && h("small", { key: "side", class: "side" }, side),
    h(
      "div",
      { class: "ways-in" },
      match.own.length === 1 && smallButton("move", t("web.sit.here"), move),
      host && smallButton("robot", t("web.bot.add"), () => seatRobot(match, seat)),
    ),
  );
}

/**
 * How strong the robots are that are added.
 * @param {Match} match @param {boolean} [short] whether there is little room
 */
export function levels(match, short = false) {
  const game = gameOf(match.game);
  if (!game?.bots.length) return null;
  const chosen = level(game);
  return h(
    "label",
    { key: "level", class: "bots" },
    short && robot(),
    h("span", { class: short ? "unseen" : "" }, t("web.bot.level")),
    h(
      "select",
      {
        ".value": chosen,
        onchange: (/** @type {Event} */ e) => {
          const { value } = /** @type {HTMLSelectElement} */ (e.target);
          prefer({ levels: { ...app.prefs.levels, [game.id]: value } });
        },
      },
      game.bots.map((bot) =>
        h(
          "option",
          { key: bot, value: bot, selected: bot === chosen },
          levelOption(game, bot, match.options),
        ),
      ),
    ),
  );
}
