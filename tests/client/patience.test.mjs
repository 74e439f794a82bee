import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const { app, write } = await import("/static/js/store.js");
const { patientFetch } = await import("/static/js/patience.js");
const { call } = await import("/static/js/api.js");
const { keep } = await import("/static/js/device.js");

/** Answers with these statuses, one after the other; counts how often it was asked. */
function serve(...answers) {
    const asked = [];
    globalThis.fetch = async (path, order) => {
        asked.push([path, order?.method ?? "GET"]);
        const [status, wait] = answers.shift();
        return new Response(JSON.stringify({ code: "slow-down", message: "Wait.", reason: "" }), {
            status,
            headers: {
                "content-type": "application/json",
                ...(wait === undefined ? {} : { "retry-after": String(wait) }),
            },
        });
    };
    return asked;
}

beforeEach(() => {
    write("device", null);
    app.notice = null;
});

test("what is refused for now is asked again after the time that the server says", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const asked = serve([429, 7], [200]);
    const told = [];
    const answer = patientFetch("/x", {}, (seconds) => told.push(seconds));
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(told, [7]);
    mock.timers.tick(6900);
    await new Promise((done) => setImmediate(done));
    assert.equal(asked.length, 1);
    mock.timers.tick(200);
    assert.equal((await answer).status, 200);
    assert.equal(asked.length, 2);
    mock.timers.reset();
});

test("nobody waits for ever", async () => {
    const asked = serve([429, 0], [429, 0], [429, 0], [429, 0], [200]);
    assert.equal((await patientFetch("/x")).status, 429);
    assert.equal(asked.length, 4);
    serve([429, 3600], [200]);
    assert.equal((await patientFetch("/x")).status, 429);
});

test("other refusals are not asked again", async () => {
    const asked = serve([409], [200]);
    assert.equal((await patientFetch("/x")).status, 409);
    assert.equal(asked.length, 1);
});

test("who leaves does not wait", async () => {
    const leaving = new AbortController();
    serve([429, 50], [200]);
    const before = globalThis.fetch;
    globalThis.fetch = async (path, order) => {
        order.signal.throwIfAborted();
        return before(path, order);
    };
    const answer = patientFetch("/x", { signal: leaving.signal }, () => leaving.abort());
    await assert.rejects(answer, { name: "AbortError" });
});

test("an invitation is tried again, and the screen says so", async () => {
    keep({ player: "p", token: "t" });
    const asked = serve([429, 0], [200]);
    await call("/api/join", { code: "ABCD" });
    assert.deepEqual(asked, [
        ["/api/join", "POST"],
        ["/api/join", "POST"],
    ]);
    assert.ok(app.notice);
});

test("a list that is loaded by itself waits in silence", async () => {
    keep({ player: "p", token: "t" });
    const asked = serve([429, 0], [200]);
    await call("/api/lobby");
    assert.equal(asked.length, 2);
    assert.equal(app.notice, null);
});
