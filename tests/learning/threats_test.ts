/**
 * Threats and escapes: squares that are attacked, or attacked by something worth less, in known positions and against a
 * walk over the board.
 *
 * @module
 */

import { assertEquals, assertGreater } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { formatUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE } from "../../core/types.ts";
import { Threats } from "../../learning/threats.ts";
import { playRandomGames } from "../core/random_games.ts";
import { type Changes, moveOf, withParameters } from "../search/fixtures.ts";

const WORTHS: Changes = { escapeMinor: 1, escapeRook: 10, escapeQueen: 100 };
/** Rank of a piece among those that count, by type; a king threatens no piece. */
const CLASS = { [PAWN]: 0, [KNIGHT]: 1, [BISHOP]: 1, [ROOK]: 2, [QUEEN]: 3 } as Record<number, number>;
const WORTH = [0, 1, 10, 100];
const KNIGHT_STEPS = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const BISHOP_STEPS = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const ROOK_STEPS = [[0, 1], [1, 0], [0, -1], [-1, 0]];

function score(fen: string, move: string): number {
  const position = parseFen(fen);
  const threats = new Threats(1);
  threats.find(position, 0);
  return threats.escapeScore(position, 0, moveOf(position, move));
}

/** Squares that a piece attacks, by walking from it step by step. */
function attacked(position: Position, from: number): number[] {
  const { mailbox } = position;
  const type = mailbox[from] & 7;
  const forward = mailbox[from] >> 3 === WHITE ? 1 : -1;
  const steps = type === PAWN
    ? [[-1, forward], [1, forward]]
    : type === KNIGHT
    ? KNIGHT_STEPS
    : type === BISHOP
    ? BISHOP_STEPS
    : type === ROOK
    ? ROOK_STEPS
    : [...BISHOP_STEPS, ...ROOK_STEPS];
  const squares: number[] = [];
  for (const [files, ranks] of steps) {
    for (let distance = 1; distance < 8; distance++) {
      const file = (from & 7) + distance * files;
      const rank = (from >> 3) + distance * ranks;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
      squares.push(rank << 3 | file);
      if (type < BISHOP || type === KING || mailbox[rank << 3 | file] !== 0) break;
    }
  }
  return squares;
}

/** What a move leaves (1) and reaches (2) of the squares that the opponent's pieces of some types attack. */
function bitsByWalking(position: Position, move: number, attacks: (type: number) => boolean): number {
  let bits = 0;
  for (let square = 0; square < 64; square++) {
    const type = position.mailbox[square] & 7;
    if (type === 0 || position.mailbox[square] >> 3 === position.sideToMove || !attacks(type)) continue;
    const squares = attacked(position, square);
    if (squares.includes(move & 63)) bits |= 1;
    if (squares.includes(move >> 6 & 63)) bits |= 2;
  }
  return bits;
}

/** The same score from the definition. */
function scoreByWalking(position: Position, move: number): number {
  const own = CLASS[position.mailbox[move & 63] & 7] ?? 0;
  const bits = bitsByWalking(position, move, (type) => CLASS[type] < own);
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

Deno.test("threats and escapes are what a walk over the board finds, at every quiet move of random games", () => {
  withParameters(WORTHS, () => {
    const threats = new Threats(3);
    const seen = new Map<number, number>();
    for (const chess960 of [false, true]) {
      playRandomGames({ games: 12, plies: 120, seed: 311, chess960 }, (position, moves, count) => {
        threats.find(position, 1);
        for (const move of moves.subarray(0, count)) {
          if (position.isNoisy(move)) continue;
          const found = threats.escapeScore(position, 1, move);
          const said = () => `${formatUci(move, chess960)} in ${formatFen(position)}`;
          assertEquals(found, scoreByWalking(position, move), said());
          const bits = bitsByWalking(position, move, () => true);
          assertEquals(threats.bitsOf(1, move), (bits & 1) << 1 | bits >> 1, said());
          seen.set(found, (seen.get(found) ?? 0) + 1);
        }
      });
    }
    for (const worth of [1, 10, 100, -1, -10, -100, 0]) assertGreater(seen.get(worth) ?? 0, 50, `${worth}`);
  });
});

Deno.test("threats of several positions are kept apart, and forgotten together", () => {
  const position = parseFen("4k3/8/3p4/4N3/8/8/8/4K3 w - - 0 1");
  const threats = new Threats(3);
  const escape = moveOf(position, "e5f3");
  threats.find(position, 1);
  assertEquals([0, 1, 2].map((index) => threats.bitsOf(index, escape)), [0, 2, 0]);
  threats.clear();
  assertEquals(threats.bitsOf(1, escape), 0);
});
