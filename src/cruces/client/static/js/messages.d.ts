// What travels between server and browser. Written by tools/client_types.py from the
// server's own structures: do not edit it, run `make types`.

export type FromClient =
  | Hello
  | Do
  | Ping;

export type FromServer =
  | State
  | Events
  | Ack
  | Error
  | Presence
  | Pong;

export type Command =
  | Sit
  | SeatBot
  | Stand
  | Trim
  | BeReady
  | Act
  | Make
  | Answer
  | Resign
  | Dismiss
  | Say;

export type Happening =
  | Created
  | Sat
  | Stood
  | Trimmed
  | BecameReady
  | Started
  | Rolled
  | Chose
  | Resolved
  | Acted
  | Missed
  | Offered
  | Answered
  | TookBack
  | Left
  | Concluded
  | Said
  | Ended
  | Rematched;

export type GameEvent =
  | ChanceEvent
  | ActionEvent
  | ConclusionEvent;

export type ReportLine =
  | Progress
  | ReportReady;

/** The first message: who, which match, and what was seen of it last. */
export interface Hello {
  type: "hello";
  token: string;
  match: string;
  version?: number | null;
  lang?: string;
}

/** A command, with an id of the client's own and the version it was made for. */
export interface Do {
  type: "do";
  id: string;
  version: number;
  command: Command;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id: string;
}

/** Everything, at a version: the answer to a hello, and after a long gap. */
export interface State {
  type: "state";
  state: Whole;
  present: number[];
  watchers: number;
  dismiss_at: Record<number, number>;
}

/** Everything. */
export interface Whole extends Moment {
  match: string;
  game: string;
  options: Record<string, string | number | boolean | null>;
  private: boolean;
  casual: boolean;
  chat: Said[];
  events: GameEvent[];
  fair: Fair;
}

/** A seat as everybody sees it. */
export interface Seat {
  name: string;
  label: string;
  kind: "bot" | "human" | "open";
  bot: string;
  ready: boolean;
  left: boolean;
  misses: number;
  host: boolean;
  decided: boolean;
}

/** The clocks: milliseconds left by seat, and whose run. */
export interface Clock {
  control: Bank | Days;
  left: number[];
  running: number[];
}

/** Time for the whole game, and some more with every action. */
export interface Bank {
  type: "bank";
  seconds: number;
  increment?: number;
}

/** So many days for each action. */
export interface Days {
  type: "days";
  days: number;
}

/** What stands to be answered. */
export interface StandingOffer {
  offer: "draw" | "take-back" | "rematch";
  seat: number;
  agreed: number[];
}

/** The end: the event, and what it means in words. */
export interface Result {
  type: "ended";
  places: number[];
  scores: number[];
  reason: string;
  announced: string[];
  secret: string;
  at: number;
  text: string;
  outcome: string;
}

/** Everyone wants to play again: there. */
export interface Rematched {
  type: "rematched";
  match: string;
  code: string;
}

/** A line of chat. */
export interface Said {
  type: "said";
  seat: number;
  channel: string;
  text: string;
  at: number;
}

/** What stands behind the dice. */
export interface Fair {
  commitment: string;
  contributions: string[];
}

/** What changes with events. Keys of mappings are seats, as text. */
export interface Moment {
  version: number;
  own: number[];
  code: string;
  phase: "gathering" | "playing" | "over";
  started: number | null;
  seats: Seat[];
  position: string;
  table: Record<string, any>;
  to_act: number[];
  legal: Record<string, string[]>;
  names: Record<string, string[]>;
  earns: Record<string, number[]>;
  chosen: Record<string, string>;
  hints: boolean;
  clock: Clock | null;
  offers: StandingOffer[];
  may_offer: ("draw" | "take-back" | "rematch")[];
  may_resign: boolean;
  may_dismiss: number[];
  channels: ("match" | "team")[];
  result: Result | null;
  rematch: Rematched | null;
}

/** What happened, in order without a gap, what it changed, and the moment after it. */
export interface Events {
  type: "events";
  events: [number, Happening][];
  log: LogChange;
  chat: Said[];
  said: string[];
  now: Moment;
}

/** What changed of the game's own log: it is cut to a length, then this is added. */
export interface LogChange {
  from: number;
  add: GameEvent[];
}

