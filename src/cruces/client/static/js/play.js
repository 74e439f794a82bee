// A match on the screen: what the server says comes in, what the player decides goes out.
//
// What is shown runs at a pace that eyes can follow: messages that change the table wait for each
// other. The server has decided long before; nothing is lost by looking.

import { call } from "./api.js";
import { forgetHint } from "./hints.js";
import { thinker } from "./names.js";
import { forgetReplay } from "./replay.js";
import { Session, random } from "./session.js";
import { play } from "./sound.js";
import { app, bareTable, changed, notify, read, write } from "./store.js";
import { onSpeak, t } from "./texts.js";
import { viewOf } from "./views.js";
import { WakeLock } from "./wake_lock.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").Match} Match */
/** @typedef {import("./messages").FromServer} FromServer */
/** @typedef {import("./messages").Command} Command @typedef {import("./messages").Events} Events */

/** Between two things that happen on the table, in milliseconds. */
const LOOK = 650;
/** Finished games that a device keeps for the time without a network. */
const SAVED = 50;
/** After so long a robot is said to think, in milliseconds. */
const MOMENT = 700;
/** How long something to be noticed is shown, in milliseconds. */
const FLASH = 2400;
/** What changes the position: there is something to look at, and earlier choices are void. */
const MOVES = new Set(["rolled", "acted", "resolved", "took-back"]);

/** @type {Session | null} */
let session = null;
/** @type {WakeLock | null} */
let awake = null;
/** @type {FromServer[]} */
let queue = [];
let busyUntil = 0;
let draining = 0;
let pondering = 0;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} id @param {boolean} [eager] */
export function openTable(id, eager = false) {
  if (app.table?.id === id) return;
  closeTable();
  app.table = { ...bareTable(id), eager };
  const table = app.table;
  session = new Session(
    id,
    (message) => receive(table, message),
    (link) => {
      table.link = link;
      changed();
    },
  );
  awake = new WakeLock();
  changed();
}

export function closeTable() {
  session?.close();
  session = null;
  awake?.release();
  awake = null;
  queue = [];
  clearTimeout(draining);
  clearTimeout(pondering);
  draining = busyUntil = 0;
  forgetHint();
  forgetReplay();
  app.table = null;
}

// The language is another: let the server say everything in it.
onSpeak(() => session?.refresh());

// In

/** @param {Table} table @param {FromServer} message */
function receive(table, message) {
  if (message.type === "state" || message.type === "error") {
    queue = []; // the whole state stands for everything before it
    take(table, message);
    return;
  }
  queue.push(message);
  drain(table);
}

/** @param {Table} table */
function drain(table) {
  clearTimeout(draining);
  while (queue.length && app.table === table) {
    const wait = busyUntil - performance.now();
    if (wait > 0) {
      draining = window.setTimeout(() => drain(table), wait);
      return;
    }
    take(table, /** @type {FromServer} */ (queue.shift()));
  }
}

/** @param {Table} table @param {FromServer} message */
function take(table, message) {
  switch (message.type) {
    case "state":
      settle(table, message.state);
      count(table, message);
      break;
    case "presence":
      count(table, message);
      break;
    case "error":
      if (message.state) settle(table, message.state);
      break;
    case "events":
      happen(table, message);
  }
  changed();
}

/** @param {Table} table @param {FromServer & { type: "state" | "presence" }} here */
function count(table, { present, watchers, dismiss_at }) {
  table.present = present;
  table.watchers = watchers;
  const now = performance.now();
  const absent = Object.entries(dismiss_at);
  table.dismissable = Object.fromEntries(absent.map(([seat, wait]) => [seat, now + wait]));
  for (const [, wait] of absent) setTimeout(changed, wait + 100);
}

/**
 * Show something that everybody should notice.
 * @param {Table} table @param {string} text
 */
function flash(table, text) {
  table.flash = text;
  setTimeout(() => {
    if (table.flash === text) table.flash = "";
    changed();
  }, FLASH);
}

/** @param {Table} table @param {Match} match */
function settle(table, match) {
  table.match = match;
  table.at = performance.now();
  table.sent = null;
  forgetChoice(table);
  after(table);
}

/**
 * What changed, and nothing else: the server has folded the events.
 * @param {Match} match @param {Pick<Events, "log" | "chat" | "now">} message
 */
export function apply(match, { log, chat, now }) {
  match.events.length = Math.min(log.from, match.events.length);
  match.events.push(...log.add);
  match.chat.push(...chat);
  Object.assign(match, now);
}

