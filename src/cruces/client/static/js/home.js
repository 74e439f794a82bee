// The home page: running games, and one click to play.

import { Refused, call } from "./api.js";
import { h } from "./html.js";
import { robot } from "./icons.js";
import { linked } from "./later_pages.js";
import { botName, unbeaten } from "./names.js";
import { pageLink } from "./pages.js";
import { createMatch, myName } from "./play.js";
import { agreed, level, levels, more, setup, wishes } from "./setup_form.js";
import { app, changed, notify, prefer } from "./store.js";
import { language, t } from "./texts.js";
import { viewOfGame } from "./views.js";
import { bar, settings } from "./widgets.js";

/** @typedef {import("./types").Game} Game @typedef {import("./types").Match} Match */

/** How many open tables are listed. */
const LISTED = 6;
const game = () => app.games.find(({ id }) => id === app.prefs.game) ?? app.games[0];

/** Load the lists again. */
export async function refresh() {
  try {
    /** @type {import("./messages").Lobby} */
    const { mine, open } = await call("/api/lobby");
    app.home.running = mine.filter(({ phase }) => phase !== "over").slice(0, LISTED);
    app.home.open = open.slice(0, LISTED);
    app.home.asked = true;
    app.offline = false;
  } catch (error) {
    if (!(error instanceof Refused)) app.offline = true;
  }
  changed();
}

/** @param {() => Promise<void>} what */
async function start(what) {
  if (app.home.busy) return;
  app.home.busy = true;
  changed();
  try {
    await what();
  } catch (error) {
    notify(error instanceof Refused ? error.message : t("web.offline.start"), "bad");
  }
  app.home.busy = false;
  changed();
}

const against = () =>
  start(async () => {
    const which = game();
    const { seats } = wishes(which);
    const name = myName(0);
    const places = Array.from({ length: seats }, (_, seat) =>
      seat ? { seat, bot: level(which) } : { seat, name },
    );
    await createMatch({ ...setup(which), private: true }, places, true);
  });

/**
 * A table with all seats, unless a number was chosen: the host starts when enough players are
 * there.
 */
const withFriends = () =>
  start(() => {
    const which = game();
    const seats = wishes(which).asked ? wishes(which).seats : Math.max(...which.seats);
    return createMatch({ ...setup(which), seats }, [{ seat: 0, name: myName(0) }], false);
  });

/**
 * Who plays on this device, once that is asked.
 * @type {typeof import("../pages/one_device.js") | undefined}
 */
let sharing;

const onThisDevice = () =>
  start(() => {
    const which = game();
    const places = sharing?.peopleHere(wishes(which).seats) ?? [];
    return createMatch({ ...setup(which), private: true }, places, true);
  });

async function askWhoIsHere() {
  if (app.offline) return notify(t("web.offline.start"), "bad");
  try {
    sharing = await import("../pages/one_device.js");
    app.home.sharing = true;
  } catch {
    notify(t("web.offline.page"), "bad");
  }
  changed();
}

/** @param {Event} e */
const join = (e) => {
  e.preventDefault();
  return start(async () => {
    const { match } = await call("/api/join", { code: app.home.code });
    location.hash = `#table=${match}&sit`;
  });
};

/**
 * The picture of a game; none if the view fails to draw it.
 * @param {Game} which
 */
