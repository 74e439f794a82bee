// Another game with the same players.

import { h } from "./html.js";
import { send } from "./play.js";
import { t } from "./texts.js";

/** @typedef {import("./types").MatchOf<any>} Match */

/** @param {Match} match */
const standing = (match) => match.offers.find(({ offer }) => offer === "rematch");

/**
 * Offer a rematch, or accept it, for every seat of this device.
 * @param {Match} match
 */
async function ask(match) {
  const [first] = match.own;
  for (const seat of match.own) {
    const offer = standing(match);
    if (offer?.agreed.includes(seat)) continue;
    if (offer || seat !== first) {
      await send({ type: "answer", seat, offer: "rematch", accept: true });
    } else await send({ type: "offer", seat, offer: "rematch" });
  }
}

/**
 * Who wants to play again, and whom that waits for; nothing while nobody has asked.
 * @param {Match} match
 */
export function rematchLine(match) {
  const offer = standing(match);
  if (!offer) return null;
  const agreed = match.own.some((seat) => offer.agreed.includes(seat));
  const said = agreed
    ? t("web.offer.waiting", { what: t("web.offer.name.rematch") })
    : t("web.offer.rematch", { name: match.seats[offer.seat].label });
  return h("p", { key: "rematch", class: "offer", role: "status" }, said);
}

/**
 * The rematch button; for spectators, the link to the home page.
 * @param {Match} match
 */
export function rematchButton(match) {
  const [seat] = match.own;
  if (seat === undefined) return h("a", { class: "go button", href: "#" }, t("web.home"));
  const agreed = !!standing(match)?.agreed.includes(seat);
  return h(
    "button",
    {
      type: "button",
      class: "go",
      "aria-disabled": String(agreed),
      onclick: () => ask(match),
    },
    t("web.rematch"),
  );
}
