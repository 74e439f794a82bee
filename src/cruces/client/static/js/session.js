// The connection to a match. It comes back by itself, and a command is sent again, under the same
// name, until the server has answered: carried out once, however often it was sent.

import { forget, token } from "./api.js";
import { language } from "./texts.js";

/** @typedef {import("./types").FromServer} FromServer @typedef {import("./types").Command} Command */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const PING_EVERY = 10_000;
const PONG_WITHIN = 6000;

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
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

export class Session {
  /**
   * @param {string} match
   * @param {(message: FromServer) => void} receive what is said, but for acknowledgements
   * @param {(link: import("./types").Link) => void} report how the connection is
   */
  constructor(match, receive, report) {
    this.match = match;
    this.receive = receive;
    this.report = report;
    /** @type {Map<string, { frame: object, done: (version: number) => void, failed: (why: Error) => void }>} */
    this.waiting = new Map();
    /** @type {number | null} */
    this.version = null;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.greeted = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.heard = 0;
    this.timer = 0;
    this.pulse = window.setInterval(() => this.ping(), PING_EVERY);
    this.retry = () => {
      if (!this.greeted && document.visibilityState === "visible") this.connect();
    };
    this.cut = () => {
      if (this.greeted) this.lost();
    };
    window.addEventListener("online", this.retry);
    window.addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.retry);
    report("connecting");
    void this.connect();
  }

  async connect() {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.socket?.close();
    /** @type {string} */
    let proof;
    try {
      proof = await token();
    } catch {
      this.later();
      return;
    }
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket = socket;
    this.greeted = false;
    socket.onopen = () => {
      const hello = { type: "hello", token: proof, match: this.match, lang: language() };
      socket.send(JSON.stringify(this.version === null ? hello : { ...hello, version: this.version }));
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.socket) this.hear(JSON.parse(data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.later();
    };
  }

  later() {
    this.greeted = false;
    if (this.closed) return;
    this.report(this.version === null ? "connecting" : "reconnecting");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /** @param {FromServer} message */
  hear(message) {
    this.heard = performance.now();
    if (message.type === "error" && !this.greeted) return this.turnedAway(message);
    if (!this.greeted && (message.type === "state" || message.type === "events")) {
      this.greeted = true;
      this.wait = FIRST_WAIT;
      this.report("online");
      for (const { frame } of this.waiting.values()) this.send(frame);
    }
    if (message.type === "state") this.version = message.state.version;
    if (message.type === "events") this.version = message.now.version;
    if (message.type === "ack") {
      this.waiting.get(message.id)?.done(message.version);
      this.waiting.delete(message.id);
    } else if (message.type === "error" && message.wait && message.id) {
      const { id } = message;
      setTimeout(() => this.again(id), message.wait * 1000);
    } else if (message.type !== "pong") {
      this.receive(message);
      if (message.type === "error" && message.id) {
        this.waiting.get(message.id)?.failed(new CommandRefused(message.message, message.code));
        this.waiting.delete(message.id);
      }
    }
  }

  /** @param {FromServer & { type: "error" }} message */
  turnedAway(message) {
    if (message.reason === "no-match") {
      this.close();
      this.report("gone");
    } else if (message.reason === "bad-token") {
      forget();
    }
  }

  /** @param {string} id */
  again(id) {
    const waiting = this.waiting.get(id);
    if (waiting) this.send(waiting.frame);
  }

  /** @param {object} frame */
  send(frame) {
    if (this.greeted && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /**
   * Carry out a command, now or when the connection is back.
   * @param {Command} command
   * @returns {Promise<number>} the version that it led to
   */
  do(command) {
    const id = random();
    const frame = { type: "do", id, version: this.version ?? 0, command };
    return new Promise((done, failed) => {
      this.waiting.set(id, { frame, done, failed });
      this.send(frame);
    });
  }

  ping() {
    if (!this.greeted) return;
    const asked = performance.now();
    this.send({ type: "ping", id: "?" });
    setTimeout(() => {
      if (this.greeted && this.heard < asked) this.lost();
    }, PONG_WITHIN);
  }

  /** Nothing comes through any more, though nobody has closed. */
  lost() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.later();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    window.removeEventListener("online", this.retry);
    window.removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.retry);
    this.socket?.close();
  }
}
