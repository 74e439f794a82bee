// Answers questions from standard input as the page would: sentences, numbers, plural categories.

import { readFileSync } from "node:fs";

const { number, percent, preferences, speak, t } = await import("/static/js/texts.js");

const { texts, sentences, numbers, shares, categories } = JSON.parse(readFileSync(0, "utf-8"));
const asked = [];
globalThis.fetch = async (address) => {
    asked.push(address);
    return { ok: true, json: async () => texts };
};
await speak("ca-ES", "es");

const complaints = [];
console.error = (complaint) => complaints.push(complaint);
const lost = [t("web.of-another-version"), t("web.of-another-version", { count: 1 })];

const wanted = (languages) => {
    Object.defineProperty(globalThis, "navigator", { value: languages, configurable: true });
    return [preferences(), preferences("en")];
};

console.log(
    JSON.stringify({
        asked,
        complaints,
        lost,
        sentences: sentences.map(([key, params]) => t(key, params)),
        numbers: numbers.map(([value, digits]) => number(value, digits ?? undefined)),
        shares: shares.map((share) => percent(share)),
        categories: categories.map(([lang, value, digits]) =>
            new Intl.PluralRules(lang, { minimumFractionDigits: digits }).select(value),
        ),
        wanted: [
            wanted({ languages: ["ca-ES", "es"], language: "ca-ES" }),
            wanted({ language: "es" }),
        ],
    }),
);
