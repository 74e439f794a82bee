import assert from "node:assert/strict";
import { test } from "node:test";
import { find, speakKeys, words } from "./dom.mjs";
import { SHEETS, matchOf, range, seat } from "./fixture.mjs";

const WEB = "../../src/cruces/games/qwixx/web";
const { app, bareTable } = await import("/static/js/store.js");
const { speak } = await import("/static/js/texts.js");
const { cross, roll } = await import(`${WEB}/notation.js`);
const { redraw } = await import(`${WEB}/chance.js`);
const { colours, inked, layoutOf, rowOf } = await import(`${WEB}/layout.js`);
const { choices, lost, sheet } = await import(`${WEB}/table/sheet.js`);
const { default: view, lastRoll, lately } = await import(`${WEB}/table/table.js`);

await speakKeys(speak);
app.games = Object.entries(SHEETS).map(([id, one]) => ({ id, sheet: one, view: null }));

const paper = (some) => ({
    lines: {},
    locked: [],
    penalties: 0,
    points: [0, 0, 0, 0],
    total: 0,
    ...some,
});
const game = (id, some = {}, table = {}) =>
    matchOf({
        game: id,
        table: {
            phase: "white",
            active: 0,
            roll: null,
            closed: [],
            sheets: [paper(), paper()],
            ...table,
        },
        ...some,
    });
const tableOf = (match, some) => ({ ...bareTable("m1"), match, seat: 0, ...some });
const boxes = (drawn) => find(drawn, ({ props }) => props["data-action"]);

test("crosses and rolls as they are written", () => {
    assert.deepEqual(cross("b10"), { row: "b", number: 10 });
    assert.deepEqual(cross("ry3"), { row: "ry", number: 3 });
    assert.equal(cross("pass"), null);
    assert.deepEqual(roll("w41 r3 b6"), { white: [4, 1], colours: { r: 3, b: 6 } });
    assert.equal(roll("lot p2"), null);
    assert.equal(roll("die 4"), null);
});

test("dice are drawn again as they fell", async () => {
    const index = 3n + 6n * 0n + 36n * 2n + 216n * 5n; // faces 4, 1, 3, 6
    assert.equal(await redraw("w11 r1 b1", 2, async () => index), "w41 r3 b6");
    assert.equal(await redraw("lot p1", 5, async (below) => below - 1n), "lot p5");
    assert.equal(await redraw("die 1", 2, async () => 3n), "die 4");
});

test("the rows that score have dice; circles have the colours of their neighbours", () => {
    const layout = layoutOf("circles");
    assert.deepEqual(
        colours(layout).map(({ id }) => id),
        ["r", "y", "g", "b"],
    );
    assert.equal(rowOf(layout, "gb").symbol, "▲■");
    assert.deepEqual(inked(layout, "r", "row"), { class: "row red r" });
    assert.equal(inked(layout, "ry", "row").style["--second"], "var(--yellow-tint)");
    assert.deepEqual(layoutOf("unknown").rows, []);
});

test("boxes before the last cross are lost, and all of a closed row", () => {
    const [red] = layoutOf("plain").rows;
    assert.deepEqual(lost(red, [], false), []);
    assert.deepEqual(lost(red, [3, 5], false), [2, 4]);
    assert.deepEqual(lost(red, [3], true), [2, ...range(4, 12)]);
    assert.deepEqual(lost(layoutOf("shuffled").rows[0], [12], false), [7, 3]);
});

for (const [id, most] of [
    ["plain", 44],
    ["circles", 66],
    ["shuffled", 23],
]) {
    test(`every box of the sheet ${id} is drawn, in its order`, () => {
        const match = game(id, { legal: { 0: ["r3", "pass"] }, earns: { 0: [1, -5] } });
        const drawn = boxes(sheet(tableOf(match, { picked: "r3" }), 0, true));
        assert.equal(drawn.length, most);
        const wanted = SHEETS[id].rows.flatMap((row) => row.numbers.map((n) => `${row.id}${n}`));
        assert.deepEqual(
            drawn.map(({ props }) => props["data-action"]),
            wanted,
        );
        const free = drawn.filter(({ props }) => !props.disabled);
        assert.deepEqual(
            free.map(({ props }) => props["data-action"]),
            ["r3"],
        );
        assert.match(free[0].props.class, /can held/);
        assert.equal(words(find(free[0], ({ props }) => props.class === "gain")), "+1");
    });
}

