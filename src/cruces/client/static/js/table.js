// A table: the game in the middle, the players around it, and everything that belongs to sitting
// together: clocks, talk, offers, the end and another game.

import { botName, nameOf } from "./announce.js";
import "./clock.js";
import { askCoach, coach, forgetCoach } from "./coach.js";
import { gather } from "./gather.js";
import { outcome } from "./home.js";
import { h } from "./html.js";
import { chat, eye, mark, menu, robot, tick } from "./icons.js";
import { insight, looking, moves, steps } from "./lookback.js";
import { bar, dialog, initial, settings, signed } from "./parts.js";
import { ABSENCE, say, send, showLastLine } from "./play.js";
import * as quixo from "./quixo.js";
import * as qwixx from "./qwixx.js";
import { app, changed, prefer } from "./store.js";
import { t } from "./texts.js";

/** @typedef {import("./types").Table} Table @typedef {import("./types").Match} Match */

/** @param {Match} match */
const wooden = (match) => match.game.startsWith("quixo");

/** @param {Table} table @param {Table["dialog"]} name */
export function show(table, name) {
  table.dialog = name;
  if (name === "chat") {
    table.unread = 0;
    requestAnimationFrame(() => requestAnimationFrame(showLastLine));
  }
  changed();
}

/** @param {Table} table */
export function tablePage(table) {
  const { match } = table;
  if (table.link === "gone") return [bar(), h("main", { class: "middle" }, h("p", { class: "card empty" }, t("error.no-match")), h("a", { class: "go button", href: "#" }, t("web.home")))];
  if (!match) return [bar(), h("main", { class: "middle", "aria-busy": "true" }, h("p", { class: "card empty" }, t("web.connecting")))];
  return [
    bar(
      h("span", { class: "chip where" }, t(`game.${match.game}`)),
      h("span", { class: "grow" }),
      link(table),
      table.watchers > 0 && h("span", { class: "chip", title: t("web.watchers", { count: table.watchers }), "aria-label": t("web.watchers", { count: table.watchers }), role: "img" }, eye(), table.watchers),
      h("button", { type: "button", class: "chip square", "aria-label": t("web.chat"), onclick: () => show(table, "chat") }, chat(), table.unread > 0 && h("b", { class: "badge" }, table.unread)),
      h("button", { type: "button", class: "chip square", "aria-label": t("web.menu"), onclick: () => show(table, "menu") }, menu())),
    match.phase === "gathering" ? gather(table) : playing(table, match),
    table.flash && h("p", { class: "flash", "aria-hidden": "true" }, table.flash),
    dialogs(table, match),
  ];
}

/**
 * The connection, as it is.
 * @param {Table} table
 */
const link = (table) =>
  table.link !== "online" && h("span", { class: "chip lost", role: "status" }, t(table.link === "reconnecting" ? "web.reconnecting" : "web.connecting"));

/** @param {Table} table @param {Match} match */
function playing(table, match) {
  const wood = wooden(match);
  const view = wood ? quixo : qwixx;
  const act = h("section", { key: "act", class: "act", "aria-label": t("web.choices") },
    offers(table, match), absent(table, match), match.phase === "over" ? over(table, match) : view.actions(table));
  const seat = table.seat ?? (wood ? 0 : match.table.active);
  if (wood) {
    const four = match.seats.length > 2;
    const plates = match.seats.map((_, s) => plate(table, match, s, ["south", "west", "north", "east"][four ? (s - seat + 4) % 4 : s === seat ? 0 : 2]));
    return h("main", { class: `table wooden${four ? " four" : ""}${match.phase === "over" ? " back" : ""}` },
      h("h1", { class: "unseen" }, t(`game.${match.game}`)),
      h("section", { class: "stage" }, plates, quixo.board(table)),
      h("aside", { class: "side" }, act, h("section", { class: "card moves-card" }, moves(table))));
  }
  return h("main", { class: "table paper-table" },
    h("h1", { class: "unseen" }, t(`game.${match.game}`)),
    h("section", { class: "tray card", "aria-label": t("web.dice") }, qwixx.dice(table), qwixx.steps(table), act),
    h("aside", { class: "seats", "aria-label": t("web.players") }, match.seats.map((_, s) => seatCard(table, match, s))),
    h("section", { class: "sheet card", "aria-label": t("web.sheet", { name: nameOf(match, seat) }), key: `sheet${seat}` },
      (match.own.length > 1 || table.seat === null) && h("h2", null, nameOf(match, seat)),
      qwixx.sheet(table, seat, table.seat !== null),
      qwixx.scale(match)));
}

