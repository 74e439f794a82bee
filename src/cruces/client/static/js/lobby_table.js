// Before the start: the players by seat, and the invitation for others.

import { call } from "./api.js";
import { show } from "./dialogs.js";
import { h } from "./html.js";
import { robot, tick } from "./icons.js";
import { levelName, levelOption, unbeaten } from "./names.js";
import { pageLink } from "./pages.js";
import { ready, send, sit } from "./play.js";
import { app, changed, gameOf, notify, prefer } from "./store.js";
import { t } from "./texts.js";
import { viewOf } from "./views.js";
import { initial } from "./widgets.js";

/** @typedef {import("./types").TableOf<any>} Table */
/** @typedef {import("./types").MatchOf<any>} Match */

/**
 * The invitation as a picture, by match.
 * @type {Record<string, string>}
 */
const pictures = {};

/** @param {string} id */
async function picture(id) {
  if (id in pictures) return;
  pictures[id] = "";
  try {
    const svg = await call(`/api/matches/${id}/qr`);
    const named = svg.replace("<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `);
    pictures[id] = `data:image/svg+xml,${encodeURIComponent(named)}`;
    changed();
  } catch {
    delete pictures[id]; // code and link are there as well
  }
}

/** @param {Match} match */
const address = (match) => `${location.origin}/#join=${match.code}`;

/** @param {Match} match */
async function share(match) {
  const invitation = {
    title: "Cruces",
    text: t("web.invitation", { game: t(`game.${match.game}`) }),
    url: address(match),
  };
  try {
    if (navigator.share) await navigator.share(invitation);
    else {
      await navigator.clipboard.writeText(invitation.url);
      notify(t("web.copied"));
    }
  } catch {
    // Cancelled, or not allowed by the browser: the address is on the page.
  }
}

/** @param {Table} table */
export function lobbyTable(table) {
  const { match } = table;
  const host = match.seats.some((seat, i) => seat.host && match.own.includes(i));
  const open = match.seats.filter(({ kind }) => kind === "open").length;
  const unready = match.own.filter((seat) => !match.seats[seat].ready);
  if (match.own.length && open) void picture(match.match);
  const here = match.seats.length - open;
  // The host need not wait until all seats are taken.
  const enough = host && open > 0 && here > 1 && !!gameOf(match.game)?.seats.includes(here);
  return h(
    "main",
    { class: "gather" },
    h(
      "section",
      { class: "card" },
      h("h1", null, t(`game.${match.game}`)),
      h(
        "ul",
        { class: "places" },
        match.seats.map((_, seat) => place(table, seat, host)),
      ),
      h(
        "p",
        { class: "todo" },
        !match.own.length
          ? t(table.removed ? "error.removed" : "web.gather.sit")
          : unready.length
            ? t("web.gather.ready")
            : open
              ? t("web.gather.open", { count: open })
              : t("web.gather.others"),
      ),
      enough &&
        h(
          "button",
          { key: "trim", type: "button", class: "quiet", onclick: () => begin(match, unready) },
          t("web.trim", { count: here }),
        ),
      match.own.length > 0 &&
        h(
          "button",
          {
            key: "ready",
            type: "button",
            class: "go",
            "aria-disabled": String(!unready.length),
            onclick: () => unready.forEach((seat) => ready(seat)),
          },
          t(unready.length ? "web.ready" : "web.ready.done"),
        ),
    ),
    match.own.length > 0 &&
      open > 0 &&
      h(
        "section",
        { class: "card invite" },
        h("h2", null, t("web.invite")),
        h("p", { class: "big-code", "aria-label": t("web.code") }, match.code),
        pictures[match.match] &&
          h("img", {
            class: "qr",
            src: pictures[match.match],
            alt: t("web.qr"),
            width: 200,
            height: 200,
          }),
        h("p", { class: "address" }, address(match)),
        h(
          "button",
          { type: "button", class: "quiet", onclick: () => share(match) },
          t("web.share"),
        ),
      ),
  );
}

/** @param {Match} match @param {number[]} unready */
async function begin(match, unready) {
  const [seat] = match.own;
  if (!(await send({ type: "trim", seat }))) return;
  // Seats are renumbered: make those of this device ready that are not.
  if (unready.length) for (const own of app.table?.match?.own ?? []) await ready(own);
}

/** @param {Table} table @param {number} seat @param {boolean} host */
function place(table, seat, host) {
  const { match } = table;
  const { kind, name, label, bot, ready: isReady } = match.seats[seat];
  const own = match.own.includes(seat);
  const game = gameOf(match.game);
  const bots = game?.bots ?? [];
  const side = viewOf(match).side?.(match, seat);
  const promise = kind === "bot" ? unbeaten(game, bot, match.options) : undefined;
  return h(
    "li",
    { key: seat, class: kind, "data-seat": seat },
    h(
      "span",
      { class: "avatar" },
      kind === "bot" ? robot() : kind === "human" ? initial(name) : seat + 1,
    ),
    h(
      "span",
      { class: "who" },
      own
        ? h("input", {
            class: "name",
            "aria-label": t("web.name"),
            ".value": name,
            maxlength: 20,
            onchange: (/** @type {Event} */ e) =>
              rename(seat, name, /** @type {HTMLInputElement} */ (e.target).value),
          })
        : h("b", null, label),
      promise && h("small", { key: "unbeaten", class: "unbeaten" }, pageLink(game, promise)),
      side && h("small", null, side),
    ),
    isReady && kind === "human" && h("span", { class: "tag on" }, tick(), t("web.ready.short")),
    kind === "open" &&
      !match.own.length &&
      !table.removed &&
      h("button", { type: "button", class: "quiet", onclick: () => sit(seat) }, t("web.sit")),
    kind === "open" &&
      host &&
      h(
        "span",
        { class: "bots", role: "group", "aria-label": t("web.bot.seat") },
        robot(),
        bots.length > 3
          ? h(
              "select",
              {
                "aria-label": t("web.bot.seat"),
                ".value": "",
                onchange: (/** @type {Event} */ e) =>
                  send({
                    type: "seat-bot",
                    seat,
                    bot: /** @type {HTMLSelectElement} */ (e.target).value,
                  }),
              },
              h("option", { value: "" }, "…"),
              bots.map((one) =>
                h("option", { key: one, value: one }, levelOption(game, one, match.options)),
              ),
            )
          : bots.map((one) =>
              h(
                "button",
                {
                  key: one,
                  type: "button",
                  class: "quiet",
                  "data-bot": one,
                  onclick: () => send({ type: "seat-bot", seat, bot: one }),
                },
                levelName(one),
              ),
            ),
      ),
    kind === "bot" &&
      host &&
      h(
        "button",
        {
          key: "free",
          type: "button",
          class: "quiet",
          onclick: () => send({ type: "stand", seat }),
        },
        t("web.free-seat"),
      ),
    kind === "human" &&
      host &&
      !own &&
      h(
        "button",
        {
          key: "remove",
          type: "button",
          class: "quiet",
          "aria-label": `${t("web.remove")}: ${label}`,
          onclick: () => {
            table.about = seat;
            show(table, "remove");
          },
        },
        t("web.remove"),
      ),
    own &&
      match.own.length === 1 &&
      !isReady &&
      h(
        "button",
        { key: "up", type: "button", class: "quiet", onclick: () => send({ type: "stand", seat }) },
        t("web.stand"),
      ),
  );
}

/** @param {number} seat @param {string} before @param {string} name */
async function rename(seat, before, name) {
  const wanted = name.trim();
  if (!wanted || wanted === before) return;
  if (!(await send({ type: "stand", seat }))) return;
  if (await sit(seat, wanted)) prefer({ name: wanted });
  else await sit(seat, before);
}
