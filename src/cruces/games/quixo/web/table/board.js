// The board element: takes a model, and dispatches an event for what the player touches.

import { h, render } from "/static/js/html.js";
import { t } from "/static/js/texts.js";
import { badge, sign, words } from "/static/js/values.js";
import { drawArrows } from "./arrows.js";
import { mark } from "../drawing.js";
import {
  QUARTERS,
  SIDES,
  labels,
  path,
  pushed,
  seen,
  side,
  square,
  squareName,
  turned,
} from "../notation.js";
import { slide } from "./slide.js";

/** @typedef {import("../notation.js").Push} Push @typedef {import("../types").Side} Side */
/** @typedef {import("/static/js/messages").Move} Move */

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Pixels before a press becomes a drag. */
const DRAG_FROM = 8;
/** How near an end, in pixels, a dragged cube must be dropped. */
const NEAR = 70;
/** The least distance, in pixels, of the middle of an end from the edge of the screen. */
const MARGIN = 24;

/**
 * @typedef {object} Model
 * @property {number} size
 * @property {number[]} board
 * @property {Push[]} legal what may be played now
 * @property {number} mover the seat that plays on this device
 * @property {number} turn quarter turns, so that the own side is at the bottom
 * @property {boolean} teams
 * @property {boolean} flat
 * @property {number | null} cube that is selected
 * @property {Push | null} preview
 * @property {Push | null} last
 * @property {number[]} line that won
 * @property {number} ply
 * @property {Map<string, Move> | null} values what each push is worth, where that may be seen
 * @property {import("./arrows.js").Arrow[]} arrows from the best
 * @property {boolean} [editing] whether every cube can be tapped, to set up a position
 */

