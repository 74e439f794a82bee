import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const { compare, everything, follow, keepKey, keepText, keptFor, keptOf } =
    await import("/static/js/promise.js");
const { checkDice } = await import("/static/verify/dice_check.js");
const { checkRecord, isSameGame } = await import("/static/verify/record_check.js");

beforeEach(() => localStorage.setItem("cruces.dice", "[]"));

/** A match as the server shows it: texts by seat, and who of them are robots. */
const shown = (texts, { phase = "playing", bots = [], own = [0], match = "m", ...more } = {}) => ({
    match,
    phase,
    own,
    seats: texts.map((text, seat) => ({
        kind: bots.includes(seat) ? "bot" : "human",
        ready: bots.includes(seat) || !!text,
    })),
    fair: { commitment: "first", contributions: [...texts] },
    events: [],
    ...more,
});
const gathering = (texts, more) => shown(texts, { phase: "gathering", ...more });
const event = (type, more) => [1, { type, ...more }];

/** Come to a match before the start, send a text, and see the game begin. */
function begun() {
    compare(gathering(["", ""]));
    keepText("m", 0, "mine");
    assert.deepEqual(compare(shown(["mine", "theirs"]), true), []);
}

test("what was seen first is kept, and stays", () => {
    begun();
    const { commitment, early, own, texts } = keptOf("m");
    assert.deepEqual(
        { commitment, early, own, texts },
        {
            commitment: "first",
            early: true,
            own: { 0: "mine" },
            texts: ["mine", "theirs"],
        },
    );
    const other = shown(["mine", "theirs"]);
    other.fair.commitment = "second";
    assert.deepEqual(compare(other), ["commitment"]);
    assert.deepEqual(compare(other), ["commitment"], "and again");
    assert.equal(keptOf("m").commitment, "first");
});

test("a promise that was seen late is known to be late", () => {
    assert.deepEqual(compare(shown(["a", "b"])), []);
    assert.equal(keptOf("m").early, false);
});

test("a text that is not the own one, or not the first one", () => {
    begun();
    assert.deepEqual(compare(shown(["other", "theirs"])), ["own-text", "texts"]);
    assert.deepEqual(compare(shown(["mine", "other"])), ["texts"]);
    assert.deepEqual(compare(shown(["mine,theirs", ""])), ["own-text", "texts"]);
    assert.deepEqual(compare(shown(["mine", "theirs"])), []);
});

test("an own text that was changed before the start", () => {
    compare(gathering(["", ""]));
    keepText("m", 0, "mine");
    assert.deepEqual(compare(shown(["other", "theirs"]), true), ["own-text"]);
});

test("a robot adds nothing; a robot that came for somebody keeps theirs", () => {
    compare(gathering(["", ""], { bots: [1] }));
    assert.deepEqual(compare(shown(["", "ground"], { bots: [1] }), true), ["robot-text"]);
    localStorage.setItem("cruces.dice", "[]");
    begun();
    assert.deepEqual(compare(shown(["mine", "theirs"], { bots: [1] })), []);
});

test("a refused text is forgotten, an accepted one is not", () => {
    compare(gathering(["", ""]));
    const forget = keepText("m", 0, "one");
    const forgetSecond = keepText("m", 0, "two");
    forgetSecond();
    assert.deepEqual(keptOf("m").own, { 0: "one" });
    forget();
    assert.deepEqual(keptOf("m").own, {});
    keepText("unknown", 0, "one")();
    assert.equal(keptOf("unknown"), undefined);
});

test("who stands up takes the text along", () => {
    const match = gathering(["", ""]);
    compare(match);
    keepText("m", 0, "one");
    follow(match, [event("ready", { seat: 0, contribution: "one" })]);
    assert.deepEqual(match.fair.contributions, ["one", ""]);
    follow(match, [event("stood", { seat: 0 })]);
    assert.deepEqual([match.fair.contributions, keptOf("m").own], [["", ""], {}]);
    keepText("m", 0, "again");
    follow(match, [event("ready", { seat: 0, contribution: "again" })]);
    follow(match, [event("unready", { seat: 0 })]);
    assert.deepEqual([match.fair.contributions, keptOf("m").own], [["", ""], {}]);
    keepText("m", 1, "two");
    compare(gathering(["", ""], { own: [] }));
    assert.deepEqual(keptOf("m").own, {}, "also if somebody else saw to it");
});

