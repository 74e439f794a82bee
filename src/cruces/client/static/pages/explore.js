// The page on which any position can be set up: what every action is worth there, and what follows.

import { h } from "../js/html.js";
import { back, next } from "../js/icons.js";
import { optionText } from "../js/setup_form.js";
import { app, notify } from "../js/store.js";
import { t } from "../js/texts.js";
import { bar, radio, settings } from "../js/widgets.js";
import { copy } from "./copy.js";
import {
  change,
  desk,
  deskOf,
  edit,
  games,
  go,
  leave,
  move,
  open,
  reset,
  seat,
  step,
} from "./explore_desk.js";
import { moment, named, signs, worth } from "./explore_worth.js";
import { playOn, playOnDialog, stay } from "./play_on.js";

/** @typedef {import("../js/types").Game} Game @typedef {import("../js/types").Loose} Loose */

function draw() {
  const { game, editor, editing } = desk;
  const ready = game && editor && step();
  return [
    bar(h("span", { class: "grow" }), settings()),
    h(
      "main",
      { class: `explore ${editing ? "editing" : "judging"}` },
      h(
        "div",
        { class: "what" },
        h("h1", null, t("web.page.explore")),
        game && [gameChoice(game), modes()],
      ),
      ready
        ? [
            h("section", { class: "where-it-is", "aria-label": t("web.board") }, board()),
            h(
              "aside",
              { class: "card about-it" },
              steps(),
              editing ? rules(game) : worth(),
              playOnButton(game),
            ),
          ]
        : h("p", { class: "empty" }, t(app.offline ? "web.offline.page" : "web.connecting")),
      h("div", { class: "unseen", role: "status" }, desk.said),
    ),
    playOnDialog(),
  ];
}

/**
 * From a position in which the game goes on one may play on against robots.
 * @param {Game} game
 */
function playOnButton(game) {
  const { view, why } = step();
  if (!view || why || view.result) return null;
  const { options, position, labels } = view;
  const seats = labels.map((_, one) => one);
  const from = {
    ...{ game, options, seats, seat: seat() ?? 0, labels: [...labels], signs: signs(seats) },
    setup: { options, start: { position } },
  };
  return h(
    "button",
    { key: "play-on", type: "button", class: "quiet", onclick: () => void playOn(from) },
    t("page.explore.play-on"),
  );
}

/** @param {Game} game */
const gameChoice = (game) =>
  h(
    "select",
    {
      class: "chip",
      "aria-label": t("page.explore.game"),
      ".value": game.id,
      onchange: (/** @type {Event} */ e) => {
        location.hash = `#explore=${/** @type {HTMLSelectElement} */ (e.target).value}`;
      },
    },
    games().map(({ id }) =>
      h("option", { key: id, value: id, selected: id === game.id }, t(`game.${id}`)),
    ),
  );

const modes = () =>
  h(
    "div",
    { class: "modes", role: "radiogroup", "aria-label": t("page.explore.mode") },
    radio("mode", "set-up", desk.editing, () => edit(true), t("page.explore.set-up")),
    radio("mode", "analyse", !desk.editing, () => edit(false), t("page.explore.analyse")),
  );

function board() {
  const { editor, editing } = desk;
  const shown = deskOf();
  const { view } = shown;
  if (editing) return editor?.setup(shown) ?? h("pre", { class: "position" }, shown.position);
  if (view) return editor?.board({ ...shown, view });
  return step().why ? null : h("p", { class: "pondering" }, t("web.connecting"));
}

/** Back and forward among the positions, and why one of them cannot be. */
function steps() {
  const { trail, at } = desk;
  /** @param {string} name @param {boolean} can @param {() => void} press @param {Loose} drawn */
  const button = (name, can, press, drawn) =>
    h(
      "button",
      {
        key: name,
        type: "button",
        class: "quiet square",
        "data-step": name,
        "aria-label": t(`page.explore.${name}`),
        "aria-disabled": String(!can),
        onclick: () => can && press(),
      },
      drawn,
    );
  return [
    h(
      "div",
      { key: "steps", class: "steps" },
      button("undo", at > 0, () => move(-1), back()),
      h("span", { class: "number", "aria-hidden": "true" }, `${at + 1} / ${trail.length}`),
      button("redo", at + 1 < trail.length, () => move(1), next()),
      h(
        "button",
        { key: "reset", type: "button", class: "quiet", onclick: reset },
        t("page.explore.reset"),
      ),
    ),
    tried(),
    step().why && h("p", { key: "why-not", class: "why-not" }, step().why),
  ];
}