test("on somebody else's sheet nothing can be done", () => {
    const match = game("plain", { legal: { 0: ["r3"] } });
    assert.ok(boxes(sheet(tableOf(match), 1, false)).every(({ props }) => props.disabled));
});

test("penalties and points are the sheet's own", () => {
    const sheets = [paper({ penalties: 2, total: -6 }), paper()];
    const drawn = sheet(tableOf(game("shuffled", {}, { sheets })), 0, false);
    const [foot] = find(drawn, ({ props }) => props.class === "penalties");
    assert.equal(find(foot, ({ tag }) => tag === "i").length, 2);
    assert.match(words(foot), /−3/);
    assert.match(words(find(drawn, ({ props }) => props.class === "total")), /−6/);
});

test("what each action would earn stands beside it", () => {
    const match = game("plain", { legal: { 0: ["r3", "pass"] }, earns: { 0: [2, -5] } });
    assert.deepEqual(
        [...choices(match, 0)],
        [
            ["r3", 2],
            ["pass", -5],
        ],
    );
    assert.deepEqual([...choices(match, 1)], []);
});

test("what a player did last, and the last roll", () => {
    const chance = (text) => ({ type: "chance", text });
    const action = (by, text) => ({ type: "action", seat: by, text });
    const events = [
        chance("w12 r3"),
        action(0, "r3"),
        action(1, "pass"),
        action(0, "b4"),
        chance("w56 r1"),
    ];
    const match = game("plain", { events });
    assert.deepEqual(
        lately(match, 0).map(({ row, number }) => `${row}${number}`),
        ["r3", "b4"],
    );
    assert.deepEqual(lately(match, 1), []);
    assert.deepEqual(lastRoll(match).white, [5, 6]);
});

test("a row that closes is news", () => {
    const match = game("plain");
    const news = view.news(match, { closed: ["r"] }, { closed: ["r", "b"] });
    assert.deepEqual(
        news.map(({ sign }) => sign),
        ["■"],
    );
});

test("what is to be done is said, with the dice, and when one waits", () => {
    const legal = { 0: ["r3", "pass"] };
    const match = game(
        "plain",
        { legal, earns: { 0: [1, 0] } },
        { roll: { white: [1, 2], colours: {} } },
    );
    const drawn = view.actions(tableOf(match));
    assert.match(words(drawn), /web.todo.white/);
    assert.deepEqual(
        boxes(drawn).map(({ props }) => props["data-action"]),
        ["pass"],
    );
    const others = game("plain", { to_act: [1], legal: {} });
    assert.match(words(view.actions(tableOf(others))), /web.waiting/);
});

test("what earns most is offered first", () => {
    const legal = { 0: ["r3", "pass", "b4", "r5"] };
    const match = game("plain", { legal, earns: { 0: [1, -5, 3, 1] } });
    const chips = find(view.actions(tableOf(match)), ({ props }) =>
        /^choice /.test(props.class ?? ""),
    );
    assert.deepEqual(
        chips.map(({ key }) => key),
        ["b4", "r3", "r5"],
    );
});

test("the result has a line for each player, and its parts make the total", () => {
    const sheets = [paper({ points: [3, 6], penalties: 1, total: 6 }), paper()];
    const table = tableOf(game("shuffled", { result: { places: [1, 2] } }, { sheets }));
    const lines = find(view.result(table), ({ tag }) => tag === "tr").slice(1);
    assert.equal(lines.length, 2);
    assert.deepEqual(find(lines[0], ({ tag }) => tag === "td").map(words), ["3", "6", "−3", "6"]);
});

test("the page has dice, seats and the sheet of who plays", () => {
    const seats = [seat(), seat({ label: "Robot", kind: "bot", bot: "level-1" })];
    const main = view.layout(tableOf(game("circles", { seats })), null);
    assert.equal(find(main, ({ tag }) => tag === "game-die").length, 6);
    assert.equal(find(main, ({ props }) => props["data-seat"] !== undefined).length, 2);
    assert.equal(boxes(main).length, 66);
});

test("draws are put into words", async () => {
    const { drawInWords } = await import(`${WEB}/notation.js`);
    assert.equal(drawInWords("lot p2", ["Ana", "Leo"]), "web.roll.lot");
    assert.equal(drawInWords("die 4", []), "web.roll.die");
    assert.equal(
        drawInWords("w41 r3 b6", []),
        ["web.roll.white", "line.r 3", "line.b 6"].join(", "),
    );
    assert.equal(drawInWords("something else", []), "something else");
});
