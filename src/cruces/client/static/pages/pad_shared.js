// A pad on which each has a sheet on their own device: opening and joining one, who is there, and
// how others come.

import { Refused } from "../js/api.js";
import { h } from "../js/html.js";
import { icon } from "../js/icons.js";
import { app, changed, gameOf, notify, prefer } from "../js/store.js";
import { t } from "../js/texts.js";
import { dialog } from "../js/widgets.js";
import { enterShared, joinShared, leaveShared, openShared, take } from "./pad_exchange.js";
import { discard, padOf } from "./pad_store.js";

/** @typedef {import("../js/types").OpenPad} OpenPad @typedef {import("../js/types").Pad} Pad */
/** @typedef {import("../js/messages").PadView} PadView */
/** @typedef {import("./pad.js").Question} Question */

/** The code as far as it is typed, or as it came with the address. */
let code = "";
/** Whether it came with the address. */
let invited = false;
/** Whether the server is being asked. */
let busy = false;
/** Whether the dialog about the people is open. */
let shown = false;

const PEOPLE = "M9 6a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM3 19c0-4 3-5.500 6-5.500s6 1.500 6 5.500";
const MORE = "M16 6.500a2.800 2.800 0 0 1 0 5.200M17.500 14c2.200 .7 3.500 2.300 3.500 5";

/**
 * What shows how others come, once it is there: not everybody who opens the page needs it.
 * @type {typeof import("./invitation.js").invite | null}
 */
let invite = null;

async function loadInvitation() {
  try {
    ({ invite } = await import("./invitation.js"));
    changed();
  } catch (error) {
    console.warn(error); // the code is there as well
  }
}

/** @param {string} given */
export function expectCode(given) {
  code = given;
  invited = true;
}

/** Whether somebody comes with a code: then the page begins with it. */
export const isInvited = () => invited;

/** @param {() => Promise<void>} act */
async function ask(act) {
  if (busy) return;
  busy = true;
  changed();
  try {
    await act();
  } catch (error) {
    notify(error instanceof Refused ? error.message : t("page.pad.shared.no-server"), "bad");
  }
  busy = false;
  changed();
}

const myName = () => (app.prefs.name ?? "").trim();

const nameField = () =>
  h(
    "label",
    { key: "name", class: "field" },
    h("span", null, t("web.name")),
    h("input", {
      name: "name",
      ".value": app.prefs.name ?? "",
      required: true,
      maxlength: 60, // of a longer one the server says why it is refused
      autocomplete: "nickname",
      oninput: (/** @type {Event} */ e) =>
        prefer({ name: /** @type {HTMLInputElement} */ (e.target).value }),
    }),
  );

/**
 * The rest of the form for a pad that is opened here.
 * @param {import("../js/types").Loose} choices
 */
export const openingFields = (choices) => [
  choices,
  h("div", { key: "people", class: "people-here" }, nameField()),
  h("button", { key: "go", class: "go", "aria-disabled": String(busy) }, t("page.pad.shared.open")),
];

/** @param {string} game @param {Pad} part @param {Record<string, number>} chosen */
export const openHere = (game, part, chosen) =>
  ask(async () => {
    const view = await openShared(game, myName(), chosen);
    arrive(view, part);
    shown = true;
  });

/** @param {PadView} view @param {Pad} part */
function arrive(view, part) {
  if (!part.shared) return;
  enterShared(view, part.shared);
  code = "";
  invited = false;
  location.hash = `#pad=${view.game}`;
}

/**
 * The card for those who have a code.
 * @param {(game: string) => Promise<Pad | undefined>} partFor
 * @param {(question: Question) => void} question
 */
export const joinCard = (partFor, question) =>
  h(
    "section",
    { key: "join", class: "card" },
    h("h2", null, t("page.pad.shared.join")),
    h(
      "form",
      {
        class: "pad-join",
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          void ask(() => join(partFor, question));
        },
      },
      h(
        "div",
        { class: "people-here" },
        h(
          "label",
          { key: "code", class: "field" },
          h("span", null, t("web.code")),
          h("input", {
            name: "code",
            ".value": code,
            required: true,
            maxlength: 20,
            autocomplete: "off",
            autocapitalize: "characters",
            spellcheck: "false",
            oninput: (/** @type {Event} */ e) => {
              code = /** @type {HTMLInputElement} */ (e.target).value;
            },
          }),
        ),
        nameField(),
      ),
      h("button", { class: "quiet", "aria-disabled": String(busy) }, t("page.pad.shared.enter")),
    ),
  );