export class QuixoBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {Model | null} */
    this.shown = null;
    /** @type {{ from: number, x: number, y: number, moved: boolean, cube: HTMLElement } | null} */
    this.pull = null;
    /** Where a cube was dropped: how far from its square, in pixels. */
    /** @type {{ from: number, x: number, y: number } | null} */
    this.dropped = null;
    /** The number of pushes that are being animated, and what is to be shown after them. */
    this.sliding = 0;
    /** @type {Model | null} */
    this.waiting = null;
    this.focus_ = 0;
    this.sizes = new ResizeObserver(() => this.placeEnds());
  }

  connectedCallback() {
    this.sizes.observe(this);
    this.addEventListener("pointerdown", (e) => this.grab(e));
    this.addEventListener("pointermove", (e) => this.drag(e));
    this.addEventListener("pointerup", (e) => this.drop(e));
    this.addEventListener("pointercancel", () => this.letGo());
    this.addEventListener("keydown", (e) => this.key(e));
  }

  disconnectedCallback() {
    this.sizes.disconnect();
  }

  /** @param {Model} model */
  set model(model) {
    const before = this.shown;
    // The board is turned for the next player of this device after the push that all still see.
    this.waiting = this.sliding && before?.turn !== model.turn ? model : null;
    if (this.waiting) return;
    this.shown = model;
    if (!before || before.size !== model.size) this.focus_ = 0;
    this.draw(model);
    this.placeEnds();
    const moved = before && model.ply === before.ply + 1 && model.last;
    if (moved && model.last && !still.matches) void this.slide(model, model.last);
    else this.dropped = null; // it was put down for a look
    if (before && before.cube === null && model.cube !== null && this.byKey) this.firstEnd();
  }

  /** @param {string} name @param {unknown} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // Drawing

  dress() {
    const classes = [
      this.shown?.flat ? "flat" : "deep",
      this.shown?.legal.length && "mine",
      this.pull?.moved && "pulling",
      this.sliding && "sliding",
      this.shown?.editing && "editing",
    ];
    this.className = classes.filter(Boolean).join(" ");
  }

  /** @param {Model} m */
  draw(m) {
    const order = Array.from({ length: m.size * m.size }, (_, place) => ({
      place,
      ...seen(m.size, m.turn, place),
    })).sort((a, b) => a.y - b.y || a.x - b.x);
    const way = m.preview ? path(m.size, m.preview.from, m.preview.to) : [];
    const board = m.preview ? pushed(m.board, m.size, m.preview, m.mover) : m.board;
    const rows = Array.from({ length: m.size }, (_, y) =>
      order.slice(y * m.size, (y + 1) * m.size),
    );
    this.style.setProperty("--n", String(m.size));
    const edges = labels(m.size, m.turn);
    this.dress();
    render(
      this,
      h(
        "div",
        { class: "scene" },
        h(
          "div",
          { class: "board" },
          h(
            "div",
            { class: "grid", role: "grid", "aria-label": t("web.board") },
            rows.map((row, y) =>
              h(
                "div",
                { key: y, role: "row" },
                row.map(({ place }, x) =>
                  h(
                    "div",
                    { key: x, role: "gridcell" },
                    this.cube(m, place, y * m.size + x, board[place], way),
                  ),
                ),
              ),
            ),
          ),
          edges.columns.map((name, i) =>
            h("span", { class: "edge below", "aria-hidden": "true", style: { "--i": i } }, name),
          ),
          edges.rows.map((name, i) =>
            h("span", { class: "edge beside", "aria-hidden": "true", style: { "--i": i } }, name),
          ),
          m.cube === null && m.arrows.length > 0 && drawArrows(m.size, m.turn, m.arrows),
          SIDES.flatMap((name) =>
            Array.from({ length: m.size }, (_, i) =>
              h("span", {
                key: `${name}${i}`,
                class: `anchor at-${name}`,
                "data-side": name,
                "data-at": i,
                style: { "--i": i },
              }),
            ),
          ),
        ),
      ),
      h("div", { class: "ends" }, this.ends(m)),
    );
  }

  /**
   * @param {Model} m @param {number} place @param {number} at
   * @param {number} value @param {number[]} way
   */
  cube(m, place, at, value, way) {
    const can = m.legal.some(({ from }) => from === place);
    const name = squareName(m.size, place);
    const dot = m.teams && value ? QUARTERS[(value - 1 - m.turn + 4) % 4] : "";
    const what =
      value === 0 ? t("web.cube.neutral") : t(value % 2 ? "quixo.crosses" : "quixo.circles");
    const best =
      can && m.values
        ? [...m.values.values()].find(({ action }) => action.startsWith(`${name}>`))
        : undefined;
    const said = [
      name,
      what,
      m.teams && value ? t("web.cube.dot", { seat: value }) : "",
      can ? t("web.cube.can") : "",
      best ? words(best) : "",
      m.line.includes(place) ? t("web.cube.line") : "",
    ];
    const classes = [
      "cube",
      can && "can",
      this.pull?.moved && this.pull.from === place && "pulled",
      m.cube === place && "held",
      way.includes(place) && "preview",
      m.preview?.to === place && "arriving",
      m.last?.to === place && !m.preview && "last",
      m.line.includes(place) && "won",
    ];
    return h(
      "button",
      {
        type: "button",
        class: classes.filter(Boolean).join(" "),
        "data-square": name,
        "data-at": at,
        "data-place": place,
        tabindex: at === this.focus_ ? 0 : -1,
        "aria-disabled": String(!can && !m.editing),
        "aria-pressed": can ? String(m.cube === place) : undefined,
        "aria-label": said.filter(Boolean).join(", "),
        onclick: (/** @type {MouseEvent} */ e) => this.choose(place, can, e.detail === 0),
        onfocus: () => {
          this.focus_ = at;
        },
      },
      h("span", { class: "face" }),
      h(
        "span",
        { class: `top g${(place * 7) % 4}` },
        value > 0 && mark((value - 1) % 2),
        dot && h("i", { class: `dot ${dot}` }),
        best && badge(best),
      ),
    );
  }

  /**
   * The places where the selected cube may be pushed in.
   * @param {Model} m
   */
  ends(m) {
    if (m.cube === null) return [];
    const ends = m.legal.filter(
      ({ from }, i) =>
        from === m.cube &&
        m.legal.findIndex((o) => o.from === from && o.to === m.legal[i].to) === i,
    );
    return ends.map((move) => {
      const from = turned(side(m.size, move), m.turn);
      const where = seen(m.size, m.turn, move.to);
      const at = from === "left" || from === "right" ? where.y : where.x;
      const held = m.preview?.to === move.to;
      const value = m.values?.get(move.text);
      const name = t("web.end", {
        side: t(`web.side.${from}`),
        square: squareName(m.size, move.to),
      });
      return h(
        "button",
        {
          key: move.to,
          type: "button",
          class: [
            "end",
            from,
            held && "held",
            value && `valued ${value.kind}`,
            value?.exact && "exact",
          ]
            .filter(Boolean)
            .join(" "),
          "data-end": squareName(m.size, move.to),
          "data-side": from,
          "data-at": at,
          "aria-pressed": String(held),
          "aria-label": value ? `${name}: ${words(value)}` : name,
          onclick: () => this.tell("end", move),
        },
        value
          ? [h("b", null, sign(value)), h("small", null, value.brief)]
          : h(
              "svg",
              { viewBox: "0 0 24 24", "aria-hidden": "true" },
              h("path", { d: "M5 12h13M12.5 6l6 6-6 6" }),
            ),
      );
    });
  }

  /** The buttons are not tilted like the board: place each at its anchor on the board. */
  placeEnds() {
    const scene = this.getBoundingClientRect();
    for (const end of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".end"))) {
      const anchor = this.querySelector(
        `.anchor[data-side="${end.dataset.side}"][data-at="${end.dataset.at}"]`,
      );
      if (!anchor) continue;
      const { left, top, width, height } = anchor.getBoundingClientRect();
      const { clientWidth } = document.documentElement;
      const x = Math.min(Math.max(left + width / 2, MARGIN), clientWidth - MARGIN);
      end.style.setProperty("--x", `${x - scene.left}px`);
      end.style.setProperty("--y", `${top + height / 2 - scene.top}px`);
    }
  }

  /** @param {Model} m @param {Push} move */
  async slide(m, move) {
    const dropped = this.dropped?.from === move.from ? this.dropped : null;
    this.dropped = null;
    this.sliding += 1;
    this.dress();
    await slide(this, m, move, dropped);
    this.sliding -= 1;
    if (this.waiting) this.model = this.waiting;
    else this.dress();
  }

  // Touching

  /** @param {number} place @param {boolean} can @param {boolean} byKey */
  choose(place, can, byKey) {
    this.byKey = byKey;
    if (this.shown?.editing) this.tell("tap", place);
    else if (can) this.tell("cube", this.shown?.cube === place ? null : place);
    else if (this.shown?.legal.length) this.tell("cannot", place);
  }

  /** @param {PointerEvent} e */
  grab(e) {
    const cube = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (e.target).closest(".cube.can")
    );
    this.pull =
      cube && e.button === 0
        ? { from: Number(cube.dataset.place), x: e.clientX, y: e.clientY, moved: false, cube }
        : null;
  }

  /** @param {PointerEvent} e */
  drag(e) {
    const pull = this.pull;
    if (!pull) return;
    const [dx, dy] = [e.clientX - pull.x, e.clientY - pull.y];
    if (!pull.moved && Math.hypot(dx, dy) < DRAG_FROM) return;
    if (!pull.moved) {
      pull.moved = true;
      this.setPointerCapture(e.pointerId);
      this.dress();
      if (this.shown?.cube !== pull.from) this.tell("cube", pull.from);
    }
    pull.cube.style.setProperty("--dx", `${dx}px`);
    pull.cube.style.setProperty("--dy", `${dy}px`);
    pull.cube.classList.add("pulled");
    const near = this.nearest(e.clientX, e.clientY);
    if (near && this.shown?.preview?.to !== near.to) this.tell("near", near);
  }

  /** @param {number} x @param {number} y */
  nearest(x, y) {
    let [best, found] = [NEAR, /** @type {Push | null} */ (null)];
    for (const end of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".end"))) {
      const { left, top, width, height } = end.getBoundingClientRect();
      const far = Math.hypot(left + width / 2 - x, top + height / 2 - y);
      if (far < best && this.shown) {
        best = far;
        const to = square(this.shown.size, /** @type {string} */ (end.dataset.end));
        found =
          this.shown.legal.find((move) => move.from === this.shown?.cube && move.to === to) ?? null;
      }
    }
    return found;
  }

  /** @param {PointerEvent} e */
  drop(e) {
    const { pull } = this;
    const near = pull?.moved ? this.nearest(e.clientX, e.clientY) : null;
    this.dropped =
      pull && near ? { from: pull.from, x: e.clientX - pull.x, y: e.clientY - pull.y } : null;
    this.letGo(); // without a drag it was a press, and a click follows
    if (near) this.tell("dropped", near);
  }

  letGo() {
    this.pull?.cube.classList.remove("pulled");
    this.pull = null;
    this.dress();
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const m = this.shown;
    /** @type {Record<string, [number, number, Side]>} */
    const arrows = {
      ArrowLeft: [-1, 0, "left"],
      ArrowRight: [1, 0, "right"],
      ArrowUp: [0, -1, "top"],
      ArrowDown: [0, 1, "bottom"],
    };
    const target = /** @type {HTMLElement} */ (e.target);
    if (!m) return;
    if (e.key === "Escape" && m.cube !== null) {
      this.tell("cube", null);
      this.focusCube();
    } else if (e.key in arrows) {
      const [dx, dy, towards] = arrows[e.key];
      e.preventDefault();
      if (target.classList.contains("end")) {
        /** @type {HTMLElement | null} */ (this.querySelector(`.end.${towards}`))?.focus();
        return;
      }
      const [x, y] = [(this.focus_ % m.size) + dx, Math.floor(this.focus_ / m.size) + dy];
      if (x < 0 || y < 0 || x >= m.size || y >= m.size) return;
      this.focus_ = y * m.size + x;
      this.draw(m);
      this.focusCube();
    }
  }

  /**
   * Put the focus on a cube, without scrolling: the board is in sight.
   * @param {number} [place] the focus was elsewhere: go to the cube there
   */
  focusCube(place) {
    if (place !== undefined && this.shown) {
      const { size, turn } = this.shown;
      const { x, y } = seen(size, turn, place);
      this.focus_ = y * size + x;
      this.draw(this.shown);
    }
    /** @type {HTMLElement | null} */ (
      this.querySelector(`.cube[data-at="${this.focus_}"]`)
    )?.focus({ preventScroll: true });
  }

  firstEnd() {
    /** @type {HTMLElement | null} */ (this.querySelector(".end"))?.focus();
  }
}
customElements.define("quixo-board", QuixoBoard);
