// One state for the whole page, drawn once per frame.

/** @typedef {import("./types").App} App */

/** @type {App} */
export const app = {
  route: { page: "home" },
  games: [],
  prefs: readPrefs(),
  home: { running: [], open: [], asked: false, code: "", busy: false, sharing: false },
  devices: { list: null, failed: "", code: null, typed: "", asked: "" },
  table: null,
  notice: null,
  unrecognised: null,
  offline: !navigator.onLine,
  languages: {},
};

/** @type {(app: App) => void} */
let draw = () => undefined;
let asked = false;

/**
 * Set the function that draws the state.
 * @param {(app: App) => void} how
 */
export function drawWith(how) {
  draw = how;
  changed();
}

/** The state has changed: draw it in the next frame. */
export function changed() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    draw(app);
  });
}

/**
 * Show a notification for a while.
 * @param {string} text @param {"info" | "bad" | "aside"} [kind] aside: above the game, not at the
 *   thumb
 * @param {number} [time] in milliseconds
 */
export function notify(text, kind = "info", time = 4500) {
  const notice = { text, kind };
  app.notice = notice;
  changed();
  setTimeout(() => {
    if (app.notice === notice) {
      app.notice = null;
      changed();
    }
  }, time);
}

/**
 * The state of a match page before its first message.
 * @param {string} id @returns {import("./types").Table}
 */
export const bareTable = (id) => ({
  id,
  link: "connecting",
  match: null,
  present: [],
  watchers: 0,
  dismissable: {},
  missing: {},
  at: 0,
  sent: null,
  picked: "",
  local: {},
  seat: null,
  passTo: null,
  together: false,
  guardUntil: 0,
  dialog: "",
  about: 0,
  unread: 0,
  removed: false,
  rolls: 0,
  rolling: false,
  announcement: "",
  told: [],
  starting: false,
  eager: false,
  ended: false,
  flash: "",
  hint: null,
  past: null,
  problems: [],
  dice: null,
});

/**
 * The server's description of a game.
 * @param {string} id
 */
export const gameOf = (id) => app.games.find((game) => game.id === id);

// Preferences and storage

/** @returns {import("./types").Prefs} */
function readPrefs() {
  /** @type {import("./types").Prefs} */
  const usual = {
    name: "",
    figure: "",
    lang: "",
    theme: "",
    sound: true,
    notify: false,
    game: "",
    levels: {},
  };
  return { ...usual, ...read("prefs", {}) };
}

/** @param {Partial<import("./types").Prefs>} some */
export function prefer(some) {
  Object.assign(app.prefs, some);
  write("prefs", app.prefs);
  changed();
}

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function read(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`cruces.${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // a browser that keeps nothing, or what another version kept
  }
}

/** @param {string} name @param {unknown} value */
export function write(name, value) {
  try {
    localStorage.setItem(`cruces.${name}`, JSON.stringify(value));
  } catch {
    // The browser stores nothing: playing works all the same.
  }
}
