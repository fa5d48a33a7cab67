import { assert, assertEquals } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { see, SEE_VALUES, seeAtLeast, victimType } from "../../core/see.ts";
import { BISHOP, EMPTY, KING, KNIGHT, PAWN, QUEEN, ROOK } from "../../core/types.ts";
import { CASTLING, EN_PASSANT, moveFrom, moveKind, moveTo, PROMOTION, promotionType } from "../../core/types.ts";
import { attackersOf, attacks } from "./mailbox_attacks.ts";
import { playBothKinds } from "./random_games.ts";
import { tries } from "../effort.ts";

const [P, N, B, R, Q] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN].map((type) => SEE_VALUES[type]);

/** A slow and simple exchange on a copy of the mailbox. */
class ExchangeOracle {
  readonly #board: Uint8Array;

  constructor({ mailbox }: Position, readonly to: number) {
    this.#board = mailbox.slice();
  }

  /** The value of `move` if both sides capture as long as it pays. */
  value(move: number): number {
    const from = moveFrom(move);
    const kind = moveKind(move);
    if (kind === CASTLING) return 0;
    let onTarget = this.#board[from];
    let gain = SEE_VALUES[this.#board[this.to]];
    if (kind === EN_PASSANT) {
      gain = P;
      this.#board[this.to ^ 8] = EMPTY;
    }
    if (kind === PROMOTION) {
      onTarget = (onTarget & 8) | promotionType(move);
      gain += SEE_VALUES[onTarget] - P;
    }
    this.#board[from] = EMPTY;
    this.#board[this.to] = onTarget;
    return gain - Math.max(0, this.#bestCapture((onTarget >> 3) ^ 1));
  }

  /** What `side` gains if it captures now; 0 if it cannot capture. */
  #bestCapture(side: number): number {
    const attackers = attackersOf(this.#board, this.to, side).filter((square) => this.#mayCapture(square));
    if (attackers.length === 0) return 0;
    const value = (square: number) => this.#board[square] & 7;
    const square = attackers.reduce((least, each) => value(each) < value(least) ? each : least);
    const gain = SEE_VALUES[this.#board[this.to]];
    this.#board[this.to] = this.#board[square];
    this.#board[square] = EMPTY;
    return gain - Math.max(0, this.#bestCapture(side ^ 1));
  }

  #mayCapture(square: number): boolean {
    const piece = this.#board[square];
    if ((piece & 7) !== KING) return !this.#isPinned(square);
    this.#board[square] = EMPTY;
    const isDefended = attackersOf(this.#board, this.to, piece >> 3 ^ 1).length > 0;
    this.#board[square] = piece;
    return !isDefended;
  }

  /** Whether the piece would uncover a slider's attack on its king if it went to the target. */
  #isPinned(square: number): boolean {
    const board = this.#board.slice();
    const side = board[square] >> 3;
    const king = board.indexOf(side << 3 | KING);
    board[this.to] = board[square];
    board[square] = EMPTY;
    const attackers = attackersOf(board, king, side ^ 1);
    return attackers.some((each) => !attacks(this.#board, each, king));
  }
}

const EXCHANGES: readonly (readonly [fen: string, move: string, value: number])[] = [
  // `see()` counts the captured piece, and the capturing piece if it is recaptured.
  ["4k3/8/8/4p3/8/8/8/K3R3 w - - 0 1", "e1e5", P],
  ["4k3/8/3p4/4p3/8/8/8/K3R3 w - - 0 1", "e1e5", P - R],
  ["4k3/8/3p4/4n3/3P4/8/8/K7 w - - 0 1", "d4e5", N - P],
  ["4k3/8/3p4/8/5N2/8/8/K7 w - - 0 1", "f4d5", 0],
  ["4k3/2p5/8/8/5N2/8/8/K7 w - - 0 1", "f4d5", 0],
  ["4k3/4p3/8/8/5N2/8/8/K7 w - - 0 1", "f4d5", 0],
  ["4k3/8/4p3/8/5N2/8/8/K7 w - - 0 1", "f4d5", -N],
  // `see()` counts x-ray attackers behind a rook and a queen. Rxd5 exd5 Rxd5 Rxd5: White stops after exd5.
  ["3r2k1/8/4p3/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", P - R],
  // Qxd5 Rxd5 Rxd5: the rook behind the queen takes back.
  ["3r2k1/8/8/3r4/8/8/3Q4/3R2K1 w - - 0 1", "d2d5", R - Q + R],
  // Rxd5 Rxd5 Qxd5, with the queen behind the rook.
  ["3r2k1/8/8/3p4/8/8/3R4/3Q2K1 w - - 0 1", "d2d5", P - R + R],
  // Bxd5 Bxd5 Qxd5 along one diagonal.
  ["6k1/1b6/8/3p4/4B3/5Q2/8/6K1 w - - 0 1", "e4d5", P - B + B],
  // A pawn also hides a bishop: dxe5 fxe5 Bxe5.
  ["6k1/8/5p2/4n3/3P4/2B5/8/6K1 w - - 0 1", "d4e5", N - P + P],
  // `see()` stops before a capture that would lose. Nxe5 Nxe5 Rxe5: Black stops, as Qxe5 Qxe5 loses a queen.
  ["4q1k1/8/2n5/4p3/8/3N4/4R3/4Q1K1 w - - 0 1", "d3e5", P - N + N],
  // Black does not take the knight with the queen, since a pawn would take back.
  ["6k1/8/8/q2n4/4P3/2N5/8/6K1 w - - 0 1", "c3d5", N],
  // `see()` lets a king capture only an undefended piece.
  ["8/8/8/4k3/3p4/8/8/3RK3 w - - 0 1", "d1d4", P - R],
  ["8/8/8/4k3/3p4/4P3/8/3RK3 w - - 0 1", "d1d4", P],
  // Rxd4 Rxd4 exd4 Kxd4: the king comes last, when no defender is left.
  ["3r4/8/8/4k3/3p4/4P3/8/3RK3 w - - 0 1", "d1d4", P - R + R - P],
  // A defender keeps the king away even if it is pinned, like the knight on c2.
  ["2r5/8/8/4k3/3p4/8/2N5/2KR4 w - - 0 1", "d1d4", P],
  // `see()` counts the gain of a promotion and the risk to the new piece.
  ["8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", Q - P],
  ["8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", N - P],
  ["1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -P],
  ["1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8q", R + Q - P],
  ["1r1r4/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8q", R - P],
  // En passant, `see()` removes the pawn beside the target, which opens the lines through that square.
  ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", P],
  ["4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0],
  // With the pawn on d5 gone, Black's rook sees d6.
  ["4k3/8/8/3pP3/8/3r4/8/6K1 w - d6 0 1", "e5d6", 0],
  // White's rook behind the pawn also sees d6, so Black does not recapture.
  ["4k3/8/8/3pP3/8/3r4/3R4/6K1 w - d6 0 1", "e5d6", P],
  // `see()` gives 0 to castling and to quiet moves to safe squares.
  ["4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0],
  ["4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1b1", 0],
  ["5rk1/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0],
  // `see()` ignores a pinned defender until its pinner has gone. Here the rook on e1 pins the knight.
  ["4k3/4n3/8/3p4/4P3/8/8/K3R3 w - - 0 1", "e4d5", P],
  ["3k4/4n3/8/3p4/4P3/8/8/K3R3 w - - 0 1", "e4d5", P - P],
  // A pinned rook defends along its line.
  ["4k3/4r3/8/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", P],
  ["4k3/4r3/8/4p3/8/8/4R3/K7 w - - 0 1", "e2e5", P - R],
  // The knight on c5 is pinned by the rook on a5; if that rook captures, the knight may recapture.
  ["8/8/8/R1n4k/p7/8/8/RK6 w - - 0 1", "a1a4", P],
  ["8/8/8/R1n4k/p7/8/8/1K6 w - - 0 1", "a5a4", P - R],
];

Deno.test("`see()` and `seeAtLeast()` evaluate captures, quiet moves, promotions and castling by the exchange on the target", () => {
  for (const [fen, text, value] of EXCHANGES) {
    const position = parseFen(fen);
    const move = parseUci(position, text);
    assertEquals(see(position, move), value, `${text} in '${fen}'`);
    assertEquals([value, value + 1].map((threshold) => seeAtLeast(position, move, threshold)), [true, false]);
  }
});

Deno.test("`seeAtLeast()` equals a slow exchange on a mailbox for all moves of random games", () => {
  let checked = 0;
  let contested = 0;
  playBothKinds({ games: tries(6, 40), plies: 150, seed: 5 }, (position, moves, count) => {
    for (const move of moves.subarray(0, count)) {
      const expected = new ExchangeOracle(position, moveTo(move)).value(move);
      for (const threshold of [expected, expected + 1, -1000, -P, 0, P]) {
        if (seeAtLeast(position, move, threshold) === expected >= threshold) continue;
        throw new Error(`${formatUci(move, true)} in '${formatFen(position)}' is worth ${expected}`);
      }
      checked++;
      if (expected !== 0) contested++;
    }
  });
  assert(checked > tries(28_000, 200_000) && contested > tries(6000, 40_000), `${contested} of ${checked}`);
});

Deno.test("`victimType()` is right for captures, en passant and promotions", () => {
  const position = parseFen("1r2k2r/P7/8/3pP3/8/8/7p/R3K2R w KQk d6 0 1");
  const moves = ["h1h2", "e5d6", "a7b8q", "a7a8n", "a1a6"].map((text) => parseUci(position, text));
  assertEquals(moves.map((move) => victimType(position, move)), [PAWN, PAWN, ROOK, EMPTY, EMPTY]);
});
