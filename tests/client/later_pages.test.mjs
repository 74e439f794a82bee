import assert from "node:assert/strict";
import { test } from "node:test";
import { speakKeys, words } from "./dom.mjs";

const { app } = await import("/static/js/store.js");
const { speak } = await import("/static/js/texts.js");
const { enter, isLaterPage, laterPage, leave, linked } = await import("/static/js/later_pages.js");

await speakKeys(speak);

/** @param {string} page */
const route = (page) => (app.route = { page, params: {} });

test("what is no page of these is none, whatever objects inherit", () => {
    for (const page of ["home", "table", "", "constructor", "toString"])
        assert.equal(isLaterPage(page), false);
    for (const page of ["devices", "rules", ...linked()]) assert.equal(isLaterPage(page), true);
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
