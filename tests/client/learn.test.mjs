import assert from "node:assert/strict";
import { test } from "node:test";

const { advance, following, isSolved, lastDays, numbersOf, progress, solve, streak } =
    await import("/static/pages/learn/progress.js");

test("a streak lasts while there is a day of it yesterday or today", () => {
    const days = ["2026-02-26", "2026-02-28", "2026-03-01", "2026-03-02"];
    assert.equal(streak(days, "2026-03-02"), 3);
    assert.equal(streak(days, "2026-03-03"), 3);
    assert.equal(streak(days, "2026-03-04"), 0);
    assert.equal(streak([], "2026-03-04"), 0);
    const last = lastDays(days, "2026-03-01", 4);
    assert.deepEqual(
        last.map(({ day, solved }) => [day, solved]),
        [
            ["2026-02-26", true],
            ["2026-02-27", false],
            ["2026-02-28", true],
            ["2026-03-01", true],
        ],
    );
});

test("exercises go on with what is not solved yet, and then from the start", () => {
    assert.deepEqual(numbersOf([2, 3, 0], 2), [3, 4, 5]);
    assert.equal(following([3, 4, 5], []), 3);
    assert.equal(following([3, 4, 5], [3, 4]), 5);
    assert.equal(following([3, 4, 5], [5], 4), 3);
    assert.equal(following([3, 4, 5], [3, 4, 5], 4), 5);
    assert.equal(following([3], [], 3), 3);
});

test("a device remembers what is solved, once", () => {
    solve("one", 7, null);
    solve("one", 7, "2026-03-01");
    solve("two", 1, "2026-03-01");
    advance("one", 3);
    advance("one", 2);
    assert.deepEqual(progress(), {
        solved: { one: [7], two: [1] },
        steps: { one: 3 },
        days: ["2026-03-01"],
    });
    assert.ok(isSolved("one", 7) && !isSolved("one", 8) && !isSolved("three", 1));
});
