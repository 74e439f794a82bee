// What the first picture needs of the server is asked for while other modules are still on their
// way: this one imports few, and runs as soon as they are there.

import { patientFetch } from "./patience.js";
import { app } from "./store.js";
import { preferences, sayWaitInAll, speak } from "./texts.js";

/** The texts in the reader's language are there. */
export const spoken = speak(...preferences(app.prefs.lang));

/** @type {Promise<import("./types").Game[]>} */
export const games = patientFetch("/api/games", {}, sayWaitInAll).then((answer) => answer.json());

// Whoever waits for them hears of a failure; until then it is no news.
for (const asked of [spoken, games]) asked.catch(() => undefined);
