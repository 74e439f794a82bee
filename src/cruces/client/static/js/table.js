// A table: the family's view in the middle, and everything that belongs to sitting together.

import { dialogs, show } from "./dialogs.js";
import { alarm } from "./dice.js";
import { handover, isGuarded } from "./handover.js";
import { h } from "./html.js";
import { chat, eye, menu } from "./icons.js";
import { botName } from "./names.js";
import { ABSENCE_SHOWN, send } from "./play.js";
import { rematchButton } from "./rematch.js";
import { away } from "./seats.js";
import { changed, gameOf } from "./store.js";
import { t } from "./texts.js";
import { isLoaded, loadStyles, viewOf } from "./views.js";
import { bar, deadEnd } from "./widgets.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").TableOf<any>} Seated */
/** @typedef {import("./types").View} View */

/**
 * The page before the start, once it is loaded: who plays alone never sees it.
 * @type {typeof import("../pages/lobby.js").lobbyTable | undefined}
 */
let lobbyTable;
let asked = false;

async function loadLobby() {
  if (asked) return;
  asked = true;
  try {
    const [page] = await Promise.all([
      import("../pages/lobby.js"),
      loadStyles("/static/pages/", "lobby.css"),
    ]);
    ({ lobbyTable } = page);
    changed();
  } catch {
    asked = false; // without a network: the next message of the server asks again
  }
}

/** @param {Table} table */
export function tablePage(table) {
  const { match } = table;
  if (table.link === "gone" || table.link === "failed") {
    const why = table.link === "gone" ? "error.no-match" : "web.table-failed";
    return [bar(), deadEnd(t(why))];
  }
  const gathering = match?.phase === "gathering" && !table.starting;
  if (gathering) void loadLobby();
  const loaded = match && isLoaded(match);
  if (!loaded || table.starting || (gathering && !lobbyTable)) {
    return [
      bar(),
      h(
        "main",
        { class: "middle", "aria-busy": "true" },
        h("p", { class: "card empty" }, t("web.connecting")),
      ),
    ];
  }
  const seated = /** @type {Seated} */ (table);
  return [
    topBar(seated),
    alarm(seated),
    gathering ? lobbyTable?.(seated) : playing(seated),
    table.flash && h("p", { class: "flash", "aria-hidden": "true" }, table.flash),
    dialogs(seated),
  ];
}

/** @param {Seated} table */
function topBar(table) {
  const { match, unread } = table;
  // Who has just sat down is told only a little later that they no longer watch.
  const counted = match.own.length > 0 && !match.own.some((seat) => table.present.includes(seat));
  const watchers = table.watchers - Number(counted);
  const watching = t("web.watchers", { count: watchers });
  return bar(
    h("span", { class: "chip where" }, t(`game.${match.game}`)),
    h("span", { class: "grow" }),
    link(table),
    watchers > 0 &&
      h(
        "span",
        {
          class: "chip",
          title: watching,
          "aria-label": watching,
          role: "img",
        },
        eye(),
        watchers,
      ),
    h(
      "button",
      {
        type: "button",
        class: "chip square",
        "aria-label": t("web.chat"),
        onclick: () => show(table, "chat"),
      },
      chat(),
      unread > 0 && h("b", { class: "badge" }, unread),
    ),
    h(
      "button",
      {
        type: "button",
        class: "chip square",
        "aria-label": t("web.menu"),
        onclick: () => show(table, "menu"),
      },
      menu(),
    ),
  );
}

/**
 * The connection, as it is.
 * @param {Seated} table
 */
function link(table) {
  if (table.link === "online") return null;
  const key = table.link === "reconnecting" ? "web.reconnecting" : "web.connecting";
  return h("span", { class: "chip lost", role: "status" }, t(key));
}

/** @param {Seated} table */
function playing(table) {
  const { match } = table;
  const view = viewOf(match);
  if (table.passTo !== null) return handover(table, table.passTo);
  const todo = h(
    "action-bar",
    {
      key: "act",
      class: `act${match.phase === "over" ? " over" : ""}${isGuarded(table) ? " guarded" : ""}`,
      role: "region",
      "aria-label": t("web.choices"),
    },
    offers(table),
    patience(table),
    absent(table),
    match.phase === "over" ? end(table) : view.actions?.(table),
  );
  return view.layout?.(table, todo);
}

