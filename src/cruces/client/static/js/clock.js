// A clock that goes by itself, between one word from the server and the next.

import { t } from "./texts.js";

const DAY = 86_400_000;
const HURRY = 20_000;

/** @param {number} left milliseconds */
function face(left) {
  if (left >= DAY) return t("web.clock.days", { days: Math.ceil(left / DAY) });
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

// `left` milliseconds at the moment `at` of this device's clock.
export class GameClock extends HTMLElement {
  constructor() {
    super();
    this.timer = 0;
    this.now = { left: 0, at: 0, running: false };
  }

  /** @param {{ left: number, at: number, running: boolean }} now */
  set clock(now) {
    this.now = now;
    this.show();
  }

  show() {
    clearTimeout(this.timer);
    const { left, at, running } = this.now;
    const rest = running ? left - (performance.now() - at) : left;
    this.textContent = face(rest);
    this.classList.toggle("running", running);
    this.classList.toggle("hurry", rest < HURRY);
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