// Who is here

/** @param {Table} table @param {Match} match @param {number} seat */
const away = (table, match, seat) =>
  match.seats[seat].kind === "human" && !match.seats[seat].left && !table.present.includes(seat) && !match.own.includes(seat);

/** @param {Table} table @param {Match} match @param {number} seat */
const clock = (table, match, seat) =>
  match.clock && h("game-clock", { ".clock": { left: match.clock.left[seat], at: table.at, running: match.phase === "playing" && match.clock.running.includes(seat) } });

/** @param {Match} match @param {number} seat */
const you = (match, seat) => (match.own.length === 1 && match.own[0] === seat ? t("web.you") : nameOf(match, seat));

/** @param {Table} table @param {Match} match @param {number} seat */
function seatCard(table, match, seat) {
  const { decided, kind } = match.seats[seat];
  const turn = match.phase === "playing" && match.table.active === seat;
  const place = match.result?.places[seat];
  return h("button", {
    key: seat, type: "button", class: `seat card${turn ? " active" : ""}${match.to_act.includes(seat) ? " to-act" : ""}`, "data-seat": seat,
    onclick: () => qwixx.look(table, seat),
  },
    h("span", { class: "who" },
      h("span", { class: "avatar" }, kind === "bot" ? robot() : initial(nameOf(match, seat))),
      h("b", null, you(match, seat)),
      h("span", { class: "points", "data-points": seat }, signed(match.table.sheets[seat].total)),
      place === 1 && h("span", { class: "tag on" }, t("web.first"))),
    h("span", { class: "state" },
      decided && tick(), away(table, match, seat) ? t("web.status.away") : qwixx.status(match, seat), clock(table, match, seat)),
    h("span", { class: "lately" }, qwixx.lately(match, seat)),
    qwixx.mini(match, seat),
    h("span", { class: "unseen" }, t("web.sheet.open")));
}

/** @param {Table} table @param {Match} match @param {number} seat @param {string} where */
function plate(table, match, seat, where) {
  const turn = match.to_act.includes(seat);
  const place = match.result?.places[seat];
  return h("div", { key: `plate${seat}`, class: `plate card ${where}${turn ? " active" : ""}`, "data-seat": seat },
    h("span", { class: "token" }, mark(seat % 2)),
    h("span", { class: "who" }, h("b", null, you(match, seat)),
      h("small", null, match.seats.length > 2 && `${seat + 1} · `, away(table, match, seat) ? t("web.status.away") : quixo.status(match, seat))),
    place === 1 && h("span", { class: "tag on" }, t("web.first")),
    clock(table, match, seat));
}

// What players propose

/** @param {Table} table @param {Match} match */
const offers = (table, match) =>
  match.offers.map(({ offer, seat, agreed }) => {
    const mine = match.own.filter((s) => !agreed.includes(s) && !match.seats[s].left);
    const name = nameOf(match, seat);
    if (!mine.length) return h("p", { key: offer, class: "offer" }, t("web.offer.waiting", { what: t(`web.offer.name.${offer}`) }));
    return h("div", { key: offer, class: "offer", role: "alertdialog", "aria-label": t(`web.offer.${offer}`, { name }) },
      h("span", null, t(`web.offer.${offer}`, { name })),
      h("button", { type: "button", class: "quiet", onclick: () => send({ type: "answer", seat: mine[0], offer, accept: false }) }, t("web.decline")),
      h("button", { type: "button", class: "quiet", onclick: () => send({ type: "answer", seat: mine[0], offer, accept: true }) }, t("web.accept")));
  });

