import assert from "node:assert/strict";
import { test } from "node:test";
import { find, speakKeys, words } from "./dom.mjs";
import { matchOf, seat } from "./fixture.mjs";

const WEB = "../../src/cruces/games/quixo/web";
const { app, bareTable } = await import("/static/js/store.js");
const { speak } = await import("/static/js/texts.js");
const { labels, path, push, pushed, seen, side, square, squareName, turned, typeset } =
    await import(`${WEB}/notation.js`);
const { drawArrows, route } = await import(`${WEB}/table/arrows.js`);
const { default: view, modelOf, status } = await import(`${WEB}/table/table.js`);

await speakKeys(speak);

const wood = (some) => ({ size: 5, board: Array(25).fill(0), ply: 0, ...some });
const game = (some = {}) => matchOf({ game: "wood", table: wood(), ...some });
const tableOf = (match, some) => ({ ...bareTable("m1"), match, seat: 0, ...some });

test("squares and pushes as they are written", () => {
    assert.equal(square(5, "c2"), 7);
    assert.equal(squareName(5, 7), "c2");
    assert.equal(squareName(3, 8), "c3");
    assert.deepEqual(push(5, "a1>a5"), { from: 0, to: 20, dot: null, text: "a1>a5" });
    assert.equal(push(5, "a1>a5@3").dot, 2);
    assert.equal(push(5, "pass"), null);
    assert.equal(typeset("Better: a1>a5@3, not e5>e1."), "Better: a1›a5 •3, not e5›e1.");
});

test("a push moves what lies between", () => {
    const board = [1, 0, 2, 0, 0, 0, 0, 0, 0];
    const move = push(3, "a1>c1");
    assert.deepEqual(path(3, move.from, move.to), [0, 1, 2]);
    assert.deepEqual(pushed(board, 3, move, 0), [0, 2, 1, 0, 0, 0, 0, 0, 0]);
    assert.deepEqual(path(3, 6, 0), [6, 3, 0]);
});

test("sides are seen from one's own place", () => {
    assert.deepEqual(
        ["a1>a5", "a5>a1", "a1>e1", "e1>a1"].map((text) => side(5, push(5, text))),
        ["bottom", "top", "right", "left"],
    );
    assert.equal(turned("left", 1), "bottom");
    assert.deepEqual(seen(5, 0, 7), { x: 2, y: 1 });
    assert.deepEqual(seen(5, 1, 0), { x: 0, y: 4 });
    assert.deepEqual(seen(5, 2, 0), { x: 4, y: 4 });
});

test("the edges say what squares are called, from every side", () => {
    assert.deepEqual(labels(5, 0), {
        columns: ["a", "b", "c", "d", "e"],
        rows: ["1", "2", "3", "4", "5"],
    });
    for (const turn of [0, 1, 2, 3]) {
        const { columns, rows } = labels(5, turn);
        for (let place = 0; place < 25; place++) {
            const { x, y } = seen(5, turn, place);
            const name = [columns[x], rows[y]].sort().reverse().join("");
            assert.equal(name, squareName(5, place));
        }
    }
});

const numbers = (text) => text.match(/-?[\d.]+/g).map(Number);
const pairs = (text) => numbers(text).flatMap((n, i, all) => (i % 2 ? [] : [[n, all[i + 1]]]));

test("an arrow goes from its cube around the end and in again, and covers no mark", () => {
    for (const text of ["a1>e1", "c1>a1", "c1>c5", "a3>e3", "e5>e1", "b5>a5"]) {
        for (const turn of [0, 1, 2, 3]) {
            const move = push(5, text);
            const [from, to] = [seen(5, turn, move.from), seen(5, turn, move.to)];
            const {
                line,
                head,
                way: { x, y },
            } = route(5, turn, move, []);
            const inside = [x - from.x, y - from.y];
            assert.ok(
                inside.every((n) => n >= 0 && n <= 1),
                "it starts at the cube",
            );
            assert.ok(inside.includes(0.5) && inside.some((n) => n === 0 || n === 1));
            const [, tip] = pairs(head);
            const middle = [tip[0] - to.x - 0.5, tip[1] - to.y - 0.5].map(Math.abs).sort();
            assert.ok(
                middle[0] < 0.001 && Math.abs(middle[1] - 0.48) < 0.001,
                "it ends at the end",
            );
            for (const [px, py] of pairs(line)) {
                assert.ok(px > -0.5 && py > -0.5 && px < 5.5 && py < 5.5, "it is on the board");
                // A mark takes the middle of its cube; a point beyond the cubes meets none.
                const away = [px, py].map((n) =>
                    n < 0 || n > 5 ? 1 : Math.abs(n - Math.floor(n) - 0.5),
                );
                assert.ok(Math.max(...away) > 0.45, `${text}: ${px} ${py}`);
            }
        }
    }
});

