/** King and pawn against king, compared with the endgame table in every position. @module */

import { assertEquals } from "@std/assert";
import { KING_ATTACKS, PAWN_ATTACKS } from "../../../core/attacks.ts";
import { hasSquare } from "../../../core/bitboard.ts";
import { Position } from "../../../core/position.ts";
import { BLACK, KING, makePiece, PAWN, WHITE } from "../../../core/types.ts";
import { winsPawnEnding } from "../../../search/endings/pawn_ending.ts";
import { LOSS, WIN } from "../../../tablebase/prober.ts";
import { positionOf } from "../../core/random_games.ts";
import { testTables } from "../../tablebase/fixtures.ts";
import { tries } from "../../effort.ts";

/** The pawn is placed on this many files, from a on. Only the nightly run has e to h, which are mirror images. */
const FILES = tries(4, 8);

/** Calls `visit` with every legal position: White's king, its pawn, the lone king. */
function forEachPosition(visit: (sideToMove: number, king: number, pawn: number, lone: number) => void): void {
  for (let pawn = 8; pawn < 56; pawn++) {
    if ((pawn & 7) >= FILES) continue;
    for (let king = 0; king < 64; king++) {
      for (let lone = 0; lone < 64; lone++) {
        if (king === pawn || lone === pawn || king === lone) continue;
        if (hasSquare(KING_ATTACKS[king << 1], KING_ATTACKS[king << 1 | 1], lone)) continue;
        visit(BLACK, king, pawn, lone);
        const isCheck = hasSquare(PAWN_ATTACKS[pawn << 1], PAWN_ATTACKS[pawn << 1 | 1], lone);
        if (!isCheck) visit(WHITE, king, pawn, lone);
      }
    }
  }
}

testTables("`winsPawnEnding()` agrees with the table in every position", (tables) => {
  const prober = tables.createProber();
  const position = new Position();
  let [positions, wins, wrong] = [0, 0, 0];
  forEachPosition((sideToMove, king, pawn, lone) => {
    const board = new Uint8Array(64);
    board[king] = makePiece(WHITE, KING);
    board[pawn] = makePiece(WHITE, PAWN);
    board[lone] = makePiece(BLACK, KING);
    positionOf(board, sideToMove, undefined, position);
    const isWin = winsPawnEnding(WHITE, sideToMove === WHITE, king, pawn, lone);
    positions++;
    if (isWin) wins++;
    // The same ending with the colours exchanged: Black has the pawn.
    if (winsPawnEnding(BLACK, sideToMove === WHITE, king ^ 56, pawn ^ 56, lone ^ 56) !== isWin) wrong++;
    if (isWin !== (prober.result(position) === (sideToMove === WHITE ? WIN : LOSS))) wrong++;
  });
  prober.tables.closeAll();
  assertEquals([positions, wins, wrong], [FILES * 41_419, FILES / 8 * 222_564, 0]);
});
