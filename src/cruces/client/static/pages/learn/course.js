// A course: one step after the other, each on the board.

import { h } from "../../js/html.js";
import { t } from "../../js/texts.js";
import { viewOf } from "../../js/views.js";
import { practise, words } from "./practice.js";
import { advance, progress } from "./progress.js";

/** @typedef {import("../../js/messages").Lessons} Lessons */
/** @typedef {import("../../js/messages").StepView} StepView */

/** The step that is shown. */
let at = 0;

/** @param {Lessons} lessons @param {StepView[]} steps @param {number} where */
function go({ game }, steps, where) {
  at = where;
  const { name, task } = steps[at];
  practise(task, `/api/courses/${game}/${at + 1}/refusal`, (right) => {
    if (right) advance(game, at + 1);
    return t(`page.learn.${name}.${right ? "done" : "wrong"}`);
  });
}

/** @param {Lessons} lessons @param {StepView[]} steps @param {boolean} fresh */
export function courseTask(lessons, steps, fresh) {
  const { game } = lessons;
  if (fresh) {
    const done = progress().steps[game] ?? 0;
    go(lessons, steps, done < steps.length ? done : 0);
  }
  const { name } = steps[at];
  const last = at === steps.length - 1;
  /** @param {number} where @param {string} key */
  const move = (where, key) =>
    h(
      "button",
      { key, type: "button", class: "chip", onclick: () => go(lessons, steps, where) },
      t(key),
    );
  return {
    card: h(
      "section",
      { class: "lesson card", "aria-label": t("page.learn.task") },
      h(
        "header",
        null,
        h("h2", null, t(`page.learn.${name}.title`)),
        h("span", { class: "far" }, t("page.learn.step", { number: at + 1, count: steps.length })),
      ),
      words(t(`page.learn.${name}`), viewOf(steps[at].task.view)),
    ),
    tools: [at > 0 && move(at - 1, "page.learn.back"), !last && move(at + 1, "page.learn.skip")],
    done: [
      last && h("p", { class: "todo" }, t("page.learn.course.done")),
      h(
        "div",
        { class: "buttons" },
        h(
          last ? "a" : "button",
          last
            ? { class: "go button lesson-next", href: "#learn" }
            : {
                type: "button",
                class: "go lesson-next",
                onclick: () => go(lessons, steps, at + 1),
              },
          t(last ? "page.learn.to-exercises" : "page.learn.next"),
        ),
      ),
    ],
  };
}
