// A clock that runs by itself between two messages of the server.

import { hurry, tick } from "./sound.js";
import { t } from "./texts.js";

const DAY = 86_400_000;
const LOW_TIME = 20_000;
/** The last seconds, each of which is heard. */
const LAST_TIME = 5000;

/** @param {number} remaining milliseconds */
function face(remaining) {
  if (remaining >= DAY) return t("web.clock.days", { days: Math.ceil(remaining / DAY) });
  const seconds = Math.max(0, Math.ceil(remaining / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/**
 * `remaining` milliseconds at the moment `at` of this device's clock; `own` is heard, too.
 * @typedef {{ remaining: number, at: number, running: boolean, own?: boolean }} Time
 */
export class GameClock extends HTMLElement {
  constructor() {
    super();
    this.timer = 0;
    /** @type {Time} */
    this.now = { remaining: 0, at: 0, running: false };
    this.short = false; // whether it was heard that time runs short
    this.second = 0; // the last that was shown
  }

  /** @param {Time} now */
  set clock(now) {
    this.now = now;
    this.show();
  }

  show() {
    clearTimeout(this.timer);
    const { remaining, at, running, own } = this.now;
    const rest = running ? remaining - (performance.now() - at) : remaining;
    this.textContent = face(rest);
    this.classList.toggle("running", running);
    this.classList.toggle("hurry", rest < LOW_TIME);
    if (running && own) this.sound(rest);
    if (running && this.isConnected && rest > 0)
      this.timer = window.setTimeout(() => this.show(), (rest % 1000) + 10);
  }

  /**
   * Sound once when time runs short, and in each of the last seconds.
   * @param {number} rest
   */
  sound(rest) {
    const [second, before] = [Math.ceil(rest / 1000), this.second];
    const wasShort = this.short;
    this.second = second;
    this.short = rest < LOW_TIME;
    if (this.short && !wasShort) hurry();
    else if (rest < LAST_TIME && rest > 0 && second !== before) tick();
  }

  connectedCallback() {
    this.setAttribute("role", "timer");
    this.show();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }
}
customElements.define("game-clock", GameClock);
