// Learning a game: courses, and exercises from real games. #learn is the list, #learn=<game>/course
// a course, #learn=<game>/<number> an exercise.

import { refusal } from "../js/api.js";
import { h } from "../js/html.js";
import { back } from "../js/icons.js";
import { patientFetch } from "../js/patience.js";
import { changed } from "../js/store.js";
import { language, t } from "../js/texts.js";
import { bar, deadEnd, settings } from "../js/widgets.js";
import { courseTask } from "./learn/course.js";
import { exerciseTask } from "./learn/exercise.js";
import { list } from "./learn/list.js";
import { clear, practiceTable } from "./learn/practice.js";

/** @typedef {import("../js/messages").Learning} Learning */

/**
 * What the server has sent, by address; or why it has not.
 * @type {Map<string, { data: any, failed: string }>}
 */
const answers = new Map();
/** The address of what is practised. */
let shown = "";

/** @param {string} address */
function ask(address) {
  const known = answers.get(address);
  if (known) return known;
  const answer = { data: null, failed: "" };
  answers.set(address, answer);
  void fetchAnswer(address, answer);
  return answer;
}

/** @param {string} address @param {{ data: any, failed: string }} answer */
async function fetchAnswer(address, answer) {
  try {
    const response = await patientFetch(address);
    if (response.ok) answer.data = await response.json();
    else answer.failed = (await refusal(response)).message;
  } catch {
    answer.failed = t("web.offline.page");
  }
  changed();
}

/** Ask again for what did not come. */
function retry() {
  for (const [address, { failed }] of answers) if (failed) answers.delete(address);
  changed();
}

/** @param {string} failed */
const empty = (failed) =>
  failed
    ? deadEnd(failed)
    : h("main", { class: "middle" }, h("p", { class: "card empty" }, t("web.connecting")));

/** @param {import("../js/types").Route} route */
function draw({ id = "" }) {
  const all = ask("/api/learning");
  if (!all.data) return [top(id), empty(all.failed)];
  if (!id) return [top(id), list(all.data)];
  const [game, what] = id.split("/");
  const lessons = /** @type {Learning} */ (all.data).games.find((one) => one.game === game);
  const course = what === "course";
  const address = `/api/${course ? `courses/${game}` : `exercises/${game}/${what}`}/${language()}`;
  const { data, failed } = ask(address);
  if (!lessons || !data) return [top(id), empty(failed)];
  const fresh = shown !== address;
  shown = address;
  const { card, tools, done } = course
    ? courseTask(lessons, data, fresh)
    : exerciseTask(lessons, all.data.day, data, fresh);
  return [top(id, tools), card, practiceTable(done)];
}

/** @param {string} id @param {import("../js/types").Loose} [tools] */
const top = (id, tools) =>
  bar(
    id &&
      h("a", { class: "chip square", href: "#learn", "aria-label": t("web.page.learn") }, back()),
    h("span", { class: "grow" }),
    id ? tools : settings(),
  );

function leave() {
  shown = "";
  clear();
}

/** @type {import("../js/types").LaterPage} */
export const page = {
  draw,
  leave,
  retry,
  enter: ({ id }) => void (id || answers.delete("/api/learning")), // a new day may have begun
};
