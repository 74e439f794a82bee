// The seat cards of a match.

import "./clock.js";
import { h } from "./html.js";
import { robot } from "./icons.js";
import { thinking } from "./preparing.js";
import { t } from "./texts.js";
import { initial, signed } from "./widgets.js";

/** @typedef {import("./types").Match} Match @typedef {import("./types").TableOf<any>} Table */
/** @typedef {import("./types").MatchOf<any>} AnyMatch */

/**
 * A player's name, or "you".
 * @param {AnyMatch} match @param {number} seat
 */
export const you = (match, seat) =>
  match.own.length === 1 && match.own[0] === seat ? t("web.you") : match.seats[seat].label;

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
  const { kind, label } = match.seats[seat];
  const turn = match.to_act.includes(seat);
  return h(
    "div",
    {
      key: seat,
      class: `plain-seat card${turn ? " active" : ""}`,
      "data-seat": seat,
    },
    h("span", { class: "avatar" }, kind === "bot" ? robot() : initial(label)),
    h(
      "span",
      { class: "who" },
      h("b", null, you(match, seat)),
      h(
        "small",
        null,
        away(table, seat) ? t("web.status.away") : (view.status ?? status)(match, seat),
      ),
      view.score?.(match, seat),
    ),
    match.result && h("span", { class: "points" }, signed(match.result.scores[seat])),
    match.result?.places[seat] === 1 && h("span", { class: "tag on" }, t("web.first")),
    clock(table, seat),
  );
}