/**
 * Going on without somebody who is not there.
 * @param {Table} table @param {Match} match
 */
function absent(table, match) {
  const seat = table.seat;
  if (seat === null || match.phase !== "playing") return null;
  const gone = match.seats.flatMap((one, s) => (!match.own.includes(s) && one.kind === "human" && (one.misses >= 3 || (one.left && !wooden(match)) || performance.now() - (table.missing[s] ?? Infinity) > ABSENCE) ? [s] : []));
  return gone.map((s) => {
    const name = nameOf(match, s);
    const [bot] = app.games.find(({ id }) => id === match.game)?.bots.slice(-1) ?? [];
    return h("div", { key: `gone${s}`, class: "offer" },
      h("span", null, t("web.absent", { name })),
      bot && h("button", { type: "button", class: "quiet", onclick: () => send({ type: "seat-bot", seat: s, bot }) }, t("web.absent.bot", { bot: botName(bot) })),
      !match.seats[s].left && h("button", { type: "button", class: "quiet", onclick: () => send({ type: "dismiss", seat, absent: s }) }, t("web.absent.dismiss")));
  });
}

/** @param {Table} table @param {Match} match */
const over = (table, match) => [
  wooden(match) && match.events.length > 1 && steps(table),
  looking(table) ? insight(table) : end(table, match)];

/** @param {Table} table @param {Match} match */
const end = (table, match) => [
  h("p", { class: "todo" }, h("b", null, outcome(match)), " ", why(match)),
  h("div", { class: "buttons" },
    h("button", { type: "button", class: "quiet", onclick: () => show(table, "result") }, t("web.result")),
    again(match))];

/** @param {Match} match */
const why = (match) => t("web.because", { reason: t(`reason.${match.result?.reason}`) });

/** @param {Match} match */
function again(match) {
  const [seat] = match.own;
  if (seat === undefined) return h("a", { class: "go button", href: "#" }, t("web.home"));
  const asked = match.offers.find(({ offer }) => offer === "rematch");
  return h("button", { type: "button", class: "go", "aria-disabled": String(!!asked?.agreed.includes(seat)), onclick: async () => {
    for (const own of match.own) {
      const standing = match.offers.find(({ offer }) => offer === "rematch");
      if (standing?.agreed.includes(own)) continue;
      await send(standing || own !== seat ? { type: "answer", seat: own, offer: "rematch", accept: true } : { type: "offer", seat: own, offer: "rematch" });
    }
  } }, t("web.rematch"));
}

// Dialogs

/** @param {Table} table @param {Match} match */
function dialogs(table, match) {
  const shut = () => show(table, "");
  switch (table.dialog) {
    case "menu":
      return dialog("menu", t("web.menu"), shut, menuOf(table, match));
    case "chat":
      return dialog("chat", t("web.chat"), shut, talk(table, match));
    case "sheet":
      return dialog("sheet", nameOf(match, table.sheetOf), shut, qwixx.sheet(table, table.sheetOf, false));
    case "resign":
      return dialog("ask", t("web.resign"), shut,
        h("p", null, t(wooden(match) ? "web.resign.wood" : "web.resign.paper")),
        h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: shut }, t("web.cancel")),
          h("button", { type: "button", class: "go danger", onclick: () => {
            shut();
            void send({ type: "resign", seat: table.seat ?? 0 });
          } }, t("web.resign"))));
    case "coach":
      return dialog("coach", t("web.coach"), () => {
        forgetCoach();
        shut();
      }, coach(table, () => {
        forgetCoach();
        show(table, "result");
      }));
    case "result":
      return match.result ? dialog(wooden(match) ? "result aside" : "result", outcome(match), shut, ending(table, match)) : null;
  }
  return null;
}