test("arrows keep out of each other's way, the best is drawn last", () => {
    const moves = ["a1>e1", "b1>e1", "a1>a5"].map((text) => push(5, text));
    const first = route(5, 0, moves[0], []);
    const second = route(5, 0, moves[1], [first.way]);
    assert.notEqual(first.way.at, second.way.at);
    assert.equal(route(5, 0, moves[2], [first.way]).way.level, false);
    // Two from the same cube begin apart; from edge to edge it begins where only one cube is.
    const across = route(5, 0, push(5, "a3>e3"), []).way;
    assert.deepEqual([across.x, across.y], [0, 2.5]);
    const along = route(5, 0, push(5, "a3>a1"), [across]).way;
    assert.notDeepEqual([along.x, along.y], [across.x, across.y]);
    // From a corner each begins on the side along which it goes.
    for (const text of ["a1>e1", "e1>a1", "a5>e5", "e5>a5", "a1>a5", "a5>a1", "e1>e5", "e5>e1"]) {
        const { way } = route(5, 0, push(5, text), []);
        assert.ok([0, 5].includes(way.level ? way.y : way.x), text);
        assert.equal(way.level ? way.y : way.x, way.at, text);
    }
    const arrows = moves.map((move, i) => ({ move, kind: i ? "other" : "best", rank: i + 1 }));
    const drawn = find(drawArrows(5, 0, arrows), ({ tag }) => tag === "g");
    assert.deepEqual(drawn.map(({ props }) => props["data-arrow"]).filter(Boolean), [
        "a1>a5",
        "b1>e1",
        "a1>e1",
    ]);
    assert.deepEqual(
        drawn.slice(3).map((one) => [one.props["data-start"], words(one)]),
        [
            ["a1>a5", "3"],
            ["b1>e1", "2"],
            ["a1>e1", "1"],
        ],
    );
});

test("hints are arrows, until one is tried", () => {
    const advice = ["a1>a5", "a1>e1"].map((action) => ({ action, kind: "even", exact: true }));
    const match = game({ hints: true, to_act: [0], legal: { 0: ["a1>a5", "a1>e1"] } });
    const hint = { moment: `${match.events.length} 0`, advice: { moves: advice } };
    const { arrows } = modelOf(tableOf(match, { hint }));
    assert.deepEqual(
        arrows.map(({ move, kind, rank }) => [move.text, kind, rank]),
        [
            ["a1>a5", "best", 1],
            ["a1>e1", "other", 2],
        ],
    );
    assert.deepEqual(modelOf(tableOf(match, { hint: { ...hint, moment: "old" } })).arrows, []);
});

test("the board shows what may be taken, and what was sent as played", () => {
    const match = game({ legal: { 0: ["a1>a5", "a1>e1"] } });
    const model = modelOf(tableOf(match, { local: { cube: 0 }, picked: "a1>a5" }));
    assert.deepEqual(
        model.legal.map(({ text }) => text),
        ["a1>a5", "a1>e1"],
    );
    assert.deepEqual([model.cube, model.preview.to, model.ply], [0, 20, 0]);
    const sent = modelOf(tableOf(match, { sent: { seat: 0, action: "a1>a5" } }));
    assert.deepEqual([sent.ply, sent.legal, sent.preview, sent.board[20]], [1, [], null, 1]);
});

