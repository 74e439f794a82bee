// How others come to the table: a code, a link, a QR code, and who can open it.

import { call } from "../js/api.js";
import { h } from "../js/html.js";
import { changed, notify } from "../js/store.js";
import { t } from "../js/texts.js";
import { copy } from "./copy.js";

/** @typedef {import("../js/messages").Invitation} Invitation */

/** @type {Record<string, Invitation | null>} */
const invitations = {};

/** @param {string} path */
async function load(path) {
  if (path in invitations) return;
  invitations[path] = null;
  try {
    invitations[path] = await call(path);
    changed();
  } catch {
    delete invitations[path]; // the code is there as well
  }
}

/**
 * A picture that the server sent as text.
 * @param {string} svg
 */
export function picture(svg) {
  const named = svg.replace("<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `);
  return `data:image/svg+xml,${encodeURIComponent(named)}`;
}

/** @param {string} code */
export const bigCode = (code) => [
  h("span", { key: "what", class: "unseen" }, t("web.code")),
  h("p", { key: "code", class: "big-code" }, code),
];

/** @param {string} game @param {string} url */
async function share(game, url) {
  try {
    if (navigator.share) {
      const text = t("web.invitation", { game: t(`game.${game}`) });
      await navigator.share({ title: "Cruces", text, url });
    } else {
      await copy(url);
      notify(t("web.copied"));
    }
  } catch {
    // Cancelled, or not allowed by the browser: the address is on the page.
  }
}

/** That other devices cannot open the address, and how they could. */
export const onlyHere = () =>
  h(
    "details",
    { key: "here", class: "only-here" },
    h(
      "summary",
      null,
      h("b", null, t("web.invite.here")),
      " ",
      h("span", null, t("web.invite.here.other")),
    ),
    h("p", null, t("web.invite.here.how")),
    h(
      "p",
      { class: "commands" },
      h("code", null, "make lan"),
      h("code", null, "cruces serve --lan"),
    ),
  );

/**
 * How others come; what may be in their way is the host's to mend.
 * @param {{ path: string, game: string, code: string }} to `path` is where the server describes it
 * @param {boolean} host
 */
export function invite({ path, game, code }, host) {
  void load(path);
  const found = invitations[path];
  const here = found?.reach === "here";
  const way = "share" in navigator ? "web.share" : "web.copy";
  return h(
    "section",
    { key: "invite", class: "card invite" },
    h("h2", null, t("web.invite")),
    found &&
      !here &&
      h("img", {
        key: "qr",
        class: "qr",
        src: picture(found.qr),
        alt: t("web.qr"),
        width: 200,
        height: 200,
      }),
    h(
      "div",
      { key: "ways", class: "ways" },
      bigCode(code),
      found && h("p", { class: "address" }, found.address),
      found &&
        h(
          "button",
          { type: "button", class: "quiet", onclick: () => share(game, found.address) },
          t(way),
        ),
    ),
    host && here && onlyHere(),
    host &&
      found?.reach === "network" &&
      h(
        "details",
        { key: "help", class: "invite-help" },
        h("summary", null, t("web.invite.help")),
        h(
          "ul",
          null,
          ["same", "guest", "firewall", "device"].map((each) =>
            h("li", { key: each }, t(`web.invite.help.${each}`, { port: portOf(found.address) })),
          ),
        ),
      ),
  );
}

/** @param {string} address */
const portOf = (address) => {
  const { port, protocol } = new URL(address);
  return port || (protocol === "https:" ? "443" : "80");
};
