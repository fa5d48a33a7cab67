import { assert, assertEquals } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { isAttacked } from "../../core/checks.ts";
import { hasLegalMove, isLegal } from "../../core/legality.ts";
import { legalMoves } from "../../core/movegen.ts";
import type { Position } from "../../core/position.ts";
import { BISHOP, BLACK, KING, KNIGHT, makePiece, PAWN, QUEEN, ROOK, WHITE } from "../../core/types.ts";
import { CASTLING, EN_PASSANT, moveKind, NORMAL, PROMOTION } from "../../core/types.ts";
import { playBothKinds, positionOf, randomIntegers } from "./random_games.ts";
import { tries } from "../effort.ts";

const TRICKY = [
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
  "8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1",
  "8/8/8/1Ppp3r/KR3p1k/8/4P1P1/8 w - c6 0 1",
  "4k3/8/4r3/3pP3/8/8/8/4K3 w - d6 0 1",
  "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
  "4k3/1P6/8/8/8/8/1p6/R2K4 b - - 0 1",
  "3rk3/2P1P3/8/8/8/8/8/4K3 w - - 0 1",
  "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
  "8/8/8/8/8/8/8/rRK1k3 w B - 0 1",
  "4k3/8/8/8/7b/8/3r4/R3K2R w KQ - 0 1",
  "4k3/8/8/8/8/5n2/8/R3K2R w KQ - 0 1",
  // The king is in check. Castling would leave it on its square, with the rook between it and the checking piece.
  "4k3/8/8/8/8/8/8/R1K4r w A - 0 1",
  "4k3/8/8/8/8/8/8/r5KR w H - 0 1",
];

/** Fails unless `isLegal()` accepts exactly the legal moves among all 65536 numbers, and `hasLegalMove()` agrees. */
function assertExact(position: Position): void {
  const expected = new Uint8Array(65536);
  for (const move of legalMoves(position)) expected[move] = 1;
  for (let move = 0; move < 65536; move++) {
    const found = isLegal(position, move);
    if (found !== (expected[move] === 1)) assertEquals(found, !found, `Move ${move} in '${formatFen(position)}'`);
  }
  assertAgrees(position);
}

/** Fails unless `hasLegalMove()` agrees with the generator. Returns the number of generated moves. */
function assertAgrees(position: Position): number {
  const count = legalMoves(position).length;
  if (hasLegalMove(position) !== count > 0) assertEquals(count === 0, count > 0, formatFen(position));
  return count;
}

Deno.test("`isLegal()` accepts exactly the generated moves among all 65536 numbers, and `hasLegalMove()` agrees", () => {
  for (const fen of TRICKY) assertExact(parseFen(fen));
  let positions = 0;
  playBothKinds({ games: tries(2, 20), plies: 120, seed: 17 }, (position) => {
    assertExact(position);
    positions++;
  });
  assert(positions > tries(400, 4000));
});

/** A random position in which the side to move has few men and the opponent has many; `null` if it is illegal. */
function drawNarrowPosition(random: (bound: number) => number): Position | null {
  const board = new Uint8Array(64);
  const us = random(2);
  const place = (piece: number): void => {
    let square = 0;
    do square = (piece & 7) === PAWN ? 8 + random(48) : random(64); while (board[square] !== 0);
    board[square] = piece;
  };
  place(makePiece(WHITE, KING));
  place(makePiece(BLACK, KING));
  for (let men = random(4); men > 0; men--) place(makePiece(us, [PAWN, PAWN, PAWN, KNIGHT, BISHOP, ROOK][random(6)]));
  for (const type of [QUEEN, ROOK, BISHOP, KNIGHT, PAWN, PAWN]) place(makePiece(us ^ 1, random(3) > 0 ? type : QUEEN));
  const position = positionOf(board, us);
  const { kings, occupiedLo, occupiedHi } = position;
  return isAttacked(position, kings[us ^ 1], us, occupiedLo, occupiedHi) ? null : position;
}

Deno.test("`hasLegalMove()` agrees with the generator if few moves or none are legal", () => {
  const random = randomIntegers(31);
  const seen = { mates: 0, stalemates: 0, single: 0, positions: 0 };
  for (let i = tries(5000, 60_000); i > 0; i--) {
    const position = drawNarrowPosition(random);
    if (position === null) continue;
    const count = assertAgrees(position);
    seen.positions++;
    if (count === 1) seen.single++;
    if (count === 0 && position.inCheck) seen.mates++;
    if (count === 0 && !position.inCheck) seen.stalemates++;
  }
  for (const [kind, number] of Object.entries(seen)) assert(number > tries(25, 300), `${kind}: ${number}`);
});

Deno.test("`hasLegalMove()` finds the only move, whatever its kind", () => {
  const positions: [fen: string, kind: number][] = [
    // In the first position, king and rook exchange places. In the second, the king stays and the rook jumps over it.
    ["k3r3/8/8/8/8/3n3b/6N1/5KRB w G - 0 1", CASTLING],
    ["k4rr1/8/8/8/8/7p/6NP/6KR w H - 0 1", CASTLING],
    // The capture takes the pawn that gives check; the king has no square.
    ["3R4/8/8/2k1N3/3Pp3/8/8/KR6 b - d3 0 1", EN_PASSANT],
    ["8/P7/8/4k3/8/6q1/8/7K w - - 0 1", PROMOTION],
    // Only a double push gets between king and rook.
    ["7k/8/8/7r/K6r/7r/2P5/1r6 w - - 0 1", NORMAL],
  ];
  for (const [fen, kind] of positions) {
    const position = parseFen(fen, { chess960: true });
    const kinds = Array.from(new Set(legalMoves(position).map(moveKind)));
    assertEquals([kinds, hasLegalMove(position)], [[kind], true], fen);
  }
  // Without the right to castle, this position is stalemate.
  for (const fen of ["k3r3/8/8/8/8/3n3b/6N1/5KRB w - - 0 1", "k4rr1/8/8/8/8/7p/6NP/6KR w - - 0 1"]) {
    const position = parseFen(fen);
    assertEquals([legalMoves(position), hasLegalMove(position), position.inCheck], [[], false, false], fen);
  }
});