test("in the past the board shows what was played and what was best", () => {
    const action = (by, text) => ({ type: "action", seat: by, text });
    const events = [action(0, "a1>a3"), action(1, "c1>a1"), action(0, "a3>a1")];
    const result = { announced: ["a1 a2 a3"], places: [1, 2], reason: "line" };
    const match = game({
        phase: "over",
        events,
        result,
        table: wood({ size: 3, board: [], ply: 3 }),
    });
    const end = modelOf(tableOf(match, { past: { at: 3, events, moves: [] } }));
    assert.deepEqual([end.line, end.legal, end.arrows], [[0, 3, 6], [], []]);
    const move = { action: "c1>a1", kind: "good", exact: true };
    const earlier = modelOf(tableOf(match, { past: { at: 1, events, moves: [move] } }));
    assert.deepEqual([earlier.mover, earlier.legal[0].text], [1, "c1>a1"]);
    assert.deepEqual([...earlier.values.keys()], ["c1>a1"]);
    assert.deepEqual(
        earlier.arrows.map(({ move, kind }) => [move.text, kind]),
        [["c1>a1", "best"]],
        "what was played was the best",
    );
    const better = { ...move, action: "b1>a1" };
    const other = modelOf(tableOf(match, { past: { at: 1, events, moves: [better, move] } }));
    assert.deepEqual(
        other.arrows.map(({ move: one, kind }) => [one.text, kind]),
        [
            ["b1>a1", "best"],
            ["c1>a1", "played"],
        ],
    );
});

test("why a cube cannot be taken is what the server says", async () => {
    const table = tableOf(game({ legal: { 0: ["a1>a5"] } }));
    const asked = [];
    globalThis.fetch = async (address) => {
        asked.push(address);
        const answer = { why: "Only the edge.", token: "t" };
        const headers = new Map([["content-type", "application/json"]]);
        return { ok: true, headers, json: async () => answer };
    };
    const [board] = find(view.board(table), ({ tag }) => tag === "quixo-board");
    await board.props.oncannot({ detail: square(5, "c3") });
    assert.match(asked.at(-1), /refusal.0.c3$/);
    assert.equal(table.announcement, "Only the edge.");
    assert.equal(app.notice.text, "Only the edge.");
});

test("what is to be done, step by step", () => {
    const match = game({ legal: { 0: ["a1>a5"] } });
    const said = (some) => words(view.actions(tableOf(match, some)));
    assert.match(said({}), /web.todo.cube/);
    assert.match(said({ local: { cube: 0 } }), /web.todo.end/);
    assert.match(said({ picked: "a1>a5" }), /web.todo.preview/);
    assert.match(said({ sent: { seat: 0, action: "a1>a5" } }), /web.todo.sent/);
    assert.match(words(view.actions(tableOf(game({ legal: { 0: ["pass"] } })))), /web.todo.forced/);
    assert.match(words(view.actions(tableOf(game({ to_act: [1] })))), /web.waiting/);
});

test("in teams the dot is chosen with the push", () => {
    const seats = [seat(), seat(), seat(), seat()];
    const match = game({ seats, legal: { 0: ["a1>a5@1", "a1>a5@3"] } });
    const table = tableOf(match, { picked: "a1>a5@1" });
    const ways = find(view.actions(table), ({ props }) => props.name === "dot");
    assert.deepEqual(
        ways.map(({ props }) => [props.value, props[".checked"]]),
        [
            ["me", true],
            ["partner", false],
        ],
    );
    assert.equal(find(view.actions(table), ({ props }) => props.class === "go").length, 1);
    ways[1].props.onchange();
    assert.equal(table.picked, "a1>a5@3");
    const [board] = find(view.board(table), ({ tag }) => tag === "quixo-board");
    board.props.onnear({ detail: push(5, "a1>a5@1") });
    assert.equal(table.picked, "a1>a5@3", "the dot stays where it was pointed to");
    assert.equal(view.side(match, 1), "quixo.circles");
    assert.equal(view.side(game(), 1), "");
});

test("a card says for whom one plays and whether it is their turn", () => {
    const match = game({ seats: [seat(), seat({ kind: "bot", bot: "level-1" })], to_act: [1] });
    assert.equal(status(match, 0), "quixo.crosses");
    assert.match(status(match, 1), /quixo.circles · web.status.thinking/);
});

test("a chosen hint is shown on the board", () => {
    const table = tableOf(game());
    view.choose(table, "c1>a1");
    assert.deepEqual([table.local.cube, table.picked], [2, "c1>a1"]);
});
