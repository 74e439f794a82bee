// For those who play at a real table: the score pad and the clock that families bring. They work
// without a server: the page asks who plays, keeps everything on the device and lists the scores.
// With one, each may have a sheet on their own device.

import { h } from "../js/html.js";
import { back } from "../js/icons.js";
import { app, changed } from "../js/store.js";
import { t, when } from "../js/texts.js";
import { viewOfGame } from "../js/views.js";
import { WakeLock } from "../js/wake_lock.js";
import { bar, question, settings } from "../js/widgets.js";
import { Exchange } from "./pad_exchange.js";
import {
  expectCode,
  isInvited,
  joinCard,
  openHere,
  openingFields,
  peopleButton,
  peopleDialog,
} from "./pad_shared.js";
import { begin, forgetPlayed, padOf, padsInUse, played, whenKept } from "./pad_store.js";
import { nameFields, peopleHere } from "./people.js";
import { radios } from "./radios.js";

/** @typedef {import("../js/types").Pad} Pad @typedef {import("../js/types").Game} Game */
/** @typedef {import("../js/types").View} View */

/**
 * What is loaded, by what loads it.
 * @type {Map<View["pad"], Pad>}
 */
const loaded = new Map();
/**
 * What is on its way.
 * @type {View["pad"] | null}
 */
let loading = null;
let failed = false;
/** @type {WakeLock | null} */
let wakeLock = null;
/** What is chosen for the next game, apart from what is usual. */
const draft = {
  game: "",
  /** @type {Record<string, number>} */
  seats: {},
  /** @type {Record<string, number>} */
  chosen: {},
  /** Whether each has a sheet on their own device. */
  shared: false,
};
/**
 * What keeps the pad on the screen up to date, where others write on it.
 * @type {Exchange | null}
 */
let exchange = null;
/** @typedef {{ title: string, about: string, yes: string, act: () => void }} Question */

/**
 * What is asked before it is done.
 * @type {Question | null}
 */
let asked = null;

/** The games for which there is a pad. */
const games = () => app.games.filter((game) => viewOfGame(game).pad);

/**
 * What the family brings, once it is there.
 * @param {Game} game
 */
function partOf(game) {
  const { pad } = viewOfGame(game);
  if (pad && !loaded.has(pad) && !failed && loading !== pad) void load(pad);
  return pad && loaded.get(pad);
}

/** @param {NonNullable<View["pad"]>} pad */
async function load(pad) {
  loading = pad;
  try {
    loaded.set(pad, await pad());
  } catch (error) {
    console.warn(error);
    failed = true;
  }
  loading = null;
  changed();
  return loaded.get(pad);
}

/** @param {string} id of a game */
async function partFor(id) {
  const game = games().find((one) => one.id === id);
  const pad = game && viewOfGame(game).pad;
  return pad && (loaded.get(pad) ?? load(pad));
}

/**
 * The exchange with the others, as long as the pad is on the screen.
 * @param {import("../js/types").OpenPad} open @param {Pad} part
 */
function together(open, part) {
  if (!open.shared || !part.shared || exchange?.game === open.game) return;
  exchange?.stop();
  exchange = new Exchange(open.game, part.shared);
  exchange.soon();
}

const again = () => exchange?.soon();

/** @param {import("../js/types").Route} route */
function draw({ id }) {
  const open = padOf(id);
  const game = open && games().find((one) => one.id === id);
  const part = game && partOf(game);
  if (open && part) together(open, part);
  const online = exchange?.online ?? true;
  return [
    bar(
      open &&
        h("a", { class: "chip square", href: "#pad", "aria-label": t("page.pad.all") }, back()),
      open && part && peopleButton(open, online),
      h("span", { class: "grow" }),
      settings(),
    ),
    game && open ? (part?.draw(open) ?? h("main", { class: "pads" }, pending())) : start(),
    open && part && peopleDialog(open, part, online, ask),
    asked && question({ ...asked, shut: () => ask(null) }),
  ];
}

/** @param {Question | null} what */
function ask(what) {
  asked = what;
  changed();
}

// The start of the page

const pending = () =>
  h("p", { class: "card empty" }, t(failed ? "web.offline.page" : "web.connecting"));

function start() {
  const offered = games();
  const game = offered.find(({ id }) => id === (draft.game || app.prefs.game)) ?? offered[0];
  const inUse = padsInUse().filter((pad) => offered.some(({ id }) => id === pad.game));
  return h(
    "main",
    { class: "pads" },
    h("h1", null, t("web.page.pad")),
    h("p", { class: "about" }, t("page.pad.about")),
    isInvited() && joinCard(partFor, ask),
    inUse.length > 0 &&
      h(
        "section",
        { class: "card" },
        h("h2", null, t("page.pad.in-use")),
        h(
          "ul",
          { class: "list" },
          inUse.map((pad) =>
            h(
              "li",
              { key: pad.game },
              h(
                "a",
                { href: `#pad=${pad.game}`, "data-pad": pad.game },
                h("b", null, t(`game.${pad.game}`)),
                h("span", { class: "people" }, pad.names.join(", ")),
              ),
            ),
          ),
        ),
      ),
    game && form(offered, game),
    !isInvited() && joinCard(partFor, ask),
    history(),
  );
}

