// What happens, in words: for the line under the dice and for those who listen.

import { cross } from "./notation.js";
import { known, t } from "./texts.js";

/** @typedef {import("./types").Match} Match @typedef {import("./types").Happening} Happening */

/** @param {Match} match @param {number} seat */
export function nameOf(match, seat) {
  const { name, bot } = match.seats[seat];
  return bot ? botName(bot) : name || t("web.seat.open");
}

/**
 * Who thinks, where only robots are to act.
 * @param {Match} match
 */
export const thinker = ({ seats, to_act }) => (to_act.length && to_act.every((seat) => seats[seat].bot) ? to_act.map((seat) => botName(seats[seat].bot)).join(", ") : "");

/** @param {string} bot */
export const botName = (bot) => t("web.bot", { level: levelName(bot) });

/** @param {string} bot */
export const levelName = (bot) => (known(`bot.${bot}`) ? t(`bot.${bot}`) : bot);

/**
 * Whether a robot is proven never to lose, with what has been agreed on.
 * @param {import("./types").Game | undefined} game @param {string} bot @param {Match["options"]} options
 */
export const unbeaten = (game, bot, options) =>
  !!game?.unbeaten?.some((one) => one.bot === bot && Object.entries(one.options).every(([name, value]) => options[name] === value));

/**
 * A level among others to choose from.
 * @param {import("./types").Game | undefined} game @param {string} bot @param {Match["options"]} options
 */
export const offered = (game, bot, options) => (unbeaten(game, bot, options) ? t("bot.unbeaten", { level: levelName(bot) }) : levelName(bot));

/**
 * An action in words.
 * @param {string} text
 */
export function actionText(text) {
  if (text === "pass") return t("web.act.passes");
  const box = cross(text);
  if (box) return t("web.act.crossed", { number: box.number, line: t(`line.${box.line}`) });
  const [from, rest] = text.split(">");
  const [to, dot] = rest.split("@");
  return dot ? t("web.act.pushed-dot", { from, to, dot }) : t("web.act.pushed", { from, to });
}

/**
 * Dice or lots in words.
 * @param {Match} match @param {string} text
 */
export function rollText(match, text) {
  const dice = /^w(\d)(\d)(.*)$/.exec(text);
  if (dice) {
    const colours = [...dice[3].matchAll(/([rygb])(\d)/g)].map(([, c, n]) => `${t(`line.${c}`)} ${n}`);
    const sum = Number(dice[1]) + Number(dice[2]);
    return [t("web.roll.white", { first: dice[1], second: dice[2], sum }), ...colours].join(", ");
  }
  const [kind, value] = text.split(" ");
  if (kind === "lot") return t("web.roll.lot", { name: nameOf(match, Number(value.slice(1)) - 1) });
  return t("web.roll.die", { face: value });
}

/**
 * @param {Match} before
 * @param {Happening[]} events
 * @param {import("./types").Moment} now
 */
export function sentences(before, events, now) {
  /** @type {string[]} */
  const said = [];
  /** @param {number} seat @param {string} text */
  const did = (seat, text) => said.push(`${nameOf(before, seat)}: ${actionText(text)}.`);
  for (const event of events) {
    switch (event.type) {
      case "rolled":
        said.push(`${rollText(before, event.text)}.`);
        break;
      case "acted":
        did(/** @type {number} */ (event.seat), event.action);
        break;
      case "resolved":
        for (const [seat, text] of Object.entries(event.actions)) did(Number(seat), text);
        break;
      case "offered":
        said.push(t(`web.offer.${event.offer}`, { name: nameOf(before, event.seat ?? 0) }));
        break;
      case "answered":
        if (!event.accept) said.push(t("web.offer.declined", { name: nameOf(before, event.seat ?? 0) }));
        break;
      case "took-back":
        said.push(t("web.took-back"));
        break;
      case "missed":
        said.push(t("web.missed", { name: nameOf(before, event.seat ?? 0) }));
        break;
      case "left":
        said.push(t("web.left", { name: nameOf(before, event.seat ?? 0) }));
        break;
      case "said":
        said.push(`${nameOf(before, event.seat ?? 0)}: ${event.text}`);
        break;
      case "started":
        said.push(t("web.started"));
        break;
      case "ended":
        said.push(t("web.over"));
    }
  }
  for (const line of (now.table.closed ?? []).filter((one) => !before.table.closed?.includes(one))) {
    said.push(t("web.closed", { line: t(`line.${line}`) }));
  }
  if (now.to_act.some((seat) => now.own.includes(seat)) && events.some(({ type }) => type !== "said")) {
    said.push(t("web.your-turn"));
  }
  return said.join(" ");
}
