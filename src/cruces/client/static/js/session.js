// The connection to a match, as a small machine:
//
//   waiting ──▶ proving ──▶ opening ──▶ online          closed: for good
//      ▲           │           │           │
//      └───────────┴───────────┴───────────┘   no token, no socket, or it is lost
//
// It comes back by itself, and a command is sent again, under the same name, until the server has
// answered: carried out once, however often it was sent. Everything from outside is given to it:
// sockets, the clock, the proof of the device.

import { forget, token } from "./api.js";
import { language } from "./texts.js";

/** @typedef {import("./messages").FromServer} FromServer */
/** @typedef {import("./messages").Command} Command */
/** @typedef {"waiting" | "proving" | "opening" | "online" | "closed"} Phase */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const PING_EVERY = 10_000;
const PONG_WITHIN = 6000;
const OPEN = 1;

/** A refusal of a command. */
export class CommandRefused extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** A random name for a command, or a text for the dice. */
export const random = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/**
 * What a session needs of the world.
 * @typedef {object} World
 * @property {() => WebSocket} connect a socket to the server
 * @property {() => Promise<string>} token what proves this device
 * @property {() => void} forget the server does not know the token
 * @property {() => string} language
 * @property {() => number} now in milliseconds
 * @property {(what: () => void, wait: number) => any} later
 * @property {(timer: any) => void} never
 * @property {(listen: Listeners) => () => void} watch the network and the page; returns the end
 */

/** @typedef {{ back: () => void, cut: () => void }} Listeners */

/** @type {World} */
export const browser = {
  connect: () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(`${scheme}//${location.host}/ws`);
  },
  token,
  forget,
  language,
  now: () => performance.now(),
  later: (what, wait) => setTimeout(what, wait),
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
   * @param {(message: FromServer) => void} receive what is said, but for acknowledgements
   * @param {(link: import("./types").Link) => void} report how the connection is
   * @param {World} [world]
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
    /** The version heard last: what comes next follows it. @type {number | null} */
    this.version = null;
    this.wait = FIRST_WAIT;
    this.heard = 0;
    /** Counts attempts to connect: what an older one brings is not wanted any more. */
    this.attempt = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {any} */
    this.timer = null;
    /** @type {any} */
    this.pulse = null;
    this.unwatch = world.watch({ back: () => this.back(), cut: () => this.cut() });
    report("connecting");
    void this.connect();
    this.beat();
  }

  /** Somebody looks again, or the network is back: do not wait any longer. */
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
    let proof;
    try {
      proof = await this.world.token();
    } catch {
      if (attempt === this.attempt) this.later();
      return;
    }
    if (attempt === this.attempt) this.open(proof);
  }

  /** @param {string} proof */
  open(proof) {
    const socket = this.world.connect();
    this.socket = socket;
    this.phase = "opening";
    socket.onopen = () => {
      const hello = {
        type: "hello",
        token: proof,
        match: this.match,
        lang: this.world.language(),
      };
      const since = this.version === null ? {} : { version: this.version };
      socket.send(JSON.stringify({ ...hello, ...since }));
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.socket) this.hear(JSON.parse(data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.later();
    };
  }

  /** Give up the socket, whatever it still says. */
  drop() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  /** Try again after a while, and after a longer one the next time. */
  later() {
    if (this.phase === "closed") return;
    this.phase = "waiting";
    this.report(this.version === null ? "connecting" : "reconnecting");
    this.world.never(this.timer);
    const wait = this.wait * (0.75 + Math.random() / 2);
    this.timer = this.world.later(() => this.connect(), wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /** Nothing comes through any more, though nobody has closed. */
  lost() {
    this.drop();
    this.later();
  }

  /** Say hello anew, for everything: in another language, say. */
  refresh() {
    if (this.phase === "closed") return;
    this.version = null;
    void this.connect();
  }

  /** @param {FromServer} message */
  hear(message) {
    this.heard = this.world.now();
    if (message.type === "error" && this.phase !== "online") return this.turnedAway(message);
    if (message.type === "state" || message.type === "events") this.greet(message);
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
  greet(message) {
    this.version = message.type === "state" ? message.state.version : message.now.version;
    if (this.phase === "online") return;
    this.phase = "online";
    this.wait = FIRST_WAIT;
    this.report("online");
    for (const { frame } of this.waiting.values()) this.send(frame);
  }

  /** @param {FromServer & { type: "error" }} message */
  refused(message) {
    const { id, wait } = message;
    if (id && wait) {
      this.world.later(() => this.again(id), wait * 1000);
      return;
    }
    this.receive(message);
    if (!id) return;
    this.waiting.get(id)?.failed(new CommandRefused(message.message, message.code));
    this.waiting.delete(id);
  }

  /** @param {FromServer & { type: "error" }} message */
  turnedAway({ reason }) {
    if (reason === "no-match") {
      this.close();
      this.report("gone");
    } else if (reason === "bad-token") {
      this.world.forget();
    }
  }

  /** @param {string} id */
  again(id) {
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
   * @param {number} version what the player saw when they decided
   * @returns {Promise<number>} the version that it led to
   */
  do(command, version) {
    const id = random();
    const frame = { type: "do", id, version, command };
    return new Promise((done, failed) => {
      this.waiting.set(id, { frame, done, failed });
      this.send(frame);
    });
  }

  /** Now and then ask whether the server is there. */
  beat() {
    this.pulse = this.world.later(() => {
      this.ping();
      this.beat();
    }, PING_EVERY);
  }

  ping() {
    if (this.phase !== "online") return;
    const [asked, { attempt }] = [this.world.now(), this];
    this.send({ type: "ping", id: "?" });
    this.world.later(() => {
      const same = this.phase === "online" && attempt === this.attempt;
      if (same && this.heard < asked) this.lost();
    }, PONG_WITHIN);
  }

  close() {
    this.phase = "closed";
    this.attempt += 1;
    this.world.never(this.timer);
    this.world.never(this.pulse);
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
