import assert from "node:assert/strict";
import { test } from "node:test";
import { settled } from "./world.mjs";

const { WakeLock } = await import("/static/js/wake_lock.js");

/** A page that can be hidden, and locks that are counted. */
function page() {
    const listeners = new Set();
    const shown = {
        visibilityState: "visible",
        addEventListener: (_, listener) => listeners.add(listener),
        removeEventListener: (_, listener) => listeners.delete(listener),
    };
    return {
        shown,
        listeners,
        turn: (visibilityState) => {
            shown.visibilityState = visibilityState;
            for (const listener of listeners) listener();
        },
    };
}

test("it is taken again on every return, and released at the end", async () => {
    const { shown, listeners, turn } = page();
    let [taken, released] = [0, 0];
    const request = async () => {
        taken += 1;
        return {
            release: async () => {
                released += 1;
            },
        };
    };
    const lock = new WakeLock(shown, request);
    await settled();
    for (let i = 0; i < 2; i++) {
        turn("hidden");
        turn("visible");
        await settled();
    }
    assert.equal(taken, 3);
    lock.release();
    assert.deepEqual([released, listeners.size], [1, 0]);
});

test("a lock that comes after the end is given back", async () => {
    const { shown } = page();
    let released = 0;
    let give;
    const lock = new WakeLock(
        shown,
        () =>
            new Promise((done) => {
                give = done;
            }),
    );
    lock.release();
    give({
        release: async () => {
            released += 1;
        },
    });
    await settled();
    assert.equal(released, 1);
});

test("a browser that does not allow it is no trouble", async () => {
    const { shown } = page();
    const lock = new WakeLock(shown, async () => {
        throw new Error("not allowed");
    });
    await settled();
    lock.release();
});
