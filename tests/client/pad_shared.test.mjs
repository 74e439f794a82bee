import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { find, speakKeys, words } from "./dom.mjs";
import { SHEETS } from "./fixture.mjs";

const QWIXX = "../../src/cruces/games/qwixx/web/pad";
const { Refused } = await import("/static/js/api.js");
const { app } = await import("/static/js/store.js");
const { speak } = await import("/static/js/texts.js");
const { Exchange, enterShared } = await import("/static/pages/pad_exchange.js");
const { discard, keep, padOf, played, whenKept } = await import("/static/pages/pad_store.js");
const { add, nextRound, read, sheetsOf, step, write } = await import(`${QWIXX}/moves.js`);
const { default: pad } = await import(`${QWIXX}/pad.js`);

await speakKeys(speak);
app.games = [{ id: "plain", sheet: SHEETS.plain }];
const FIVE = ["r2", "r3", "r4", "r5", "r6"];
const one = (drawn, name, value) => find(drawn, ({ props }) => props[name] === value)[0];

/** A server with one pad, on which this device is Ana; it numbers what it is told as ours does. */
class Relay {
    constructor() {
        this.version = 2;
        this.members = [this.member(0, "Ana", 1), this.member(1, "Leo", 2)];
        this.present = [0, 1];
        this.cut = false;
        this.mute = false;
        this.asked = [];
        this.chosen = {};
    }

    member(member, name, changed) {
        return { member, name, status: "here", version: 0, sheet: null, changed };
    }

    view(since) {
        const members = this.members.filter(({ changed }) => changed > since);
        return structuredClone({
            id: "p1",
            code: "CODE",
            game: "plain",
            chosen: this.chosen,
            version: this.version,
            me: 0,
            host: true,
            present: this.present,
            members,
        });
    }

    write(number, { version, sheet }) {
        const member = this.members[number];
        if (version <= member.version) return;
        Object.assign(member, { version, sheet, changed: ++this.version });
    }

    ask = async (path, { since, written }) => {
        assert.equal(path, "/api/pads/p1");
        this.asked.push(written?.version ?? 0);
        if (this.cut) throw new TypeError("offline");
        if (this.gone) throw new Refused("gone", "not-found", "no-pad");
        if (written) this.write(0, written);
        if (this.mute) throw new TypeError("the answer is lost");
        return this.view(since);
    };
}

let relay, exchange;
const leo = (version, sheet, more = {}) =>
    relay.write(1, { version, sheet: { round: 1, sheet, before: "", ...more } });
const pads = () => padOf("plain");
const cross = (...moves) => {
    for (const move of moves) add(pads().state, `0 ${move}`);
    keep(pads());
};
const own = () => relay.members[0];

beforeEach(() => {
    discard({ game: "plain" });
    relay = new Relay();
    const timers = { later: () => 0, never: () => undefined, visible: () => true };
    exchange = new Exchange("plain", pad.shared, { ...timers, ask: relay.ask });
    enterShared(relay.view(0), pad.shared);
});

test("what is written here is sent once, and what others wrote is on the pad", async () => {
    cross("r5", "p");
    leo(1, "y3 y4 p");
    await exchange.run();
    assert.deepEqual(own().sheet, { round: 1, sheet: "r5 p", before: "" });
    const { sheets } = sheetsOf(pads());
    assert.deepEqual(
        sheets.map(({ total }) => total),
        [-4, -2],
    );
    await exchange.run();
    await exchange.run();
    assert.deepEqual(relay.asked, [1, 0, 0]);
    assert.deepEqual(pads().names, ["Ana", "Leo"]);
});

