// A match on the screen: what the server says comes in, what the player decides goes out.
//
// What is shown runs at a pace that eyes can follow: messages that change the table wait for each
// other. The server has decided long before; nothing is lost by looking.

import { sentences, thinker } from "./announce.js";
import { call } from "./api.js";
import { forgetHint } from "./hints.js";
import { forgetLooking } from "./lookback.js";
import { SYMBOLS } from "./notation.js";
import { Session, random } from "./session.js";
import { app, bareTable, changed, notify, read, write } from "./store.js";
import { play } from "./sound.js";
import { t } from "./texts.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").FromServer} FromServer */

const LOOK = 650;
/** Between two things that happen on the table, in milliseconds. */
const SAVED = 50;
/** Finished games that a device keeps for the time without a network. */
const MOMENT = 700;
/** After so long a robot is said to think, in milliseconds. */
const FLASH = 2400;
/** How long a moment is shown, in milliseconds. */
export const ABSENCE = 120_000;
/** After so long the server lets the others go on. */

/** @type {Session | null} */
let session = null;
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
  session = new Session(id, (message) => receive(table, message), (link) => {
    table.link = link;
    changed();
  });
  void keepAwake();
  changed();
}

export function closeTable() {
  session?.close();
  session = null;
  queue = [];
  clearTimeout(draining);
  clearTimeout(pondering);
  draining = busyUntil = 0;
  forgetHint();
  forgetLooking();
  app.table = null;
}

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

/** @param {Table} table @param {{ present: number[], watchers: number }} here */
function count(table, { present, watchers }) {
  table.present = present;
  table.watchers = watchers;
  const gone = table.match?.seats.flatMap(({ kind, left }, seat) => (kind === "human" && !left && !present.includes(seat) ? [seat] : [])) ?? [];
  table.missing = Object.fromEntries(gone.map((seat) => [seat, table.missing[seat] ?? performance.now()]));
  if (gone.length) setTimeout(changed, ABSENCE + 100);
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

/** @param {Table} table @param {import("./types").Match} match */
function settle(table, match) {
  table.match = match;
  table.at = performance.now();
  table.sent = null;
  forgetChoice(table);
  after(table);
}

/** @param {Table} table @param {FromServer & { type: "events" }} message */
function happen(table, { events, now }) {
  const match = table.match;
  if (!match) return;
  for (const [, event] of events) {
    switch (event.type) {
      case "rolled":
        match.events.push({ type: "chance", text: event.text });
        table.rolls += 1;
        break;
      case "acted":
        match.events.push({ type: "action", seat: /** @type {number} */ (event.seat), text: event.action });
        break;
      case "resolved":
        for (const [seat, text] of Object.entries(event.actions)) {
          match.events.push({ type: "action", seat: Number(seat), text: String(text) });
        }
        break;
      case "concluded":
        match.events.push({ type: "conclusion", how: event.how, seat: event.seat ?? undefined });
        break;
      case "took-back":
        match.events.length = event.events;
        break;
      case "started":
        match.started = event.at;
        break;
      case "said":
        match.chat.push(/** @type {any} */ (event));
        if (table.dialog !== "chat" && !match.own.includes(/** @type {number} */ (event.seat))) table.unread += 1;
    }
    play(event, match);
  }
  const said = sentences(match, events.map(([, event]) => event), now);
  if (said) table.told = said;
  const changes = events.some(([, { type }]) => ["rolled", "acted", "resolved", "took-back"].includes(type));
  for (const line of (now.table.closed ?? []).filter((one) => !match.table.closed.includes(one))) {
    flash(table, `${SYMBOLS[line]} ${t("web.closed", { line: t(`line.${line}`) })}`);
  }
  if (events.some(([, { type }]) => type === "said")) requestAnimationFrame(() => requestAnimationFrame(showLastLine));
  Object.assign(match, now);
  table.at = performance.now();
  if (changes) {
    busyUntil = performance.now() + (still.matches ? 0 : LOOK);
    table.sent = null;
    forgetChoice(table);
  }
  after(table);
}

/** @param {Table} table */
function forgetChoice(table) {
  table.picked = "";
  table.cube = null;
  table.hint = null;
  forgetHint();
}

/**
 * What follows from a new moment.
 * @param {Table} table
 */
function after(table) {
  const match = /** @type {import("./types").Match} */ (table.match);
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
 * @param {Table} table @param {import("./types").Match} match
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
  const match = /** @type {import("./types").Match} */ (table.match);
  const next = match.own.find((seat) => match.to_act.includes(seat));
  if (next !== undefined) return next;
  if (table.seat !== null && match.own.includes(table.seat)) return table.seat;
  return match.own[0] ?? null;
}

/**
 * Keep a finished game for the time without a network.
 * @param {import("./types").Match} match
 */
function keep(match) {
  const saved = /** @type {import("./types").Match[]} */ (read("saved", [])).filter((one) => one.match !== match.match);
  write("saved", [{ ...match, chat: [], legal: {}, earns: {}, code: "" }, ...saved].slice(0, SAVED));
}

// Out

/** @param {import("./types").Command} command @returns {Promise<boolean>} */
export async function send(command) {
  try {
    await session?.do(command);
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
  for (const { seat, name, bot } of places) {
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

async function keepAwake() {
  try {
    const lock = await /** @type {any} */ (navigator).wakeLock?.request("screen");
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && app.table && lock?.released) void keepAwake();
    }, { once: true });
  } catch {
    // Not allowed, or not now: the screen goes dark as usual.
  }
}
