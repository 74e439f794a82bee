// A die that tumbles when it is rolled.

import { h, render } from "/static/js/html.js";

/**
 * Where the pips of each face are, on a grid of nine.
 * @type {number[][]}
 */
const PIPS = [[], [5], [1, 9], [1, 5, 9], [1, 3, 7, 9], [1, 3, 5, 7, 9], [1, 3, 4, 6, 7, 9]];
const TUMBLE = 620;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * `face` is null for a die that has left the game; `roll` changes when it is rolled; `name` is the
 * colour, in whose corner its symbol stands.
 * @typedef {{ face: number | null, name: string, symbol: string, roll: number }} Die
 */

export class GameDie extends HTMLElement {
  constructor() {
    super();
    /** @type {Die | null} */
    this.shown = null;
  }

  /** @param {Die} die */
  set die(die) {
    const before = this.shown;
    if (before && before.face === die.face && before.roll === die.roll && before.name === die.name)
      return;
    this.shown = die;
    this.className = `die ${die.name}${die.face === null ? " gone" : ""}`;
    this.face(die.face);
    if (before && before.roll !== die.roll && die.face !== null && !still.matches)
      this.tumble(die.face);
  }

  /** @param {number | null} face */
  face(face) {
    const symbol = this.shown?.symbol;
    render(
      this,
      (PIPS[face ?? 0] ?? []).map((pip) => h("i", { key: pip, class: `p${pip}` })),
      symbol && h("em", { key: "symbol" }, symbol),
    );
  }

  /** @param {number} last */
  tumble(last) {
    const turns = 360 + 90 * Math.floor(Math.random() * 4);
    const away = 30 + 40 * Math.random();
    const length = TUMBLE * (0.75 + Math.random() / 4);
    this.animate(
      [
        {
          transform: `translate(${-away}px,-26px) rotate(${-turns}deg) scale(1.15)`,
        },
        { transform: "translate(4px,3px) rotate(14deg) scale(.97)", offset: 0.72 },
        { transform: "none" },
      ],
      { duration: length, easing: "cubic-bezier(.2,.7,.3,1)" },
    );
    for (let i = 0; i < 4; i++) {
      setTimeout(
        () => {
          if (this.shown?.face === last) this.face(1 + Math.floor(Math.random() * 6));
        },
        (length * i) / 7,
      );
    }
    setTimeout(() => this.face(this.shown?.face ?? null), (length * 4) / 7);
  }
}
customElements.define("game-die", GameDie);
