// A match on the screen: messages of the server come in, the player's commands go out.
//
// Messages that change the position are shown at a pace that people can follow, each waiting for
// the one before it. The server decided long before; nothing is lost by waiting.

import { call } from "./api.js";
import { DICE_EVENTS, watchDice } from "./dice.js";
import { isGuarded, passOn } from "./handover.js";
import { forgetHint } from "./hints.js";
import { carryMuted, isMuted } from "./muted.js";
import { thinker } from "./names.js";
import { excuse, isThinking, watchPreparation } from "./preparing.js";
import { follow, keepText } from "./promise.js";
import { CommandRefused, Session, random } from "./session.js";
import { play, yourTurn } from "./sound.js";
import { app, bareTable, changed, notify, read, write } from "./store.js";
import { onSpeak, t } from "./texts.js";
import { tell } from "./told.js";
import { announceTurn, isMyTurn } from "./turn.js";
import { viewOf } from "./views.js";
import { WakeLock } from "./wake_lock.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").Match} Match */
/** @typedef {import("./messages").FromServer} FromServer */
/** @typedef {import("./messages").Command} Command @typedef {import("./messages").Events} Events */

/** The pause between two visible events, in milliseconds. */
const EVENT_PAUSE = 650;
/** How many finished games a device stores, to show them offline. */
const MAX_SAVED = 50;
/** The time after which a robot is said to be thinking, in milliseconds. */
const THINKING_DELAY = 700;
/** How long somebody may be away before it is said: a page that is reloaded is soon back. */
export const ABSENCE_SHOWN = 4000;
/** How long an announcement is shown, in milliseconds. */
const FLASH_TIME = 2400;
/** How many names are tried when somebody at the table has the same. */
const MOST_NAMESAKES = 9;
/** Events that change the position and make earlier choices void. */
const POSITION_EVENTS = new Set(["rolled", "acted", "resolved", "took-back"]);

/** @type {Session | null} */
let session = null;
/** @type {WakeLock | null} */
let wakeLock = null;
/** @type {FromServer[]} */
let queue = [];
let busyUntil = 0;
let drainTimer = 0;
let thinkingTimer = 0;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} id @param {boolean} [eager] */
export function openTable(id, eager = false) {
  if (app.table?.id === id) return;
  closeTable();
  app.table = { ...bareTable(id), eager };
  const table = app.table;
  void watchPreparation();
  session = new Session(
    id,
    (message) => receive(table, message),
    (link) => {
      table.link = link;
      changed();
    },
  );
  wakeLock = new WakeLock();
  changed();
}

export function closeTable() {
  session?.close();
  session = null;
  wakeLock?.release();
  wakeLock = null;
  queue = [];
  clearTimeout(drainTimer);
  clearTimeout(thinkingTimer);
  drainTimer = busyUntil = 0;
  forgetHint();
  app.table = null;
}

// The language has changed: get all texts again from the server.
onSpeak(() => session?.refresh());

/** Connect again, for example as another player. */
export const reconnect = () => session?.refresh();

// Messages from the server

/** @param {Table} table @param {FromServer} message */
function receive(table, message) {
  if (message.type === "state") {
    queue = []; // a full state replaces all earlier messages
    handle(table, message);
    return;
  }
  queue.push(message);
  drain(table);
}

/** @param {Table} table */
function drain(table) {
  clearTimeout(drainTimer);
  while (queue.length && app.table === table) {
    const wait = busyUntil - performance.now();
    if (wait > 0) {
      drainTimer = window.setTimeout(() => drain(table), wait);
      return;
    }
    handle(table, /** @type {FromServer} */ (queue.shift()));
  }
}

/** @param {Table} table @param {FromServer} message */
function handle(table, message) {
  switch (message.type) {
    case "state":
      showState(table, message.state);
      updatePresence(table, message);
      break;
    case "presence":
      updatePresence(table, message);
      break;
    case "events":
      showEvents(table, message);
  }
  changed();
}

/** @param {Table} table @param {FromServer & { type: "state" | "presence" }} here */
function updatePresence(table, { present, watchers, dismiss_at }) {
  table.present = present;
  table.watchers = watchers;
  const now = performance.now();
  const absent = Object.entries(dismiss_at);
  table.dismissable = Object.fromEntries(absent.map(([seat, wait]) => [seat, now + wait]));
  table.missing = Object.fromEntries(
    absent.map(([seat]) => [seat, table.missing[Number(seat)] ?? now]),
  );
  for (const [, wait] of absent)
    for (const later of [ABSENCE_SHOWN, wait]) setTimeout(changed, later + 100);
}

