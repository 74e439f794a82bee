import assert from "node:assert/strict";
import { test } from "node:test";
import { find, speakKeys, words } from "./dom.mjs";
import { matchOf, seat } from "./fixture.mjs";

const { handover, isGuarded, passOn, visibleSeat } = await import("/static/js/handover.js");
const { bareTable } = await import("/static/js/store.js");
const { speak } = await import("/static/js/texts.js");

await speakKeys(speak);

const people = (...decided) => decided.map((one, i) => seat({ label: `P${i + 1}`, decided: one }));
const match = (some) =>
    matchOf({ phase: "playing", own: [0, 1], seats: people(false, false), ...some });
/** A table after several states of its match. */
function after(...states) {
    const table = bareTable("m1");
    for (const state of states) {
        table.match = match(state);
        passOn(table, performance.now());
    }
    return table;
}

test("the seat shown stays while it may act, then the next one comes", () => {
    const own = [0, 1, 2];
    assert.equal(visibleSeat({ own, to_act: [0, 1, 2] }, null), 0);
    assert.equal(visibleSeat({ own, to_act: [0, 1, 2] }, 1), 1);
    assert.equal(visibleSeat({ own, to_act: [0, 2] }, 1), 2);
    assert.equal(visibleSeat({ own, to_act: [0] }, 2), 0);
    assert.equal(visibleSeat({ own, to_act: [] }, 2), 2);
    assert.equal(visibleSeat({ own: [], to_act: [0] }, null), null);
});

test("where all choose at once, the device is handed over and what was chosen is hidden", () => {
    const table = after({ to_act: [0, 1] });
    assert.deepEqual([table.seat, table.passTo], [0, null], "the first player has it already");
    table.match = match({ to_act: [1], seats: people(true, false) });
    passOn(table, performance.now());
    assert.deepEqual([table.seat, table.passTo], [1, 1]);
    const drawn = handover(table, 1);
    assert.match(words(drawn), /^web.pass-to/);
    assert.match(words(drawn), /web.pass-to.hidden/);
    assert.match(table.announcement, /web.pass-to/);
});

test("a second tap does not act for the next player, nor take the device", () => {
    const table = after({ to_act: [0, 1] }, { to_act: [1], seats: people(true, false) });
    const button = () => find(handover(table, 1), ({ tag }) => tag === "button")[0];
    assert.ok(isGuarded(table));
    assert.equal(button().props["aria-disabled"], "true");
    button().props.onclick();
    assert.equal(table.passTo, 1);
    table.guardUntil = performance.now() - 1;
    button().props.onclick();
    assert.equal(table.passTo, null);
    assert.ok(isGuarded(table), "nor does the tap that takes it");
});

test("where nothing is hidden the board stays in sight, and a second tap is ignored", () => {
    const table = after({ to_act: [0] }, { to_act: [1] });
    assert.deepEqual([table.seat, table.passTo], [1, null]);
    assert.ok(isGuarded(table));
});

test("nobody is asked to pass a device on which they play alone, nor after the end", () => {
    const alone = { own: [0], to_act: [0, 1] };
    const table = after(alone, { own: [0], to_act: [1], seats: people(true, false) });
    assert.deepEqual([table.seat, table.passTo, isGuarded(table)], [0, null, false]);
    const over = after(
        { to_act: [0, 1] },
        { to_act: [1], seats: people(true, false) },
        { phase: "over", to_act: [] },
    );
    assert.equal(over.passTo, null);
});

test("after a reload the device is handed over if somebody has already chosen", () => {
    assert.equal(after({ to_act: [1], seats: people(true, false) }).passTo, 1);
    assert.equal(after({ to_act: [0, 1] }).passTo, null);
});
