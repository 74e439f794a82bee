// Quixo for two on a board of 5 × 5, by the same rules as ours (docs/rules): cubes are 0 for
// neutral, 1 and 2 for the players, numbered as one reads.

const SIZE = 5;

const onEdge = (i) => {
  const row = Math.floor(i / SIZE);
  const column = i % SIZE;
  return row === 0 || row === SIZE - 1 || column === 0 || column === SIZE - 1;
};

// For every edge square and every end it may come back at, the squares between, key "take,to".
const PATHS = new Map();
for (let take = 0; take < SIZE * SIZE; take++) {
  if (!onEdge(take)) continue;
  const row = Math.floor(take / SIZE);
  const column = take % SIZE;
  const ends = [row * SIZE, row * SIZE + SIZE - 1, column, (SIZE - 1) * SIZE + column];
  for (const to of ends) {
    if (to === take) continue;
    const stride = to % SIZE === column ? SIZE : 1;
    const step = to > take ? stride : -stride;
    const path = [];
    for (let i = take; i !== to + step; i += step) path.push(i);
    PATHS.set(`${take},${to}`, path);
  }
}

const LINES = [];
for (let i = 0; i < SIZE; i++) {
  LINES.push([0, 1, 2, 3, 4].map((j) => i * SIZE + j));
  LINES.push([0, 1, 2, 3, 4].map((j) => j * SIZE + i));
}
LINES.push([0, 1, 2, 3, 4].map((i) => i * SIZE + i));
LINES.push([0, 1, 2, 3, 4].map((i) => (SIZE - 1 - i) * SIZE + i));

const hasLine = (board, cube) => LINES.some((line) => line.every((i) => board[i] === cube));

const INVALID = "INVALID_MOVE";

function push({ G, playerID }, take, to) {
  const own = Number(playerID) + 1;
  const path = PATHS.get(`${take},${to}`);
  if (path === undefined) return INVALID;
  if (G.board[take] !== 0 && G.board[take] !== own) return INVALID;
  const board = [...G.board];
  for (let i = 0; i + 1 < path.length; i++) board[path[i]] = board[path[i + 1]];
  board[to] = own;
  const seen = G.board[take] === 0 ? [] : [...G.seen, G.board.join("")];
  return { board, seen };
}

// The opponent's line first: who completes one for the other loses. Then the third repetition.
function endIf({ G, ctx }) {
  const mover = Number(ctx.currentPlayer);
  const other = 1 - mover;
  if (hasLine(G.board, other + 1)) return { winner: String(other) };
  if (hasLine(G.board, mover + 1)) return { winner: String(mover) };
  const now = G.board.join("");
  let times = 1;
  for (let i = G.seen.length - 2; i >= 0; i -= 2) times += G.seen[i] === now;
  return times >= 3 ? { draw: true } : undefined;
}

exports.Quixo = {
  name: "quixo",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ board: Array(SIZE * SIZE).fill(0), seen: [] }),
  moves: { push },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf,
};
