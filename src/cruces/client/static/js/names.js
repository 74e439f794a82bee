// The names of players.

import { known, t } from "./texts.js";

/** @typedef {import("./types").Match} Match @typedef {import("./types").Game} Game */

/**
 * The name of the robot that is thinking, if only robots may act.
 * @param {Pick<Match, "seats" | "to_act">} match
 */
export function thinker({ seats, to_act }) {
  const robots = to_act.length > 0 && to_act.every((seat) => seats[seat].bot);
  return robots ? to_act.map((seat) => seats[seat].label).join(", ") : "";
}

/**
 * The name of the robot in a seat.
 * @param {number} seat
 */
export function botName(seat) {
  const names = t("web.bot.names").split(", ");
  const again = Math.floor(seat / names.length);
  const name = names[seat % names.length];
  return t("web.bot", { name: again ? `${name} ${again + 1}` : name });
}

/** @param {string} bot */
export const levelName = (bot) => (known(`bot.${bot}`) ? t(`bot.${bot}`) : bot);

/**
 * The guarantee that a robot never loses with these options, if there is one.
 * @param {Game | undefined} game @param {string} bot @param {Match["options"]} options
 */
export const unbeaten = (game, bot, options) =>
  game?.unbeaten.find(
    (one) =>
      one.bot === bot &&
      Object.entries(one.options).every(([name, value]) => options[name] === value),
  );

/**
 * A level in a list of levels.
 * @param {Game | undefined} game @param {string} bot @param {Match["options"]} options
 */
export const levelOption = (game, bot, options) => {
  const level = levelName(bot);
  return unbeaten(game, bot, options) ? t("bot.unbeaten", { level }) : level;
};