/** @param {Table} table @param {Match} match */
function menuOf(table, match) {
  const seat = table.seat;
  const plays = seat !== null && match.phase === "playing" && !match.seats[seat].left;
  /** @param {string} text @param {() => void} what */
  const item = (text, what) => h("li", { key: text }, h("button", { type: "button", class: "item", onclick: what }, text));
  /** @param {import("./types").Offer} offer */
  const offer = (offer) => () => {
    show(table, "");
    void send({ type: "offer", seat: seat ?? 0, offer });
  };
  return [
    h("ul", { class: "menu-list" },
      plays && item(t("web.ask.take-back"), offer("take-back")),
      plays && wooden(match) && item(t("web.ask.draw"), offer("draw")),
      plays && item(t("web.resign"), () => show(table, "resign")),
      wooden(match) && item(t(app.prefs.flat ? "web.deep" : "web.flat"), () => prefer({ flat: !app.prefs.flat })),
      h("li", null, h("a", { class: "item", href: `#rules=${match.game}` }, t("web.rules"))),
      match.phase !== "gathering" && h("li", null, h("a", { class: "item", href: `/api/matches/${match.match}/record`, download: `cruces-${match.match}.json` }, t("web.save"))),
      match.result && !wooden(match) && h("li", null, h("a", { class: "item", href: `/verify#match=${match.match}` }, t("verify.title"))),
      h("li", null, h("a", { class: "item", href: "#" }, t("web.home")))),
    h("div", { class: "settings" }, settings()),
  ];
}

/** @param {Table} table @param {Match} match */
function talk(table, match) {
  const teams = match.game === "quixo-teams" && match.options.consult === true && match.own.length === 1;
  const phrases = t("web.phrases").split(" | ");
  /** @param {Event} e */
  const submit = (e) => {
    e.preventDefault();
    const form = /** @type {HTMLFormElement} */ (e.target);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("line"));
    const channel = /** @type {HTMLSelectElement | null} */ (form.elements.namedItem("channel"))?.value ?? "match";
    void say(field.value, /** @type {"match" | "team"} */ (channel));
    field.value = "";
  };
  return [
    h("ol", { class: "lines", "aria-live": "polite", tabindex: "0", "aria-label": t("web.chat") },
      match.chat.length ? match.chat.map((line) => h("li", { class: `${match.own.includes(line.seat) ? "own" : ""} ${line.channel}` }, h("b", null, nameOf(match, line.seat)), line.channel === "team" && h("small", null, t("web.team")), h("span", null, line.text))) : h("li", { class: "empty" }, t("web.chat.empty"))),
    table.seat !== null && h("div", { class: "phrases" }, phrases.map((phrase) => h("button", { key: phrase, type: "button", class: "chip", onclick: () => say(phrase, "match") }, phrase))),
    table.seat !== null && h("form", { class: "join", onsubmit: submit },
      teams && h("select", { name: "channel", "aria-label": t("web.channel") }, h("option", { value: "match" }, t("web.all")), h("option", { value: "team" }, t("web.team"))),
      h("input", { name: "line", maxlength: 300, "aria-label": t("web.line"), placeholder: t("web.line"), autocomplete: "off" }),
      h("button", { class: "quiet" }, t("web.send"))),
  ];
}

/** @param {Table} table @param {Match} match */
export function ending(table, match) {
  const won = match.own.length === 1 && match.result?.places[match.own[0]] === 1;
  return [
    h("p", { class: `verdict${won ? " won" : ""}` }, why(match)),
    match.result?.reason === "opponent-line" && h("p", { class: "explain" }, t("web.double-line")),
    !wooden(match) && qwixx.result(match),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "quiet coach", onclick: () => void askCoach(table) }, t("web.coach")),
      !wooden(match) && h("a", { class: "quiet button", href: `/verify#match=${match.match}` }, t("web.check")),
      again(match)),
  ];
}
