// The connection to a match, as a small state machine:
//
//   waiting ──▶ proving ──▶ opening ──▶ online          closed: final
//      ▲           │           │           │
//      └───────────┴───────────┴───────────┘   no token, no socket, or connection lost
//
// It reconnects by itself, and sends a command again, with the same id, until the server has
// answered; the server carries it out only once. Sockets, the clock and the device token are
// passed in.

import { recognised, token, unrecognised } from "./device.js";
import { language } from "./texts.js";

/** @typedef {import("./messages").FromServer} FromServer */
/** @typedef {import("./messages").Command} Command */
/** @typedef {"waiting" | "proving" | "opening" | "online" | "closed"} Phase */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const LEAST_SHARE = 0.75; // of a wait, so that not all come back at once
const PING_EVERY = 10_000;
const PONG_WITHIN = 6000;
const OPEN = 1;
/** Reasons after which the server closes the connection. */
const FINAL = new Set(["no-match", "superseded"]);

/** A refusal of a command. */
export class CommandRefused extends Error {
  /** @param {string} message @param {string} code @param {string} reason */
  constructor(message, code, reason) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

/** Why a token is refused. */
const TOKEN_REFUSALS = new Set(["bad-token", "token-revoked", "token-replaced"]);

/** A random id for a command, or a contribution to the fair dice. */
export const random = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/**
 * What a session needs from its environment.
 * @typedef {object} Environment
 * @property {() => WebSocket} connect a socket to the server
 * @property {() => Promise<string>} token the token of this device
 * @property {(token: string, reason: string, message: string) => unknown} unrecognised called when
 *   the server refuses the token
 * @property {() => void} recognised called when it does not
 * @property {() => string} language
 * @property {() => number} now in milliseconds
 * @property {(task: () => void, wait: number) => any} later
 * @property {(timer: any) => void} never
 * @property {(listen: Listeners) => () => void} watch the network and the page; returns how to stop
 */

/** @typedef {{ back: () => void, cut: () => void }} Listeners */

/** @type {Environment} */
export const browser = {
  connect: () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(`${scheme}//${location.host}/ws`);
  },
  token,
  unrecognised,
  recognised,
  language,
  now: () => performance.now(),
  later: (task, wait) => setTimeout(task, wait),
  never: (timer) => clearTimeout(timer),
  watch: ({ back, cut }) => {
    const seen = () => document.visibilityState === "visible" && back();
    addEventListener("online", seen);
    addEventListener("offline", cut);
    document.addEventListener("visibilitychange", seen);
    return () => {
      removeEventListener("online", seen);
      removeEventListener("offline", cut);
      document.removeEventListener("visibilitychange", seen);
    };
  },
};

export class Session {
  /**
   * @param {string} match
   * @param {(message: FromServer) => void} receive gets all messages but answers to commands
   * @param {(link: import("./types").Link) => void} report gets the state of the connection
   * @param {Environment} [world]
   */
  constructor(match, receive, report, world = browser) {
    this.match = match;
    this.receive = receive;
    this.report = report;
    this.world = world;
    /** @type {Phase} */
    this.phase = "waiting";
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    /** The version of the last message. @type {number | null} */
    this.version = null;
    this.wait = FIRST_WAIT;
    this.lastMessageAt = 0;
    /** Counts attempts to connect: results of older ones are ignored. */
    this.attempt = 0;
    /** The token of the last attempt. */
    this.token = "";
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {any} */
    this.timer = null;
    /** @type {any} */
    this.pingTimer = null;
    this.unwatch = world.watch({ back: () => this.back(), cut: () => this.cut() });
    report("connecting");
    void this.connect();
    this.schedulePing();
  }

  /** The page is visible or the network is back: connect at once. */
  back() {
    if (this.phase !== "online") void this.connect();
  }

  cut() {
    if (this.phase === "online") this.lost();
  }

  async connect() {
    if (this.phase === "closed") return;
    const attempt = ++this.attempt;
    this.world.never(this.timer);
    this.drop();
    this.phase = "proving";
    /** @type {string} */
    let deviceToken;
    try {
      deviceToken = await this.world.token();
    } catch {
      if (attempt === this.attempt) this.retry();
      return;
    }
    if (attempt === this.attempt) this.open(deviceToken);
  }