/** @param {Table} table @param {Events} message */
function happen(table, message) {
  const { match } = table;
  if (!match) return;
  const { events, log, chat, said, now } = message;
  const view = viewOf(match);
  const news = view.news?.(match, match.table, now.table) ?? [];
  apply(match, message);
  table.at = performance.now();
  table.rolls += log.add.filter(({ type }) => type === "chance").length;
  for (const [, event] of events) play(event, view);
  for (const { text, sign } of news) flash(table, sign ? `${sign} ${text}` : text);
  const told = [...said, ...news.map(({ text }) => text)].join(" ");
  if (told) table.told = told;
  if (chat.length) {
    const others = chat.filter(({ seat }) => !match.own.includes(seat));
    if (table.dialog !== "chat") table.unread += others.length;
    requestAnimationFrame(() => requestAnimationFrame(showLastLine));
  }
  if (events.some(([, { type }]) => MOVES.has(type))) {
    busyUntil = performance.now() + (still.matches ? 0 : LOOK);
    table.sent = null;
    forgetChoice(table);
  }
  after(table);
}

/** @param {Table} table */
function forgetChoice(table) {
  table.picked = "";
  table.local = {};
  table.hint = null;
  forgetHint();
}

/**
 * What follows from a new moment.
 * @param {Table} table
 */
function after(table) {
  const match = /** @type {Match} */ (table.match);
  table.seat = inView(table);
  ponder(table, match);
  if (match.phase === "over" && !table.ended) {
    table.ended = true;
    keep(match);
    table.dialog = "result";
  }
  if (match.rematch && match.own.length) {
    location.hash = `#table=${match.rematch.match}&ready`;
    return;
  }
  if (table.eager && match.phase === "gathering") {
    table.eager = false;
    for (const seat of match.own) void ready(seat);
  }
}

/**
 * Say that a robot thinks, if it takes more than a moment.
 * @param {Table} table @param {Match} match
 */
function ponder(table, match) {
  clearTimeout(pondering);
  const name = thinker(match);
  if (!name) return;
  const { version } = match;
  pondering = window.setTimeout(() => {
    if (table.match?.version !== version || queue.length) return;
    table.told = t("web.thinking", { name });
    changed();
  }, MOMENT);
}

/**
 * The seat at which one looks: one's own that is to act, else the one looked at before.
 * @param {Table} table
 */
function inView(table) {
  const match = /** @type {Match} */ (table.match);
  const next = match.own.find((seat) => match.to_act.includes(seat));
  if (next !== undefined) return next;
  if (table.seat !== null && match.own.includes(table.seat)) return table.seat;
  return match.own[0] ?? null;
}

/**
 * Keep a finished game for the time without a network.
 * @param {Match} match
 */
function keep(match) {
  const kept = /** @type {Match[]} */ (read("saved", []));
  const others = kept.filter((one) => one.match !== match.match);
  const bare = { ...match, chat: [], legal: {}, names: {}, earns: {}, code: "" };
  write("saved", [bare, ...others].slice(0, SAVED));
}

// Out

/** @param {Command} command @returns {Promise<boolean>} */
export async function send(command) {
  try {
    // Of what is shown, not of what has been heard and waits to be shown.
    await session?.do(command, app.table?.match?.version ?? 0);
    return true;
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), "bad");
    return false;
  }
}

/**
 * Play; it is shown at once and taken back if the server refuses.
 * @param {string} action
 */
export async function act(action) {
  const table = app.table;
  if (!table?.match || table.seat === null || table.sent) return;
  const sent = { seat: table.seat, action };
  table.sent = sent;
  forgetChoice(table); // what was sent is shown until it is answered
  changed();
  const done = await send({ type: "act", ...sent });
  // Where others still choose, nothing else will say that it has arrived.
  if (table.sent === sent && (!done || table.match.seats[sent.seat].decided)) table.sent = null;
  changed();
}

/** @param {number} seat */
export const ready = (seat) => send({ type: "ready", seat, contribution: random() });

/**
 * Lay a table and sit down.
 * @param {object} setup
 * @param {{ seat: number, name?: string, bot?: string }[]} places who sits where; nobody elsewhere
 * @param {boolean} begin whether to start at once
 */
export async function lay(setup, places, begin) {
  const { match } = await call("/api/matches", setup);
  location.hash = `#table=${match}`;
  openTable(match);
  for (const { seat, name = "", bot } of places) {
    await send(bot ? { type: "seat-bot", seat, bot } : { type: "sit", seat, name });
  }
  if (begin) for (const { seat, bot } of places) if (!bot) await ready(seat);
}

/** Scroll the talk to its end. */
export const showLastLine = () => document.querySelector(".lines")?.scrollTo(0, 1e6);

/** @param {string} text @param {"match" | "team"} channel */
export async function say(text, channel) {
  const seat = app.table?.seat;
  if (seat !== null && seat !== undefined && text.trim()) {
    await send({ type: "say", seat, channel, text: text.trim() });
  }
}

/** The name under which one plays, if none was given one that is pleasant. */
export function myName() {
  if (app.prefs.name) return app.prefs.name;
  const names = t("web.names").split(", ");
  return names[crypto.getRandomValues(new Uint8Array(1))[0] % names.length];
}
