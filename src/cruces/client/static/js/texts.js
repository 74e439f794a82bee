// Every sentence comes from the catalogue that browser, terminal and server share.

import { patientFetch } from "./patience.js";

/**
 * A sentence, or the forms of its plural by placeholder and category.
 * @typedef {string | { [placeholder: string]: { [form: string]: Entry } }} Entry
 */

/** @type {Record<string, Entry>} */
let texts = {};
/** The pages whose texts are loaded as well. @type {Set<string>} */
const pages = new Set();
/** @type {(() => void)[]} */
const listeners = [];

/**
 * Call this whenever the language has become another.
 * @param {() => void} listener
 */
export const onSpeak = (listener) => listeners.push(listener);

/** @param {string} key */
export const known = (key) => key in texts;

/** @type {Set<string>} */
const missing = new Set();

/**
 * The sentence under a key. A page that is older than its texts shows the key where one is missing,
 * which is better than no page.
 * @param {string} key @param {Record<string, string | number>} [params] @returns {string}
 */
export function t(key, params = {}) {
  let entry = texts[key];
  if (entry === undefined) {
    if (!missing.has(key)) console.error(`no text ${key}`);
    missing.add(key);
    return key;
  }
  while (typeof entry !== "string") {
    const [[name, forms]] = Object.entries(entry);
    entry = forms[formOf(forms, params[name])];
  }
  return entry.replace(/\{(\w+)\}/g, (_, name) => {
    const value = params[name];
    return typeof value === "number" ? number(value) : String(value);
  });
}

/**
 * Which of the forms a number takes: its own, that of its category, or the last resort.
 * @param {Record<string, unknown>} forms @param {string | number} count
 */
function formOf(forms, count) {
  if (typeof count !== "number") return "other";
  if (String(count) in forms) return String(count);
  const category = new Intl.PluralRules(language()).select(count);
  return category in forms ? category : "other";
}

/**
 * A number as the language writes it, with all of its decimals or this many.
 * @param {number} value @param {number} [digits]
 */
export function number(value, digits) {
  return written(value, {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 6,
  });
}

/**
 * A share of one in percent.
 * @param {number} share
 */
export const percent = (share) => written(share, { style: "percent" });

/** @param {number} value @param {Intl.NumberFormatOptions} options */
const written = (value, options) =>
  new Intl.NumberFormat(language(), options)
    .formatToParts(value)
    .map(({ type, value: said }) => (type === "group" ? t("number.group") : said))
    .join("")
    .replace(/^-(?=[^1-9]*$)/, "") // what comes to nothing has no minus
    .replace("-", "−");

/** The language of the texts at hand. */
export const language = () => /** @type {string} */ (texts["lang.code"]);

/**
 * The languages that the reader wants, in order: the one chosen here, then the browser's.
 * @param {string} [chosen]
 */
export const preferences = (chosen) =>
  chosen ? [chosen] : [...(navigator.languages ?? [navigator.language])];

/**
 * Speak the first of these languages that there is.
 * @param {string[]} langs
 */
export async function speak(...langs) {
  const address = `/api/texts/${langs.map(encodeURIComponent).join(",")}`;
  const answer = await patientFetch(address, {}, texts["lang.code"] ? undefined : sayWaitInAll);
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  const spoken = await answer.json();
  const more = await Promise.all([...pages].map((page) => textsOf(page, spoken["lang.code"])));
  texts = Object.assign(spoken, ...more);
  document.documentElement.lang = language();
  for (const listener of listeners) listener();
}

/**
 * Load the texts of a page that is not part of the first load; `speak` keeps them up to date.
 * @param {string} page
 */
export async function speakOf(page) {
  if (pages.has(page)) return;
  Object.assign(texts, await textsOf(page, language()));
  pages.add(page);
}

/** @param {string} page @param {string} lang */
async function textsOf(page, lang) {
  const answer = await patientFetch(`/api/texts/${lang}/${page}`);
  if (!answer.ok) throw new Error(`texts of ${page}: ${answer.status}`);
  return answer.json();
}

/** Before there are any texts: say on the empty page that one has to wait. */
export function sayWaitInAll() {
  document.body.textContent = "Cruces · un momento… · one moment…";
}

/**
 * A moment as people say it.
 * @param {number} at
 */
export const when = (at) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);

/**
 * The day of a moment, which is told in days of the whole world's clock.
 * @param {number} at
 */
export const day = (at) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeZone: "UTC" }).format(at);
