import assert from "node:assert/strict";
import { test } from "node:test";
import "./dom.mjs";
import { matchOf, seat } from "./fixture.mjs";

const { exported, forget, history, imported, keep, lineOf, merge } =
    await import("/static/pages/history.js");
const { average, countable, distribution, grouped, record, smooth, values } =
    await import("/static/pages/games_figures.js");

const result = (some) => ({ at: 7, places: [1, 2], counts: { points: [40, 30] }, ...some });
const line = (some) => ({ ...lineOf(matchOf({ result: result() })), ...some });
/** Games of which the last one is named first. */
const series = (...results) => results.map((one, i) => line({ match: `s${i}`, result: one }));

test("a game is remembered from one's own seat", () => {
    assert.deepEqual(lineOf(matchOf({ result: result({}) })), {
        match: "m1",
        game: "",
        at: 7,
        result: "won",
        against: "people",
        names: ["Ana"],
        counts: { points: 40 },
    });
    const robot = seat({ kind: "bot", bot: "level-3" });
    const at = (some) => lineOf(matchOf({ result: result(some.result), ...some.match }));
    assert.equal(at({ match: { own: [1] } }).result, "lost");
    assert.equal(at({ match: { own: [1] } }).counts.points, 30);
    assert.equal(at({ result: { places: [1, 1] } }).result, "drawn");
    assert.equal(at({ match: { seats: [seat(), robot] } }).against, "level-3");
    assert.equal(at({ match: { own: [0, 1] } }).against, "here");
    const alone = at({ match: { seats: [seat()] }, result: { places: [1] } });
    assert.deepEqual([alone.result, alone.against], ["alone", "alone"]);
    const start = { match: "before", events: 9 };
    assert.equal(at({ match: { start } }).start, true);
    assert.equal("start" in at({ match: { start: null } }), false);
    assert.equal(at({ match: { own: [] } }), null);
    assert.equal(lineOf(matchOf({})), null);
    const listing = { ...matchOf({}), updated: 9, result: { places: [2, 1] } };
    assert.deepEqual([lineOf(listing).at, lineOf(listing).counts], [9, {}]);
});

test("every game is kept once, with the most that is known, until all is deleted", () => {
    assert.equal(merge([line({ match: "a", at: 3, counts: {} }), line({ match: "b", at: 5 })]), 2);
    assert.equal(merge([line({ match: "a", at: 3 }), null]), 0);
    assert.deepEqual(
        history().games.map(({ match, counts }) => [match, counts.points]),
        [
            ["b", 40],
            ["a", 40],
        ],
    );
    const file = exported();
    forget();
    assert.equal(merge([line({ match: "a", at: 3 })]), 0, "the server still knows it");
    assert.equal(imported(file), 2, "its owner brings it back");
    assert.equal(imported(file), 0);
    keep(matchOf({ match: "now", result: result({ at: Date.now() + 1000 }) }));
    assert.equal(history().games[0].match, "now");
});

test("what is no file of games changes nothing", () => {
    const before = exported();
    for (const text of ["", "{", "null", "[]", '{"format":"cruces-games"}', '{"games":[]}'])
        assert.equal(imported(text), null, text);
    const wrong = [
        null,
        3,
        { ...line({}), at: "yesterday" },
        { ...line({}), result: "<b>" },
        { ...line({}), names: [{}] },
        { ...line({}), counts: { points: "many" } },
        { ...line({}), counts: null },
        { ...line({}), start: "somewhere" },
    ];
    assert.equal(imported(JSON.stringify({ format: "cruces-games", games: wrong })), 0);
    assert.equal(exported(), before);
});

test("wins in a row, now and at most; whoever plays alone neither wins nor loses", () => {
    assert.deepEqual(record(series("won", "alone", "won", "lost", "won", "won", "won", "drawn")), {
        games: 8,
        share: 5 / 7,
        streak: 2,
        longest: 3,
    });
    assert.deepEqual(record([]), { games: 0, share: null, streak: 0, longest: 0 });
});

test("a game that began from a position is kept and taken along, and counts for nothing", () => {
    forget();
    const [whole, half] = [line({ match: "whole", at: 9e15 }), line({ match: "half", at: 8e15 })];
    merge([whole, { ...half, start: true }]);
    const file = exported();
    forget();
    assert.equal(imported(file), 2);
    const { games } = history();
    assert.deepEqual(
        games.map(({ match, start }) => [match, start]),
        [
            ["whole", undefined],
            ["half", true],
        ],
    );
    assert.deepEqual(countable([...games, line({ against: "here" })]), [whole]);
});

test("averages, distributions and groups", () => {
    const games = [line({ counts: { points: 9 } }), line({ counts: {} }), line({})];
    assert.deepEqual(values(games, "points"), [40, 9]);
    assert.equal(average([1, 2, 6]), 3);
    assert.deepEqual(
        distribution([0, 2, 2]).map(({ count }) => count),
        [1, 0, 2],
    );
    const wide = distribution([-20, 0, 3, 100]);
    assert.ok(wide.length <= 12);
    assert.equal(
        wide.reduce((sum, { count }) => sum + count, 0),
        4,
    );
    assert.deepEqual([wide[0].from, wide.at(-1).to], [-20, 100]);
    assert.deepEqual(distribution([5, 5]), [{ from: 5, to: 5, count: 2 }]);
    const course = smooth([10, ...Array(10).fill(0)]);
    assert.deepEqual([course[0], course[1], course[9], course[10]], [10, 5, 1, 0]);
    const groups = grouped(series("won", "lost", "won"), (game) => game.result);
    assert.deepEqual(
        groups.map(([name, some]) => [name, some.length]),
        [
            ["won", 2],
            ["lost", 1],
        ],
    );
});