function pictureOf(which) {
  try {
    return viewOfGame(which).picture?.(which);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

// The page

export function home() {
  const which = game();
  if (!which)
    return [
      bar(settings()),
      h("main", { class: "home-page" }, h("p", { class: "card empty" }, t("web.offline"))),
    ];
  return [
    bar(h("span", { class: "grow" }), settings()),
    h(
      "main",
      { class: app.offline ? "home-page offline" : "home-page" },
      app.offline && withoutNetwork(),
      running(),
      h("h1", { class: "ask" }, t("web.ask")),
      h(
        "div",
        { class: "games", role: "group", "aria-label": t("web.games") },
        app.games.map((each) =>
          h(
            "button",
            {
              key: each.id,
              type: "button",
              class: `game card${each === which ? " chosen" : ""}`,
              "aria-pressed": String(each === which),
              "data-game": each.id,
              onclick: () => prefer({ game: each.id }),
            },
            pictureOf(each),
            h("b", null, each.names[language()]),
            h("small", null, t(`about.${each.id}`)),
          ),
        ),
      ),
      starter(which),
      !app.offline && h("div", { class: "columns" }, joiner(), tables()),
      otherPages(),
    ),
    h("footer", { class: "small" }, h("p", null, t("web.names-owners"))),
    app.home.sharing && sharing?.oneDevice(which, onThisDevice),
  ];
}

/** What is there all the same. */
const withoutNetwork = () =>
  h(
    "section",
    { key: "offline", class: "card without-network" },
    h("p", { class: "notice-card", role: "status" }, t("web.offline")),
    h(
      "div",
      { class: "pair" },
      ["games", "pad"].map((word) =>
        h("a", { key: word, class: "quiet button", href: `#${word}` }, t(`web.page.${word}`)),
      ),
    ),
  );

/** @param {Game} which */
function starter(which) {
  const off = String(app.offline);
  const wish = wishes(which);
  const promise = unbeaten(which, level(which), agreed(which));
  return h(
    "section",
    { class: "card starter", "aria-label": which.names[language()] },
    !app.offline && levels(which),
    promise && h("p", { key: "unbeaten", class: "unbeaten" }, pageLink(which, promise)),
    h(
      "button",
      {
        type: "button",
        class: "go play-now",
        "aria-disabled": String(app.home.busy || app.offline),
        onclick: against,
      },
      wish.seats === 1 ? t("web.play.alone") : t("web.play"),
    ),
    h(
      "div",
      { class: "pair" },
      wish.seats > 1 &&
        h(
          "button",
          { type: "button", class: "quiet", "aria-disabled": off, onclick: withFriends },
          t("web.friends"),
        ),
      wish.seats > 1 &&
        h(
          "button",
          { type: "button", class: "quiet", "aria-disabled": off, onclick: askWhoIsHere },
          t("web.device"),
        ),
      h("a", { class: "quiet button", href: `#rules=${which.id}` }, t("web.rules")),
    ),
    !app.offline && more(which, wish),
  );
}

/** What else one can do here. */
const otherPages = () =>
  h(
    "nav",
    { class: "other-pages card", "aria-label": t("web.pages") },
    linked().map(({ group, links }) =>
      h(
        "section",
        { key: group },
        h("h2", null, t(`web.group.${group}`)),
        h(
          "ul",
          null,
          links.map(({ word, href }) =>
            h("li", { key: word }, h("a", { href }, t(`web.page.${word}`))),
          ),
        ),
      ),
    ),
  );

function running() {
  const { running: list } = app.home;
  if (!list.length) return null;
  return h(
    "section",
    { class: "card continue", "aria-label": t("web.continue") },
    h("h2", null, t("web.continue")),
    h(
      "ul",
      { class: "list" },
      list.map((match) => {
        const mine = match.to_act.some((seat) => match.own.includes(seat));
        const state =
          match.phase === "gathering"
            ? t("web.gathering")
            : mine && (match.own.length === 1 || match.to_act.length > 1)
              ? t("web.your-turn")
              : t("web.waiting", {
                  names: match.to_act.map((seat) => nameOf(match.seats[seat], seat)).join(", "),
                });
        return h(
          "li",
          { key: match.match },
          h(
            "a",
            { href: `#table=${match.match}` },
            line(match),
            h("small", { class: "when" }, when(match.updated)),
            h("span", { class: mine ? "tag on" : "tag" }, state),
          ),
        );
      }),
    ),
  );
}

/**
 * When something last happened: today the time, else the day.
 * @param {number} time in milliseconds since 1970
 */
function when(time) {
  const [then, now] = [new Date(time), new Date()];
  const today = then.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(
    language(),
    today ? { hour: "numeric", minute: "2-digit" } : { day: "numeric", month: "short" },
  ).format(then);
}

/** @param {{ name: string, bot: string }} held @param {number} seat */
const nameOf = ({ name, bot }, seat) => (bot ? botName(seat) : name);

/** @param {import("./messages").Listing | Match} match */
const line = (match) => [
  h("b", null, t(`game.${match.game}`)),
  h(
    "span",
    { class: "people" },
    match.seats
      .map((s, i) => ({ ...s, name: nameOf(s, i), own: match.own.includes(i) }))
      // One's own name goes without saying, unless several play on this device.
      .filter(({ kind, own }) => kind !== "open" && (match.own.length > 1 || !own))
      .map(({ kind, name }, i) => [i > 0 && ", ", kind === "bot" && robot(), name]),
  ),
];

function tables() {
  const { open } = app.home;
  return h(
    "section",
    { class: "card" },
    h("h2", null, t("web.tables")),
    open.length
      ? h(
          "ul",
          { class: "list" },
          open.map((match) =>
            h(
              "li",
              { key: match.match },
              h(
                "a",
                { href: `#table=${match.match}&sit` },
                line(match),
                h(
                  "span",
                  { class: "tag" },
                  t("web.free", {
                    count: match.seats.filter(({ kind }) => kind === "open").length,
                  }),
                ),
              ),
            ),
          ),
        )
      : h("p", { class: "empty" }, app.home.asked ? t("web.tables.none") : t("web.connecting")),
  );
}

const joiner = () =>
  h(
    "section",
    { class: "card" },
    h("h2", null, t("web.invited")),
    h(
      "form",
      { class: "join", onsubmit: join },
      h("input", {
        "aria-label": t("web.code"),
        placeholder: t("web.code"),
        autocapitalize: "characters",
        autocomplete: "off",
        spellcheck: "false",
        maxlength: 12,
        ".value": app.home.code,
        oninput: (/** @type {Event} */ e) => {
          app.home.code = /** @type {HTMLInputElement} */ (e.target).value;
          changed();
        },
      }),
      h(
        "button",
        { class: "quiet", "aria-disabled": String(!app.home.code.trim()) },
        t("web.enter"),
      ),
    ),
  );
