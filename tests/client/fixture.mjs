// Matches as the server sends them, with only what is asked about filled in by a test.

/** @param {object} [some] */
export const seat = (some) => ({
    name: "Ana",
    label: "Ana",
    kind: "human",
    bot: "",
    ready: true,
    left: false,
    misses: 0,
    host: false,
    decided: false,
    ...some,
});

/** @param {object} some */
export const matchOf = (some) => ({
    match: "m1",
    game: "",
    options: {},
    private: true,
    casual: true,
    chat: [],
    events: [],
    fair: { commitment: "", contributions: [] },
    version: 5,
    own: [0],
    code: "",
    phase: "playing",
    started: 0,
    seats: [seat(), seat({ label: "Leo" })],
    position: "",
    table: {},
    to_act: [0],
    legal: {},
    names: {},
    earns: {},
    chosen: {},
    hints: false,
    clock: null,
    offers: [],
    may_offer: [],
    may_resign: true,
    may_dismiss: [],
    channels: ["match"],
    no_chat: "",
    result: null,
    rematch: null,
    ...some,
});

/** @param {number} first @param {number} last */
export const range = (first, last) =>
    Array.from({ length: Math.abs(last - first) + 1 }, (_, i) => first + (last > first ? i : -i));

const row = (id, name, symbol, numbers, beside = []) => ({
    id,
    name,
    symbol,
    numbers,
    lock: !beside.length,
    beside,
});

/** The sheets of the games on paper, as `GET /api/games` describes them. */
export const SHEETS = {
    plain: {
        rows: [
            row("r", "red", "◆", range(2, 12)),
            row("y", "yellow", "●", range(2, 12)),
            row("g", "green", "▲", range(12, 2)),
            row("b", "blue", "■", range(12, 2)),
        ],
        points: [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78],
        penalty: 5,
        penalties: 4,
        to_lock: 5,
        to_end: 2,
    },
    circles: {
        rows: [
            row("r", "red", "◆", range(2, 12)),
            row("ry", "circles", "◆●", range(2, 12), ["r", "y"]),
            row("y", "yellow", "●", range(2, 12)),
            row("g", "green", "▲", range(12, 2)),
            row("gb", "circles", "▲■", range(12, 2), ["g", "b"]),
            row("b", "blue", "■", range(12, 2)),
        ],
        points: [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120],
        penalty: 5,
        penalties: 4,
        to_lock: 5,
        to_end: 2,
    },
    shuffled: {
        rows: [
            row("r", "red", "◆", [7, 3, 12, 2, 9, 5, 4, 11, 6, 8, 10, 13]),
            row("b", "blue", "■", range(12, 2)),
        ],
        points: [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91],
        penalty: 3,
        penalties: 2,
        to_lock: 5,
        to_end: 2,
    },
};