/**
 * Show an announcement to everyone.
 * @param {Table} table @param {string} text
 */
function flash(table, text) {
  table.flash = text;
  setTimeout(() => {
    if (table.flash === text) table.flash = "";
    changed();
  }, FLASH_TIME);
}

/** @param {Table} table @param {Match} match */
function showState(table, match) {
  const before = isMyTurn(table.match);
  table.match = match;
  table.at = performance.now();
  table.sent = null;
  table.rolling = false;
  forgetChoice(table);
  watchDice(table);
  afterUpdate(table, before);
}

/**
 * Apply the changes that the server sent: it has already folded the events.
 * @param {Match} match @param {Pick<Events, "log" | "chat" | "now">} message
 */
export function apply(match, { log, chat, now }) {
  match.events.length = Math.min(log.from, match.events.length);
  match.events.push(...log.add);
  match.chat.push(...chat);
  Object.assign(match, now);
}

/**
 * The new chat messages, and what is to be read aloud, without those of muted players.
 * @param {Match} match @param {Events} message
 */
function unmuted(match, { chat, said }) {
  const hidden = chat.filter(({ seat }) => isMuted(match, seat));
  const lines = new Set(hidden.map(({ seat, text }) => `${match.seats[seat].label}: ${text}`));
  return {
    chat: chat.filter((line) => !hidden.includes(line)),
    said: said.filter((sentence) => !lines.has(sentence)),
  };
}

/** @param {Table} table @param {Events} message */
function showEvents(table, message) {
  const { match } = table;
  if (!match) return;
  const { events, log, now, moves, notes } = message;
  const before = isMyTurn(match);
  const { chat, said } = unmuted(match, message);
  const view = viewOf(match);
  const news = view.news?.(match, match.table, now.table) ?? [];
  if (events.some(([, e]) => e.type === "removed" && match.own.includes(e.seat))) {
    table.removed = true;
    notify(t("error.removed"), "bad");
  }
  apply(match, message);
  table.at = performance.now();
  table.rolls += log.add.filter(({ type }) => type === "chance").length;
  for (const [, event] of events)
    if (event.type !== "said" || !isMuted(match, event.seat)) play(event, view);
  for (const { text, sign } of news) flash(table, sign ? `${sign} ${text}` : text);
  const announcement = [...said, ...news.map(({ text }) => text)].join(" ");
  if (announcement) table.announcement = announcement;
  tell(table, view.showsMoves ? notes : [...moves, ...notes]);
  if (chat.length) {
    const others = chat.filter(({ seat }) => !match.own.includes(seat));
    if (table.dialog !== "chat") table.unread += others.length;
    requestAnimationFrame(() => requestAnimationFrame(scrollChatToEnd));
  }
  if (events.some(([, { type }]) => POSITION_EVENTS.has(type))) {
    busyUntil = performance.now() + (reducedMotion.matches ? 0 : EVENT_PAUSE);
    table.sent = null;
    forgetChoice(table);
    if (events.some(([, { type }]) => type === "rolled")) letSettle(table);
  }
  const types = events.map(([, { type }]) => type);
  if (types.some((type) => DICE_EVENTS.has(type))) {
    follow(match, events);
    const [begun, seated] = [types.lastIndexOf("started"), types.lastIndexOf("sat")];
    watchDice(table, begun > seated);
  }
  const shown = table.seat;
  afterUpdate(table, before);
  if (isMyTurn(match) && (!before || table.seat !== shown)) yourTurn();
}

/**
 * Dice are rolling: what they come to is shown when they lie still.
 * @param {Table} table
 */
function letSettle(table) {
  if (reducedMotion.matches) return;
  const { rolls } = table;
  table.rolling = true;
  setTimeout(() => {
    if (table.rolls !== rolls) return;
    table.rolling = false;
    changed();
  }, EVENT_PAUSE);
}

/** @param {Table} table */
function forgetChoice(table) {
  table.picked = "";
  table.local = {};
  table.hint = null;
  forgetHint();
}

/**
 * React to a new state of the match.
 * @param {Table} table @param {boolean} before whether it was this device's turn before
 */
function afterUpdate(table, before) {
  const match = /** @type {Match} */ (table.match);
  if (match.phase !== "gathering") table.starting = false;
  void announceTurn(match, before);
  passOn(table, performance.now());
  announceThinking(table, match);
  if (match.phase === "over" && !table.ended) {
    table.ended = true;
    saveMatch(match);
    table.dialog = "result";
  }
  if (match.rematch && match.own.length) {
    carryMuted(match.match, match.rematch.match);
    location.hash = `#table=${match.rematch.match}&ready`;
    return;
  }
  if (table.eager && match.phase === "gathering") {
    table.eager = false;
    for (const seat of match.own) void ready(seat);
  }
}