  /** @param {string} deviceToken */
  open(deviceToken) {
    const socket = this.world.connect();
    this.token = deviceToken;
    this.socket = socket;
    this.phase = "opening";
    socket.onopen = () => {
      const hello = {
        type: "hello",
        token: deviceToken,
        match: this.match,
        lang: this.world.language(),
      };
      const since = this.version === null ? {} : { version: this.version };
      socket.send(JSON.stringify({ ...hello, ...since }));
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.socket) this.handle(JSON.parse(data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.retry();
    };
  }

  /** Close the socket and ignore what it still receives. */
  drop() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  /** Try again later, after a longer wait each time. */
  retry() {
    if (this.phase === "closed") return;
    this.phase = "waiting";
    this.report(this.version === null ? "connecting" : "reconnecting");
    this.world.never(this.timer);
    const wait = this.wait * (LEAST_SHARE + Math.random() / 2);
    this.timer = this.world.later(() => this.connect(), wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /** The connection is dead, though nobody has closed it. */
  lost() {
    this.drop();
    this.retry();
  }

  /** Connect again and get the full state, for example in another language. */
  refresh() {
    if (this.phase === "closed") return;
    this.version = null;
    void this.connect();
  }

  /** @param {FromServer} message */
  handle(message) {
    this.lastMessageAt = this.world.now();
    if (message.type === "error" && (this.phase !== "online" || FINAL.has(message.reason))) {
      return this.rejected(message);
    }
    if (message.type === "state" || message.type === "events") this.synchronise(message);
    switch (message.type) {
      case "ack":
        this.waiting.get(message.id)?.done(message.version);
        this.waiting.delete(message.id);
        break;
      case "error":
        this.refused(message);
        break;
      case "pong":
        break;
      default:
        this.receive(message);
    }
  }

  /** @param {FromServer & { type: "state" | "events" }} message */
  synchronise(message) {
    this.version = message.type === "state" ? message.state.version : message.now.version;
    if (this.phase === "online") return;
    this.phase = "online";
    this.wait = FIRST_WAIT;
    this.world.recognised();
    this.report("online");
    for (const { frame } of this.waiting.values()) this.send(frame);
  }

  /** @param {FromServer & { type: "error" }} message */
  refused(message) {
    const { id, wait } = message;
    if (id && wait) {
      this.world.later(() => this.resend(id), wait * 1000);
      return;
    }
    if (!id) return;
    const { code, reason } = message;
    this.waiting.get(id)?.failed(new CommandRefused(message.message, code, reason));
    this.waiting.delete(id);
  }

  /** @param {FromServer & { type: "error" }} message */
  rejected({ reason, message, wait }) {
    if (wait) this.wait = Math.max(this.wait, (wait * 1000) / LEAST_SHARE);
    if (reason === "no-match" || reason === "internal") {
      this.close();
      this.report(reason === "internal" ? "failed" : "gone");
    } else if (TOKEN_REFUSALS.has(reason)) {
      this.world.unrecognised(this.token, reason, message);
    }
  }

  /** @param {string} id */
  resend(id) {
    const waiting = this.waiting.get(id);
    if (waiting) this.send(waiting.frame);
  }

  /** @param {object} frame */
  send(frame) {
    if (this.phase === "online" && this.socket?.readyState === OPEN) {
      this.socket.send(JSON.stringify(frame));
    }
  }

  /**
   * Carry out a command, now or when the connection is back.
   * @param {Command} command
   * @param {number} version the version on the player's screen
   * @returns {Promise<number>} the resulting version
   */
  do(command, version) {
    const id = random();
    const frame = { type: "do", id, version, command };
    return new Promise((done, failed) => {
      this.waiting.set(id, { frame, done, failed });
      this.send(frame);
    });
  }

  /** Ping the server regularly. */
  schedulePing() {
    this.pingTimer = this.world.later(() => {
      this.ping();
      this.schedulePing();
    }, PING_EVERY);
  }

  ping() {
    if (this.phase !== "online") return;
    const [pingedAt, { attempt }] = [this.world.now(), this];
    this.send({ type: "ping", id: "?" });
    this.world.later(() => {
      const same = this.phase === "online" && attempt === this.attempt;
      if (same && this.lastMessageAt < pingedAt) this.lost();
    }, PONG_WITHIN);
  }

  close() {
    this.phase = "closed";
    this.attempt += 1;
    this.world.never(this.timer);
    this.world.never(this.pingTimer);
    this.unwatch();
    this.drop();
  }
}

/**
 * @typedef {object} Waiting
 * @property {object} frame
 * @property {(version: number) => void} done
 * @property {(why: Error) => void} failed
 */
