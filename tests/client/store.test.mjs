import assert from "node:assert/strict";
import { test } from "node:test";

const { app, bareTable, changed, drawWith, gameOf, notify, prefer, read, write } =
    await import("/static/js/store.js");
const { apply } = await import("/static/js/play.js");
const { absentees } = await import("/static/js/table.js");

const frame = () => new Promise((done) => setTimeout(done, 5));

test("many changes are drawn once", async () => {
    let drawn = 0;
    drawWith(() => {
        drawn += 1;
    });
    await frame();
    const before = drawn;
    changed();
    changed();
    notify("hello");
    await frame();
    assert.equal(drawn, before + 1);
    assert.equal(app.notice.text, "hello");
});

test("a device remembers", () => {
    prefer({ name: "Ana", flat: true });
    assert.deepEqual([read("prefs", {}).name, read("prefs", {}).flat], ["Ana", true]);
    write("x", { a: 1 });
    assert.deepEqual(read("x", null), { a: 1 });
    assert.equal(read("nothing", 5), 5);
    localStorage.setItem("cruces.broken", "{");
    assert.equal(read("broken", 6), 6);
});

test("a game is known by its id", () => {
    app.games = [{ id: "one" }, { id: "two" }];
    assert.equal(gameOf("two"), app.games[1]);
    assert.equal(gameOf("three"), undefined);
});

test("what changed is applied, and nothing is folded", () => {
    const log = (...texts) => texts.map((text) => ({ type: "action", seat: 0, text }));
    const match = {
        events: log("a", "b", "c"),
        chat: [{ text: "hi" }],
        version: 5,
        phase: "playing",
    };
    apply(match, { log: { from: 3, add: log("d") }, chat: [], now: { version: 6 } });
    assert.deepEqual(
        match.events.map(({ text }) => text),
        ["a", "b", "c", "d"],
    );
    apply(match, {
        log: { from: 1, add: log("e") },
        chat: [{ text: "yo" }],
        now: { version: 9, phase: "over" },
    });
    assert.deepEqual(
        match.events.map(({ text }) => text),
        ["a", "e"],
    );
    assert.deepEqual(
        match.chat.map(({ text }) => text),
        ["hi", "yo"],
    );
    assert.deepEqual([match.version, match.phase], [9, "over"]);
});

test("whom one may go on without is the server's to say, and when", () => {
    const seat = (left = false, kind = "human") => ({ kind, left });
    const match = {
        phase: "playing",
        own: [0],
        may_dismiss: [3],
        seats: [seat(), seat(), seat(), seat(true), seat(false, "bot")],
    };
    const table = { ...bareTable("m"), match, seat: 0, dismissable: { 1: 100, 2: 300, 4: 0 } };
    assert.deepEqual(absentees(table, 50), [3]);
    assert.deepEqual(absentees(table, 200), [1, 3]);
    assert.deepEqual(absentees(table, 300), [1, 2, 3]);
    assert.deepEqual(absentees({ ...table, seat: null }, 300), []);
    assert.deepEqual(absentees({ ...table, match: { ...match, phase: "over" } }, 300), []);
});
