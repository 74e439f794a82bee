// The shapes of what the server says and of what the page keeps. For the type checker alone.

/** What may be given as a child: nothing, one thing, or many. */
export type Loose = import("./html.js").Child | number | false | null | undefined | Loose[];

export type Line = "r" | "y" | "g" | "b" | "ry" | "gb";
export type Colour = "r" | "y" | "g" | "b";

export interface Sheet {
  lines: Record<string, number[]>;
  locked: string[];
  penalties: number;
  points: number[];
  total: number;
}

export interface QwixxTable {
  phase: "start" | "roll" | "white" | "colour" | "over";
  active: number;
  roll: { white: [number, number]; colours: Record<string, number | null> } | null;
  closed: string[];
  sheets: Sheet[];
}

export interface QuixoTable {
  size: number;
  board: number[];
  ply: number;
}

export interface Seat {
  name: string;
  kind: "bot" | "human" | "open";
  bot: string;
  ready: boolean;
  left: boolean;
  misses: number;
  host: boolean;
  decided: boolean;
}

export type GameEvent =
  | { type: "chance"; text: string }
  | { type: "action"; seat: number; text: string }
  | { type: "conclusion"; how: string; seat?: number };

export interface Result {
  places: number[];
  scores: number[];
  reason: string;
  announced: string[];
  secret: string;
  at: number;
}

export interface Chat {
  seat: number;
  channel: "match" | "team";
  text: string;
  at: number;
}

export interface Clock {
  control: { type: "bank"; seconds: number; increment: number } | { type: "days"; days: number };
  left: number[];
  running: number[];
}

/** What changes with every event. */
export interface Moment {
  version: number;
  own: number[];
  code: string;
  phase: "gathering" | "playing" | "over";
  seats: Seat[];
  position: string;
  table: QwixxTable & QuixoTable;
  to_act: number[];
  legal: Record<string, string[]>;
  earns: Record<string, number[]>;
  chosen: Record<string, string>;
  clock: Clock | null;
  offers: { offer: Offer; seat: number; agreed: number[] }[];
  result: Result | null;
  rematch: { match: string; code: string } | null;
}

export interface Match extends Moment {
  match: string;
  game: string;
  options: Record<string, string | number | boolean | null>;
  private: boolean;
  casual: boolean;
  started: number | null;
  chat: Chat[];
  events: GameEvent[];
  fair: { commitment: string; contributions: string[] };
}

export type Offer = "draw" | "take-back" | "rematch";

export type Command = { type: string; seat: number; [field: string]: unknown };

export type Happening = { type: string; seat?: number; [field: string]: any };

export type FromServer =
  | { type: "state"; state: Match; present: number[]; watchers: number }
  | { type: "events"; events: [number, Happening][]; now: Moment }
  | { type: "ack"; id: string; version: number }
  | { type: "error"; code: string; reason: string; message: string; id?: string; wait?: number; state?: Match }
  | { type: "presence"; present: number[]; watchers: number }
  | { type: "pong"; id: string };

/** What an action is worth to the one who takes it. */
export interface Move {
  action: string;
  /** 1 wins, 0 draws, −1 loses; null where nothing is proven. */
  result: number | null;
  plies: number | null;
  exact: boolean;
  score: number | null;
  /** Null for who is alone at the table. */
  chance: number | null;
  points: number | null;
  line: string[];
  /** One sentence, without a capital. */
  why: string;
}

export interface Choice {
  number: number;
  seat: number;
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  cost: number;
  points: number | null;
  played: Move;
  best: Move;
  played_name: string;
  best_name: string;
}

export interface Turning {
  number: number;
  seat: number;
  before: number;
  after: number;
}

export interface Report {
  /** In which its sentences are. */
  lang: string;
  /** Whether values are points, not shares of the game. */
  alone: boolean;
  summaries: { decisions: number; sound: number; cost: number; luck: number | null; luck_points: number | null }[];
  decisions: Choice[];
  turning_points: Turning[];
  curve: { number: number; worth: number[] }[];
  /** What grades and values mean. */
  key: string[];
}

/** How far the coach is, and since when this device has known how far it was. */
export interface Course {
  part: number;
  ahead: number;
  from: number;
  since: number;
}

export interface Advice {
  position: string;
  seat: number;
  exact: boolean;
  depth: number;
  nodes: number;
  seconds: number;
  moves: Move[];
}

export type Link = "connecting" | "online" | "reconnecting" | "gone";

/** A match on the screen. */
export interface Table {
  id: string;
  link: Link;
  match: Match | null;
  present: number[];
  watchers: number;
  /** When the moment arrived, on this device's own clock. */
  at: number;
  /** The action that was sent and is not confirmed. */
  sent: { seat: number; action: string } | null;
  /** The action that is chosen and not sent. */
  picked: string;
  /** The square of the cube in the hand. */
  cube: number | null;
  /** The seat whose sheet or side is shown. */
  seat: number | null;
  dialog: "" | "menu" | "chat" | "result" | "sheet" | "resign" | "draw" | "coach";
  sheetOf: number;
  unread: number;
  rolls: number;
  /** What happened last, for those who listen. */
  told: string;
  /** Become ready on arrival: the game was agreed on already. */
  eager: boolean;
  /** Whether the end has been shown. */
  ended: boolean;
  /** Something to be noticed by everybody, for a moment. */
  flash: string;
  /** Since when players are not connected, on this device's own clock. */
  missing: Record<number, number>;
  /** The hint for a position; without advice while it is thought of. */
  hint: { position: string; advice: Advice | null } | null;
  /** The coach's, once it was asked for. */
  report: Report | null;
  /** Until then how far it is; null before the first word of it. */
  course: Course | null;
  /** After how many moves a finished game is looked at; null for its end. */
  past: number | null;
  /** What the moves of a finished game were worth, by how many had been made. */
  values: Record<number, Advice | "asked">;
}

export interface Prefs {
  name: string;
  lang: string;
  theme: "" | "light" | "dark";
  sound: boolean;
  flat: boolean;
  game: string;
  /** The opponent, by game. */
  levels: Record<string, string>;
}

export interface Option {
  name: string;
  values: (string | number | boolean | null)[];
  texts: string[];
  default: string | number | boolean | null;
  rule: string;
  ruling: boolean;
}

export interface Game {
  id: string;
  names: Record<string, string>;
  seats: number[];
  practice: number[];
  options: Option[];
  editions: Record<string, Record<string, string | number | boolean | null>>;
  bots: string[];
  /** Who cannot be beaten, with which options. */
  unbeaten: { bot: string; options: Record<string, string | number | boolean | null> }[];
}

export interface Summary {
  id: string;
  code: string;
  game: string;
  status: string;
  version: number;
  created: number;
  updated: number;
}

export interface Route {
  page: "home" | "table" | "rules" | "proof" | "saved" | "join";
  id?: string;
}

export interface App {
  route: Route;
  games: Game[];
  prefs: Prefs;
  home: {
    running: Match[];
    open: Match[];
    code: string;
    busy: boolean;
  };
  table: Table | null;
  notice: { text: string; kind: "info" | "bad" } | null;
  offline: boolean;
  /** The languages there are, by code. */
  languages: Record<string, string>;
}
