import assert from "node:assert/strict";
import { test } from "node:test";
import { find, speakKeys, words } from "./dom.mjs";
import { matchOf, seat } from "./fixture.mjs";

const { bareTable } = await import("/static/js/store.js");
const { speak } = await import("/static/js/texts.js");
const { FIGURES, avatar } = await import("/static/js/figures.js");
const { firstPlace, levelOf, you } = await import("/static/js/seats.js");
const { awaited } = await import("/static/js/table.js");
const { isMyTurn } = await import("/static/js/turn.js");
const { rematchLine } = await import("/static/js/rematch.js");

await speakKeys(speak);

test("who is alone at the device is you, several have names", () => {
    const match = matchOf({});
    assert.equal(you(match, 0), "web.you");
    assert.equal(you(match, 1), "Leo");
    assert.equal(you(matchOf({ own: [0, 1] }), 0), "Ana");
});

test("in a drawn game nobody is first", () => {
    const tag = (places, of) => words([firstPlace(matchOf({ result: { places } }), of)]);
    assert.equal(tag([1, 2], 0), "web.first");
    assert.equal(firstPlace(matchOf({ result: { places: [1, 2] } }), 1), null);
    assert.equal(tag([1, 1], 0), "web.drawn");
    assert.equal(tag([1, 1, 3], 1), "web.first");
    assert.equal(tag([1], 0), "web.first");
    assert.equal(firstPlace(matchOf({}), 0), null);
});

test("a figure, else a letter; a robot is a robot", () => {
    for (const figure of FIGURES) {
        const drawn = avatar({ kind: "human", figure, name: "Ana" });
        assert.equal(drawn.props.class, `avatar figure ${figure}`);
        assert.equal(find([drawn], ({ tag }) => tag === "svg").length, 1);
    }
    assert.equal(
        words([avatar({ kind: "human", figure: "of-another-version", name: "Ana" })]),
        "A",
    );
    assert.equal(words([avatar({ kind: "human", name: "leo" })]), "L");
    assert.equal(find([avatar({ kind: "bot", name: "" })], ({ tag }) => tag === "svg").length, 1);
});

test("robots have a level, people have none", () => {
    const match = matchOf({ seats: [seat(), seat({ kind: "bot", bot: "level-1" })] });
    assert.equal(levelOf(match, 0), "");
    assert.notEqual(levelOf(match, 1), "");
});

test("somebody is waited for after a moment, until one may go on without them", () => {
    const match = matchOf({ own: [0] });
    const table = { ...bareTable("m1"), match, seat: 0, present: [0] };
    table.missing = { 1: 1000 };
    table.dismissable = { 1: 121_000 };
    assert.deepEqual(awaited(table, 2000), []);
    assert.deepEqual(awaited(table, 6000), [1]);
    assert.deepEqual(awaited(table, 122_000), []);
    assert.deepEqual(awaited({ ...table, seat: null }, 6000), []);
    assert.deepEqual(awaited({ ...table, present: [0, 1] }, 6000), []);
});

test("it is somebody's turn where one of their seats has to choose", () => {
    assert.equal(isMyTurn(matchOf({ to_act: [0, 1], own: [1] })), true);
    assert.equal(isMyTurn(matchOf({ to_act: [0], own: [1] })), false);
    assert.equal(isMyTurn(null), false);
});

test("a rematch says who asked, or that one waits", () => {
    const offers = (agreed) => [{ offer: "rematch", seat: agreed[0], agreed }];
    assert.equal(rematchLine(matchOf({})), null);
    assert.equal(words([rematchLine(matchOf({ offers: offers([0]) }))]), "web.offer.waiting");
    assert.equal(words([rematchLine(matchOf({ offers: offers([1]) }))]), "web.offer.rematch");
});
