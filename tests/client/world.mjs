// A world for a session: sockets that do nothing by themselves, and a clock that one sets.

export class FakeSocket {
    constructor() {
        this.readyState = 1;
        this.sent = [];
        this.closed = false;
    }

    send(text) {
        this.sent.push(JSON.parse(text));
    }

    close() {
        this.closed = true;
        this.readyState = 3;
    }

    /** The server says something. */
    say(message) {
        this.onmessage({ data: JSON.stringify(message) });
    }

    /** The connection breaks. */
    break() {
        this.readyState = 3;
        this.onclose();
    }
}

export class FakeWorld {
    constructor() {
        this.time = 0;
        this.timers = [];
        this.sockets = [];
        this.tokens = [];
        this.refused = [];
        this.known = 0;
        this.watching = null;
        this.connect = () => {
            const socket = new FakeSocket();
            this.sockets.push(socket);
            return socket;
        };
        this.token = () => new Promise((done, failed) => this.tokens.push({ done, failed }));
        this.unrecognised = (token, reason) => {
            this.refused.push([token, reason]);
        };
        this.recognised = () => {
            this.known += 1;
        };
        this.language = () => "es";
        this.now = () => this.time;
        this.later = (what, wait) => {
            const timer = { what, at: this.time + wait };
            this.timers.push(timer);
            return timer;
        };
        this.never = (timer) => {
            this.timers = this.timers.filter((one) => one !== timer);
        };
        this.watch = (listeners) => {
            this.watching = listeners;
            return () => {
                this.watching = null;
            };
        };
    }

    /** Let time pass, and everything happen that was to. */
    async pass(wait) {
        const end = this.time + wait;
        for (;;) {
            const next = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
            if (!next) break;
            this.never(next);
            this.time = next.at;
            next.what();
            await settled();
        }
        this.time = end;
    }

    /** Every token that was asked for arrives. */
    async prove() {
        for (const { done } of this.tokens.splice(0)) done("proof");
        await settled();
    }

    get socket() {
        return this.sockets[this.sockets.length - 1];
    }
}

export const settled = () => new Promise((done) => setImmediate(done));
