// The shapes of what the page keeps, and what a family of games gives it: `View`. What travels
// between page and server is in messages.d.ts. For the type checker alone.

import type { Child, Node_ } from "./html.js";
import type { Advice, GameEvent, Moment, Report, Whole } from "./messages";

/** What may be given as a child: nothing, one thing, or many. */
export type Loose = Child | number | false | null | undefined | Loose[];

export type Match = Whole;
export type Value = string | number | boolean | null;

/** A match as a view sees it: `table` is what the family's `wire` sends. */
export type MatchOf<Data> = Omit<Match, "table"> & { table: Data };
/** A table with a match, as a view sees it. */
export type TableOf<Data> = Omit<Table, "match"> & { match: MatchOf<Data> };

/**
 * How a family of games is shown: the default export of the module that the server names. Only
 * `board` must be there; for the rest the shell has an answer (see `views.js`).
 */
export interface View<Data = any> {
    /** What lies on the table; a finished game that a device kept is this alone. */
    board(table: TableOf<Data>): Loose;
    /** The little picture on the first page. */
    picture?(game: Game): Loose;
    /** The whole page, given the part with what is to be done: the board, that part, the seats. */
    layout?(table: TableOf<Data>, todo: Node_): Node_;
    /** What may be done now: a button for every action. */
    actions?(table: TableOf<Data>): Loose;
    /** What a player is doing, in a word or two. */
    status?(match: MatchOf<Data>, seat: number): string;
    /** What a seat card adds: nothing. */
    score?(match: MatchOf<Data>, seat: number): Loose;
    /** For whom a seat plays, said before the start: nothing. */
    side?(match: MatchOf<Data>, seat: number): string;
    /** What the dialog at the end shows: the scores. */
    result?(table: TableOf<Data>): Loose;
    /** A dialog of the view's own, under the name that `table.dialog` has. */
    dialog?(table: TableOf<Data>): { title: string; content: Loose } | null;
    /** Its lines in the menu. */
    menu?(table: TableOf<Data>): { text: string; press: () => void }[];
    /** What everybody should notice of a change, besides what the server says. */
    news?(match: MatchOf<Data>, before: Data, now: Data): { text: string; sign?: string }[];
    /** Noises; `knock` takes a pitch, a length in seconds, a loudness, and how much later. */
    sounds?: { rolled?(knock: Knock): void; acted?(knock: Knock): void };
    /** A hint or an earlier move was chosen from a list: show it on the board as picked. */
    choose?(table: TableOf<Data>, action: string): void;
    /** A sentence with the game's notation as people read it. */
    typeset?(sentence: string): string;
    /** When an event happened, in the coach's words; a view with `replay` leads there instead. */
    when?(match: MatchOf<Data>, event: number): string;
    /** The key of what resigning means. */
    resign?: string;
    /** Whether the dialog at the end leaves the board in sight. */
    aside?: boolean;
    /** Whether the board can show `shownMoves` of a finished game. */
    replay?: boolean;
    /** What fair dice or lots must have said: for the page on which records are checked. */
    redraw?: import("../verify/fair.js").Redraw;
}

export type Knock = (pitch: number, length: number, loud: number, later?: number) => void;

/** How far the coach is, and since when this device has known how far it was. */
export interface Course {
    part: number;
    ahead: number;
    from: number;
    since: number;
}

export type Link = "connecting" | "online" | "reconnecting" | "gone";

/** A match on the screen. */
export interface Table {
    id: string;
    link: Link;
    match: Match | null;
    present: number[];
    watchers: number;
    /** From when on others may go on without somebody, by seat, on this device's own clock. */
    dismissable: Record<number, number>;
    /** When the moment arrived, on this device's own clock. */
    at: number;
    /** The action that was sent and is not confirmed. */
    sent: { seat: number; action: string } | null;
    /** The action that is chosen and not sent. */
    picked: string;
    /** What the view keeps until the position changes. */
    local: Record<string, any>;
    /** The seat at which one looks. */
    seat: number | null;
    /** "", one of the shell's, or one of the view's. */
    dialog: string;
    /** The seat that a dialog of the view is about. */
    about: number;
    unread: number;
    /** How often dice have fallen since the table was opened. */
    rolls: number;
    /** What happened last, for those who listen. */
    told: string;
    /** Become ready on arrival: the game was agreed on already. */
    eager: boolean;
    /** Whether the end has been shown. */
    ended: boolean;
    /** Something to be noticed by everybody, for a moment. */
    flash: string;
    /** The hint for a moment of the game; without advice while it is thought of. */
    hint: { moment: string; advice: Advice | null } | null;
    /** The coach's, once it was asked for, and the language it is in. */
    report: (Report & { lang: string }) | null;
    /** Until then how far it is; null before the first word of it. */
    course: Course | null;
    /** After how many actions a finished game is looked at; null for its end. */
    past: number | null;
    /** What the actions of a finished game were worth, by how many had been made. */
    values: Record<number, Advice | "asked">;
}

export interface Prefs {
    name: string;
    lang: string;
    theme: "" | "light" | "dark";
    sound: boolean;
    game: string;
    /** The opponent, by game. */
    levels: Record<string, string>;
    /** What views remember. */
    [of: string]: unknown;
}

export interface Option {
    name: string;
    values: Value[];
    texts: string[];
    default: Value;
    rule: string;
    ruling: boolean;
}

export interface Game {
    id: string;
    names: Record<string, string>;
    seats: number[];
    practice: number[];
    options: Option[];
    editions: Record<string, Record<string, Value>>;
    bots: string[];
    /** Who cannot be beaten, with which options, and the page that says why. */
    unbeaten: { bot: string; options: Record<string, Value>; page?: string }[];
    family: string;
    /** The address of the family's view; null for the plain one. */
    view: string | null;
    /** What the view has to know once to draw it. */
    sheet: any;
    /** Pages to read besides the rules, and the keys of their titles. */
    pages: Record<string, string>;
}

export interface Route {
    page: "home" | "table" | "rules" | "page" | "saved" | "join";
    id?: string;
}

export interface App {
    route: Route;
    games: Game[];
    prefs: Prefs;
    home: {
        running: import("./messages").Listing[];
        open: import("./messages").Listing[];
        code: string;
        busy: boolean;
    };
    table: Table | null;
    notice: { text: string; kind: "info" | "bad" } | null;
    offline: boolean;
    /** The languages there are, by code. */
    languages: Record<string, string>;
}

export type { GameEvent, Moment };
