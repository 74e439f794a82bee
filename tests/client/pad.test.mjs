import assert from "node:assert/strict";
import { test } from "node:test";
import { find, speakKeys, words } from "./dom.mjs";
import { SHEETS } from "./fixture.mjs";

const QWIXX = "../../src/cruces/games/qwixx/web/pad";
const { app } = await import("/static/js/store.js");
const { speak } = await import("/static/js/texts.js");
const { begin, keep, padOf, padsInUse, played, score } = await import("/static/pages/pad_store.js");
const { add, blank, canRedo, canUndo, sheetsOf, step } = await import(`${QWIXX}/moves.js`);
const { default: pad } = await import(`${QWIXX}/pad.js`);
const { made, thrown } = await import(`${QWIXX}/dice.js`);
const timing = await import("../../src/cruces/games/quixo/web/pad/timing.js");

await speakKeys(speak);
app.games = [
    { id: "plain", sheet: SHEETS.plain },
    { id: "circles", sheet: SHEETS.circles },
];

/** A pad for Ana and Leo, with these moves. */
const open = (game, ...moves) => {
    const state = blank();
    for (const move of moves) add(state, move);
    return { id: "1", game, names: ["Ana", "Leo"], at: 0, state, scores: null };
};
const press = (node) => node.props.onclick();
const one = (drawn, name, value) => find(drawn, ({ props }) => props[name] === value)[0];

test("moves are folded, undone and done again", () => {
    const pads = open("plain", "0 r5", "1 p", "0 r7");
    assert.deepEqual(sheetsOf(pads).sheets[0].lines.r, [5, 7]);
    assert.equal(sheetsOf(pads).sheets[1].total, -5);
    assert.equal(step(pads.state, -1), "0 r7");
    assert.equal(step(pads.state, -1), "1 p");
    assert.equal(pads.state.shown, 1);
    assert.equal(sheetsOf(pads).sheets[1].penalties, 0);
    assert.equal(step(pads.state, 1), "1 p");
    assert.equal(canRedo(pads.state), true);
    add(pads.state, "0 b10");
    assert.equal(canRedo(pads.state), false);
    assert.deepEqual(sheetsOf(pads).sheets[0].lines, { r: [5], y: [], g: [], b: [10] });
    for (let i = 0; i < 3; i++) step(pads.state, -1);
    assert.equal(canUndo(pads.state), false);
});

test("a row is closed for all by whoever locks it, or by somebody else, until that is undone", () => {
    const five = ["0 r2", "0 r3", "0 r4", "0 r5", "0 r6"];
    assert.deepEqual(sheetsOf(open("plain", ...five, "0 r12")).closed, ["r"]);
    assert.deepEqual(sheetsOf(open("plain", "x y", "x y", "x g", "o g")).closed, ["y"]);
    assert.deepEqual(sheetsOf(open("plain", ...five, "0 r12", "x r")).closed, ["r"]);
});

test("a box is crossed by touching it, and what may not be crossed is explained", () => {
    const pads = open("circles", "0 y3");
    press(one(pad.draw(pads), "data-action", "ry3"));
    assert.equal(pads.state.moves.at(-1), "0 ry3");
    press(one(pad.draw(pads), "data-action", "ry4"));
    assert.equal(app.notice.text, "error.circle-needs-neighbour");
    press(one(pad.draw(pads), "data-action", "r12"));
    assert.equal(app.notice.text, "error.needs-five");
    assert.equal(pads.state.done, 2);
    press(one(pad.draw(pads), "data-tool", "undo"));
    assert.equal(pads.state.done, 1);
});

test("a lock is somebody else's, or the player's own if they could cross it", () => {
    const pads = open("plain", "0 r2", "0 r3", "0 r4", "0 r5", "0 r6");
    press(one(pad.draw(pads), "data-close", "y"));
    assert.deepEqual(sheetsOf(pads).closed, ["y"]);
    press(one(pad.draw(pads), "data-close", "y"));
    assert.deepEqual(sheetsOf(pads).closed, []);
    press(one(pad.draw(pads), "data-close", "r"));
    assert.deepEqual(sheetsOf(pads).closed, []);
    const [, own] = find(pad.draw(pads), ({ props }) => props.class === "buttons after")[0]
        .children;
    press(own);
    assert.equal(pads.state.moves.at(-1), "0 r12");
    press(one(pad.draw(pads), "data-close", "r"));
    assert.match(app.notice.text, /closed-by/);
});

