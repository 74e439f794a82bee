// The dialogs of a match: menu, chat, resignation, result, and those of a view.

import { diceLine, isDrawn } from "./dice.js";
import { h } from "./html.js";
import { isMuted, toggleMuted } from "./muted.js";
import { say, send, scrollChatToEnd } from "./play.js";
import { rematchButton, rematchLine } from "./rematch.js";
import { you } from "./seats.js";
import { changed } from "./store.js";
import { t } from "./texts.js";
import { viewOf } from "./views.js";
import { dialog, notificationButton, question, settings } from "./widgets.js";

/** @typedef {import("./types").TableOf<any>} Table */
/** @typedef {import("./types").MatchOf<any>} Match */

/** @param {Table} table @param {string} name */
export function show(table, name) {
  table.dialog = name;
  if (name === "chat") {
    table.unread = 0;
    requestAnimationFrame(() => requestAnimationFrame(scrollChatToEnd));
  }
  changed();
}

/** @param {Table} table */
export function dialogs(table) {
  const { match } = table;
  const shut = () => show(table, "");
  switch (table.dialog) {
    case "":
      return null;
    case "menu":
      return dialog("menu", t("web.menu"), shut, menu(table));
    case "chat":
      return dialog("chat", t("web.chat"), shut, chatDialog(table));
    case "resign":
      return question({
        title: t("web.resign"),
        about: resigning(match, table.seat ?? 0),
        yes: t("web.resign"),
        shut,
        act: () => send({ type: "resign", seat: table.seat ?? 0 }),
      });
    case "remove": {
      const { kind, label } = match.seats[table.about] ?? {};
      if (kind !== "human" || match.phase !== "gathering") return null;
      return question({
        title: t("web.remove.title", { name: label }),
        about: t("web.remove.about"),
        yes: t("web.remove"),
        shut,
        act: () => send({ type: "remove", seat: table.about }),
      });
    }
    case "result": {
      if (!match.result) return null;
      const name = viewOf(match).aside ? "result aside" : "result";
      return dialog(name, match.result.outcome, shut, resultDialog(table));
    }
  }
  const own = viewOf(match).dialog?.(table);
  return own ? dialog(table.dialog, own.title, shut, own.content) : null;
}

/**
 * What resigning does: with one opponent left it ends the game, with more the view says what.
 * @param {Match} match @param {number} seat
 */
export function resigning(match, seat) {
  const others = match.seats.filter(({ left }, s) => s !== seat && !left).length;
  if (others === 0) return t("web.resign.alone");
  return t(others === 1 ? "web.resign.two" : (viewOf(match).resign ?? "web.resign.plain"));
}

/**
 * Whether there were dice or lots whose fairness can be verified.
 * @param {Match} match
 */
const verifiable = (match) => !!match.result && isDrawn(match);

/** @param {Table} table */
function menu(table) {
  const { match, seat } = table;
  const plays = seat !== null && match.phase === "playing" && !match.seats[seat].left;
  /** @param {string} text @param {() => void} press */
  const item = (text, press) =>
    h("li", { key: text }, h("button", { type: "button", class: "item", onclick: press }, text));
  /** @param {string} text @param {string} href @param {object} [more] */
  const way = (text, href, more) =>
    h("li", { key: text }, h("a", { class: "item", href, ...more }, text));
  const offers = plays ? match.may_offer.filter((offer) => offer !== "rematch") : [];
  const record = `/api/matches/${match.match}/record`;
  const file = `cruces-${match.match}.json`;
  return [
    h(
      "ul",
      { class: "menu-list" },
      offers.map((offer) =>
        item(t(`web.ask.${offer}`), () => {
          show(table, "");
          void send({ type: "offer", seat: seat ?? 0, offer });
        }),
      ),
      plays && match.may_resign && item(t("web.resign"), () => show(table, "resign")),
      viewOf(match)
        .menu?.(table)
        .map(({ text, press }) => item(text, press)),
      match.start?.match &&
        way(t("web.origin"), `#game=${match.start.match}&at=${match.start.events}`),
      way(t("web.rules"), `#rules=${match.game}&table=${match.match}`),
      match.phase !== "gathering" && way(t("web.save"), record, { download: file }),
      verifiable(match) && way(t("web.page.verify"), `/verify#match=${match.match}`),
      way(t("web.page.devices"), "#devices"),
      way(t("web.home"), "#"),
    ),
    h("div", { class: "settings" }, settings(), notificationButton()),
  ];
}

