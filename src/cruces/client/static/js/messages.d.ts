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
  | Remove
  | Trim
  | BeReady
  | BeUnready
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
  | Removed
  | Trimmed
  | BecameReady
  | BecameUnready
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

/** The first message: the device, the match, and the last version that the client has. */
export interface Hello {
  type: "hello";
  token: string;
  match: string;
  version?: number | null;
  lang?: string;
}

/** A command, with an id chosen by the client and the version it was made for. */
export interface Do {
  type: "do";
  id: string;
  version: number;
  command: Command;
}

/** Asks for a pong, to check the connection. */
export interface Ping {
  type: "ping";
  id: string;
}

/** The full view of a match: the answer to a hello, and after a long gap. */
export interface State {
  type: "state";
  state: FullMatchView;
  present: number[];
  watchers: number;
  dismiss_at: Record<number, number>;
}

/** Everything that a client may see of a match. */
export interface FullMatchView extends MatchView {
  match: string;
  game: string;
  options: Record<string, string | number | boolean | null>;
  private: boolean;
  casual: boolean;
  chat: Said[];
  events: GameEvent[];
  fair: Fair;
  limits: LimitsView;
}

/** A seat as everyone sees it. */
export interface Seat {
  name: string;
  label: string;
  kind: "bot" | "human" | "open";
  bot: string;
  figure: string;
  ready: boolean;
  left: boolean;
  misses: number;
  host: boolean;
  decided: boolean;
}

/** The clocks: the remaining milliseconds by seat, and which run. */
export interface Clock {
  control: Bank | Days;
  left: number[];
  running: number[];
}

/** Time for the whole game, and an increment for every action. */
export interface Bank {
  type: "bank";
  seconds: number;
  increment?: number;
}

/** A number of days for each action. */
export interface Days {
  type: "days";
  days: number;
}

/** An open offer. */
export interface StandingOffer {
  offer: "draw" | "take-back" | "rematch";
  seat: number;
  agreed: number[];
}

/** Where a match that did not begin at the beginning comes from. */
export interface StartView {
  match: string;
  events: number;
}

/** The end: the event, the result in words, and what was counted, by name and seat. */
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
  counts: Record<string, number[]>;
}

/** Everyone agreed to a rematch, which is this match. */
export interface Rematched {
  type: "rematched";
  match: string;
  code: string;
}

/** A chat message. */
export interface Said {
  type: "said";
  seat: number;
  channel: string;
  text: string;
  at: number;
}

/** The public inputs of the fair dice. */
export interface Fair {
  commitment: string;
  contributions: string[];
}

/** How much a match may hold: events of the game, if it ends then, and chat messages. */
export interface LimitsView {
  events: number | null;
  chat: number;
}

/** The part of a view that changes with events. Keys of mappings are seats, as text. */
export interface MatchView {
  version: number;
  phase: "gathering" | "playing" | "over";
  started: number | null;
  seats: Seat[];
  to_act: number[];
  clock: Clock | null;
  offers: StandingOffer[];
  may_resign: boolean;
  own: number[];
  code: string;
  start: StartView | null;
  position: string;
  table: Record<string, any>;
  legal: Record<string, string[]>;
  names: Record<string, string[]>;
  earns: Record<string, number[]>;
  chosen: Record<string, string>;
  hints: boolean;
  may_offer: ("draw" | "take-back" | "rematch")[];
  may_dismiss: number[];
  channels: ("match" | "team")[];
  no_chat: string;
  result: Result | null;
  rematch: Rematched | null;
}

/** New events, in order without a gap, and the view after them. */
export interface Events {
  type: "events";
  events: [number, Happening][];
  log: LogChange;
  chat: Said[];
  said: string[];
  moves: string[];
  notes: string[];
  now: MatchView;
}

/** The change of the game's log: cut it to a length, then add these events. */
export interface LogChange {
  from: number;
  add: GameEvent[];
}

/** The command has been carried out and stored, up to this version. */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}

/** The message was refused, and the reason. */
export interface Error {
  type: "error";
  code: string;
  reason: string;
  message: string;
  id?: string;
  wait?: number;
}