test("without a connection one goes on, and nothing is lost or doubled", async () => {
    await exchange.run();
    relay.cut = true;
    cross("r5");
    await exchange.run();
    assert.equal(exchange.online, false);
    cross("r7", "b12");
    leo(1, `${FIVE.join(" ")} r12`);
    await exchange.run();
    relay.cut = false;
    relay.mute = true; // it arrives, but the answer is lost
    await exchange.run();
    const sent = own().version;
    relay.mute = false;
    // The page is opened anew: all that it knows is what was stored.
    const kept = JSON.parse(localStorage.getItem("cruces.pads")).plain;
    discard(pads());
    keep(kept);
    await exchange.run();
    assert.equal(exchange.online, true);
    assert.equal(own().version, sent);
    assert.equal(own().sheet.sheet, "r5 r7 b12");
    const { sheets, closed } = sheetsOf(pads());
    assert.deepEqual(sheets[0].lines.r, [5, 7]);
    assert.deepEqual(closed, ["r"]);
});

test("a row that somebody closes is closed here, until its owner takes it back", async () => {
    leo(1, `${FIVE.join(" ")} r12`);
    await exchange.run();
    assert.match(app.notice.text, /closed-by/);
    one(pad.draw(pads()), "data-action", "r9").props.onclick();
    assert.equal(app.notice.text, "error.row-closed");
    leo(2, FIVE.join(" "));
    await exchange.run();
    assert.match(app.notice.text, /opened/);
    assert.deepEqual(sheetsOf(pads()).closed, []);
    // Somebody without a device closed it: whoever marked that can take it back, nobody else.
    leo(3, `${FIVE.join(" ")} x:y`);
    await exchange.run();
    assert.deepEqual(sheetsOf(pads()).closed, ["y"]);
    one(pad.draw(pads()), "data-close", "y").props.onclick();
    assert.match(app.notice.text, /marked-by/);
    one(pad.draw(pads()), "data-close", "g").props.onclick();
    await exchange.run();
    assert.equal(own().sheet.sheet, "x:g");
    step(pads().state, -1);
    await exchange.run();
    assert.equal(own().sheet.sheet, "");
});

test("the sheets of others are looked at and not written on", async () => {
    leo(1, "y3 p");
    await exchange.run();
    one(pad.draw(pads()), "data-person", 1).props.onclick();
    const drawn = pad.draw(pads());
    one(drawn, "data-action", "r5").props.onclick();
    one(drawn, "data-close", "r").props.onclick();
    find(drawn, ({ props }) => props.class === "penalties")[0].props.onclick();
    assert.deepEqual(pads().state.moves, []);
    assert.match(app.notice.text, /foreign/);
    for (const [others, strips, points] of [
        [0, 1, 2],
        [1, 0, 2],
        [2, 0, 1],
    ]) {
        pads().shared.chosen.others = others;
        const shown = pad.draw(pads());
        assert.equal(find(shown, ({ props }) => /^mini/.test(props.class ?? "")).length, strips);
        const chips = find(shown, ({ props }) => "data-person" in props);
        const told = chips.filter((chip) => find(chip, ({ tag }) => tag === "b").length);
        assert.equal(told.length, points);
        assert.match(words(shown), /Leo.*✗/, "penalties are seen by all");
    }
});

test("the end is seen by all, and a score that comes late is counted", async () => {
    cross("r2");
    leo(1, "y3 p p p p");
    await exchange.run();
    const drawn = pad.draw(pads());
    assert.match(words(drawn), /reason.fourth-penalty/);
    one(drawn, "data-tool", "finish").props.onclick();
    assert.deepEqual(pads().scores, [1, -19]);
    leo(2, "y3 y4 p p p p");
    await exchange.run();
    assert.deepEqual(pads().scores, [1, -17]);
    assert.deepEqual(played()[0].scores, [1, -17]);
    // Leo begins another game: the sheet of the last one stays until it is counted here, too.
    leo(3, "b12", { round: 2, before: "y3 y4 p p p p" });
    await exchange.run();
    assert.deepEqual(pads().scores, [1, -17]);
    assert.match(words(pad.draw(pads())), /1\. Ana.*2\. Leo/);
    keep({ ...pads(), id: "2", state: nextRound(pads().state), scores: null });
    await exchange.run();
    assert.deepEqual(own().sheet, { round: 2, sheet: "", before: "r2" });
    const { sheets } = sheetsOf(pads());
    assert.deepEqual(sheets[1].lines.b, [12]);
    assert.equal(played().length, 1);
});

