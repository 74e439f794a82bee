// The start: games that are alive, and one click to play.

import { Refused, call } from "./api.js";
import { h } from "./html.js";
import { robot } from "./icons.js";
import { levelName, offered, unbeaten } from "./names.js";
import { pageLink, savedGames } from "./pages.js";
import { lay, myName } from "./play.js";
import { app, changed, notify, prefer } from "./store.js";
import { language, t } from "./texts.js";
import { viewOfGame } from "./views.js";
import { bar, settings } from "./widgets.js";

/** @typedef {import("./types").Game} Game @typedef {import("./types").Match} Match */

/** Tables that are listed with their players. */
const LISTED = 6;
const CLOCKS = ["", "60+0", "180+2", "300+3", "600+5", "1800+20", "d1", "d3"];

/**
 * What is chosen behind "more", for each game.
 * @typedef {object} Wishes
 * @property {number} seats
 * @property {boolean} asked whether that number was asked for
 * @property {string} clock
 * @property {boolean} open
 * @property {Record<string, any>} options
 */

/** @type {Record<string, Wishes>}
 */
const chosen = {};

/** @param {Game} game */
function wishes(game) {
  const [seats] = game.seats.filter((count) => !game.practice.includes(count));
  return (chosen[game.id] ??= { seats, asked: false, clock: "", open: false, options: {} });
}

const game = () => app.games.find(({ id }) => id === app.prefs.game) ?? app.games[0];

/** @param {Game} which */
const level = (which) => {
  const wanted = app.prefs.levels[which.id] ?? "";
  return which.bots.includes(wanted) ? wanted : which.bots[Math.min(2, which.bots.length - 1)];
};

/** @param {Game} which @param {string} bot */
const setLevel = (which, bot) => prefer({ levels: { ...app.prefs.levels, [which.id]: bot } });

/**
 * The options in force: what was chosen, else what the edition says, else what is usual.
 * @param {Game} which
 */
function agreed(which) {
  const { options } = wishes(which);
  const edition =
    which.editions[
      String(options.edition ?? which.options.find(({ name }) => name === "edition")?.default)
    ] ?? {};
  return Object.fromEntries(
    which.options.map(({ name, default: usual }) => [
      name,
      options[name] ?? edition[name] ?? usual,
    ]),
  );
}

/**
 * Who is played against: a few to choose from at once, many in a list.
 * @param {Game} which
 */
const levels = (which) =>
  which.bots.length > 3
    ? h(
        "label",
        { class: "levels" },
        t("web.level"),
        h(
          "select",
          {
            name: "level",
            ".value": level(which),
            onchange: (/** @type {Event} */ e) =>
              setLevel(which, /** @type {HTMLSelectElement} */ (e.target).value),
          },
          which.bots.map((bot) =>
            h(
              "option",
              { key: bot, value: bot, selected: bot === level(which) },
              offered(which, bot, agreed(which)),
            ),
          ),
        ),
      )
    : h(
        "div",
        { class: "levels", role: "radiogroup", "aria-label": t("web.level") },
        h("span", { "aria-hidden": "true" }, t("web.level")),
        which.bots.map((bot) =>
          h(
            "label",
            { key: bot, class: "chip radio" },
            h("input", {
              type: "radio",
              name: "level",
              value: bot,
              ".checked": bot === level(which),
              onchange: () => setLevel(which, bot),
            }),
            levelName(bot),
          ),
        ),
      );

/** Ask what else there is. */
export async function refresh() {
  try {
    const [mine, open] = await Promise.all([call("/api/matches/mine"), call("/api/matches/open")]);
    const running = mine.filter(
      (/** @type {import("./types").Summary} */ one) => one.status !== "over",
    );
    const ids = new Set(mine.map((/** @type {import("./types").Summary} */ one) => one.id));
    const others = open.filter((/** @type {import("./types").Summary} */ one) => !ids.has(one.id));
    /** @param {import("./types").Summary[]} list */
    const whole = (list) =>
      Promise.all(list.slice(0, LISTED).map(({ id }) => call(`/api/matches/${id}`)));
    [app.home.running, app.home.open] = await Promise.all([whole(running), whole(others)]);
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

/** @param {Game} which */
function setup(which) {
  const { seats, clock, open, options } = wishes(which);
  const [seconds, increment] = clock.split("+").map(Number);
  return {
    game: which.id,
    seats,
    options,
    private: !open,
    clock: !clock
      ? null
      : clock.startsWith("d")
        ? { type: "days", days: Number(clock.slice(1)) }
        : { type: "bank", seconds, increment },
  };
}

const against = () =>
  start(async () => {
    const which = game();
    const { seats } = wishes(which);
    const name = myName();
    const places = Array.from({ length: seats }, (_, seat) =>
      seat ? { seat, bot: level(which) } : { seat, name },
    );
    await lay({ ...setup(which), private: true }, places, true);
  });

/**
 * A table with room for everybody, unless a number was asked for: the host begins when enough are
 * there.
 */
const withFriends = () =>
  start(() => {
    const which = game();
    const seats = wishes(which).asked ? wishes(which).seats : Math.max(...which.seats);
    return lay({ ...setup(which), seats }, [{ seat: 0, name: myName() }], false);
  });

const onThisDevice = () =>
  start(async () => {
    const { seats } = wishes(game());
    const places = Array.from({ length: seats }, (_, seat) => ({
      seat,
      name: t("web.player", { number: seat + 1 }),
    }));
    await lay({ ...setup(game()), private: true }, places, true);
  });

/** @param {Event} e */
const join = (e) => {
  e.preventDefault();
  return start(async () => {
    const { match } = await call("/api/join", { code: app.home.code });
    location.hash = `#table=${match}&sit`;
  });
};

// The page

export function home() {
  const which = game();
  if (!which)
    return [
      bar(settings()),
      h("main", { class: "home-page" }, h("p", { class: "card empty" }, t("web.offline")), saved()),
    ];
  return [
    bar(h("span", { class: "grow" }), settings()),
    h(
      "main",
      { class: "home-page" },
      app.offline && h("p", { class: "card notice-card", role: "status" }, t("web.offline")),
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
            viewOfGame(each).picture?.(each),
            h("b", null, each.names[language()]),
            h("small", null, t(`about.${each.id}`)),
          ),
        ),
      ),
      starter(which),
      h("div", { class: "columns" }, joiner(), tables(), saved()),
    ),
    h(
      "footer",
      { class: "small" },
      h("a", { href: "/verify" }, t("verify.title")),
      " · ",
      h("a", { href: "/schema" }, t("web.for-programs")),
      h("p", null, t("web.names-owners")),
    ),
  ];
}

