import assert from "node:assert/strict";
import { test } from "node:test";
import { SHEETS } from "./fixture.mjs";

const GAMES = "../../src/cruces/games";
const wood = await import(`${GAMES}/quixo/web/editor/position.js`);
const paper = await import(`${GAMES}/qwixx/web/editor/position.js`);
const { exploreAddress, optionsIn } = await import("/static/pages/explore_address.js");

test("an address says the game, what is not usual, and the position", () => {
    const game = {
        id: "chess",
        options: [
            { name: "size", values: [5, 4], texts: ["5", "4"], default: 5 },
            { name: "again", values: [3, null], texts: ["3", "none"], default: 3 },
        ],
    };
    const [position, options] = ["r3,5 y2 | - ; p1 roll", { size: 5, again: null }];
    const address = exploreAddress(game, position, options);
    const params = Object.fromEntries(new URLSearchParams(address.slice(1)));
    assert.deepEqual(params, { explore: "chess", again: "none", position });
    assert.deepEqual(optionsIn(game, params), { again: null });
    assert.equal(exploreAddress(game, "", {}), "#explore=chess");
    assert.deepEqual(optionsIn(game, { size: "9" }), {});
});

test("a position on wood, read and written", () => {
    for (const [text, seats, begins] of [
        ["O..../...../...../...../X.... X 3", 2, 0],
        ["X./O. O 3", 2, 1],
        ["1..4./...../...../...../3.... 4 4", 4, 0],
    ])
        assert.equal(wood.write(wood.read(text, seats), seats, begins), text);
    // As few turns as it takes: one for each cube, and until it is this player's turn.
    const later = wood.read("x../.../... x 99 < .../.../...", 2);
    assert.equal(wood.write(later, 2, 0), "X../.../... X 3");
    for (const text of ["", "X", "X. O 2", "X./.Z O 2", "X./.O", "X./.O 1 2"])
        assert.equal(wood.read(text, 2), null, text);
});

test("a position on paper, read and written", () => {
    for (const [text, sheet] of [
        ["r3,5 y2 p1 | g12,9 ; p2 roll", "plain"],
        ["- ; p1 white w41 r3 y5 g2 b6", "plain"],
        ["r3 ry3 | - ; p1 colour w12 r3 y5 g2 b6 : r3", "circles"],
        ["- | r2,3,4,5,6,12 ; p1 white w41 y5 g2 b6", "plain"],
        ["- ; p1 colour w41 r3 y5 g2 b6 : pass", "plain"],
    ])
        assert.equal(paper.write(SHEETS[sheet], paper.read(text)), text);
    // Choices that were made already are left to be made again.
    const chosen = paper.read("- | - ; p1 white w41 r3 y5 g2 b6 : p1 r5");
    assert.equal(paper.write(SHEETS.plain, chosen), "- | - ; p1 white w41 r3 y5 g2 b6");
    for (const text of ["", "- | -", "- ; p1 sleep", "- ; p2 roll"])
        assert.equal(paper.read(text), null, text);
});

test("a row with a cross in its last box has no die", () => {
    const position = paper.read("r3 | - ; p1 white w41 r3 y5 g2 b6");
    position.sheets[1].lines.r = [12];
    assert.deepEqual(paper.closed(SHEETS.plain, position.sheets), ["r"]);
    assert.equal(paper.write(SHEETS.plain, position), "r3 | r12 ; p1 white w41 y5 g2 b6");
});
