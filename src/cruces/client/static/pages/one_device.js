// Several people on one device: how many they are, and who, is asked before the game.

import { h } from "../js/html.js";
import { wishes } from "../js/setup_form.js";
import { app, changed } from "../js/store.js";
import { t } from "../js/texts.js";
import { dialog } from "../js/widgets.js";
import { nameFields } from "./people.js";
import { radios } from "./radios.js";

export { peopleHere } from "./people.js";

/** @typedef {import("../js/types").Game} Game */

/**
 * How many play, and their names.
 * @param {Game} which @param {() => void} begin
 */
export function oneDevice(which, begin) {
  const wish = wishes(which);
  const counts = which.seats.filter((count) => count > 1).sort((a, b) => a - b);
  const shut = () => {
    app.home.sharing = false;
    changed();
  };
  return dialog(
    "one-device",
    t("web.device"),
    shut,
    counts.length > 1 &&
      radios(
        "count",
        t("web.players"),
        counts.map((count) => ({ value: count, text: String(count) })),
        wish.seats,
        (count) => Object.assign(wish, { seats: count, asked: true }),
      ),
    h(
      "form",
      {
        class: "people-here",
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          shut();
          begin();
        },
      },
      nameFields(wish.seats),
      h("button", { class: "go" }, t("web.device.start")),
    ),
  );
}