/** The seats whose players are connected, the number of spectators, and long absences. */
export interface Presence {
  type: "presence";
  present: number[];
  watchers: number;
  dismiss_at: Record<number, number>;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  id: string;
}

/** Take an open seat, or change the name and the figure at one's own. */
export interface Sit {
  type: "sit";
  seat: number;
  name: string;
  figure?: string;
}

/** Give an open seat, or the seat of a player who has left, to a bot. */
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

/** Take a guest's seat away before the start. Only for the host. */
export interface Remove {
  type: "remove";
  seat: number;
}

/** Remove the open seats, to start with the players present. Only for the host. */
export interface Trim {
  type: "trim";
  seat: number;
}

/** Be ready, with a random text for the dice. The match starts when all are ready. */
export interface BeReady {
  type: "ready";
  seat: number;
  contribution: string;
}

/** Not be ready after all. */
export interface BeUnready {
  type: "unready";
  seat: number;
}

/** Act. While others still choose, act again to change one's choice. */
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

/** Resign; where the game goes on without the player, leave it. */
export interface Resign {
  type: "resign";
  seat: number;
}

/** Go on without a player who has left or missed three choices. */
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

/** The match was created, with every option in force. */
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

/** The settings of a new match: the game, its options and seats, and how it is played. */
export interface Setup {
  game: string;
  options?: Record<string, string | number | boolean | null>;
  seats?: number | null;
  clock?: Bank | Days | null;
  private?: boolean;
  casual?: boolean;
  start?: Start | null;
}

/** The position that a match begins from, in the game's notation. */
export interface Start {
  position?: string;
  match?: string;
  events?: number;
}

/** A player took a seat, or has another name. ``player`` is never shown to others. */
export interface Sat {
  type: "sat";
  seat: number;
  name: string;
  player: string;
  bot?: string;
  figure?: string;
}

/** A seat became free. */
export interface Stood {
  type: "stood";
  seat: number;
}

/** The host took a guest's seat away. ``player``, who may not sit again, is never shown. */
export interface Removed {
  type: "removed";
  seat: number;
  player: string;
}

/** The open seats were removed; ``seats`` are the former numbers of the remaining ones. */
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

/** A player is not ready after all; their text for the dice is void. */
export interface BecameUnready {
  type: "unready";
  seat: number;
}

/** All are ready; the clocks run. */
export interface Started {
  type: "started";
  at: number;
}

/** A chance event, such as a roll of the dice. */
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

/** All have chosen: the actions by seat, which take effect at once. */
export interface Resolved {
  type: "resolved";
  actions: Record<number, string>;
  at: number;
}

/** A player acted openly; ``auto`` if the server acted for them. */
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

/** A player made an offer. */
export interface Offered {
  type: "offered";
  seat: number;
  offer: string;
}

/** A player accepted or declined an offer. */
export interface Answered {
  type: "answered";
  seat: number;
  offer: string;
  accept: boolean;
}

/** Everyone agreed to a take-back: the game is back at an earlier number of events. */
export interface TookBack {
  type: "took-back";
  events: number;
  at: number;
}

/** A player left a running game. */
export interface Left {
  type: "left";
  seat: number;
  at: number;
}

/** The game was ended by the players, not by play. */
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

/** A chance event, such as a roll of the dice. */
export interface ChanceEvent {
  type: "chance";
  text: string;
  at?: number;
}

/** An action of a seat. */
export interface ActionEvent {
  type: "action";
  seat: number;
  text: string;
  at?: number;
}

/** How the game was ended; `agreement` and `length` have no seat. */
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

/** The coach's report; see `analysis.review`. */
export interface Report {
  game: string;
  options: Record<string, string | number | boolean | null>;
  seats: Player[];
  exact: boolean;
  alone: boolean;
  summaries: SeatReport[];
  decisions: DecisionReport[];
  dice: LuckReport[];
  turning_points: TurningPointReport[];
  curve: CurveReport[];
  key: string[];
  drawn: number[];
  chart: string;
  heights: string[];
  left_out: string;
}

/** The player at a seat. */
export interface Player {
  name: string;
  kind?: "human" | "bot";
  bot?: string;
}

