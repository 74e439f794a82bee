// A pad that several devices share: each writes its own sheet and numbers what it writes, the
// server relays them, and everything else is worked out here. What is written without a connection
// is kept and sent later; what is sent twice counts once.

import { Refused, call } from "../js/api.js";
import { changed, notify } from "../js/store.js";
import { t } from "../js/texts.js";
import { begin, keep, padOf, score } from "./pad_store.js";

/** @typedef {import("../js/types").OpenPad} OpenPad */
/** @typedef {import("../js/types").PadSharing} PadSharing */
/** @typedef {import("../js/types").SharedPad} SharedPad */
/** @typedef {import("../js/types").SharedSheet} SharedSheet */
/** @typedef {import("../js/messages").PadView} PadView */

/** How often the server is asked while the page is in sight, in milliseconds. */
const EVERY = 2000;
/** After a change: what follows at once goes with it. */
const SOON = 150;

/**
 * Open a pad for others to join.
 * @param {string} game @param {string} name @param {Record<string, number>} chosen
 * @returns {Promise<PadView>}
 */
export const openShared = (game, name, chosen) => call("/api/pads", { game, name, chosen });

/** @param {string} code @param {string} name @returns {Promise<PadView>} */
export const joinShared = (code, name) => call("/api/pads/join", { code, name });

/**
 * Leave, or remove somebody.
 * @param {string} id @param {number} member @returns {Promise<PadView>}
 */
export const leaveShared = (id, member) => call(`/api/pads/${id}/leave`, { member });

/**
 * Keep the pad that the server has let this device in to: the one that is kept here already goes
 * on.
 * @param {PadView} view @param {PadSharing} part
 */
export function enterShared(view, part) {
  const known = padOf(view.game);
  if (known?.shared?.id === view.id) {
    known.shared.gone = "";
    take(known, part, view);
    return;
  }
  const own = view.members.find(({ member }) => member === view.me);
  const members = sheets(view);
  const state = part.read(own?.sheet ?? null, members);
  const version = own?.version ?? 0;
  /** @type {SharedPad} */
  const shared = {
    id: view.id,
    code: view.code,
    me: view.me,
    host: view.host,
    chosen: view.chosen,
    since: view.version,
    sheet: version ? JSON.stringify(part.write(state)) : "",
    version,
    acked: version,
    members,
    others: counted(members),
    present: view.present,
    gone: "",
  };
  const names = [own?.name ?? "", ...shared.others.map(({ name }) => name)];
  begin(view.game, names, state, shared);
}

/**
 * The others as the server describes them.
 * @param {PadView} view @returns {SharedSheet[]}
 */
const sheets = ({ members, me }) => members.filter(({ member }) => member !== me);

/**
 * Those whose sheets count: who has left without having written anything is not among them.
 * @param {SharedSheet[]} members
 */
const counted = (members) =>
  members.filter(({ status, version }) => status === "here" || (status === "left" && version > 0));

/**
 * Whether there is anything of one's own that the server does not have yet.
 * @param {OpenPad} open @param {PadSharing} part
 */
const unsent = ({ shared, state }, part) =>
  !!shared && (shared.version > shared.acked || JSON.stringify(part.write(state)) !== shared.sheet);

/**
 * Take what the server says into a pad.
 * @param {OpenPad} open @param {PadSharing} part @param {PadView} view
 * @param {number} [sent] the number of one's own sheet that went with the question
 */
