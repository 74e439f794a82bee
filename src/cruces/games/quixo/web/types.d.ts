// The data that the server sends for a game on wood. Only for the type checker.

import type { Match, Table } from "/static/js/types";

export interface Wood {
    size: number;
    /** By square in reading order: 0, or 1 + the seat that may take the cube. */
    board: number[];
    ply: number;
}

export type WoodMatch = Omit<Match, "table"> & { table: Wood };
export type WoodTable = Omit<Table, "match"> & { match: WoodMatch };
export type Side = "left" | "right" | "top" | "bottom";
