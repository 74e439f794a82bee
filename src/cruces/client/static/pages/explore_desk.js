// The positions that were set up and tried out, one after another, and what the server knows of
// each: what may be done there, and what every action is worth.

import { Refused, call, lines } from "../js/api.js";
import { app, changed } from "../js/store.js";
import { t } from "../js/texts.js";
import { words, written } from "../js/values.js";
import { viewOfGame } from "../js/views.js";
import { exploreAddress, optionsIn } from "./explore_address.js";

/** @typedef {import("../js/types").Game} Game @typedef {import("../js/types").Value} Value */
/** @typedef {import("../js/types").Editor} Editor @typedef {import("../js/types").Desk} Desk */
/** @typedef {import("../js/messages").PositionView} PositionView */
/** @typedef {import("../js/messages").Advice} Advice */

/**
 * @typedef {object} Step
 * @property {string} position
 * @property {Record<string, Value>} options
 * @property {{ seat: number, action: string } | null} last what was played to get there
 * @property {PositionView | null} view
 * @property {string} why the position cannot be, in words
 * @property {Record<number, Advice>} advice by seat
 * @property {Record<number, boolean>} done for which seats it does not get better
 */

/** The wait before a position that was tapped is sent, in milliseconds: more taps may follow. */
const SETTLED = 120;
/** The wait before an analysis is requested, in milliseconds: the player may step on. */
const REQUEST_DELAY = 250;
/** The wait before a busy server is asked again, in milliseconds. */
const RETRY_DELAY = 1500;

export const desk = {
  /** @type {Game | null} */
  game: null,
  /** @type {Editor | null} */
  editor: null,
  /** @type {Step[]} */
  trail: [],
  at: 0,
  /** Whether the position is being set up; otherwise its values are shown. */
  editing: true,
  /** @type {number | null} */
  seat: null,
  picked: "",
  /** @type {Record<string, any>} */
  local: {},
  /** @type {Record<string, any>} */
  tools: {},
  /** Whether an analysis is under way. */
  thinking: false,
  /** Whether all actions are listed. */
  all: false,
  /** What is told to those who listen. */
  said: "",
};

/** The games of which positions can be set up. */
export const games = () => app.games.filter((game) => viewOfGame(game).editor);

export const step = () => desk.trail[desk.at];

/** The seat whose actions are judged: the one that was chosen, if it may act. */
export function seat() {
  const waiting = step()?.view?.to_act ?? [];
  return desk.seat !== null && waiting.includes(desk.seat) ? desk.seat : (waiting[0] ?? null);
}

/** What the actions of that seat are worth. */
export const advice = () => step()?.advice[seat() ?? -1] ?? null;

/**
 * The address names a game, and perhaps a position.
 * @param {import("../js/types").Route} route
 */
export async function open(route) {
  const params = route.params ?? {};
  const game = games().find(({ id }) => id === route.id) ?? games()[0];
  leave();
  Object.assign(desk, { game, editor: null, trail: [], at: 0, seat: null, tools: {}, all: false });
  desk.editing = !params.position;
  try {
    desk.editor = (await viewOfGame(game).editor?.()) ?? null;
  } catch (error) {
    console.warn(error); // without a network; `retry` comes back
  }
  if (app.route !== route || !desk.editor) return; // somebody has gone on meanwhile
  const position = params.position ?? desk.editor.start?.(game) ?? "";
  go([stepOf(position, optionsIn(game, params))], 0);
}

/** The page is left. */
export function leave() {
  clearTimeout(waiting);
  asking?.abort();
}

/**
 * @param {string} position @param {Record<string, Value>} options @param {Step["last"]} [last]
 * @param {PositionView | null} [view] @returns {Step}
 */
const stepOf = (position, options, last = null, view = null) => ({
  position,
  options,
  last,
  view,
  why: "",
  advice: {},
  done: {},
});

/**
 * Show one of these positions.
 * @param {Step[]} trail @param {number} at
 */
export function go(trail, at) {
  leave();
  desk.trail = trail;
  desk.at = Math.max(0, Math.min(at, trail.length - 1));
  desk.picked = "";
  desk.local = {};
  desk.said = "";
  desk.thinking = false;
  const { position, options } = step();
  const game = /** @type {Game} */ (desk.game);
  history.replaceState(history.state, "", exploreAddress(game, position, options));
  if (step().view) think();
  else waiting = setTimeout(() => void look(), step().position ? SETTLED : 0);
  changed();
}

/**
 * Show the position before this one, or the next one.
 * @param {number} by
 */
export const move = (by) => go(desk.trail, desk.at + by);