/** The command is carried out and durable, up to this version. */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}

/** The command is refused: why, in words, and the state as it really is. */
export interface Error {
  type: "error";
  code: string;
  reason: string;
  message: string;
  id?: string;
  wait?: number;
  state?: Whole | null;
}

/** The seats whose players are connected, how many watch, and who is long away. */
export interface Presence {
  type: "presence";
  present: number[];
  watchers: number;
  dismiss_at: Record<number, number>;
}

/** Yes. */
export interface Pong {
  type: "pong";
  id: string;
}

/** Take an open seat. */
export interface Sit {
  type: "sit";
  seat: number;
  name: string;
}

/** Give an open seat, or that of a player who has left, to the computer. */
export interface SeatBot {
  type: "seat-bot";
  seat: number;
  bot: string;
}

/** Give up one's seat before the start; the host may also free a bot's. */
export interface Stand {
  type: "stand";
  seat: number;
}

/** Take the open seats away: begin with those who are here. The host's to say. */
export interface Trim {
  type: "trim";
  seat: number;
}

/** Be ready, with a random text of one's own for the dice. All ready: the match starts. */
export interface BeReady {
  type: "ready";
  seat: number;
  contribution: string;
}

/** Play. While others still choose, again to change one's mind. */
export interface Act {
  type: "act";
  seat: number;
  action: string;
}

/** Offer the others a draw, a take-back of one's last action, or a rematch. */
export interface Make {
  type: "offer";
  seat: number;
  offer: "draw" | "take-back" | "rematch";
}

/** Accept or decline an offer. */
export interface Answer {
  type: "answer";
  seat: number;
  offer: "draw" | "take-back" | "rematch";
  accept: boolean;
}

/** Give the game up; where it goes on without a player, leave the table. */
export interface Resign {
  type: "resign";
  seat: number;
}

/** Go on without a player who has left or let three choices pass. */
export interface Dismiss {
  type: "dismiss";
  seat: number;
  absent: number;
}

/** Say something to everyone, or to one's team. */
export interface Say {
  type: "say";
  seat: number;
  channel: "match" | "team";
  text: string;
}

/** A table was laid, with every option in force. */
export interface Created {
  type: "created";
  match: string;
  code: string;
  host: string;
  setup: Setup;
  options: Record<string, string | number | boolean | null>;
  seats: number;
  commitment: string;
  at: number;
}

/** A table as it is laid: what is played, by how many, how. */
export interface Setup {
  game: string;
  options?: Record<string, string | number | boolean | null>;
  seats?: number | null;
  clock?: Bank | Days | null;
  private?: boolean;
  casual?: boolean;
}

/** Somebody took a seat. ``player`` is never shown to others. */
export interface Sat {
  type: "sat";
  seat: number;
  name: string;
  player: string;
  bot?: string;
}

/** A seat became free. */
export interface Stood {
  type: "stood";
  seat: number;
}

/** The open seats are gone; ``seats`` are those that stay, by the numbers they had. */
export interface Trimmed {
  type: "trimmed";
  seats: number[];
}

/** A player is ready and added a text to the dice. */
export interface BecameReady {
  type: "ready";
  seat: number;
  contribution: string;
}

/** All are ready; the clocks run. */
export interface Started {
  type: "started";
  at: number;
}

/** Dice or lots fell. */
export interface Rolled {
  type: "rolled";
  text: string;
  at: number;
}

/** A player chose while others still choose. Others see an empty ``action``. */
export interface Chose {
  type: "chose";
  seat: number;
  action: string;
  at: number;
  auto?: boolean;
}

/** All have chosen: what each did, by seat, as it takes effect at once. */
export interface Resolved {
  type: "resolved";
  actions: Record<number, string>;
  at: number;
}

/** A player acted, for all to see; ``auto`` when the server did it for him. */
export interface Acted {
  type: "acted";
  seat: number;
  action: string;
  at: number;
  auto?: boolean;
}

/** A player's time ran out. */
export interface Missed {
  type: "missed";
  seat: number;
  at: number;
}

/** A player offers something. */
export interface Offered {
  type: "offered";
  seat: number;
  offer: string;
}

/** A player accepted or declined. */
export interface Answered {
  type: "answered";
  seat: number;
  offer: string;
  accept: boolean;
}