test("texts move with their seats when open ones are removed", () => {
    for (const live of [true, false]) {
        localStorage.setItem("cruces.dice", "[]");
        const match = gathering(["", "", "", ""], { own: [1, 3] });
        compare(match);
        keepText("m", 1, "one");
        keepText("m", 3, "three");
        follow(match, [
            event("ready", { seat: 1, contribution: "one" }),
            event("ready", { seat: 3, contribution: "three" }),
        ]);
        if (live) follow(match, [event("trimmed", { seats: [1, 2, 3] })]);
        if (live) assert.deepEqual(match.fair.contributions, ["one", "", "three"]);
        const after = shown(["one", "theirs", "three"], { own: [0, 2] });
        assert.deepEqual(compare(after, true), [], live ? "seen" : "missed");
        assert.deepEqual(keptOf("m").own, { 0: "one", 2: "three" });
    }
});

test("of many matches the last ones are kept", () => {
    for (let i = 0; i < 130; i++) compare(shown(["a"], { match: `m${i}` }));
    assert.equal(everything().length, 100);
    assert.equal(keptOf("m29"), undefined);
    compare(shown(["a"], { match: "m30" }));
    compare(shown(["a"], { match: "new" }));
    assert.ok(keptOf("m30"), "the one looked at again stays");
});

test("the first key is kept", () => {
    begun();
    keepKey("m", "first");
    keepKey("m", "second");
    keepKey("unknown", "first");
    assert.equal(keptOf("m").key, "first");
});

test("a saved game is found by its promise or by an own text", () => {
    begun();
    assert.equal(keptFor({ commitment: "first", contributions: [] })?.match, "m");
    assert.equal(keptFor({ commitment: "x", contributions: ["", "mine"] })?.match, "m");
    assert.equal(keptFor({ commitment: "x", contributions: ["theirs"] }), undefined);
});

test("what can be found out about the dice, and what cannot", async () => {
    const game = (fair, result = {}) => ({ events: [], seats: [], result, fair });
    const fair = {
        commitment: "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        contributions: [],
        secret: "00".repeat(32),
    };
    const redraw = async () => "w11";
    const found = async (...args) => {
        const { dice, problems } = await checkDice(...args);
        return [dice, ...problems];
    };
    begun();
    assert.deepEqual(await found(game(fair), undefined, redraw), ["checked"]);
    assert.deepEqual(await found(game(fair), undefined, null), ["no-redraw"]);
    assert.deepEqual(await found(game(fair), keptOf("m"), redraw), [
        "checked",
        "commitment",
        "own-text",
        "texts",
    ]);
    const secretless = { ...fair, secret: null };
    assert.deepEqual(await found(game(secretless, null), undefined, redraw), ["not-checkable"]);
    assert.deepEqual(await found(game(secretless), undefined, redraw), ["not-checkable", "secret"]);
    assert.deepEqual(await found(game(null), undefined, redraw), ["rules-only"]);
    assert.deepEqual(await found(game(null), keptOf("m"), redraw), ["rules-only", "commitment"]);
    const bent = { ...fair, secret: "11".repeat(32) };
    assert.deepEqual(await found(game(bent), undefined, redraw), ["checked", "secret"]);
    const rolled = { ...game(fair), events: [{ type: "chance", text: "w12" }] };
    assert.deepEqual(await found(rolled, undefined, redraw), ["checked", "rolls"]);
});

test("without a secure connection a browser says so", async () => {
    const { subtle } = crypto;
    const fair = { commitment: "", contributions: [], secret: "00" };
    const record = { signature: { key: "00", value: "00" } };
    Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
    try {
        const game = { events: [], seats: [], result: {}, fair };
        assert.equal((await checkDice(game, undefined, null)).dice, "insecure");
        assert.equal((await checkRecord(record, undefined)).signature, "unknown");
    } finally {
        Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });
    }
});

test("a record of another game than the one that was shown", () => {
    const events = [{ type: "chance", text: "w11", at: 3 }];
    const match = shown(["a"], { events, result: { secret: "00" } });
    const record = {
        events: [{ at: 3, text: "w11", type: "chance" }],
        fair: { secret: "00", contributions: ["a"], commitment: "first" },
    };
    assert.ok(isSameGame(record, match));
    assert.ok(!isSameGame({ ...record, events: [] }, match));
    assert.ok(!isSameGame({ ...record, fair: { ...record.fair, secret: "01" } }, match));
});
