// Before the start: how others come, who is there, and one button for what is to be done next.

import { show } from "../js/dialogs.js";
import { avatar } from "../js/figures.js";
import { h } from "../js/html.js";
import { robot, tick } from "../js/icons.js";
import { levelName, levelOption, unbeaten } from "../js/names.js";
import { pageLink } from "../js/pages.js";
import { ready, send, sit } from "../js/play.js";
import { level } from "../js/setup_form.js";
import { app, gameOf, prefer } from "../js/store.js";
import { t } from "../js/texts.js";
import { viewOf } from "../js/views.js";
import { invite } from "./invitation.js";
import { forgetTyped, typedName, whoFields } from "./who.js";

/** @typedef {import("../js/types").TableOf<any>} Table */
/** @typedef {import("../js/types").MatchOf<any>} Match */

/**
 * The first seat that nobody has.
 * @param {Match} match
 */
const firstOpen = (match) => match.seats.findIndex(({ kind }) => kind === "open");

/** @param {Table} table */
export function lobbyTable(table) {
  const { match } = table;
  const host = match.seats.some((seat, i) => seat.host && match.own.includes(i));
  const open = match.seats.flatMap(({ kind }, seat) => (kind === "open" ? [seat] : []));
  const seated = match.own.length > 0;
  // Where it matters who sits where, every open seat is shown by itself.
  const sided = match.seats.some((_, seat) => viewOf(match).side?.(match, seat));
  return h(
    "main",
    { class: "gather" },
    h("h1", null, t(`game.${match.game}`)),
    seated && open.length > 0 && invite(match),
    !seated && open.length > 0 && !table.removed && newcomer(match),
    h(
      "section",
      { key: "players", class: "card" },
      h("h2", null, t("web.players")),
      h(
        "ul",
        { class: "places" },
        match.seats.map((each, seat) =>
          each.kind === "open"
            ? sided && openSeat(match, seat, host)
            : place(table, seat, host, match.own[0] === seat),
        ),
        !sided && open.length > 0 && openSeats(match, open, host),
      ),
      sided && open.length > 0 && host && h("p", { class: "field" }, levels(match)),
      nextStep(table, host, open.length),
    ),
  );
}

// What is to be done

/** @param {Table} table @param {boolean} host @param {number} open */
function nextStep(table, host, open) {
  const { match } = table;
  const unready = match.own.filter((seat) => !match.seats[seat].ready);
  const waiting = match.seats.flatMap(({ kind, label, ready: isReady }, seat) =>
    kind === "human" && !isReady && !match.own.includes(seat) ? [label] : [],
  );
  if (!match.own.length) {
    const why = table.removed ? "error.removed" : open ? "web.gather.sit" : "web.gather.full";
    return h("p", { class: "todo" }, t(why));
  }
  /** @param {string} said @param {object[]} buttons */
  const step = (said, ...buttons) =>
    h(
      "div",
      { class: "next" },
      h("p", { class: "todo", role: "status" }, said),
      h("div", { class: "buttons" }, .../** @type {any[]} */ (buttons)),
    );
  const names = waiting.join(", ");
  if (!unready.length) {
    const owner = match.seats.find((seat) => seat.host)?.label ?? "";
    const said = names
      ? t("web.gather.unready", { names })
      : host || !owner
        ? t("web.gather.others")
        : t("web.gather.host", { name: owner });
    return step(said, notYet(match));
  }
  if (!host) return step(t("web.gather.ready"), beReady(match));
  const here = match.seats.length - open;
  const enough = here > 1 && !!gameOf(match.game)?.seats.includes(here);
  const said = !enough
    ? t("web.gather.few")
    : names
      ? t("web.gather.unready", { names })
      : t(open ? "web.gather.more" : "web.gather.all");
  const may = enough && !names;
  return step(
    said,
    h(
      "button",
      {
        key: "start",
        type: "button",
        class: "go",
        "aria-disabled": String(!may),
        onclick: () => may && begin(match, open > 0),
      },
      t("web.start", { count: here }),
    ),
  );
}

/** @param {Match} match */
const beReady = (match) =>
  h(
    "button",
    {
      key: "ready",
      type: "button",
      class: "go",
      onclick: async () => {
        for (const seat of match.own) if (!match.seats[seat].ready) await ready(seat);
      },
    },
    t("web.ready"),
  );

/** @param {Match} match */
const notYet = (match) =>
  h(
    "button",
    {
      key: "unready",
      type: "button",
      class: "quiet",
      onclick: async () => {
        for (const seat of match.own) await send({ type: "unready", seat });
      },
    },
    t("web.unready"),
  );

/**
 * Start with those who are here.
 * @param {Match} match @param {boolean} open whether there are seats that nobody has
 */
async function begin(match, open) {
  if (open && !(await send({ type: "trim", seat: match.own[0] }))) return;
  // Seats are renumbered: make those of this device ready.
  const now = app.table?.match;
  for (const own of now?.own ?? []) if (!now?.seats[own].ready) await ready(own);
}

// The seats

/**
 * Somebody who was invited: their name, then a seat.
 * @param {Match} match
 */