/** Everyone agreed: the game is where it was after so many game events. */
export interface TookBack {
  type: "took-back";
  events: number;
  at: number;
}

/** A player gave up his seat in a running game. */
export interface Left {
  type: "left";
  seat: number;
  at: number;
}

/** The game was ended otherwise than by play. */
export interface Concluded {
  type: "concluded";
  how: string;
  seat: number | null;
  at: number;
}

/** The game is over; the secret behind the dice is revealed. */
export interface Ended {
  type: "ended";
  places: number[];
  scores: number[];
  reason: string;
  announced: string[];
  secret: string;
  at: number;
}

/** Dice or lots. */
export interface ChanceEvent {
  type: "chance";
  text: string;
  at?: number;
}

/** What a seat did. */
export interface ActionEvent {
  type: "action";
  seat: number;
  text: string;
  at?: number;
}

/** An end that the players made among themselves; only a resignation has a seat. */
export interface ConclusionEvent {
  type: "conclusion";
  how: string;
  seat?: number;
  at?: number;
}

/** The report is not ready. */
export interface Progress {
  type: "progress";
  part: number;
  ahead: number;
}

/** The report, and the end. */
export interface ReportReady {
  type: "report";
  report: Report;
}

/** All that the coach has to say; see `analysis.review`. */
export interface Report {
  game: string;
  options: Record<string, string | number | boolean | null>;
  seats: Player[];
  exact: boolean;
  alone: boolean;
  summaries: SeatReport[];
  decisions: Choice[];
  dice: Dice[];
  turning_points: Turning[];
  curve: Point[];
  key: string[];
  drawn: number[];
  chart: string;
  heights: string[];
}

/** Who sat at a seat. */
export interface Player {
  name: string;
  kind?: "human" | "bot";
  bot?: string;
}

/** A player's game: choices and dice. */
export interface SeatReport {
  decisions: number;
  sound: number;
  cost: number;
  luck: number | null;
  luck_points: number | null;
  worst: number | null;
  label: string;
  summary: string;
  luck_summary: string;
}

/** A decision: what was played, what was best, what it cost. */
export interface Choice {
  number: number;
  seat: number;
  position: string;
  exact: boolean;
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  cost: number;
  points: number | null;
  played: Move;
  best: Move;
  played_name: string;
  best_name: string;
  changed: Changed | null;
  listed: boolean;
  summary: string;
  better: string;
}

/** What an action is worth to the one who takes it; see `analysis.Judgement`. */
export interface Move {
  action: string;
  result: number | null;
  plies: number | null;
  exact: boolean;
  score: number | null;
  chance: number | null;
  points: number | null;
  line: string[];
  why: string;
  name: string;
  value: string;
  brief: string;
  kind: "good" | "even" | "bad";
  listed: boolean;
}

/** From which proven result to which; ``to`` is null if that is not proven. */
export interface Changed {
  before: number;
  after: number | null;
}

/** Dice or lots, and what they brought each seat. */
export interface Dice {
  number: number;
  text: string;
  luck: number[];
}

/** A turning point, for the seat that it changed most for. */
export interface Turning {
  number: number;
  seat: number;
  before: number;
  after: number;
  cause: string;
  event: string;
  who: string;
  what: string;
  summary: string;
}

/** What the game was worth to each seat after so many events. */
export interface Point {
  number: number;
  worth: number[];
}

/** What every action of a seat is worth in a position, the best first. */
export interface Advice {
  position: string;
  seat: number;
  exact: boolean;
  depth: number;
  nodes: number;
  seconds: number;
  moves: Move[];
}

/** The matches of a device, those that go on first, and the public tables it may join. */
export interface Lobby {
  mine: Listing[];
  open: Listing[];
}

/** A match in the lobby, as one device sees it. */
export interface Listing {
  match: string;
  game: string;
  code: string;
  phase: "gathering" | "playing" | "over";
  seats: ListedSeat[];
  own: number[];
  to_act: number[];
  result: ListedResult | null;
  created: number;
  updated: number;
}

/** Who sits there. */
export interface ListedSeat {
  name: string;
  kind: "human" | "bot" | "open";
  bot: string;
}

/** The place of each seat. */
export interface ListedResult {
  places: number[];
}