test("whoever has begun the next game is said", async () => {
    leo(1, "b12", { round: 2, before: "p" });
    await exchange.run();
    assert.match(words(pad.draw(pads())), /next-begun/);
    assert.equal(sheetsOf(pads()).sheets[1].total, -5);
});

test("a lost sheet comes back, and what was written last counts", async () => {
    cross(...FIVE, "r12", "p");
    add(pads().state, "x b");
    await exchange.run();
    discard(pads());
    enterShared(relay.view(0), pad.shared);
    assert.equal(write(pads().state).sheet, "r2 r3 r4 r5 r6 r12 p x:b");
    assert.deepEqual(sheetsOf(pads()).closed, ["r", "b"]);
    relay.write(0, { version: 9, sheet: { round: 1, sheet: "g12", before: "" } });
    await exchange.run();
    assert.equal(write(pads().state).sheet, "g12");
    relay.write(0, { version: 12, sheet: { round: 1, sheet: "g11", before: "" } });
    cross("g10");
    await exchange.run();
    await exchange.run();
    assert.equal(own().sheet.sheet, "g12 g10");
});

test("a server that was restored from a backup is told everything again", async () => {
    cross("r5");
    leo(1, "y3");
    await exchange.run();
    const lost = relay;
    relay = new Relay();
    exchange.world.ask = relay.ask;
    assert.ok(relay.version < lost.version);
    await exchange.run();
    await exchange.run();
    assert.equal(own().sheet.sheet, "r5");
    assert.deepEqual(pads().names, ["Ana", "Leo"]);
});

test("whoever has written stays when they leave, unless they are removed", async () => {
    relay.members.push(relay.member(2, "Eva", ++relay.version));
    await exchange.run();
    assert.deepEqual(pads().names, ["Ana", "Leo", "Eva"]);
    pads().state.shown = 2;
    leo(1, "y3");
    for (const member of [1, 2]) {
        Object.assign(relay.members[member], { status: "left", changed: ++relay.version });
    }
    await exchange.run();
    pad.draw(pads());
    assert.equal(pads().state.shown, 0);
    assert.deepEqual(pads().names, ["Ana", "Leo"]);
    Object.assign(relay.members[1], { status: "removed", changed: ++relay.version });
    await exchange.run();
    assert.deepEqual(pads().names, ["Ana"]);
});

test("a pad that the server has forgotten goes on here alone", async () => {
    cross("r5");
    relay.gone = true;
    await exchange.run();
    assert.equal(pads().shared.gone, "gone");
    cross("r6");
    await exchange.run();
    assert.equal(relay.asked.length, 1);
    assert.deepEqual(sheetsOf(pads()).sheets[0].lines.r, [5, 6]);
});

test("what others write may be anything", async () => {
    const wrong = [null, {}, { sheet: 5 }, { sheet: {} }, { round: "x", sheet: "p" }];
    const text = "r5 r5 r99 z3 x:z x: p p p p p p constructor o:r __proto__ 5 ×";
    for (const [i, sheet] of [...wrong, { round: 1, sheet: text }].entries())
        relay.write(1, { version: i + 1, sheet });
    await exchange.run();
    const { sheets, closed } = sheetsOf(pads());
    assert.deepEqual([sheets[1].lines.r, sheets[1].penalties, closed], [[5], 4, []]);
    for (const sheet of wrong) {
        pads().shared.others[0].sheet = sheet;
        pad.draw(pads());
        read(sheet, pads().shared.others);
    }
});

test("only what was written here is sent at once", async () => {
    const planned = [];
    exchange.world.later = (_, wait) => planned.push(wait);
    whenKept((open) => exchange.kept(open));
    leo(1, "y3");
    await exchange.run();
    assert.deepEqual(planned, [2000]);
    cross("r5");
    assert.deepEqual(planned, [2000, 150]);
    whenKept(() => undefined);
});
