import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const { app } = await import("/static/js/store.js");
const { GameClock } = await import("/static/js/clock.js");

/** What the device was told to do. */
let buzzes = [];

beforeEach(() => {
    buzzes = [];
    app.prefs.sound = true;
    navigator.vibrate = (pattern) => buzzes.push(pattern);
    Object.defineProperty(navigator, "userActivation", {
        value: { hasBeenActive: true },
        configurable: true,
    });
});

/** Show a running clock at these numbers of milliseconds, one after the other. */
function run(own, ...times) {
    const clock = new GameClock();
    clock.classList = { toggle: () => undefined };
    for (const remaining of times)
        clock.clock = { remaining, at: performance.now(), running: true, own };
    clearTimeout(clock.timer);
    return clock;
}

test("time that runs short is heard once, and each of the last seconds", () => {
    run(true, 25_000, 21_000, 19_990, 19_500, 12_000, 4_900, 4_800, 3_900, 2_900);
    assert.deepEqual(buzzes, [[60, 60, 60], 20, 20, 20]);
});

test("a clock that is short from the start is heard at once", () => {
    run(true, 9_000, 8_000);
    assert.deepEqual(buzzes, [[60, 60, 60]]);
});

test("the others' clocks are silent, and so is a device without sound", () => {
    run(false, 25_000, 19_000, 4_000, 3_000);
    app.prefs.sound = false;
    run(true, 25_000, 19_000, 4_000, 3_000);
    assert.deepEqual(buzzes, []);
});

test("nothing vibrates before the page was touched", () => {
    Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: false } });
    run(true, 25_000, 19_000);
    assert.deepEqual(buzzes, []);
});

test("at the end there is nothing left", () => {
    const clock = run(true, 900);
    clock.clock = { remaining: 0, at: performance.now(), running: false, own: true };
    assert.equal(clock.textContent, "0:00");
});
