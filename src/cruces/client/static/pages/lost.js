// The page of addresses at which there is nothing.

import { h, render } from "../js/html.js";
import { close } from "../js/icons.js";
import { app, drawWith } from "../js/store.js";
import { preferences, speak, t } from "../js/texts.js";
import { bar, dress, offerLanguages, settings } from "../js/widgets.js";

function draw() {
  document.title = `${t("web.nowhere.title")} · Cruces`;
  render(
    document.body,
    bar(h("span", { class: "grow" }), settings()),
    h(
      "main",
      { class: "middle" },
      h(
        "div",
        { class: "card" },
        h(
          "div",
          { class: "crossed-off", "aria-hidden": "true" },
          ["4", "0", "4"].map((digit, i) => h("span", { key: i }, digit, close())),
        ),
        h("h1", null, t("web.nowhere.title")),
        h("p", { class: "empty" }, t("web.nowhere")),
      ),
      h("a", { class: "go button", href: "/" }, t("web.home")),
    ),
  );
}

dress();
const [games] = await Promise.all([
  fetch("/api/games").then((answer) => answer.json()),
  speak(...preferences(app.prefs.lang)),
]);
offerLanguages(Object.keys(games[0].names));
drawWith(draw);
