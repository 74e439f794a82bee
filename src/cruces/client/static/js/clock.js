// A clock that runs by itself between two messages of the server.

import { t } from "./texts.js";

const DAY = 86_400_000;
const LOW_TIME = 20_000;

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

// `remaining` milliseconds at the moment `at` of this device's clock.
export class GameClock extends HTMLElement {
  constructor() {
    super();
    this.timer = 0;
    this.now = { remaining: 0, at: 0, running: false };
  }

  /** @param {{ remaining: number, at: number, running: boolean }} now */
  set clock(now) {
    this.now = now;
    this.show();
  }

  show() {
    clearTimeout(this.timer);
    const { remaining, at, running } = this.now;
    const rest = running ? remaining - (performance.now() - at) : remaining;
    this.textContent = face(rest);
    this.classList.toggle("running", running);
    this.classList.toggle("hurry", rest < LOW_TIME);
    if (running && this.isConnected && rest > 0)
      this.timer = window.setTimeout(() => this.show(), (rest % 1000) + 10);
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
