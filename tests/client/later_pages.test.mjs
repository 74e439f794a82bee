import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { speakKeys, words } from "./dom.mjs";

const { app } = await import("/static/js/store.js");
const { speak } = await import("/static/js/texts.js");
const { enter, isLaterPage, laterPage, leave, linked } = await import("/static/js/later_pages.js");

const STATIC = new URL("../../src/cruces/client/static", import.meta.url).pathname;

await speakKeys(speak);

/** @param {string} page */
const route = (page) => (app.route = { page, params: {} });

test("what is no page of these is none, whatever objects inherit", () => {
    for (const page of ["home", "table", "", "constructor", "toString"])
        assert.equal(isLaterPage(page), false);
    for (const page of ["devices", "rules"]) assert.equal(isLaterPage(page), true);
});

test("every link of the home page leads somewhere, and no group is empty", () => {
    for (const { group, links } of linked()) {
        assert.ok(links.length, group);
        for (const { word, href } of links)
            assert.ok(
                href.startsWith("#") ? isLaterPage(word) : existsSync(`${STATIC}${href}`),
                href,
            );
    }
    const words = linked().flatMap(({ links }) => links.map(({ word }) => word));
    for (const word of ["devices", "verify", "schema"]) assert.ok(words.includes(word), word);
    assert.equal(new Set(words).size, words.length);
});

test("a page is shown once it is loaded, and no longer when one has left", async () => {
    const here = route("devices");
    const loading = enter(here);
    assert.match(String(words([laterPage(here)])), /web\.connecting/);
    await loading;
    assert.match(String(words([laterPage(here)])), /web\.devices/);
    leave();
    assert.match(String(words([laterPage(here)])), /web\.connecting/);
});

test("who has gone on meanwhile does not see what was loaded", async () => {
    const before = route("devices");
    const loading = enter(before);
    const now = route("home");
    await loading;
    assert.match(String(words([laterPage(now)])), /web\.connecting/);
});