/** How good a player's choices and dice were. */
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

/** A decision: the action taken, the best one, and the cost. */
export interface DecisionReport {
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
  changed: ResultChange | null;
  listed: boolean;
  summary: string;
  better: string;
}

/** What an action is worth to the player who takes it; see `analysis.Judgement`. */
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

/** A changed result; ``after`` is null if it is not proven. */
export interface ResultChange {
  before: number;
  after: number | null;
}

/** A chance event, and what it brought each seat. */
export interface LuckReport {
  number: number;
  text: string;
  luck: number[];
}

/** A turning point, for the seat whose worth changed most. */
export interface TurningPointReport {
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

/** What the game was worth to each seat after event ``number``. */
export interface CurveReport {
  number: number;
  worth: number[];
}

/** A finished game: its end as a match, and every moment from the start to there. */
export interface PastGame {
  match: FullMatchView;
  moments: MomentView[];
}

/** A position, the event that led to it in words (of whom, if of anyone), and who acts next. */
export interface MomentView {
  who: string;
  what: string;
  to_act: number[];
  position: string;
  table: Record<string, any>;
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

/** The matches of a device, running ones first, and the public matches it may join. */
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
  start: boolean;
  created: number;
  updated: number;
}

/** The player of a seat. */
export interface ListedSeat {
  name: string;
  kind: "human" | "bot" | "open";
  bot: string;
}

/** The place of each seat. */
export interface ListedResult {
  places: number[];
}

/** A device and its token, the only proof of who the player is: keep it secret. */
export interface Device {
  player: string;
  device: string;
  token: string;
}

/** A device of the player. Times are in milliseconds since 1970; ``used`` is a day's beginning. */
export interface KnownDevice {
  id: string;
  label: string;
  created: number;
  used: number;
  here: boolean;
}

/** A code that adds a device to the player, once, within ``seconds``; and the page with it. */
export interface DeviceCode {
  code: string;
  seconds: number;
  page: Invitation;
}

/** An address for others, the same as a QR code in SVG, and who can open it. */
export interface Invitation {
  address: string;
  qr: string;
  reach: "here" | "network" | "anyone";
}

/** What there is to learn, and which day it is on the clock of the whole world. */
export interface Learning {
  day: string;
  games: Lessons[];
}

/** What there is to learn of a game: how many steps, exercises by grade, and today's number. */
export interface Lessons {
  game: string;
  steps: number;
  grades: number[];
  today: number;
}

/** A step of a course; its texts begin with ``page.learn.<name>``. */
export interface StepView {
  name: string;
  task: Task;
}

/** A position in which a seat has to act; and what each of the right actions leads to. */
export interface Task {
  view: FullMatchView;
  after: Record<string, FullMatchView>;
}

/** An exercise, and what there is to say about every legal action. */
export interface ExerciseView {
  game: string;
  number: number;
  grade: number;
  task: Task;
  said: Record<string, string>;
}

/** What a client needs to show a position and what may be done in it. */
export interface PositionView {
  game: string;
  options: Record<string, string | number | boolean | null>;
  position: string;
  table: Record<string, any>;
  labels: string[];
  to_act: number[];
  chance: boolean;
  legal: Record<string, string[]>;
  names: Record<string, string[]>;
  earns: Record<string, number[]>;
  result: PositionResult | null;
}

/** The end of the game. */
export interface PositionResult {
  places: number[];
  scores: number[];
  announced: string[];
  text: string;
}

/** A pad as one of its members sees it: everybody who has changed since they last asked. */
export interface PadView {
  id: string;
  code: string;
  game: string;
  chosen: Record<string, number>;
  version: number;
  me: number;
  host: boolean;
  present: number[];
  members: MemberView[];
}

/** Somebody on a pad; the sheet is null before anything is written on it. */
export interface MemberView {
  member: number;
  name: string;
  status: "here" | "left" | "removed";
  version: number;
  sheet: Record<string, any> | null;
}

/** The games with sheets, the sizes of paper, and how many sheets a page may have. */
export interface Printable {
  games: string[];
  papers: ("a4" | "letter")[];
  most: number;
  usual: number;
}
