import { assert, assertEquals, assertThrows } from "@std/assert";
import { loadFen, parseFen, START_FEN } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, CASTLING, makePiece, QUEEN, WHITE } from "../../core/types.ts";
import { AccumulatorStack } from "../../nnue/accumulator.ts";
import { kernelOf } from "../../nnue/wasm_kernel.ts";
import type { Network } from "../../nnue/network.ts";
import { referenceAccumulator } from "../../nnue/reference.ts";
import { RefreshTable } from "../../nnue/refresh_table.ts";
import { playBothKinds, randomIntegers } from "../core/random_games.ts";
import { randomNetwork } from "./random_network.ts";

/** A position with every kind of move: castling, promotion, en passant, kings that cross the middle. */
const RICH_FEN = "r3k2r/pP3ppp/8/2pPp3/8/8/P4PpP/R3K2R w KQkq c6 0 1";
/** Every double step of a pawn can be answered en passant. */
const PAWNS_FEN = "4k3/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P2/4K3 w - - 0 1";

function follow(network: Network, position: Position): AccumulatorStack {
  const accumulators = new AccumulatorStack(network, kernelOf(network), AccumulatorStack.reserve(network));
  position.listener = accumulators;
  accumulators.loaded(position);
  return accumulators;
}

/** Expects both accumulators to equal those computed from scratch. */
function assertExact(accumulators: AccumulatorStack, network: Network, position: Position): void {
  for (const colour of [WHITE, BLACK]) {
    const [actual, expected] = [accumulators.read(colour), referenceAccumulator(network, position, colour)];
    // Compare element by element, because `assertEquals()` would take most of the test's time.
    if (actual.some((value, i) => value !== expected[i])) assertEquals(actual, expected);
  }
}

const KINDS = [
  ["plain", {}],
  ["mirrored", { isMirrored: true }],
  ["many-bucket", { kingBucketCount: 5 }],
  ["mirrored many-bucket", { isMirrored: true, kingBucketCount: 16 }],
] as const;

for (const [kind, options] of KINDS) {
  Deno.test(`accumulators of a ${kind} network are exact at every position of random games`, () => {
    const network = randomNetwork(options);
    let accumulators: AccumulatorStack | null = null;
    let checked = 0;
    playBothKinds({ games: 8, plies: 150, seed: 11, shuffling: 1 }, (position) => {
      if (position.top === 0) accumulators = follow(network, position);
      assertExact(accumulators!, network, position);
      checked++;
    });
    assert(checked > 1600);
  });

  Deno.test(`accumulators of a ${kind} network are exact wherever a search reads them`, () => {
    const network = randomNetwork({ ...options, seed: 2 });
    /** How many moves of each kind were made, captures last. */
    const seen = new Array(9).fill(0);
    const random = randomIntegers(5);
    for (const share of [1, 4, 8]) {
      for (const fen of [START_FEN, RICH_FEN, PAWNS_FEN, "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1"]) {
        const position = parseFen(fen);
        const accumulators = follow(network, position);
        /** Walks through a tree of random moves and null moves and back. Reads at a share of the nodes, in eighths. */
        const walk = (depth: number): void => {
          if (random(8) < share) assertExact(accumulators, network, position);
          if (depth === 0) return;
          const moves = legalMoves(position);
          for (let i = 0; i < 3 && moves.length > 0; i++) {
            const move = moves[random(moves.length)];
            seen[position.isCapture(move) ? 5 + (move >> 14) : move >> 14]++;
            position.make(move);
            walk(depth - 1);
            position.undo();
          }
          if (!position.inCheck) {
            position.makeNull();
            walk(depth - 1);
            position.undoNull();
          }
          if (random(8) < share) assertExact(accumulators, network, position);
        };
        walk(5);
      }
    }
    const [normal, , castling, promotion, , capture, enPassant, , promotionByCapture] = seen;
    const kinds = { normal, castling, promotion, capture, enPassant, promotionByCapture };
    for (const [name, count] of Object.entries(kinds)) assert(count >= 3, `Expected 3 and more of ${name}`);
  });
}

