import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeWorld, settled } from "./world.mjs";

const { CommandRefused, Session } = await import("/static/js/session.js");

const state = (version) => ({ type: "state", state: { version }, present: [], watchers: 0 });

/** A session, what it received, and how it said its connection was. */
function begin() {
    const world = new FakeWorld();
    const [received, links] = [[], []];
    const session = new Session(
        "m1",
        (message) => received.push(message),
        (link) => links.push(link),
        world,
    );
    return { world, session, received, links };
}

/** The same once it is online at a version. */
async function online(version = 7) {
    const begun = begin();
    await begun.world.prove();
    begun.world.socket.onopen();
    begun.world.socket.say(state(version));
    return begun;
}

test("it says hello, and is online when the server answers", async () => {
    const { world, session, received, links } = await online();
    assert.deepEqual(world.socket.sent, [
        { type: "hello", token: "proof", match: "m1", lang: "es" },
    ]);
    assert.deepEqual(links, ["connecting", "online"]);
    assert.equal(received.length, 1);
    assert.equal(session.phase, "online");
});

test("one connection, however often somebody looks while the token is fetched", async () => {
    const { world, session } = begin();
    for (let i = 0; i < 5; i++) world.watching.back();
    await world.prove();
    assert.equal(world.sockets.length, 1);
    session.close();
    assert.ok(world.sockets.every(({ closed }) => closed));
});

test("a token that comes after the end opens nothing", async () => {
    const { world, session } = begin();
    session.close();
    await world.prove();
    assert.equal(world.sockets.length, 0);
    assert.equal(world.watching, null);
});

test("a lost connection comes back, waiting longer each time, and asks for the gap", async () => {
    const { world, links } = await online(7);
    world.socket.break();
    assert.equal(links.at(-1), "reconnecting");
    await world.pass(400);
    await world.prove();
    assert.equal(world.sockets.length, 2);
    world.socket.break();
    await world.pass(300);
    await world.prove();
    assert.equal(world.sockets.length, 2, "the second time it waits longer");
    await world.pass(400);
    await world.prove();
    assert.equal(world.sockets.length, 3);
    world.socket.onopen();
    assert.equal(world.socket.sent[0].version, 7);
});

test("no token: it tries again", async () => {
    const { world } = begin();
    world.tokens.pop().failed(new Error("offline"));
    await settled();
    assert.equal(world.sockets.length, 0);
    await world.pass(400);
    await world.prove();
    assert.equal(world.sockets.length, 1);
});

test("what a dropped socket still says is not heard", async () => {
    const { world, session, received } = await online();
    const old = world.socket;
    session.refresh();
    await world.prove();
    old.say(state(9));
    old.break();
    assert.equal(received.length, 1);
    assert.equal(world.sockets.length, 2);
    assert.ok(old.closed);
});

test("a command carries the version that was shown, not the one that was heard", async () => {
    const { world, session } = await online(7);
    world.socket.say({ type: "events", events: [], now: { version: 9 } });
    void session.do({ type: "act", seat: 0, action: "pass" }, 7);
    const frame = world.socket.sent.at(-1);
    assert.deepEqual([frame.type, frame.version, frame.command.action], ["do", 7, "pass"]);
});

test("a command is sent again under the same name until it is answered", async () => {
    const { world, session } = await online();
    const done = session.do({ type: "stand", seat: 0 }, 7);
    const [first] = world.socket.sent.slice(-1);
    world.socket.break();
    await world.pass(400);
    await world.prove();
    world.socket.onopen();
    assert.equal(world.socket.sent.length, 1, "nothing but the hello before the answer");
    world.socket.say(state(7));
    assert.deepEqual(world.socket.sent.at(-1), first);
    world.socket.say({ type: "ack", id: first.id, version: 8 });
    assert.equal(await done, 8);
    assert.equal(session.waiting.size, 0);
});

test("a refusal fails the command; one that says wait is sent again", async () => {
    const { world, session } = await online();
    const failed = session.do({ type: "stand", seat: 0 }, 7);
    const { id } = world.socket.sent.at(-1);
    world.socket.say({ type: "error", code: "slow-down", reason: "", message: "", id, wait: 0.5 });
    const before = world.socket.sent.length;
    await world.pass(500);
    assert.equal(world.socket.sent.length, before + 1);
    world.socket.say({ type: "error", code: "refused", reason: "x", message: "No.", id });
    await assert.rejects(
        failed,
        (error) => error instanceof CommandRefused && error.code === "refused",
    );
});

test("a server that is silent is given up", async () => {
    const { world, links } = await online();
    await world.pass(10_000);
    assert.equal(world.socket.sent.at(-1).type, "ping");
    world.socket.say({ type: "pong", id: "?" });
    await world.pass(6000);
    assert.equal(links.at(-1), "online");
    await world.pass(10_000);
    assert.equal(links.at(-1), "reconnecting");
});

test("whoever says hello too often waits as long as they are told", async () => {
    const { world } = begin();
    await world.prove();
    const hellos = world.sockets.length;
    world.socket.say({
        type: "error",
        code: "protocol",
        reason: "slow-down",
        message: "",
        wait: 3,
    });
    world.socket.break();
    await world.pass(2999);
    assert.equal(world.sockets.length, hellos);
    await world.pass(2100);
    await world.prove();
    assert.equal(world.sockets.length, hellos + 1);
});

test("no such match is the end; a refused token is told, and tried again", async () => {
    const one = begin();
    for (const reason of ["bad-token", "token-revoked", "token-replaced"]) {
        await one.world.prove();
        one.world.socket.say({ type: "error", code: "unauthorised", reason, message: "" });
        assert.deepEqual(one.world.refused.splice(0), [["proof", reason]]);
        one.world.socket.break();
        await one.world.pass(2000);
    }
    assert.equal(one.world.known, 0);
    assert.equal(one.session.phase, "proving");
    await one.world.prove();
    one.world.socket.say({ type: "error", code: "protocol", reason: "no-match", message: "" });
    assert.equal(one.links.at(-1), "gone");
    assert.equal(one.session.phase, "closed");
});

test("a match that is deleted is gone, and nobody asks for it again", async () => {
    const { world, session, received, links } = await online();
    const before = received.length;
    world.socket.say({ type: "error", code: "protocol", reason: "no-match", message: "Gone." });
    assert.deepEqual(links, ["connecting", "online", "gone"]);
    assert.equal(received.length, before);
    assert.equal(session.phase, "closed");
    assert.ok(world.sockets.every(({ closed }) => closed));
    assert.equal(world.sockets.length, 1);
});

test("a match that the server cannot show is not asked for again and again", async () => {
    const one = begin();
    await one.world.prove();
    one.world.socket.say({ type: "error", code: "internal", reason: "internal", message: "" });
    assert.equal(one.links.at(-1), "failed");
    assert.equal(one.session.phase, "closed");
});

test("a connection that made room for newer ones comes back much later", async () => {
    const { world, links } = await online();
    world.socket.say({
        type: "error",
        code: "protocol",
        reason: "superseded",
        message: "",
        wait: 30,
    });
    world.socket.break();
    assert.equal(links.at(-1), "reconnecting");
    const before = world.sockets.length;
    await world.pass(29_000);
    await world.prove();
    assert.equal(world.sockets.length, before);
    await world.pass(60_000);
    await world.prove();
    assert.ok(world.sockets.length > before);
});
