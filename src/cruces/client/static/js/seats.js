// The seat cards of a match.

import "./clock.js";
import { avatar } from "./figures.js";
import { h } from "./html.js";
import { levelName } from "./names.js";
import { thinking } from "./preparing.js";
import { t } from "./texts.js";
import { signed } from "./widgets.js";

/** @typedef {import("./types").Match} Match @typedef {import("./types").TableOf<any>} Table */
/** @typedef {import("./types").MatchOf<any>} AnyMatch */

/**
 * A player's name, or "you".
 * @param {AnyMatch} match @param {number} seat
 */
export const you = (match, seat) =>
  match.own.length === 1 && match.own[0] === seat ? t("web.you") : match.seats[seat].label;

/**
 * The tag of who came first; in a drawn game nobody did.
 * @param {AnyMatch} match @param {number} seat
 */
export function firstPlace({ result }, seat) {
  if (result?.places[seat] !== 1) return null;
  const drawn = result.places.length > 1 && result.places.every((place) => place === 1);
  return h("span", { class: "tag on" }, t(drawn ? "web.drawn" : "web.first"));
}

/**
 * How strong a robot is; nothing for people.
 * @param {AnyMatch} match @param {number} seat
 */
export const levelOf = (match, seat) => {
  const { kind, bot } = match.seats[seat];
  return kind === "bot" ? levelName(bot) : "";
};

/**
 * Whether a player on another device is not connected.
 * @param {Table} table @param {number} seat
 */
export function away({ match, present }, seat) {
  const { kind, left } = match.seats[seat];
  return kind === "human" && !left && !present.includes(seat) && !match.own.includes(seat);
}

/** @param {Table} table @param {number} seat */
export function clock({ match, at }, seat) {
  if (!match.clock) return null;
  const running = match.phase === "playing" && match.clock.running.includes(seat);
  const own = match.own.includes(seat);
  return h("game-clock", { ".clock": { remaining: match.clock.left[seat], at, running, own } });
}

/** @param {AnyMatch} match @param {number} seat */
export function status(match, seat) {
  const { left, kind, decided } = match.seats[seat];
  if (left) return t("web.status.left");
  if (match.phase !== "playing" || decided || !match.to_act.includes(seat)) return "";
  if (kind === "bot") return thinking();
  return match.own.includes(seat) ? t("web.your-turn") : "";
}

/**
 * The card of a seat, for games whose view has none.
 * @param {Table} table @param {number} seat @param {import("./types").View} view
 */
export function seatCard(table, seat, view) {
  const { match } = table;
  const turn = match.to_act.includes(seat);
  return h(
    "div",
    {
      key: seat,
      class: `plain-seat card${turn ? " active" : ""}`,
      "data-seat": seat,
    },
    avatar(match.seats[seat]),
    h(
      "span",
      { class: "who" },
      h("b", null, you(match, seat)),
      h(
        "small",
        null,
        away(table, seat)
          ? t("web.status.away")
          : (view.status ?? status)(match, seat) || levelOf(match, seat),
      ),
      view.score?.(match, seat),
    ),
    match.result && h("span", { class: "points" }, signed(match.result.scores[seat])),
    firstPlace(match, seat),
    clock(table, seat),
  );
}
