// The beginning: language, games, the page that the address names.

import { Refused, call } from "./api.js";
import { games, spoken } from "./early.js";
import { keepFocus } from "./focus.js";
import { watchFinger } from "./handover.js";
import { home, refresh } from "./home.js";
import { h, render } from "./html.js";
import { enter, isLaterPage, laterPage, leave, retry } from "./later_pages.js";
import { deviceTrouble, renewToken } from "./own_devices.js";
import { pause } from "./patience.js";
import { closeTable, openTable, sit } from "./play.js";
import { Renewal } from "./renewal.js";
import { app, changed, drawWith, notify } from "./store.js";
import { tablePage } from "./table.js";
import { t } from "./texts.js";
import { toasts } from "./told.js";
import { showTurn } from "./turn.js";
import { loadViews } from "./views.js";
import { dress, offerLanguages } from "./widgets.js";

/** How often the start looks for tables and turns, in milliseconds. */
const LOOK_AGAIN = 15_000;
/** How long an invitation may take before the start is shown, in milliseconds. */
const ARRIVE_WITHIN = 1000;

/** What the address names. */
async function follow() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const [[page, id] = ["home", ""]] = wanted;
  app.notice = null;
  leave();
  if (page === "table" && id) {
    app.route = { page: "table", id };
    openTable(id, wanted.has("ready"));
    // Who has not said their name yet is asked for it first.
    if (wanted.has("sit") && app.prefs.name) void sitDown(id);
    if ([...wanted].length > 1) history.replaceState(null, "", `#table=${id}`);
  } else {
    closeTable();
    if (page === "join" && id) {
      app.route = { page: "home" };
      await Promise.race([arrive(id), pause(ARRIVE_WITHIN)]);
    } else if (page === "device") {
      // The code leaves the address at once. It is used only when the reader says so: whoever
      // follows a link must not become another player by that.
      app.devices.typed = id;
      history.replaceState(null, "", "#devices");
      openLater({ page: "devices" });
    } else if (isLaterPage(page)) openLater({ page, id, params: Object.fromEntries(wanted) });
    else {
      app.route = { page: "home" };
      void refresh();
    }
  }
  scrollTo(0, 0);
  changed();
}

/** @param {import("./types").Route} route */
function openLater(route) {
  app.route = route;
  void enter(route);
}

/**
 * Somebody was invited: look for the table and sit down.
 * @param {string} code
 */
async function arrive(code) {
  // The code leaves the address at once: it is for those who were invited. The start keeps it in
  // its form until it has led to a table, whatever happens.
  history.replaceState(null, "", location.pathname);
  app.home.code = code;
  try {
    const { match } = await call("/api/join", { code });
    app.home.code = "";
    if (app.route.page === "home") location.hash = `#table=${match}&sit`;
  } catch (error) {
    notify(error instanceof Refused ? error.message : t("web.offline"), "bad");
    void refresh();
  }
}

/**
 * Take the first open seat, once the table is there.
 * @param {string} id
 */
async function sitDown(id) {
  for (let i = 0; i < 100 && app.table?.id === id && !app.table.match; i++)
    await new Promise((done) => setTimeout(done, 50));
  const match = app.table?.id === id ? app.table.match : null;
  if (!match || match.own.length || match.phase !== "gathering") return;
  const seat = match.seats.findIndex(({ kind }) => kind === "open");
  if (seat >= 0) await sit(seat);
}

/** @param {import("./types").App} now */
function draw(now) {
  const { route, table, notice } = now;
  showTurn(route.page === "table" ? table?.match : null);
  document.body.classList.toggle("dice-roll", !!table?.rolling);
  render(
    document.body,
    deviceTrouble(),
    h(
      "div",
      { id: "page", key: route.page },
      route.page === "table" && table
        ? tablePage(table)
        : isLaterPage(route.page)
          ? laterPage(route)
          : home(),
    ),
    h(
      "div",
      { id: "told", class: "unseen", role: "status", "aria-live": "polite" },
      table?.announcement ?? "",
    ),
    toasts(table, notice),
  );
}

/**
 * Where there are levels, people choose among them; the yardsticks of research are for programs.
 * @param {string[]} bots
 */
function opponents(bots) {
  const levels = bots.filter((bot) => bot.startsWith("level-"));
  return levels.length ? levels : bots;
}

async function start() {
  // First of all: if anything below fails, another version of the page may mend it.
  const renewal = new Renewal(() => app.route.page === "table");
  dress();
  const [list] = await Promise.all([games, spoken]);
  app.games = list.map((game) => ({
    ...game,
    bots: opponents(game.bots),
  }));
  offerLanguages(Object.keys(list[0].names));
  await loadViews(app.games);
  watchFinger();
  addEventListener("hashchange", () => {
    renewal.leave();
    void follow();
  });
  addEventListener("online", () => {
    app.offline = false;
    retry();
    if (app.route.page === "home") void refresh();
    changed();
  });
  addEventListener("offline", () => {
    app.offline = true;
    changed();
  });
  setInterval(() => {
    if (app.route.page === "home" && document.visibilityState === "visible") void refresh();
  }, LOOK_AGAIN);
  await follow();
  document.body.replaceChildren(); // the bar that is there from the beginning
  drawWith((now) => {
    const { route, table } = now;
    const shown = [route.page, route.id, table?.match?.phase, table?.passTo];
    keepFocus(shown.join(" "), () => draw(now));
  });
  renewToken().catch(() => undefined); // the old one stays valid
  if ("serviceWorker" in navigator) await navigator.serviceWorker.register("/sw.js");
}

start().catch(() => {
  // Without a network at the very first visit there is not even a catalogue.
  document.body.textContent = "Cruces · sin conexión · no connection";
});