Deno.test("plies before a refreshed ply are computed from it instead of being refreshed", () => {
  const network = randomNetwork({ isMirrored: true, kingBucketCount: 4 });
  const position = parseFen(START_FEN);
  const accumulators = follow(network, position);
  let refreshed = 0;
  const refresh = RefreshTable.prototype.refresh;
  RefreshTable.prototype.refresh = function (...args) {
    refreshed++;
    refresh.apply(this, args);
  };
  try {
    const line = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5"];
    for (const move of line) position.make(parseUci(position, move));
    assertExact(accumulators, network, position);
    for (const _ of line) {
      position.undo();
      assertExact(accumulators, network, position);
    }
    assertEquals(refreshed, 2, "once for each side");
  } finally {
    RefreshTable.prototype.refresh = refresh;
  }
});

Deno.test("accumulators follow castling in which king or rook stays, or both exchange squares", () => {
  const cases = [
    ["4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"],
    ["4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"],
    ["4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1"],
    ["1rk5/8/8/8/8/8/8/4K3 b b - 0 1", "c8b8"],
  ];
  for (const [_, options] of KINDS) {
    const network = randomNetwork(options);
    for (const [fen, text] of cases) {
      const position = parseFen(fen, { chess960: true });
      const accumulators = follow(network, position);
      assertExact(accumulators, network, position);
      const move = parseUci(position, text);
      assertEquals(move >> 14, CASTLING);
      position.make(move);
      assertExact(accumulators, network, position);
      position.undo();
      assertExact(accumulators, network, position);
    }
  }
});

Deno.test("accumulators are exact in games longer than their ring, forwards and backwards", () => {
  const network = randomNetwork({ isMirrored: true, kingBucketCount: 3 });
  const position = parseFen("4k3/8/8/3q4/3Q4/8/8/4K3 w - - 0 1");
  const accumulators = follow(network, position);
  const random = randomIntegers(8);
  let plies = 0;
  while (plies < 700) {
    // Quiet moves keep the game going. If there is no quiet move, the last move is taken back.
    const quiet = legalMoves(position).filter((move) => !position.isCapture(move));
    if (quiet.length === 0) {
      assert(plies > 0);
      position.undo();
      plies--;
      continue;
    }
    position.make(quiet[random(quiet.length)]);
    plies++;
    if (random(4) === 0) assertExact(accumulators, network, position);
  }
  while (plies-- > 0) {
    position.undo();
    if (random(4) === 0) assertExact(accumulators, network, position);
  }
  assertExact(accumulators, network, position);
});

Deno.test("accumulators are exact after a position undoes moves from before it was attached", () => {
  const network = randomNetwork({ isMirrored: true, kingBucketCount: 4 });
  const position = parseFen(RICH_FEN);
  const moves = ["e1c1", "g2g1q", "b7a8n", "e8e7", "c1b1", "e7d6"];
  for (const text of moves) position.make(parseUci(position, text));
  const accumulators = follow(network, position);
  for (let i = 0; i < moves.length; i++) {
    if (i % 2 === 1) assertExact(accumulators, network, position);
    position.undo();
  }
  assertExact(accumulators, network, position);
  for (const text of moves) position.make(parseUci(position, text));
  assertExact(accumulators, network, position);
});

Deno.test("accumulators follow a position that is loaded again", () => {
  const network = randomNetwork({ isMirrored: true, kingBucketCount: 4 });
  const position = parseFen(START_FEN);
  const accumulators = follow(network, position);
  assertExact(accumulators, network, position);
  for (const [fen, text] of [[RICH_FEN, "d5c6"], [START_FEN, "e2e4"]]) {
    loadFen(position, fen, false);
    assertExact(accumulators, network, position);
    position.make(parseUci(position, text));
    assertExact(accumulators, network, position);
  }
});

Deno.test("accumulators refuse to compute without a position, or if a ply changes more pieces than a move can", () => {
  const network = randomNetwork();
  const empty = new AccumulatorStack(network, kernelOf(network), AccumulatorStack.reserve(network));
  assertThrows(() => empty.update(), TypeError, "Expected a position to be loaded");
  const accumulators = follow(network, parseFen(START_FEN));
  accumulators.update();
  accumulators.made();
  for (let square = 16; square < 19; square++) accumulators.added(makePiece(WHITE, QUEEN), square);
  assertThrows(() => accumulators.update(), TypeError, "not to remove 0 and add 3");
});