/**
 * Say that a robot is thinking, if that takes a while.
 * @param {Table} table @param {Match} match
 */
function announceThinking(table, match) {
  clearTimeout(thinkingTimer);
  const name = thinker(match);
  if (!name) return;
  excuse(table, match);
  const { version } = match;
  thinkingTimer = window.setTimeout(() => {
    if (table.match?.version !== version || queue.length) return;
    table.announcement = isThinking(name);
    changed();
  }, THINKING_DELAY);
}

/**
 * Keep a finished game: whole for the time without a network, and its line for good.
 * @param {Match} match
 */
function saveMatch(match) {
  const stored = /** @type {Match[]} */ (read("saved", []));
  const others = stored.filter((one) => one.match !== match.match);
  const bare = { ...match, chat: [], legal: {}, names: {}, earns: {}, code: "" };
  write("saved", [bare, ...others].slice(0, MAX_SAVED));
  // Without it the page with all games finds its line among the whole ones.
  import("../pages/history.js").then(({ keep }) => keep(match)).catch(() => undefined);
}

// Commands to the server

/** @param {Command} command @returns {Promise<boolean>} */
export async function send(command) {
  try {
    await order(command);
    return true;
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), "bad");
    return false;
  }
}

/**
 * A command for the version on the screen, not that of messages which still wait to be shown.
 * @param {Command} command
 */
const order = (command) => session?.do(command, app.table?.match?.version ?? 0);

/**
 * Sit down, or change one's name; where somebody at the table has such a name, as the second or
 * third of that name.
 * @param {number} seat @param {string} [name]
 */
export async function sit(seat, name = myName(seat)) {
  const { figure } = app.prefs;
  for (let number = 1; ; number++) {
    try {
      await order({ type: "sit", seat, name: number > 1 ? `${name} ${number}` : name, figure });
      return true;
    } catch (error) {
      const taken = error instanceof CommandRefused && error.reason === "name-taken";
      if (taken && number < MOST_NAMESAKES) continue;
      notify(error instanceof Error ? error.message : String(error), "bad");
      return false;
    }
  }
}

/**
 * Act; the action is shown at once, and undone if the server refuses it.
 * @param {string} action
 */
export async function act(action) {
  const table = app.table;
  if (!table?.match || table.seat === null || table.sent || isGuarded(table)) return;
  if (table.practice) return table.practice.act(action);
  const sent = { seat: table.seat, action };
  table.sent = sent;
  forgetChoice(table); // the sent action is shown until the server answers
  changed();
  const done = await send({ type: "act", ...sent });
  // While others still choose, no event confirms that it has arrived.
  if (table.sent === sent && (!done || table.match.seats[sent.seat].decided)) table.sent = null;
  changed();
}

/**
 * Be ready, with a random text for the dice, which this device keeps.
 * @param {number} seat
 */
export async function ready(seat) {
  const contribution = random();
  const forgetText = keepText(app.table?.id ?? "", seat, contribution);
  const done = await send({ type: "ready", seat, contribution });
  if (!done) forgetText();
  return done;
}

/**
 * Create a match and sit down.
 * @param {object} setup
 * @param {{ seat: number, name?: string, bot?: string }[]} places the players; other seats stay
 *   free
 * @param {boolean} begin whether to start at once
 */
export async function createMatch(setup, places, begin) {
  const { match } = await call("/api/matches", setup);
  location.hash = `#table=${match}`;
  openTable(match);
  if (app.table) app.table.starting = begin;
  for (const { seat, name = "", bot } of places) {
    const done = await (bot ? send({ type: "seat-bot", seat, bot }) : sit(seat, name));
    if (!done && app.table) app.table.starting = false;
  }
  if (begin) for (const { seat, bot } of places) if (!bot) await ready(seat);
}

/** Scroll the chat to its end. */
export const scrollChatToEnd = () => document.querySelector(".lines")?.scrollTo(0, 1e6);

/** @param {string} text @param {"match" | "team"} channel */
export async function say(text, channel) {
  const seat = app.table?.seat;
  if (seat !== null && seat !== undefined && text.trim()) {
    await send({ type: "say", seat, channel, text: text.trim() });
  }
}

/**
 * The player's name: the chosen one, or else the number of the seat.
 * @param {number} seat
 */
export const myName = (seat) => app.prefs.name || t("web.player", { number: seat + 1 });
