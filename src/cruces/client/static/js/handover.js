// Passing one device around: whose seat is shown, and the moment in which the device changes hands.
//
// Where players choose at the same time, nobody may see what another has chosen: then a page
// without the game is shown until the next player says that they hold the device. Where nothing is
// hidden the game stays in sight. In both cases a second tap must not act for the next player.

import { h } from "./html.js";
import { changed } from "./store.js";
import { t } from "./texts.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").Match} Match */

/** How long nothing can be done after the seat has changed, in milliseconds. */
const GUARD = 700;

/** Where the screen was touched last, as parts of its width and height. */
const finger = { x: 0.5, y: 1 };

/** Remember where the finger is: the next button must not appear under it. */
export const watchFinger = () =>
  addEventListener(
    "pointerdown",
    ({ clientX, clientY }) => {
      finger.x = clientX / innerWidth;
      finger.y = clientY / innerHeight;
    },
    { capture: true, passive: true },
  );

/**
 * Whether players choose at the same time.
 * @param {Match} match
 */
const together = ({ to_act, seats }) => to_act.length > 1 || seats.some(({ decided }) => decided);

/**
 * The seat to show: the one shown before if it may act, else the next of one's own that may.
 * @param {Match} match @param {number | null} before
 */
export function visibleSeat({ own, to_act }, before) {
  const mine = own.filter((seat) => to_act.includes(seat));
  const last = before !== null && own.includes(before) ? before : (own[0] ?? null);
  if (!mine.length) return last;
  if (before !== null && mine.includes(before)) return before;
  return mine.find((seat) => seat > (before ?? -1)) ?? mine[0];
}

/**
 * The match has changed: show the seat that is to act, and let the device change hands.
 * @param {Table} table @param {number} now in milliseconds
 */
export function passOn(table, now) {
  const match = /** @type {Match} */ (table.match);
  const before = table.seat;
  const seat = visibleSeat(match, before);
  table.seat = seat;
  table.together ||= together(match);
  const shared = match.phase === "playing" && match.own.length > 1 && seat !== null;
  if (!shared || !match.to_act.includes(seat)) {
    table.passTo = null;
    return;
  }
  if (seat === before) return;
  if (before !== null) guard(table, now);
  // Whoever opens the page is the first player, unless another has already chosen.
  const hidden = match.own.some((own) => match.seats[own].decided);
  table.passTo = table.together && (before !== null || hidden) ? seat : null;
  if (table.passTo !== null) table.announcement = passText(match, seat);
}

/** @param {Table} table @param {number} now */
function guard(table, now) {
  table.guardUntil = now + GUARD;
  setTimeout(changed, GUARD + 20);
}

/**
 * Whether a tap may still be meant for the player before.
 * @param {{ guardUntil: number }} table
 */
export const isGuarded = ({ guardUntil }) => performance.now() < guardUntil;

/** @param {Match} match @param {number} seat */
const passText = (match, seat) => t("web.pass-to", { name: match.seats[seat].label });

/**
 * The page between two players of one device.
 * @param {import("./types").TableOf<any>} table @param {number} seat
 */
export function handover(table, seat) {
  const { match } = table;
  const name = match.seats[seat].label;
  const take = () => {
    const now = performance.now();
    if (isGuarded(table)) return;
    table.passTo = null;
    guard(table, now);
    changed();
  };
  const place = `${finger.y > 0.5 ? "high" : "low"} ${finger.x > 0.5 ? "left" : "right"}`;
  return h(
    "main",
    { key: `handover${seat}`, class: `handover ${place}` },
    h(
      "section",
      { class: "card" },
      h("h1", null, passText(match, seat)),
      match.own.some((own) => match.seats[own].decided) &&
        h("p", { class: "empty" }, t("web.pass-to.hidden")),
      h(
        "button",
        {
          type: "button",
          class: "go next",
          "aria-disabled": String(isGuarded(table)),
          onclick: take,
        },
        t("web.pass-to.me", { name }),
      ),
    ),
  );
}
