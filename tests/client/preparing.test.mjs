import assert from "node:assert/strict";
import { test } from "node:test";

const { excuse, preparedPart, watchPreparation } = await import("/static/js/preparing.js");
const { app, bareTable } = await import("/static/js/store.js");

const GAME = "some";
const against = (...bots) => ({ game: GAME, seats: ["", ...bots].map((bot) => ({ bot })) });

/** Whether it is said to who plays against these. */
function excused(...bots) {
    app.notice = null;
    const table = bareTable("m");
    excuse(table, against(...bots));
    assert.equal(!!table.announcement, !!app.notice);
    return app.notice?.kind ?? "";
}

test("only who plays against a strong robot hears once that it is weaker for now", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    app.games = [{ id: GAME, bots: ["level-1", "level-2", "level-3", "level-4"] }];
    let part = 0.4;
    globalThis.fetch = async () => ({ json: async () => ({ part }) });
    const watching = watchPreparation();
    while (preparedPart() === 1) await new Promise(setImmediate);
    assert.equal(preparedPart(), part);
    assert.equal(excused("level-2"), "");
    assert.equal(excused("greedy"), "");
    assert.equal(excused("level-1", "level-3"), "aside");
    assert.equal(excused("level-4"), "");
    part = 1;
    context.mock.timers.tick(2000);
    await watching;
    assert.equal(preparedPart(), 1);
});
