// Whose turn it is, for those who look elsewhere: in the title, in the icon and, for players who
// asked for it, as a notification.

import { app, prefer } from "./store.js";
import { t } from "./texts.js";

/** @typedef {import("./types").Match} Match @typedef {import("./types").Table} Table */

const ICON = "/static/icons/icon.svg";
const TURN_ICON = "/static/icons/icon-turn.svg";

/**
 * Whether one of this device's players has to choose.
 * @param {Pick<Match, "to_act" | "own"> | null | undefined} match
 */
export const isMyTurn = (match) => !!match?.to_act.some((seat) => match.own.includes(seat));

/**
 * The title of the page.
 * @param {Match | null | undefined} match the match on the screen
 */
export const title = (match) =>
  [isMyTurn(match) && `● ${t("web.your-turn")}`, match && t(`game.${match.game}`), "Cruces"]
    .filter(Boolean)
    .join(" · ");

/** @param {Match | null | undefined} match */
export function showTurn(match) {
  document.title = title(match);
  const mine = isMyTurn(match);
  document.body.classList.toggle("my-turn", mine);
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const wanted = mine ? TURN_ICON : ICON;
  if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
}

// Notifications

/** Browsers notify over secure connections only. */
export const canNotify = () => "Notification" in window && isSecureContext;

export const notifies = () =>
  canNotify() && !!app.prefs.notify && Notification.permission === "granted";

/** The player's own click: ask the browser, or stop. */
export async function toggleNotifications() {
  if (notifies()) prefer({ notify: false });
  else prefer({ notify: (await Notification.requestPermission()) === "granted" });
}

/**
 * Notify a player who looks elsewhere that it has become their turn.
 * @param {Match} match @param {boolean} before whether it was their turn before
 */
export async function announceTurn(match, before) {
  if (before || !isMyTurn(match) || document.visibilityState === "visible" || !notifies()) return;
  const text = t("web.your-turn");
  const options = {
    body: t(`game.${match.game}`),
    tag: match.match,
    icon: "/static/icons/icon-192.png",
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(text, options);
  else new Notification(text, options);
}
