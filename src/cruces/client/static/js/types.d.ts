// The types of the page's state, and of what a family of games provides: `View`. The messages
// between page and server are in messages.d.ts. Only for the type checker.

import type { Child, Node_ } from "./html.js";
import type { Advice, GameEvent, MatchView, Move, PositionView, FullMatchView } from "./messages";

/** A child of an element: nothing, one node, or many. */
export type Loose = Child | number | false | null | undefined | Loose[];

export type Match = FullMatchView;
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
    /** The board; a finished game stored on a device shows only this. */
    board(table: TableOf<Data>): Loose;
    /** The small picture on the home page. */
    picture?(game: Game): Loose;
    /** The whole page, given the actions: by default the board, the actions, the seats. */
    layout?(table: TableOf<Data>, todo: Node_): Node_;
    /** The actions: by default a button for every action. */
    actions?(table: TableOf<Data>): Loose;
    /** What a player is doing, in a word or two. */
    status?(match: MatchOf<Data>, seat: number): string;
    /** What a seat card adds: by default nothing. */
    score?(match: MatchOf<Data>, seat: number): Loose;
    /** The team of a seat, shown before the start: by default nothing. */
    side?(match: MatchOf<Data>, seat: number): string;
    /** The content of the result dialog: by default the scores. */
    result?(table: TableOf<Data>): Loose;
    /** A dialog of the view, by the name in `table.dialog`. */
    dialog?(table: TableOf<Data>): { title: string; content: Loose } | null;
    /** The view's entries in the menu. */
    menu?(table: TableOf<Data>): { text: string; press: () => void }[];
    /** Announcements about a change, in addition to those of the server. */
    news?(match: MatchOf<Data>, before: Data, now: Data): { text: string; sign?: string }[];
    /** Sounds; `knock` takes a pitch, a length in seconds, a loudness and a delay. */
    sounds?: { rolled?(knock: Knock): void; acted?(knock: Knock): void };
    /** A hint or an earlier move was chosen from a list: show it on the board as picked. */
    choose?(table: TableOf<Data>, action: string): void;
    /** A sentence with the game's notation made readable. */
    typeset?(sentence: string): string;
    /** The catalogue key of what resigning means where others play on, or a team loses. */
    resign?: string;
    /** Whether the result dialog leaves the board visible. */
    aside?: boolean;
    /** Whether the board itself shows what others did, so that it need not be said. */
    showsMoves?: boolean;
    /** The outcome that the fair dice must have had, for the page that verifies records. */
    redraw?: import("../verify/fair.js").Redraw;
    /** A draw in words, for the same page; `names` are those of the players. */
    drawInWords?(text: string, names: string[]): string;
    /** Loads what helps at a real table; the page about it leaves other families out. */
    pad?(): Promise<Pad>;
    /** Loads what sets up any position; the pages that need it leave other families out. */
    editor?(): Promise<Editor<Data>>;
}

/**
 * What a family offers to those who play at a real table, such as sheets or a clock. The page
 * around it asks who plays, keeps its state on the device and lists the scores. Everything must
 * work without a server.
 */
export interface Pad<State = any> {
    /** The numbers of players, the usual one first. */
    seats(game: Game): number[];
    /** What else is chosen before it begins. */
    choices?: PadChoice[];
    /** The state before anything has happened: plain data. */
    begin(seats: number, chosen: Record<string, number>): State;
    /** The pad, in a `main` element; it changes `open.state` and then calls `keep(open)`. */
    draw(open: OpenPad<State>): Loose;
    /** Where each may have a sheet on their own device: by default nobody can. */
    shared?: PadSharing<State>;
}

/** How sheets on several devices make one pad. A sheet is plain data of at most 2 KiB as JSON. */
export interface PadSharing<State = any> {
    /** What is chosen for everybody by whoever opens the pad. */
    choices?: PadChoice[];
    /** One's own sheet, as the others need it. */
    write(state: State): object;
    /** One's own state, from such a sheet; null for a new one. The others' sheets are there. */
    read(sheet: object | null, others: SharedSheet[]): State;
    /** By player, as `open.names`. */
    scores(open: OpenPad<State>): number[];
    /** What to say about what the others did. */
    news?(before: OpenPad<State>, now: OpenPad<State>): string[];
}

/** Another's sheet, as it was last heard of: any device may have written anything. */
export interface SharedSheet {
    member: number;
    name: string;
    status: "here" | "left" | "removed";
    version: number;
    sheet: any;
}

