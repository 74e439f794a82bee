// The data that the server sends for a game on paper. Only for the type checker.

import type { Match, Table } from "/static/js/types";

export interface Row {
    id: string;
    /** The colour, or `circles`. */
    name: string;
    symbol: string;
    numbers: number[];
    lock: boolean;
    /** The rows that a row of circles lies between. */
    beside: string[];
}

/** How the sheet is printed, rows from top to bottom. */
export interface Layout {
    rows: Row[];
    /** The score of a row, by its number of crosses. */
    points: number[];
    /** What a penalty costs. */
    penalty: number;
    /** Boxes for penalties. */
    penalties: number;
    /** The crosses that a row needs before the box with the lock. */
    to_lock: number;
    /** The game ends when so many rows are closed. */
    to_end: number;
}

/** One player's sheet. */
export interface Sheet {
    lines: Record<string, number[]>;
    locked: string[];
    penalties: number;
    points: number[];
    total: number;
}

export interface Paper {
    phase: "start" | "roll" | "white" | "colour" | "over";
    active: number;
    roll: { white: [number, number]; colours: Record<string, number | null> } | null;
    closed: string[];
    sheets: Sheet[];
}

export type PaperMatch = Omit<Match, "table"> & { table: Paper };
export type PaperTable = Omit<Table, "match"> & { match: PaperMatch };