function newcomer(match) {
  const seat = firstOpen(match);
  const name = t("web.player", { number: seat + 1 });
  /** @param {Event} e */
  const join = async (e) => {
    e.preventDefault();
    const chosen = typedName();
    if (!(await sit(firstOpen(match), chosen || name))) return;
    prefer({ name: chosen });
    forgetTyped();
  };
  return h(
    "section",
    { key: "newcomer", class: "card newcomer" },
    h(
      "form",
      { onsubmit: join },
      h("div", { class: "who-row" }, whoFields({ name, asks: true, save: () => undefined })),
      h("button", { class: "go" }, t("web.sit")),
    ),
  );
}

/** @param {number} seat */
async function rename(seat) {
  const wanted = typedName();
  const name = wanted || app.table?.match?.seats[seat].name || "";
  if (!name || !(await sit(seat, name))) return;
  if (wanted) prefer({ name: wanted });
  forgetTyped();
}

/** @param {Table} table @param {number} seat @param {boolean} host @param {boolean} editable */
function place(table, seat, host, editable) {
  const { match } = table;
  const held = match.seats[seat];
  const { kind, name, label, bot, ready: isReady } = held;
  const game = gameOf(match.game);
  const own = match.own.includes(seat);
  const side = viewOf(match).side?.(match, seat);
  const promise = kind === "bot" ? unbeaten(game, bot, match.options) : undefined;
  return h(
    "li",
    { key: seat, class: `${kind}${own ? " own" : ""}`, "data-seat": seat },
    editable
      ? whoFields({ name, asks: !app.prefs.name, save: () => rename(seat) })
      : [
          avatar(held),
          h(
            "span",
            { class: "who" },
            h("b", null, label),
            kind === "bot" && h("small", { key: "level" }, levelName(bot)),
            promise && h("small", { key: "unbeaten", class: "unbeaten" }, pageLink(game, promise)),
          ),
        ],
    side && h("small", { key: "side", class: "side" }, side),
    kind === "human" &&
      h(
        "span",
        { key: "ready", class: isReady ? "tag on" : "tag" },
        isReady && tick(),
        t(isReady ? "web.ready.short" : held.host ? "web.host" : "web.unready.short"),
      ),
    kind === "bot" && host && smallButton("free", t("web.free-seat"), () => stand(seat)),
    kind === "human" &&
      host &&
      !own &&
      smallButton(
        "remove",
        t("web.remove"),
        () => {
          table.about = seat;
          show(table, "remove");
        },
        `${t("web.remove")}: ${label}`,
      ),
    own && !host && match.own.length === 1 && smallButton("up", t("web.stand"), () => stand(seat)),
  );
}

/** @param {string} key @param {string} text @param {() => unknown} press @param {string} [label] */
const smallButton = (key, text, press, label) =>
  h("button", { key, type: "button", class: "quiet", "aria-label": label, onclick: press }, text);

/** @param {number} seat */
const stand = (seat) => send({ type: "stand", seat });

/** @param {Match} match @param {number} seat */
const seatRobot = (match, seat) => {
  const game = gameOf(match.game);
  if (game) void send({ type: "seat-bot", seat, bot: level(game) });
};

/**
 * All seats that nobody has, in one line: whoever comes gets one.
 * @param {Match} match @param {number[]} open @param {boolean} host
 */
const openSeats = (match, open, host) =>
  h(
    "li",
    { key: "open", class: "open" },
    h("span", { class: "who" }, t("web.free", { count: open.length })),
    host && levels(match),
    host && smallButton("robot", t("web.bot.add"), () => seatRobot(match, open[0])),
  );

/** @param {Match} match @param {number} seat @param {boolean} host */
function openSeat(match, seat, host) {
  const [own] = match.own;
  const side = viewOf(match).side?.(match, seat);
  const move = async () => {
    const { name } = match.seats[own];
    if (await stand(own)) await sit(seat, name);
  };
  return h(
    "li",
    { key: seat, class: "open", "data-seat": seat },
    h("span", { class: "avatar" }, seat + 1),
    h("span", { class: "who" }, t("web.seat.open")),
    side && h("small", { key: "side", class: "side" }, side),
    match.own.length === 1 && smallButton("move", t("web.sit.here"), move),
    host && smallButton("robot", t("web.bot.add"), () => seatRobot(match, seat)),
  );
}

/**
 * How strong the robots are that are added.
 * @param {Match} match
 */
function levels(match) {
  const game = gameOf(match.game);
  if (!game?.bots.length) return null;
  const chosen = level(game);
  return h(
    "label",
    { key: "level", class: "bots" },
    robot(),
    h("span", { class: "unseen" }, t("web.bot.level")),
    h(
      "select",
      {
        ".value": chosen,
        onchange: (/** @type {Event} */ e) => {
          const { value } = /** @type {HTMLSelectElement} */ (e.target);
          prefer({ levels: { ...app.prefs.levels, [game.id]: value } });
        },
      },
      game.bots.map((bot) =>
        h(
          "option",
          { key: bot, value: bot, selected: bot === chosen },
          levelOption(game, bot, match.options),
        ),
      ),
    ),
  );
}
