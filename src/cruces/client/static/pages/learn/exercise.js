// An exercise: find the best action.

import { h } from "../../js/html.js";
import { gameOf } from "../../js/store.js";
import { t } from "../../js/texts.js";
import { viewOf } from "../../js/views.js";
import { exploreAddress } from "../explore_address.js";
import { look, practise, tried, words } from "./practice.js";
import { following, isSolved, numbersOf, progress, solve } from "./progress.js";

/** @typedef {import("../../js/messages").Lessons} Lessons */
/** @typedef {import("../../js/messages").ExerciseView} ExerciseView */

/**
 * @param {Lessons} lessons @param {string} day @param {ExerciseView} exercise
 * @param {boolean} fresh
 */
export function exerciseTask(lessons, day, exercise, fresh) {
  const { game, number, grade, task, said } = exercise;
  const today = number === lessons.today;
  if (fresh)
    practise(task, `/api/exercises/${game}/${number}/refusal`, (right, action) => {
      if (right && !tried().looked) solve(game, number, today ? day : null);
      return said[action] ?? "";
    });
  const { state } = tried();
  const solved = progress().solved[game] ?? [];
  const next = following(numbersOf(lessons.grades, grade), solved, number);
  return {
    card: h(
      "section",
      { class: "lesson card", "aria-label": t("page.learn.task") },
      h(
        "header",
        null,
        h("h2", null, t(today ? "page.learn.today" : "page.learn.exercise", { number })),
        h("span", { class: "far" }, stars(grade), isSolved(game, number) && " ✓"),
      ),
      words(t(`page.learn.${game}.find`), viewOf(task.view)),
    ),
    tools:
      state === "wrong" &&
      h("button", { type: "button", class: "chip", onclick: look }, t("page.learn.solution")),
    done: h(
      "div",
      { class: "buttons" },
      h(
        "a",
        {
          class: "quiet button",
          href: exploreAddress(
            /** @type {import("../../js/types").Game} */ (gameOf(game)),
            task.view.position,
            task.view.options,
          ),
        },
        t("page.learn.explore"),
      ),
      h(
        "a",
        { class: "go button lesson-next", href: `#learn=${game}/${next}` },
        t("page.learn.next"),
      ),
    ),
  };
}

/** @param {number} grade */
export const stars = (grade) =>
  h(
    "span",
    { class: "grade", role: "img", "aria-label": t(`page.learn.grade.${grade}`) },
    "●".repeat(grade) + "○".repeat(5 - grade),
  );
