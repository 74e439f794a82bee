// The list of moves; those of a game that is over lead to their positions.

import { h } from "./html.js";
import { t } from "./texts.js";
import { written } from "./values.js";
import { viewOf } from "./views.js";

/** @typedef {import("./types").TableOf<any>} Table */

/** @param {Table} table */
export function moves({ match, past }) {
  const view = viewOf(match);
  const over = match.phase === "over";
  const played = (past?.events ?? match.events).flatMap((event, index) =>
    event.type === "action" ? [{ text: event.text, at: index + 1 }] : [],
  );
  const each = match.seats.length;
  const rounds = Array.from({ length: Math.ceil(played.length / each) }, (_, i) =>
    played.slice(i * each, (i + 1) * each),
  );
  /** @param {{ text: string, at: number }} move */
  const one = ({ text, at }) => {
    const name = text === "pass" ? t("web.pass") : written(view, text);
    if (!over) return h("span", { key: at }, name);
    const href = `#game=${match.match}&at=${at}`;
    const current = at === past?.at ? "step" : undefined;
    return h("a", { key: at, class: "move", href, "aria-current": current }, name);
  };
  return h(
    "ol",
    { class: "moves", "aria-label": t("web.moves"), tabindex: over ? undefined : "0" },
    rounds.map((round, i) => h("li", { key: i }, round.map(one))),
  );
}
