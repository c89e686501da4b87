// Take it Easy! for two on boardgame.io, as a table to compare with: simultaneous placement, a hidden bag, scores at the end.
// Usage: node server.cjs PORT memory|FOLDER
const { Server, Origins, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE, ActivePlayers } = require("boardgame.io/core");

const CELLS = 19;
const ROWS = [3, 4, 5, 4, 3];
const VALUES = [[1, 5, 9], [2, 6, 7], [3, 4, 8]];
const TILES = VALUES[0].flatMap((a) => VALUES[1].flatMap((b) => VALUES[2].map((c) => [a, b, c])));

// Axial coordinates of the cells, and the fifteen lines.
const AT = ROWS.flatMap((size, q) => Array.from({ length: size }, (_, r) => [q - 2, r - Math.min(q, 2)]));
const LINES = [0, 1, 2].flatMap((direction) =>
  [-2, -1, 0, 1, 2].map((wanted) => ({
    direction,
    cells: AT.flatMap(([q, r], cell) => ([q, r, -q - r][direction] === wanted ? [cell] : [])),
  })),
);

function score(board) {
  let total = 0;
  for (const { direction, cells } of LINES) {
    const value = board[cells[0]][direction];
    if (cells.every((cell) => board[cell][direction] === value)) total += value * cells.length;
  }
  return total;
}

const game = {
  name: "take-it-easy",
  disableUndo: true,
  setup: ({ random }) => ({
    bag: random.Shuffle(TILES),
    round: 0,
    chosen: [null, null],
    boards: [Array(CELLS).fill(null), Array(CELLS).fill(null)],
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    bag: G.bag.slice(0, G.round + 1),
    chosen: G.chosen.map((cell, seat) => (String(seat) === playerID ? cell : cell !== null)),
  }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    place: {
      ignoreStaleStateID: true,
      client: false,
      move: ({ G, playerID }, cell) => {
        if (!(cell >= 0 && cell < CELLS) || G.boards[playerID][cell] !== null || G.round === CELLS) return INVALID_MOVE;
        G.chosen[playerID] = cell;
        if (G.chosen.includes(null)) return;
        for (const seat of [0, 1]) G.boards[seat][G.chosen[seat]] = G.bag[G.round];
        G.chosen = [null, null];
        G.round += 1;
      },
    },
  },
  endIf: ({ G }) => (G.round === CELLS ? { scores: G.boards.map(score) } : undefined),
};

const [port, folder] = process.argv.slice(2);
const db = folder === "memory" ? undefined : new FlatFile({ dir: folder });
Server({ games: [game], origins: [Origins.LOCALHOST], ...(db && { db }) }).run({ port: Number(port) });
