// Before the start: how others come, who is there, and one button for what is to be done next.

import { h } from "../js/html.js";
import { ready, send, sit } from "../js/play.js";
import { app, gameOf, prefer } from "../js/store.js";
import { t } from "../js/texts.js";
import { viewOf } from "../js/views.js";
import { invite } from "./invitation.js";
import { levels, openSeat, openSeats, place, smallButton, stand } from "./places.js";
import { forgetTyped, typedName, whoFields } from "./who.js";

/** @typedef {import("../js/types").TableOf<any>} Table */
/** @typedef {import("../js/types").MatchOf<any>} Match */

/**
 * The first seat that nobody has.
 * @param {Match} match
 */
const firstOpen = (match) => match.seats.findIndex(({ kind }) => kind === "open");

/** @param {Match} match */
const invitationTo = ({ match, game, code }) => ({
  path: `/api/matches/${match}/invitation`,
  game,
  code,
});

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
    h("h1", { class: "unseen" }, t(`game.${match.game}`)),
    host && open.length > 0 && invite(invitationTo(match), host),
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
      sided && open.length > 0 && host && levels(match),
      nextStep(table, host, open.length),
    ),
    seated && !host && open.length > 0 && invite(invitationTo(match), host),
  );
}

// What is to be done

/** @param {Table} table @param {boolean} host @param {number} open */
function nextStep(table, host, open) {
  const { match } = table;
  const unready = match.own.filter((seat) => !match.seats[seat].ready);
  const waiting = match.seats.flatMap(({ kind, label, ready: isReady }, seat) =>
    kind === "human" && !isReady && !match.seats[seat].host && !match.own.includes(seat)
      ? [label]
      : [],
  );
  if (!match.own.length) {
    const why = table.removed ? "error.removed" : open ? "web.gather.sit" : "web.gather.full";
    return h("p", { class: "todo" }, t(why));
  }
  /** @param {string} said @param {import("../js/types").Loose[]} buttons */
  const step = (said, ...buttons) =>
    h(
      "div",
      { class: "next" },
      h("p", { class: "todo", role: "status" }, said),
      h("div", { class: "buttons" }, buttons),
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
  if (!host) return step(t("web.gather.ready"), leaveSeat(match), beReady(match));
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

/** @param {Match} match */
const leaveSeat = (match) =>
  match.own.length === 1 && smallButton("up", t("web.stand"), () => stand(match.own[0]));

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