/** @param {Table} table */
function chatDialog(table) {
  const { match } = table;
  const phrases = t("web.phrases").split(" | ");
  /** @param {Event} e */
  const submit = (e) => {
    e.preventDefault();
    const { elements } = /** @type {HTMLFormElement} */ (e.target);
    const field = /** @type {HTMLInputElement} */ (elements.namedItem("line"));
    const channel = /** @type {HTMLSelectElement | null} */ (elements.namedItem("channel"));
    void say(field.value, channel?.value === "team" ? "team" : "match");
    field.value = "";
  };
  const lines = match.chat.filter(({ seat }) => !isMuted(match, seat));
  const hidden = match.chat.length - lines.length;
  return [
    h(
      "ol",
      { class: "lines", "aria-live": "polite", tabindex: "0", "aria-label": t("web.chat") },
      lines.length
        ? lines.map(({ seat, channel, text }) =>
            h(
              "li",
              { class: `${match.own.includes(seat) ? "own" : ""} ${channel}` },
              h(
                "b",
                null,
                match.seats[seat] ? you(match, seat) : t("web.player", { number: seat + 1 }),
              ),
              channel === "team" && h("small", null, t("web.team")),
              h("span", null, text),
            ),
          )
        : hidden === 0 && h("li", { class: "empty" }, t("web.chat.empty")),
    ),
    hidden > 0 && h("p", { class: "empty" }, t("web.muted", { count: hidden })),
    match.no_chat && h("p", { class: "empty" }, match.no_chat),
    match.channels.length > 0 &&
      h(
        "div",
        { class: "phrases" },
        phrases.map((phrase) =>
          h(
            "button",
            {
              key: phrase,
              type: "button",
              class: "chip",
              onclick: () => say(phrase, "match"),
            },
            phrase,
          ),
        ),
      ),
    match.channels.length > 0 &&
      h(
        "form",
        { class: "join", onsubmit: submit },
        match.channels.length > 1 &&
          h(
            "select",
            { name: "channel", "aria-label": t("web.channel") },
            h("option", { value: "match" }, t("web.all")),
            h("option", { value: "team" }, t("web.team")),
          ),
        h("input", {
          name: "line",
          maxlength: 300,
          "aria-label": t("web.line"),
          placeholder: t("web.line"),
          autocomplete: "off",
        }),
        h("button", { class: "quiet" }, t("web.send")),
      ),
    mutes(match),
  ];
}

/**
 * Whose messages are shown on this device.
 * @param {Match} match
 */
function mutes(match) {
  const others = match.seats.flatMap(({ kind }, seat) =>
    kind === "human" && !match.own.includes(seat) ? [seat] : [],
  );
  if (!others.length) return null;
  return h(
    "div",
    { class: "phrases mutes", role: "group", "aria-label": t("web.mutes") },
    others.map((seat) =>
      h(
        "button",
        {
          key: seat,
          type: "button",
          class: "chip",
          onclick: () => toggleMuted(match, seat),
        },
        t(isMuted(match, seat) ? "web.unmute" : "web.mute", { name: match.seats[seat].label }),
      ),
    ),
  );
}

/** @param {Table} table */
function resultDialog(table) {
  const { match } = table;
  const won = match.own.length === 1 && match.result?.places[match.own[0]] === 1;
  const verify = `/verify#match=${match.match}`;
  return [
    h("p", { class: `verdict${won ? " won" : ""}` }, match.result?.text),
    diceLine(table),
    viewOf(match).result?.(table),
    rematchLine(match),
    h(
      "div",
      { class: "buttons after" },
      rematchButton(match),
      h("a", { class: "quiet button look-back", href: `#game=${match.match}` }, t("web.look-back")),
    ),
    verifiable(match) && h("a", { class: "text-link", href: verify }, t("web.check")),
  ];
}