/** What was played since the position was set up. */
function tried() {
  const { trail, at } = desk;
  let root = at;
  while (trail[root].last) root -= 1;
  const count = trail.slice(root + 1).findIndex(({ last }) => !last);
  const played = trail.slice(root + 1, count < 0 ? undefined : root + 1 + count);
  return (
    played.length > 0 &&
    h(
      "ol",
      { key: "tried", class: "tried", "aria-label": t("page.explore.tried") },
      played.map(({ last }, i) =>
        h(
          "li",
          { key: i },
          h(
            "button",
            {
              type: "button",
              class: "chip",
              "aria-current": root + 1 + i === at ? "step" : undefined,
              onclick: () => go(trail, root + 1 + i),
            },
            named(last?.action ?? ""),
          ),
        ),
      ),
    )
  );
}

// Setting up

/** @param {Game} game */
function rules(game) {
  const { position, options, view } = step();
  return [
    (view?.result || view?.chance) &&
      h("p", { key: "moment" }, view.result ? view.result.text : moment()),
    h(
      "button",
      {
        key: "go",
        type: "button",
        class: "go",
        "aria-disabled": String(step().why !== ""),
        onclick: () => !step().why && edit(false),
      },
      t("page.explore.show"),
    ),
    h(
      "details",
      { key: "options", class: "more" },
      h("summary", null, t("page.explore.options")),
      h(
        "div",
        { class: "fields" },
        game.options.map((option) => optionChoice(game, option, view?.options ?? options)),
      ),
    ),
    h(
      "details",
      { key: "text", class: "more" },
      h("summary", null, t("page.explore.text")),
      h(
        "div",
        { class: "fields" },
        h(
          "label",
          { class: "field" },
          h("span", null, t("page.explore.notation")),
          h("textarea", {
            name: "position",
            rows: 3,
            autocomplete: "off",
            spellcheck: "false",
            ".value": position,
            onchange: (/** @type {Event} */ e) =>
              change(/** @type {HTMLTextAreaElement} */ (e.target).value.trim()),
            onkeydown: (/** @type {KeyboardEvent} */ e) => {
              if (e.key !== "Enter") return;
              e.preventDefault();
              change(/** @type {HTMLTextAreaElement} */ (e.target).value.trim());
            },
          }),
        ),
        h("button", { type: "button", class: "quiet", onclick: share }, t("page.explore.link")),
      ),
    ),
  ];
}

/**
 * @param {Game} game @param {import("../js/types").Option} option
 * @param {Record<string, import("../js/types").Value>} options
 */
const optionChoice = (game, { name, values, texts, default: usual }, options) => {
  const chosen = JSON.stringify(options[name] ?? (name in options ? null : usual));
  return h(
    "label",
    { key: name, class: "field" },
    h("span", null, optionText(game, name)),
    h(
      "select",
      {
        name,
        ".value": chosen,
        onchange: (/** @type {Event} */ e) => {
          const value = JSON.parse(/** @type {HTMLSelectElement} */ (e.target).value);
          const edition = name === "edition" ? game.editions[value] : {};
          const now = { ...options, ...edition, [name]: value };
          const { position } = step();
          change(desk.editor?.under?.(position, now) ?? position, now);
        },
      },
      values.map((value, i) => {
        const written = JSON.stringify(value);
        const text = optionText(game, `${name}.${texts[i]}`);
        return h("option", { key: written, value: written, selected: written === chosen }, text);
      }),
    ),
  );
};

async function share() {
  try {
    await copy(location.href);
    notify(t("web.copied"));
  } catch {
    // Not allowed by the browser: the address is at its top.
  }
}

// Keys

/**
 * Arrow keys step through the positions, unless something else uses them.
 * @param {KeyboardEvent} e
 */
function key(e) {
  const target = /** @type {Element | null} */ (e.target);
  if (e.ctrlKey || e.altKey || e.metaKey || !step()) return;
  if (target?.closest("[role=grid], input, select, textarea, .ends, dialog")) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  if (!by) return;
  e.preventDefault();
  move(by);
}

/** @type {import("../js/types").LaterPage} */
export const page = {
  draw,
  enter: (route) => {
    removeEventListener("keydown", key);
    addEventListener("keydown", key);
    void open(route);
  },
  leave: () => {
    removeEventListener("keydown", key);
    stay();
    leave();
  },
  retry: () => void (desk.editor ? go(desk.trail, desk.at) : open(app.route)),
};
