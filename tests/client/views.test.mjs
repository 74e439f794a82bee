import assert from "node:assert/strict";
import { test } from "node:test";
import { find, speakKeys, words } from "./dom.mjs";
import { matchOf, seat } from "./fixture.mjs";

const { app, bareTable } = await import("/static/js/store.js");
const { speak } = await import("/static/js/texts.js");
const { isLoaded, loadViews, viewOf } = await import("/static/js/views.js");
const { plain } = await import("/static/js/plain_view.js");
const { h } = await import("/static/js/html.js");

await speakKeys(speak);
document.head = { append: (link) => setImmediate(() => link.onload()) };

const race = { id: "race", view: "/families/race/view.js" };
const bare = { id: "bare", view: null };
const broken = { id: "broken", view: "/families/broken/view.js" };

test("a view that only draws its board is complete", async () => {
    app.games = [race, bare, broken];
    const asked = [];
    const complaints = [];
    console.error = (address) => complaints.push(address);
    await loadViews(app.games, async (address) => {
        asked.push(address);
        if (address === broken.view) throw new Error("no such module");
        return { default: { board: ({ match }) => h("b", null, match.table.track) } };
    });
    assert.deepEqual(asked, [race.view, broken.view]);
    assert.deepEqual(complaints, [broken.view]);
    assert.equal(viewOf({ game: "bare" }), plain);
    assert.equal(viewOf({ game: "broken" }), plain);
    const match = matchOf({ game: "race", table: { track: "o--o" }, legal: { 0: ["roll"] } });
    const table = { ...bareTable("m1"), match, seat: 0 };
    const view = viewOf(match);
    const page = view.layout(table, h("section", null, view.actions(table)));
    assert.match(words(page), /o--o/);
    assert.equal(find(page, ({ props }) => props["data-action"] === "roll").length, 1);
    assert.equal(find(page, ({ props }) => props["data-seat"] !== undefined).length, 2);
    assert.equal(view.typeset("as it is"), "as it is");
});

test("the plain view: position, a button for every action in the server's words, scores", () => {
    const match = matchOf({
        game: "bare",
        position: "12 7",
        legal: { 0: ["s1", "s2"] },
        names: { 0: ["one", "two"] },
    });
    const table = { ...bareTable("m1"), match, seat: 0 };
    assert.equal(words(plain.board(table)), "12 7");
    const buttons = find(plain.actions(table), ({ props }) => props["data-action"]);
    assert.deepEqual(buttons.map(words), ["one", "two"]);
    const result = { places: [2, 1], scores: [-3, 9], reason: "", text: "", outcome: "" };
    const over = matchOf({
        game: "bare",
        phase: "over",
        result,
        seats: [seat(), seat({ label: "Leo" })],
    });
    assert.equal(words(plain.result({ ...table, match: over })), "Leo9web.you−3");
    assert.match(
        words(plain.actions({ ...table, match: matchOf({ to_act: [1] }) })),
        /web.waiting/,
    );
});

test("what only a table needs is loaded once, when one is opened", async () => {
    const [late, lost] = ["late", "lost"].map((id) => ({ id, view: `/families/${id}/view.js` }));
    app.games = [late, lost];
    const asked = [];
    console.error = () => undefined;
    await loadViews(app.games, async (address) => ({
        default: {
            picture: () => "picture",
            later: async () => {
                asked.push(address);
                if (address === lost.view) throw new Error("no network");
                return { board: () => "board" };
            },
        },
    }));
    assert.deepEqual(asked, []);
    assert.equal(viewOf({ game: "late" }).picture(), "picture");
    for (const { id } of app.games) assert.equal(isLoaded({ game: id }), false);
    assert.equal(isLoaded({ game: "late" }), false, "it is on its way");
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(asked, [late.view, lost.view]);
    for (const { id } of app.games) assert.equal(isLoaded({ game: id }), true);
    assert.equal(viewOf({ game: "late" }).board(), "board");
    assert.equal(viewOf({ game: "late" }).picture(), "picture");
    assert.equal(viewOf({ game: "lost" }).board, plain.board, "it can be played all the same");
});