/** @param {Game[]} offered @param {Game} game */
const form = (offered, game) =>
  h(
    "section",
    { class: "card" },
    h("h2", null, t("page.pad.new")),
    radios(
      "game",
      t("page.pad.game"),
      offered.map(({ id }) => ({ value: id, text: t(`game.${id}`) })),
      game.id,
      (id) => {
        draft.game = id;
        failed = false;
      },
    ),
    rest(game, partOf(game)),
  );

/** @param {Game} game @param {Pad | undefined} part */
function rest(game, part) {
  if (!part) return pending();
  const counts = part.seats(game);
  const seats = draft.seats[game.id] ?? counts[0];
  const { shared } = part;
  const apart = draft.shared && shared;
  const choices = (apart ? apart.choices : part.choices) ?? [];
  return h(
    "form",
    {
      key: game.id,
      "data-game": game.id,
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        const chosen = choices.map(({ name, values }) => [name, draft.chosen[name] ?? values[0]]);
        const act = () => {
          if (apart) return void openHere(game.id, part, Object.fromEntries(chosen));
          const names = peopleHere(seats).map(({ name }) => name);
          begin(game.id, names, part.begin(seats, Object.fromEntries(chosen)));
          location.hash = `#pad=${game.id}`;
        };
        const before = padOf(game.id);
        if (!before || before.scores) return act();
        const others = { game: t(`game.${game.id}`), names: before.names.join(", ") };
        ask({
          title: t("page.pad.replace"),
          about: t("page.pad.replace.about", others),
          yes: t("page.pad.replace.yes"),
          act,
        });
      },
    },
    shared &&
      radios(
        "where",
        t("page.pad.where"),
        ["here", "shared"].map((value) => ({ value, text: t(`page.pad.where.${value}`) })),
        apart ? "shared" : "here",
        (where) => {
          draft.shared = where === "shared";
        },
      ),
    !apart &&
      counts.length > 1 &&
      radios(
        "count",
        t("web.players"),
        [...counts].sort().map((count) => ({ value: count, text: String(count) })),
        seats,
        (count) => {
          draft.seats[game.id] = count;
        },
      ),
    apart ? openingFields(choices.map(choice)) : beginning(seats, choices.map(choice)),
  );
}

/** @param {import("../js/types").PadChoice} choice */
const choice = ({ name, values, label, text }) =>
  radios(
    name,
    label(),
    [...values].sort((a, b) => a - b).map((value) => ({ value, text: text(value) })),
    draft.chosen[name] ?? values[0],
    (value) => {
      draft.chosen[name] = value;
    },
  );

/** @param {number} seats @param {import("../js/types").Loose} choices */
const beginning = (seats, choices) => [
  choices,
  h("div", { key: "people", class: "people-here" }, nameFields(seats)),
  h("button", { key: "go", class: "go" }, t("page.pad.begin")),
];

// What was played

function history() {
  const games = played();
  if (!games.length) return null;
  return h(
    "section",
    { class: "card played" },
    h("h2", null, t("page.pad.played")),
    h(
      "ul",
      null,
      games.map(({ id, game, names, scores, at }) =>
        h(
          "li",
          { key: id },
          h("b", null, t(`game.${game}`)),
          h("span", { class: "when" }, when(at)),
          h("p", null, standing(names, scores ?? [])),
        ),
      ),
    ),
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () =>
          ask({
            title: t("page.pad.forget"),
            about: t("page.pad.forget.about"),
            yes: t("page.pad.forget.yes"),
            act: forgetPlayed,
          }),
      },
      t("page.pad.forget"),
    ),
  );
}

/**
 * Everybody with their score, the best first.
 * @param {string[]} names @param {number[]} scores
 */
function standing(names, scores) {
  const order = names.map((_, player) => player).sort((a, b) => scores[b] - scores[a]);
  return order
    .map((player) => t("page.pad.score", { name: names[player], points: scores[player] ?? 0 }))
    .join(" · ");
}

/** @type {import("../js/types").LaterPage} */
export const page = {
  draw,
  enter({ id, params }) {
    failed = false;
    if (params?.code) {
      // It leaves the address at once: it is for those who were invited.
      expectCode(params.code);
      globalThis.history.replaceState(null, "", "#pad");
    }
    whenKept((open) => exchange?.kept(open));
    document.addEventListener("visibilitychange", again);
    if (padOf(id)) wakeLock = new WakeLock();
    else if (id) draft.game = id;
  },
  leave() {
    document.removeEventListener("visibilitychange", again);
    exchange?.stop();
    exchange = null;
    wakeLock?.release();
    wakeLock = null;
  },
  retry() {
    failed = false;
    again();
    changed();
  },
};
