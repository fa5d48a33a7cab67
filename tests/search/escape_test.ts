/**
 * Escapes: what a quiet move gains in order by leaving a square where something worth less attacks its piece, in known
 * positions and against the mailbox.
 *
 * @module
 */

import { assertEquals, assertGreater } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { formatUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { findThreats } from "../../core/threats.ts";
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK } from "../../core/types.ts";
import { escapeScore } from "../../search/move_picker.ts";
import { playRandomGames } from "../core/random_games.ts";
import { threatBits } from "../core/mailbox_attacks.ts";
import { type Changes, moveOf, withParameters } from "./fixtures.ts";

const WORTHS: Changes = { escapeMinor: 1, escapeRook: 10, escapeQueen: 100 };
/** Rank of a piece among those that count, by type; a king threatens no piece. */
const CLASS = { [PAWN]: 0, [KNIGHT]: 1, [BISHOP]: 1, [ROOK]: 2, [QUEEN]: 3 } as Record<number, number>;
const WORTH = [0, 1, 10, 100];

function score(fen: string, move: string): number {
  const position = parseFen(fen);
  findThreats(position);
  return escapeScore(position, moveOf(position, move));
}

/** The same score from the definition. */
function scoreByMailbox(position: Position, move: number): number {
  const own = CLASS[position.mailbox[move & 63] & 7] ?? 0;
  const bits = threatBits(position, move, (type) => CLASS[type] < own);
  return ((bits & 1) - (bits >> 1)) * WORTH[own];
}

Deno.test("an escape is a move off a square that something worth less attacks, and onto none", () => {
  withParameters(WORTHS, () => {
    const fen = "4k3/8/3p4/4N2r/1b6/2Q5/4P2R/6K1 w - - 0 1";
    assertEquals(score(fen, "e5f3"), 1, "a knight leaves a pawn's attack");
    assertEquals(score(fen, "e5c4"), 1, "a knight fears no rook, bishop or queen");
    assertEquals(score(fen, "c3f3"), 100, "a queen leaves a bishop's attack");
    assertEquals(score(fen, "c3a3"), 0, "a queen goes from one square that the bishop attacks to another");
    assertEquals(score(fen, "h2g2"), 0, "a rook fears no rook");
    assertEquals(score(fen, "e2e4"), 0, "a pawn fears nothing");
    assertEquals(score(fen, "g1f1"), 0, "a king is the rules' business");
    const black = "4k3/8/8/2n4q/8/3P4/8/R3K3 b - - 0 1";
    assertEquals(score(black, "c5e4"), -1, "a knight goes where a pawn attacks");
    assertEquals(score(black, "h5d1"), -100, "a queen goes where a rook attacks");
  });
});

Deno.test("escapes are what the mailbox says, at every quiet move of random games", () => {
  withParameters(WORTHS, () => {
    const seen = new Map<number, number>();
    for (const chess960 of [false, true]) {
      playRandomGames({ games: 6, plies: 120, seed: 311, chess960 }, (position, moves, count) => {
        findThreats(position);
        for (const move of moves.subarray(0, count)) {
          if (position.isNoisy(move)) continue;
          const found = escapeScore(position, move);
          const expected = scoreByMailbox(position, move);
          if (found !== expected) {
            assertEquals(found, expected, `${formatUci(move, chess960)} in ${formatFen(position)}`);
          }
          seen.set(found, (seen.get(found) ?? 0) + 1);
        }
      });
    }
    for (const worth of [1, 10, 100, -1, -10, -100, 0]) assertGreater(seen.get(worth) ?? 0, 25, `${worth}`);
  });
});
