// What there is to learn: the exercises of the day, and courses and exercises by game.

import { h } from "../../js/html.js";
import { day as written, t } from "../../js/texts.js";
import { stars } from "./exercise.js";
import { following, isSolved, lastDays, numbersOf, progress, streak } from "./progress.js";

/** @typedef {import("../../js/messages").Lessons} Lessons */

/** How many days are shown. */
const DAYS = 7;

/** @param {import("../../js/messages").Learning} learning */
export const list = ({ day, games }) =>
  h(
    "main",
    { class: "learn" },
    h("h1", null, t("web.page.learn")),
    today(day, games),
    games.map(lessonsOf),
  );

/** @param {string} day @param {Lessons[]} games */
function today(day, games) {
  const { days } = progress();
  const length = streak(days, day);
  return h(
    "section",
    { class: "card" },
    h(
      "header",
      null,
      h("h2", null, t("page.learn.daily")),
      h("span", { class: "far" }, t("page.learn.streak", { count: length })),
    ),
    h(
      "ol",
      { class: "days", "aria-label": t("page.learn.days") },
      lastDays(days, day, DAYS).map(({ day: one, solved }) =>
        h(
          "li",
          { key: one, class: solved ? "solved" : "" },
          h("span", { class: "day", "aria-hidden": "true" }, solved && "✓"),
          h(
            "span",
            { class: "unseen" },
            `${written(Date.parse(one))}: ${t(`page.learn.day.${solved ? "solved" : "open"}`)}`,
          ),
        ),
      ),
    ),
    h("p", { class: "about" }, t("page.learn.daily.about")),
    h(
      "div",
      { class: "daily" },
      games
        .filter((one) => one.today)
        .map(({ game, today: number }) =>
          h(
            "a",
            { key: game, class: "quiet button", href: `#learn=${game}/${number}` },
            isSolved(game, number) && "✓ ",
            t(`game.${game}`),
          ),
        ),
    ),
  );
}

/** @param {Lessons} lessons */
function lessonsOf({ game, steps, grades }) {
  const { solved, steps: done } = progress();
  const mine = solved[game] ?? [];
  const total = grades.reduce((sum, count) => sum + count, 0);
  const made = Math.min(done[game] ?? 0, steps);
  return h(
    "section",
    { key: game, class: "card", "data-learn": game },
    h("h2", null, t(`game.${game}`)),
    steps > 0 &&
      h(
        "a",
        { class: `button ${made < steps ? "go" : "quiet"}`, href: `#learn=${game}/course` },
        t("page.learn.course"),
        " ",
        h("small", null, made === steps ? "✓" : `${made}/${steps}`),
      ),
    total > 0 && [
      h("h3", null, t("page.learn.exercises", { number: mine.length, count: total })),
      h(
        "ul",
        { class: "grades" },
        grades.map((count, i) => {
          const numbers = numbersOf(grades, i + 1);
          const known = numbers.filter((number) => mine.includes(number)).length;
          return (
            count > 0 &&
            h(
              "li",
              { key: i },
              h(
                "a",
                { class: "quiet button", href: `#learn=${game}/${following(numbers, mine)}` },
                stars(i + 1),
                h("small", null, `${known}/${count}`),
              ),
            )
          );
        }),
      ),
    ],
  );
}