/** A pad on which each has a sheet on their own device. */
export interface SharedPad {
    id: string;
    code: string;
    /** One's own number. */
    me: number;
    /** Whether it was opened here. */
    host: boolean;
    chosen: Record<string, number>;
    /** The version of the pad that is known here. */
    since: number;
    /** One's own sheet as it was numbered last, its number, and the one that the server has. */
    sheet: string;
    version: number;
    acked: number;
    /** Everybody else who has ever been there, and those whose sheets count. */
    members: SharedSheet[];
    others: SharedSheet[];
    /** The numbers of those who were heard of lately. */
    present: number[];
    /** Why the server does not have it any more; else empty. */
    gone: string;
}

export interface PadChoice {
    name: string;
    /** The usual one first. */
    values: number[];
    label(): string;
    text(value: number): string;
}

/** A pad that is in use on this device. */
export interface OpenPad<State = any> {
    id: string;
    game: string;
    names: string[];
    /** When it was begun. */
    at: number;
    state: State;
    /** By player, once the game is over. */
    scores: number[] | null;
    /** If each has a sheet on their own device: `names` begins with one's own. */
    shared?: SharedPad;
}

/** How positions of a family are set up by tapping, and shown with what each action is worth. */
export interface Editor<Data = any> {
    /** The position to begin with, in notation; by default the start of the game. */
    start?(game: Game): string;
    /** The position as it is being set up, to be changed by tapping; null for a text it cannot read. */
    setup(desk: Desk<Data>): Loose;
    /** A position that the server knows, and what may be done there. */
    board(desk: Shown<Desk<Data>>): Loose;
    /** An action in a line of several; by default its notation, with `typeset`. */
    written?(game: Game, action: string): string;
    /** What stands for a seat on the board. */
    sign?(game: Game, seat: number): Loose;
    /** The same position under other options; by default as it is. Empty for the start. */
    under?(position: string, options: Record<string, Value>): string;
}

/** A position on the screen that belongs to no match. */
export interface Desk<Data = any> {
    game: Game;
    options: Record<string, Value>;
    /** In notation, as it is now being set up: the server may find that it cannot be. */
    readonly position: string;
    /** What the server says about it; null until then, and if it cannot be. */
    view: PositionOf<Data> | null;
    /** The seat whose actions are judged. */
    seat: number | null;
    /** What they are worth, as far as it is known. */
    advice: Advice | null;
    /** The action that is shown on the board but not played. */
    picked: string;
    /** What was played to get here. */
    last: { seat: number; action: string } | null;
    /** The editor's own state, until the position changes. */
    local: Record<string, any>;
    /** The editor's own state, as long as the page shows the game. */
    tools: Record<string, any>;
    /** Set up another position, under other options if they are given. */
    change(position: string, options?: Record<string, Value>): void;
    pick(action: string): void;
    play(action: string): void;
}

export type PositionOf<Data> = Omit<PositionView, "table"> & { table: Data };
export type Shown<D extends Desk> = D & { view: NonNullable<D["view"]> };

/** A view as it is loaded for the home page; `later` loads what only a table needs. */
export type FirstView<Data = any> = Partial<View<Data>> & {
    later?(): Promise<Partial<View<Data>>>;
};

export type Knock = (pitch: number, length: number, loud: number, later?: number) => void;

export type Link = "connecting" | "online" | "reconnecting" | "gone" | "failed";

/** A moment of a finished game. The events of the match are then those until there. */
export interface Past {
    /** The number of events until there. */
    at: number;
    /** All events of the game: the one that follows is `events[at]`. */
    events: GameEvent[];
    /** What could be done and what it was worth, from the best, once the server has said it. */
    moves: Move[];
}