/** Tells the page how high it is: where it stands at the bottom, nothing ends under it. */
class ActionBar extends HTMLElement {
  connectedCallback() {
    const { style } = document.documentElement;
    this.watch = new ResizeObserver(() =>
      style.setProperty("--act-height", `${this.offsetHeight}px`),
    );
    this.watch.observe(this);
  }

  disconnectedCallback() {
    this.watch?.disconnect();
  }
}
customElements.define("action-bar", ActionBar);

// What players propose

/** @param {Seated} table */
const offers = ({ match }) =>
  match.offers.map(({ offer, seat, agreed }) => {
    const over = match.phase === "over"; // then also who had left may play again
    const mine = match.own.filter((s) => !agreed.includes(s) && (over || !match.seats[s].left));
    const { label: name } = match.seats[seat];
    if (!mine.length) {
      const what = t(`web.offer.name.${offer}`);
      return h("p", { key: offer, class: "offer" }, t("web.offer.waiting", { what }));
    }
    const said = t(`web.offer.${offer}`, { name });
    /** @param {boolean} accept */
    const answer = (accept) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => send({ type: "answer", seat: mine[0], offer, accept }),
        },
        t(accept ? "web.accept" : "web.decline"),
      );
    return h(
      "div",
      { key: offer, class: "offer", role: "alertdialog", "aria-label": said },
      h("span", null, said),
      h("div", { class: "answers" }, answer(false), answer(true)),
    );
  });

/**
 * The seats that the server lets the others go on without.
 * @param {Seated} table @param {number} now
 */
export function absentees({ match, seat, dismissable }, now) {
  if (seat === null || match.phase !== "playing") return [];
  const late = match.seats.flatMap(({ kind, left }, s) =>
    kind === "human" && !left && !match.own.includes(s) && dismissable[s] <= now ? [s] : [],
  );
  return [...new Set([...match.may_dismiss, ...late])].sort((a, b) => a - b);
}

/**
 * The seats whose players have been away for a while, but not so long that one may go on.
 * @param {Seated} table @param {number} now
 */
export function awaited(table, now) {
  const { match, seat, missing } = table;
  if (seat === null || match.phase !== "playing") return [];
  const late = absentees(table, now);
  return match.seats.flatMap((_, s) =>
    away(table, s) && !late.includes(s) && now - missing[s] >= ABSENCE_SHOWN ? [s] : [],
  );
}

/**
 * Somebody is away: how long the others have to wait.
 * @param {Seated} table
 */
const patience = (table) => {
  const now = performance.now();
  return awaited(table, now).map((gone) => {
    const name = table.match.seats[gone].label;
    const remaining = table.dismissable[gone] - now;
    return h(
      "p",
      { key: `away${gone}`, class: "offer" },
      t("web.absent.wait", { name }),
      " ",
      h("game-clock", { class: "patience", ".clock": { remaining, at: now, running: true } }),
    );
  });
};

/**
 * Going on without somebody who is not there.
 * @param {Seated} table
 */
const absent = (table) =>
  absentees(table, performance.now()).map((gone) => {
    const { match } = table;
    const seat = /** @type {number} */ (table.seat);
    const [bot] = gameOf(match.game)?.bots.slice(-1) ?? [];
    const { label: name, left } = match.seats[gone];
    return h(
      "div",
      { key: `gone${gone}`, class: "offer" },
      h("span", null, t("web.absent", { name })),
      h(
        "div",
        { class: "answers" },
        bot &&
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () => send({ type: "seat-bot", seat: gone, bot }),
            },
            t("web.absent.bot", { bot: botName(gone) }),
          ),
        !left &&
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () => send({ type: "dismiss", seat, absent: gone }),
            },
            t("web.absent.dismiss", { name }),
          ),
      ),
    );
  });

/** @param {Seated} table */
const end = (table) => [
  h(
    "p",
    { class: "todo" },
    h("b", null, table.match.result?.outcome),
    " ",
    table.match.result?.text,
  ),
  h(
    "div",
    { class: "buttons" },
    h(
      "button",
      { type: "button", class: "quiet", onclick: () => show(table, "result") },
      t("web.result"),
    ),
    rematchButton(table.match),
  ),
  h("a", { class: "text-link", href: `#game=${table.match.match}` }, t("web.look-back")),
];
