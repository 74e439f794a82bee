// Every sentence comes from the catalogue that browser, terminal and server share.

/** @type {Record<string, string>} */
let texts = {};
/** @type {(() => void)[]} */
const listeners = [];

/**
 * Call this whenever the language has become another.
 * @param {() => void} listener
 */
export const onSpeak = (listener) => listeners.push(listener);

/** @param {string} key */
export const known = (key) => key in texts;

/** @param {string} key @param {Record<string, string | number>} [params] */
export function t(key, params = {}) {
  const sentence = texts[key];
  if (sentence === undefined) throw new Error(`no text ${key}`);
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(params[name]));
}

/** The language of the texts at hand. */
export const language = () => texts["lang.code"];

/** @param {string} lang */
export async function speak(lang) {
  const answer = await fetch(`/api/texts/${lang}`);
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  texts = await answer.json();
  document.documentElement.lang = language();
  for (const listener of listeners) listener();
}

/**
 * A moment as people say it.
 * @param {number} at
 */
export const when = (at) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);
