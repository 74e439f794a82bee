// What the server says of a game on wood. For the type checker alone.

import type { Match, Table } from "/static/js/types";

export interface Wood {
    size: number;
    /** By square as one reads: 0, or 1 + the seat that may take the cube. */
    board: number[];
    ply: number;
}

export type WoodMatch = Omit<Match, "table"> & { table: Wood };
export type WoodTable = Omit<Table, "match"> & { match: WoodMatch };
export type Side = "left" | "right" | "top" | "bottom";