/** A match on the screen. */
export interface Table {
    id: string;
    link: Link;
    match: Match | null;
    present: number[];
    watchers: number;
    /** When the others may go on without a player, by seat, on this device's clock. */
    dismissable: Record<number, number>;
    /** Since when a player has been away, by seat, on this device's clock. */
    missing: Record<number, number>;
    /** When the match was last updated, on this device's clock. */
    at: number;
    /** The action that was sent but is not confirmed yet. */
    sent: { seat: number; action: string } | null;
    /** The action that is chosen but not sent yet. */
    picked: string;
    /** The view's own state, until the position changes. */
    local: Record<string, any>;
    /** The seat that is shown. */
    seat: number | null;
    /** The seat whose player is to be given the device, until they say that they have it. */
    passTo: number | null;
    /** Whether players of this match have chosen at the same time. */
    together: boolean;
    /** Until when nothing can be done, because another seat is shown, on this device's clock. */
    guardUntil: number;
    /** "", one of the shell's, or one of the view's. */
    dialog: string;
    /** The seat that a dialog of the view is about. */
    about: number;
    unread: number;
    /** Whether the host has removed this device's player from the table. */
    removed: boolean;
    /** The number of rolls since the page was opened. */
    rolls: number;
    /** Whether the dice are still moving. */
    rolling: boolean;
    /** The latest announcement, for screen readers. */
    announcement: string;
    /** What other players did, as long as it is shown. */
    told: { id: number; text: string }[];
    /** Whether the game is about to start, with players who need not be waited for. */
    starting: boolean;
    /** Whether to become ready on arrival, because the game was already agreed on. */
    eager: boolean;
    /** Whether the end has been shown. */
    ended: boolean;
    /** An announcement that is shown for a short time. */
    flash: string;
    /** The hint for a position; without advice while it is being computed. */
    hint: { moment: string; advice: Advice | null } | null;
    /** What is known of the moment, on the page that looks back at a finished game. */
    past: Past | null;
    /** What is not as the server promised about the dice. */
    problems: import("./promise.js").Problem[];
    /**
     * Where nobody else plays: what happens instead of acting, who says what is refused, and the
     * position as it was before anything was done.
     */
    practice?: { act(action: string): void; refusals: string; asked: Match };
    /** What this device found out about the dice after the end; null before it. */
    dice: import("../verify/dice_check.js").Finding | "asked" | null;
}

export interface Prefs {
    name: string;
    /** The figure that stands for the player; empty for the first letter of the name. */
    figure: string;
    lang: string;
    theme: "" | "light" | "dark";
    sound: boolean;
    /** Whether to notify the player when it is their turn. */
    notify: boolean;
    game: string;
    /** The opponent, by game. */
    levels: Record<string, string>;
    /** The names of those who play on this device together, by seat. */
    people?: string[];
    /** The preferences of views. */
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
    /** The unbeatable players, with their options, and the page that explains why. */
    unbeaten: { bot: string; options: Record<string, Value>; page?: string }[];
    family: string;
    /** The address of the family's view; null for the plain one. */
    view: string | null;
    /** What the view needs to draw any position. */
    sheet: any;
    /** Further pages, and the catalogue keys of their titles. */
    /** Whether the rules to the letter are a page of their own. */
    exact: boolean;
    pages: Record<string, string>;
}

export interface Route {
    /** The first word of the address after `#`: `home`, `table`, or one of `later_pages.js`. */
    page: string;
    /** What follows it after `=`. */
    id?: string;
    /** All `name=value` of the address, such as the `table` from which a page was opened. */
    params?: Record<string, string>;
}

/** The export `page` of a module in the folder `pages` that `later_pages.js` loads. */
export interface LaterPage {
    draw(route: Route): Loose;
    /** The address names the page, or another part of it. */
    enter?(route: Route): void;
    /** The address will name another page, or another part of this one. */
    leave?(): void;
    /** There is a network again. */
    retry?(): void;
}

/** The page about the player's devices. */
export interface DevicesState {
    list: import("./messages").KnownDevice[] | null;
    /** Why there is no list. */
    failed: string;
    /** The code for another device, its picture, and when it expires, on this device's clock. */
    code: { code: string; page: import("./messages").Invitation; until: number } | null;
    /** The code of another device, as far as it is typed. */
    typed: string;
    /** The device to sign out, once that is confirmed. */
    asked: string;
}

export interface App {
    route: Route;
    games: Game[];
    prefs: Prefs;
    home: {
        running: import("./messages").Listing[];
        open: import("./messages").Listing[];
        /** Whether the server has said which tables there are. */
        asked: boolean;
        code: string;
        busy: boolean;
        /** Whether it is asked who plays on this device. */
        sharing: boolean;
    };
    devices: DevicesState;
    table: Table | null;
    /** Why the server refuses this device's token, if it does. */
    unrecognised: { reason: string; message: string } | null;
    notice: { text: string; kind: "info" | "bad" | "aside" } | null;
    offline: boolean;
    /** The available languages, by code. */
    languages: Record<string, string>;
}

export type { GameEvent, MatchView };
