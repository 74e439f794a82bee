import assert from "node:assert/strict";
import { test } from "node:test";

const { Renewal } = await import("/static/js/renewal.js");

/** A window with a service worker, if it controls the page, and a table that is looked at or not. */
function open({ controller = true, table = false } = {}) {
    const [listeners, kept] = [{}, new Map()];
    const listen = (name, listener) => {
        listeners[name] = listener;
    };
    const world = {
        reloads: 0,
        navigator: { serviceWorker: { controller, addEventListener: listen } },
        document: { visibilityState: "visible", addEventListener: listen },
        sessionStorage: {
            getItem: (name) => kept.get(name) ?? null,
            setItem: (name, value) => kept.set(name, value),
        },
        location: {
            reload: () => {
                world.reloads += 1;
            },
        },
    };
    const renewal = new Renewal(() => table, world);
    return { world, renewal, update: () => listeners.controllerchange?.(), listeners };
}

test("another version of the page is loaded at once", () => {
    const { world, update } = open();
    assert.equal(world.reloads, 0);
    update();
    assert.equal(world.reloads, 1);
});

test("keeping the page for the first time is not another version", () => {
    const { world, renewal, update } = open({ controller: null });
    update();
    renewal.leave();
    assert.equal(world.reloads, 0);
});

test("nobody is disturbed at a table", () => {
    const { world, renewal, update } = open({ table: true });
    renewal.leave();
    update();
    assert.equal(world.reloads, 0);
    renewal.leave();
    assert.equal(world.reloads, 1);
});

test("unless they look elsewhere", () => {
    const { world, update, listeners } = open({ table: true });
    listeners.visibilitychange();
    update();
    world.document.visibilityState = "hidden";
    listeners.visibilitychange();
    assert.equal(world.reloads, 1);
});

test("versions that alternate do not load the page again and again", () => {
    const { world, update } = open();
    for (let i = 0; i < 5; i++) update();
    assert.equal(world.reloads, 1);
});

test("a browser without service workers is no trouble", () => {
    const world = { navigator: {}, document: {} };
    assert.equal(new Renewal(() => true, world).outdated, false);
});
