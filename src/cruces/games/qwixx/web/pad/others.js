// Where each has a sheet on their own device: what one sees of the others' sheets, and what is said
// about them.

import { h } from "/static/js/html.js";
import { app } from "/static/js/store.js";
import { t } from "/static/js/texts.js";
import { mini } from "../table/sheet.js";
import { lockers, roundOf, sheetsOf } from "./moves.js";

/** @typedef {import("./moves.js").Open} Open @typedef {ReturnType<typeof sheetsOf>} Sheets */

/** What the others see of a sheet: all of it, its points, or only its penalties. */
const [ALL, POINTS, PENALTIES] = [0, 1, 2];

/** @type {import("/static/js/types").PadChoice} */
export const openingChoice = {
  name: "others",
  values: [ALL, POINTS, PENALTIES],
  label: () => t("page.pad.sheet.others"),
  text: (value) => t(`page.pad.sheet.others.${["all", "points", "penalties"][value]}`),
};

export const scoresShown = () => app.prefs["pad.scores"] !== false;

/** @param {Open} open */
const openness = ({ shared }) => shared?.chosen.others ?? ALL;

/**
 * Whether the points of a player are shown while the game goes on.
 * @param {Open} open @param {number} player
 */
export const pointsShown = (open, player) =>
  scoresShown() && (!open.shared || player === 0 || openness(open) !== PENALTIES);

/**
 * Whether a player's sheet can be looked at.
 * @param {Open} open @param {number} player
 */
export const sheetShown = (open, player) => !open.shared || player === 0 || openness(open) === ALL;

/**
 * Whether a sheet belongs to another device.
 * @param {Open} open @param {number} player
 */
export const isForeign = ({ shared }, player) => !!shared && player > 0;

/**
 * A sheet at a glance.
 * @param {Open} open @param {Sheets} sheets @param {number} player
 */
export const strip = ({ game }, { sheets, closed }, player) =>
  mini(/** @type {any} */ ({ game, table: { sheets, closed } }), player);

/** @param {number} count */
export const penaltySigns = (count) =>
  count > 0 && [
    h("span", { class: "unseen" }, t("page.pad.sheet.penalties", { count })),
    h("span", { "aria-hidden": "true" }, "✗".repeat(count)),
  ];

/** @param {Open} open @param {number} player */
export function isAway({ shared }, player) {
  const other = shared?.others[player - 1];
  return !!other && !shared?.present.includes(other.member);
}

export const absence = () => h("span", { class: "unseen" }, ` (${t("page.pad.shared.away")})`);

/**
 * What has become of the rows since then, on the others' sheets.
 * @param {Open} before @param {Open} now
 */
export function news(before, now) {
  if (before.scores || roundOf(before.state) !== roundOf(now.state)) return [];
  const [was, is] = [sheetsOf(before), sheetsOf(now)];
  return is.layout.rows.flatMap(({ id }) => {
    const then = was.closed.includes(id);
    if (is.closed.includes(id) === then) return [];
    if (then) return t("page.pad.sheet.opened", { line: t(`line.${id}`) });
    const names = lockers(is.sheets, id).map((player) => now.names[player]);
    const by = names.length ? names : [now.names[is.marked.get(id) ?? 0]];
    return t("page.pad.sheet.closed-by", { names: by.join(", "), line: t(`line.${id}`) });
  });
}