/**
 * Go on from here, instead of what came next.
 * @param {Step[]} steps
 */
const goOn = (steps) => go([...desk.trail.slice(0, desk.at + 1), ...steps], desk.at + 1);

/**
 * Set up another position.
 * @param {string} position @param {Record<string, Value>} [options]
 */
export function change(position, options) {
  if (options || position !== step().position) goOn([stepOf(position, options ?? step().options)]);
}

/** Begin again, under the same options. */
export function reset() {
  const game = /** @type {Game} */ (desk.game);
  change(desk.editor?.start?.(game) ?? "");
}

/**
 * @param {string} action
 */
export function pick(action) {
  desk.picked = action;
  changed();
}

/** @param {boolean} editing */
export function edit(editing) {
  desk.editing = editing;
  go(desk.trail, desk.at);
}

/** @param {number} chosen */
export function judge(chosen) {
  desk.seat = chosen;
  go(desk.trail, desk.at);
}

// What the server is asked

/** @type {any} */
let waiting = 0;
/** @type {AbortController | null} */
let asking = null;

/** @param {Step} here */
const question = ({ position, options }) => ({ game: desk.game?.id, options, position });

/** Ask what may be done in the position. */
async function look() {
  const here = step();
  const { signal } = (asking = new AbortController());
  try {
    const view = await call("/api/positions", question(here), signal);
    Object.assign(here, { view, position: view.position, options: view.options, why: "" });
    if (step() === here) think();
  } catch (error) {
    if (signal.aborted) return;
    if (isBusy(error)) waiting = setTimeout(() => void look(), RETRY_DELAY);
    else here.why = desk.said = error instanceof Refused ? error.message : t("web.offline");
  }
  changed();
}

/** @param {unknown} error */
const isBusy = (error) => error instanceof Refused && error.code === "slow-down";

/** Ask what the actions are worth, unless it is known or nobody sees it. */
function think() {
  const here = step();
  const who = seat();
  desk.thinking = !desk.editing && who !== null && !here.done[who];
  if (desk.thinking) waiting = setTimeout(() => void judgeAll(here, who ?? 0), REQUEST_DELAY);
}

/** @param {Step} here @param {number} who */
async function judgeAll(here, who) {
  const { signal } = (asking = new AbortController());
  let found = false;
  try {
    const asked = { ...question(here), seat: who };
    for await (const advice of lines("/api/positions/analysis/stream", signal, asked)) {
      if (!found) tell(advice);
      found = true;
      here.advice[who] = advice;
      changed();
    }
    if (!found) waiting = setTimeout(() => void judgeAll(here, who), RETRY_DELAY);
    desk.thinking = !found;
    here.done[who] = found;
  } catch (error) {
    if (signal.aborted) return;
    if (isBusy(error)) waiting = setTimeout(() => void judgeAll(here, who), RETRY_DELAY);
    else {
      desk.thinking = false;
      desk.said = error instanceof Refused ? error.message : t("web.offline");
    }
  }
  changed();
}

/** @param {Advice} found */
function tell({ moves: [best] }) {
  const view = viewOfGame(/** @type {Game} */ (desk.game));
  const name = best.action === "pass" ? t("web.pass") : written(view, best.name);
  desk.said = `${t("page.explore.best", { move: name })} ${words(best)}`;
}

/**
 * Play an action of the seat that is judged, and after it what is expected to follow: that stays
 * ahead, to be stepped through.
 * @param {string[]} actions the first one is played now
 */
export async function play(...actions) {
  const from = step();
  const { signal } = (leave(), (asking = new AbortController()));
  let here = from;
  /** @type {Step[]} */
  const steps = [];
  try {
    for (const action of actions) {
      const who = here === from ? seat() : (here.view?.to_act[0] ?? null);
      const asked = { ...question(here), seat: who, action };
      const view = await call("/api/positions", asked, signal);
      here = stepOf(view.position, view.options, { seat: who ?? 0, action }, view);
      steps.push(here);
    }
  } catch (error) {
    if (signal.aborted) return;
    desk.said = error instanceof Refused ? error.message : t("web.offline");
  }
  if (step() === from && steps.length) goOn(steps);
  else think();
  changed();
}

/** @returns {Desk} what an editor gets to see */
export function deskOf() {
  const { game, picked, local, tools } = desk;
  const { options, view, last } = step();
  return {
    game: /** @type {Game} */ (game),
    // Two taps may come before what the first one did is drawn.
    get position() {
      return step().position;
    },
    options,
    view,
    last,
    picked,
    local,
    tools,
    seat: seat(),
    advice: advice(),
    change,
    pick,
    play: (action) => void play(action),
  };
}