test("a closed row is crossed only at the same moment, which is asked", () => {
    const five = [2, 3, 4, 5, 6].flatMap((number) => [`0 r${number}`, `1 r${number}`]);
    const pads = open("plain", ...five, "0 r12");
    pads.state.shown = 1;
    press(one(pad.draw(pads), "data-action", "r7"));
    assert.equal(app.notice.text, "error.row-closed");
    press(one(pad.draw(pads), "data-action", "r12"));
    assert.equal(pads.state.moves.at(-1), "0 r12");
    press(find(pad.draw(pads), ({ props }) => props.class === "go danger")[0]);
    assert.equal(pads.state.moves.at(-1), "1 r12");
    assert.deepEqual(
        sheetsOf(pads).sheets.map(({ total }) => total),
        [28, 28],
    );
});

test("scores are compared at the end, kept, and taken back when the game goes on", () => {
    const pads = open("plain", "0 r2", "1 p", "1 p", "1 p", "1 p");
    assert.match(words(pad.draw(pads)), /reason.fourth-penalty/);
    press(one(pad.draw(pads), "data-tool", "finish"));
    assert.deepEqual(pads.scores, [1, -20]);
    assert.deepEqual(
        played().map(({ names, scores }) => [names, scores]),
        [
            [
                ["Ana", "Leo"],
                [1, -20],
            ],
        ],
    );
    assert.match(words(pad.draw(pads)), /1\. Ana.*2\. Leo/);
    score(pads, null);
    assert.deepEqual(played(), []);
    assert.equal(padOf("plain"), pads);
    begin("plain", ["Eva"], blank());
    assert.deepEqual(padsInUse()[0].names, ["Eva"]);
    assert.equal(padOf("constructor"), undefined);
    keep(pads);
    assert.deepEqual(JSON.parse(localStorage.getItem("cruces.pads")).plain.names, ["Ana", "Leo"]);
});

test("the dice on the device are those of open rows, and each face is as likely", () => {
    const faces = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < 3000; i++) {
        const { white, colours } = thrown(SHEETS.plain, ["y"], i);
        assert.deepEqual(Object.keys(colours), ["r", "g", "b"]);
        for (const face of [...white, ...Object.values(colours)]) faces[face - 1] += 1;
    }
    // 15,000 dice: six standard deviations are 270.
    for (const count of faces) assert.ok(Math.abs(count - 2500) < 274, String(faces));
    const actions = made(SHEETS.circles, { white: [1, 2], colours: { r: 6, b: 1 } });
    const by = (way) => [...actions].flatMap(([action, how]) => (how === way ? action : []));
    assert.deepEqual(by("by-white").sort(), ["b3", "g3", "gb3", "r3", "ry3", "y3"]);
    assert.deepEqual(by("by-colour").sort(), ["b2", "gb2", "r7", "r8", "ry7", "ry8"]);
});

test("clocks run one after the other, pause, and take a wrong tap back", () => {
    const clocks = timing.begin(4, 60_000, 2000);
    const all = (now) => [0, 1, 2, 3].map((player) => timing.left(clocks, player, now));
    timing.tap(clocks, 1, 1000);
    timing.tap(clocks, 3, 2000); // not theirs
    assert.deepEqual(all(4000), [60_000, 57_000, 60_000, 60_000]);
    timing.tap(clocks, 1, 5000);
    assert.deepEqual(all(6000), [60_000, 58_000, 59_000, 60_000]);
    timing.undo(clocks);
    assert.deepEqual(all(9000), [60_000, 56_000, 60_000, 60_000]);
    timing.tap(clocks, 1, 9500); // paused
    timing.pause(clocks, 10_000);
    timing.pause(clocks, 12_000);
    assert.deepEqual(all(12_000), [60_000, 54_000, 60_000, 60_000]);
    timing.pause(clocks, 12_000);
    assert.deepEqual(all(13_000), [60_000, 53_000, 60_000, 60_000]);
    assert.equal(timing.flagged(clocks, 65_999), null);
    assert.equal(timing.flagged(clocks, 66_000), 1);
    timing.tap(clocks, 1, 70_000);
    assert.equal(clocks.turn, 1);
    timing.pause(clocks, 70_000);
    timing.pause(clocks, 71_000);
    assert.equal(timing.flagged(clocks, 99_000), 1);
    timing.again(clocks);
    assert.deepEqual(all(99_000), [60_000, 60_000, 60_000, 60_000]);
});
