import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const { app, read, write } = await import("/static/js/store.js");
const { become, former, keep, recognised, stored, token, unrecognised } =
    await import("/static/js/device.js");
const { call } = await import("/static/js/api.js");
const { carryMuted, isMuted, toggleMuted } = await import("/static/js/muted.js");

/** Answers with these, one after the other, and notes the tokens they were asked with. */
function serve(...answers) {
    const asked = [];
    globalThis.fetch = async (_, { headers }) => {
        asked.push(headers?.Authorization);
        const [status, body] = answers.shift();
        return new Response(JSON.stringify(body), {
            status,
            headers: { "content-type": "application/json" },
        });
    };
    return asked;
}

const refusal = (reason) => [401, { code: "unauthorised", reason, message: `said ${reason}` }];

beforeEach(() => {
    write("device", null);
    write("devices-before", null);
    app.unrecognised = null;
});

test("a token is asked for once and stored", async () => {
    serve([201, { player: "p", device: "d", token: "t" }]);
    assert.deepEqual(await Promise.all([token(), token()]), ["t", "t"]);
    assert.equal(await token(), "t");
    assert.ok(stored().since > 0);
});

test("what an earlier version stored is still a token", async () => {
    write("device", { player: "p", token: "p.signature" });
    assert.equal(await token(), "p.signature");
});

test("a refused token is kept, and known again when it is accepted", async () => {
    keep({ player: "p", token: "t" });
    const asked = serve(refusal("bad-token"), [200, []]);
    await assert.rejects(call("/api/lobby"), { message: "said bad-token", reason: "bad-token" });
    assert.deepEqual(app.unrecognised, { reason: "bad-token", message: "said bad-token" });
    assert.equal(stored().token, "t");
    await call("/api/lobby");
    assert.equal(app.unrecognised, null);
    assert.deepEqual(asked, ["Bearer t", "Bearer t"]);
});

test("another window has replaced the token: the new one is tried", async () => {
    keep({ player: "p", token: "old" });
    const asked = serve(refusal("token-replaced"), [200, []]);
    const before = globalThis.fetch;
    globalThis.fetch = (...request) => {
        write("device", { player: "p", token: "new" });
        return before(...request);
    };
    await call("/api/lobby");
    assert.deepEqual(asked, ["Bearer old", "Bearer new"]);
    assert.equal(app.unrecognised, null);
    assert.equal(unrecognised("old", "token-replaced", ""), true);
});

test("who becomes another player can come back", () => {
    keep({ player: "ana", token: "a" });
    unrecognised("a", "token-revoked", "No.");
    become(null);
    assert.equal(stored(), null);
    assert.equal(app.unrecognised, null);
    assert.deepEqual(
        former().map(({ player }) => player),
        ["ana"],
    );
    keep({ player: "bea", token: "b" });
    become(former()[0]);
    assert.equal(stored().token, "a");
    assert.deepEqual(
        former().map(({ player }) => player),
        ["bea"],
    );
    recognised();
    assert.equal(app.unrecognised, null);
});

test("a player is muted by name, at one table and its rematch", () => {
    const seats = [{ name: "Ana" }, { name: "Bea" }, { name: "" }];
    const match = { match: "m1", own: [0], seats };
    assert.equal(isMuted(match, 1), false);
    toggleMuted(match, 1);
    assert.deepEqual(
        [0, 1, 2, 3].map((seat) => isMuted(match, seat)),
        [false, true, false, false],
    );
    assert.equal(isMuted({ ...match, match: "m2" }, 1), false);
    carryMuted("m1", "m2");
    assert.equal(isMuted({ ...match, match: "m2" }, 1), true);
    toggleMuted(match, 1);
    assert.equal(isMuted(match, 1), false);
    assert.equal(read("muted", []).length, 2);
});