/** @param {Game} which */
function starter(which) {
  const wish = wishes(which);
  const promise = unbeaten(which, level(which), agreed(which));
  return h(
    "section",
    { class: "card starter", "aria-label": which.names[language()] },
    levels(which),
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
        h("button", { type: "button", class: "quiet", onclick: withFriends }, t("web.friends")),
      wish.seats > 1 &&
        h("button", { type: "button", class: "quiet", onclick: onThisDevice }, t("web.device")),
      h("a", { class: "quiet button", href: `#rules=${which.id}` }, t("web.rules")),
    ),
    more(which, wish),
  );
}

/** @param {Game} which @param {ReturnType<typeof wishes>} wish */
function more(which, wish) {
  /**
   * @param {string} label @param {string} value
   * @param {[string, string][]} values @param {(value: string) => void} set
   */
  const select = (label, value, values, set) =>
    h(
      "label",
      { key: label, class: "field" },
      h("span", null, label),
      h(
        "select",
        {
          ".value": value,
          onchange: (/** @type {Event} */ e) => {
            set(/** @type {HTMLSelectElement} */ (e.target).value);
            changed();
          },
        },
        values.map(([v, text]) => h("option", { key: v, value: v, selected: v === value }, text)),
      ),
    );
  const inForce = agreed(which);
  return h(
    "details",
    { class: "more" },
    h("summary", null, t("web.more")),
    h(
      "div",
      { class: "fields" },
      which.seats.length > 1 &&
        select(
          t("web.players"),
          String(wish.seats),
          [...which.seats]
            .sort()
            .map((n) => [String(n), which.practice.includes(n) ? t("web.practice") : String(n)]),
          (v) => {
            wish.seats = Number(v);
            wish.asked = true;
          },
        ),
      which.options.map((option) => {
        return select(
          t(`option.${option.name}`),
          JSON.stringify(inForce[option.name]),
          option.values.map((v, i) => [
            JSON.stringify(v),
            t(`option.${option.name}.${option.texts[i]}`),
          ]),
          (v) => {
            if (option.name === "edition") wish.options = {};
            wish.options[option.name] = JSON.parse(v);
          },
        );
      }),
      select(
        t("web.clock"),
        wish.clock,
        CLOCKS.map((c) => [c, clockText(c)]),
        (v) => {
          wish.clock = v;
        },
      ),
      select(
        t("web.who-may"),
        String(wish.open),
        [
          ["false", t("web.private")],
          ["true", t("web.open")],
        ],
        (v) => {
          wish.open = v === "true";
        },
      ),
      h(
        "label",
        { key: "name", class: "field" },
        h("span", null, t("web.name")),
        h("input", {
          ".value": app.prefs.name,
          maxlength: 20,
          autocomplete: "nickname",
          placeholder: t("web.name.any"),
          onchange: (/** @type {Event} */ e) =>
            prefer({ name: /** @type {HTMLInputElement} */ (e.target).value.trim() }),
        }),
      ),
    ),
  );
}

/** @param {string} clock */
function clockText(clock) {
  if (!clock) return t("web.clock.none");
  if (clock.startsWith("d")) return t("web.clock.days", { days: clock.slice(1) });
  const [seconds, more] = clock.split("+").map(Number);
  return t("web.clock.bank", { minutes: seconds / 60, seconds: more });
}

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
            : mine
              ? t("web.your-turn")
              : t("web.waiting", {
                  names: match.to_act.map((seat) => match.seats[seat].label).join(", "),
                });
        return h(
          "li",
          { key: match.match },
          h(
            "a",
            { href: `#table=${match.match}` },
            line(match),
            h("span", { class: mine ? "tag on" : "tag" }, state),
          ),
        );
      }),
    ),
  );
}

/** @param {Match} match */
const line = (match) => [
  h("b", null, t(`game.${match.game}`)),
  h(
    "span",
    { class: "people" },
    match.seats
      .filter((s, i) => s.kind !== "open" && !match.own.includes(i))
      .map((s) => [s.kind === "bot" && robot(), s.label, " "]),
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
      : h("p", { class: "empty" }, t("web.tables.none")),
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

function saved() {
  const list = savedGames();
  if (!list.length) return null;
  return h(
    "section",
    { class: "card" },
    h("h2", null, t("web.saved")),
    h(
      "ul",
      { class: "list" },
      list
        .slice(0, 8)
        .map((match) =>
          h(
            "li",
            { key: match.match },
            h(
              "a",
              { href: `#saved=${match.match}` },
              line(match),
              h("span", { class: "tag" }, match.result?.outcome),
            ),
          ),
        ),
    ),
  );
}