export function take(open, part, view, sent = 0) {
  const { shared } = open;
  if (!shared) return;
  const before = { ...open, shared: { ...shared } };
  const own = view.members.find(({ member }) => member === shared.me);
  if (view.version < shared.since) {
    // A server that was restored from a backup: tell it everything, and ask for everything.
    Object.assign(shared, { since: 0, acked: 0 });
    return keep(open);
  }
  if (!own || own.version <= sent) shared.acked = Math.max(shared.acked, sent);
  if (own && own.version > shared.acked) {
    // Written under this device's name elsewhere: in another tab, or before it lost its sheet.
    if (unsent(open, part)) shared.version = Math.max(shared.version, own.version + 1);
    else if (own.sheet) {
      open.state = part.read(own.sheet, shared.members);
      shared.sheet = JSON.stringify(part.write(open.state));
      shared.version = shared.acked = own.version;
    }
  }
  const fresh = sheets(view);
  const kept = shared.members.filter(({ member }) => fresh.every((one) => one.member !== member));
  shared.members = [...kept, ...fresh].sort((one, other) => one.member - other.member);
  shared.others = counted(shared.members);
  shared.present = view.present;
  shared.since = view.version;
  open.names = [own?.name ?? open.names[0], ...shared.others.map(({ name }) => name)];
  if (JSON.stringify(before) === JSON.stringify(open)) return;
  for (const sentence of part.news?.(before, open) ?? []) notify(sentence);
  const scores = open.scores && part.scores(open);
  if (scores && `${scores}` !== `${open.scores}`) score(open, scores);
  else keep(open);
}

/** What an exchange needs from its surroundings. */
const browser = {
  /** @type {(path: string, body: unknown, signal: AbortSignal) => Promise<PadView>} */
  ask: call,
  later: (/** @type {() => void} */ task, /** @type {number} */ wait) => setTimeout(task, wait),
  never: (/** @type {any} */ timer) => clearTimeout(timer),
  visible: () => document.visibilityState === "visible",
};

/** Keeps one pad up to date for as long as it is on the screen. */
export class Exchange {
  /** @param {string} game @param {PadSharing} part @param {typeof browser} [world] */
  constructor(game, part, world = browser) {
    this.game = game;
    this.part = part;
    this.world = world;
    /** Whether the last question was answered. */
    this.online = true;
    this.busy = false;
    this.again = false;
    this.end = new AbortController();
    /** @type {any} */
    this.timer = null;
  }

  /** Something may have happened: ask soon. */
  soon() {
    if (this.busy) this.again = true;
    else this.plan(SOON);
  }

  /**
   * Something was kept: if it was written here, it is sent.
   * @param {OpenPad} open
   */
  kept(open) {
    if (open.game === this.game && unsent(open, this.part)) this.soon();
  }

  /** @param {number} wait */
  plan(wait) {
    this.world.never(this.timer);
    if (!this.end.signal.aborted) this.timer = this.world.later(() => this.run(), wait);
  }

  stop() {
    this.end.abort();
    this.world.never(this.timer);
  }

  async run() {
    const open = padOf(this.game);
    if (this.end.signal.aborted || !open?.shared || open.shared.gone) return;
    this.busy = true;
    if (this.world.visible()) await this.once(open, open.shared);
    this.busy = false;
    this.plan(this.again ? SOON : EVERY);
  }

  /** @param {OpenPad} open @param {SharedPad} shared */
  async once(open, shared) {
    const sheet = JSON.stringify(this.part.write(open.state));
    if (sheet !== shared.sheet) {
      Object.assign(shared, { sheet, version: shared.version + 1 });
      keep(open);
    }
    this.again = false;
    const sent = shared.version > shared.acked ? shared.version : 0;
    const written = sent ? { version: sent, sheet: JSON.parse(sheet) } : null;
    const was = this.online;
    try {
      const body = { since: shared.since, written };
      const view = await this.world.ask(`/api/pads/${shared.id}`, body, this.end.signal);
      this.online = true;
      // Another tab may have written meanwhile, or another pad may have taken its place.
      const now = padOf(this.game);
      if (now?.shared?.id === view.id) take(now, this.part, view, sent);
    } catch (error) {
      this.online = error instanceof Refused;
      if (error instanceof Refused && error.reason === "no-pad") {
        shared.gone = error.message;
        keep(open);
      }
    }
    if (was && !this.online) notify(t("page.pad.shared.offline.about"));
    if (was !== this.online) changed();
  }
}