/**
 * @param {(game: string) => Promise<Pad | undefined>} partFor
 * @param {(question: Question) => void} question
 */
async function join(partFor, question) {
  const view = await joinShared(code, myName());
  const part = gameOf(view.game) && (await partFor(view.game));
  if (!part?.shared) throw new Error("no pad for this game");
  const before = padOf(view.game);
  if (!before || before.scores || before.shared?.id === view.id) return arrive(view, part);
  const others = { game: t(`game.${view.game}`), names: before.names.join(", ") };
  question({
    title: t("page.pad.replace"),
    about: t("page.pad.replace.about", others),
    yes: t("page.pad.replace.yes"),
    act: () => arrive(view, part),
  });
}

// Who is there

/**
 * The button in the bar: how many are there, or that there is no connection.
 * @param {OpenPad} open @param {boolean} online
 */
export function peopleButton({ shared }, online) {
  if (!shared) return null;
  const away = shared.gone || !online;
  const words = away ? t("page.pad.shared.offline") : t("page.pad.shared.people");
  return h(
    "button",
    {
      type: "button",
      class: `chip pad-online${away ? " away" : ""}`,
      "aria-label": words,
      title: words,
      onclick: () => {
        shown = true;
        changed();
      },
    },
    icon(PEOPLE + MORE),
    h("b", null, shared.others.length + 1),
    away && h("span", { "aria-hidden": "true" }, t("page.pad.shared.offline.short")),
  );
}

/**
 * @param {OpenPad} open @param {Pad} part @param {boolean} online
 * @param {(question: Question) => void} question
 */
export function peopleDialog(open, part, online, question) {
  const { shared } = open;
  if (!shown || !shared) return null;
  const shut = () => {
    shown = false;
    changed();
  };
  if (!invite) void loadInvitation();
  const path = `/api/pads/${shared.id}/invitation`;
  /** @param {Question} what */
  const instead = (what) => {
    shown = false;
    question(what);
  };
  return dialog(
    "pad-people-dialog",
    t("page.pad.shared.people"),
    shut,
    shared.gone || !online
      ? h(
          "p",
          { key: "offline", class: "only-here" },
          shared.gone || t("page.pad.shared.offline.about"),
        )
      : null,
    h(
      "ul",
      { key: "people", class: "pad-members" },
      person(t("page.pad.shared.me", { name: open.names[0] }), ""),
      shared.others.map(({ member, name, status }) =>
        person(
          name,
          status === "left"
            ? t("page.pad.shared.left")
            : shared.present.includes(member)
              ? ""
              : t("page.pad.shared.away"),
          shared.host &&
            status === "here" &&
            h(
              "button",
              {
                type: "button",
                class: "chip",
                onclick: () =>
                  instead({
                    title: t("page.pad.shared.remove", { name }),
                    about: t("page.pad.shared.remove.about"),
                    yes: t("page.pad.shared.remove.yes"),
                    act: () => void remove(open, part, member),
                  }),
              },
              t("page.pad.shared.remove.short"),
            ),
        ),
      ),
    ),
    !shared.gone &&
      (invite?.({ path, game: open.game, code: shared.code }, shared.host) ??
        h("p", { key: "code", class: "big-code" }, shared.code)),
    h(
      "button",
      {
        key: "leave",
        type: "button",
        class: "quiet",
        onclick: () =>
          instead({
            title: t("page.pad.shared.leave"),
            about: t("page.pad.shared.leave.about"),
            yes: t("page.pad.shared.leave.yes"),
            act: () => leave(open),
          }),
      },
      t("page.pad.shared.leave"),
    ),
  );
}

/**
 * @param {string} name @param {string} state @param {import("../js/types").Loose} [action]
 */
const person = (name, state, action) =>
  h("li", { key: name }, h("b", null, name), state && h("span", null, state), action);

/** @param {OpenPad} open @param {Pad} part @param {number} member */
const remove = (open, part, member) =>
  ask(async () => {
    if (open.shared && part.shared)
      take(open, part.shared, await leaveShared(open.shared.id, member));
  });

/**
 * Put one's sheet away; the others are told, if there is a connection.
 * @param {OpenPad} open
 */
export function leave(open) {
  shown = false;
  if (open.shared && !open.shared.gone)
    leaveShared(open.shared.id, open.shared.me).catch(() => undefined);
  discard(open);
  location.hash = "#pad";
}
