import { assert, assertEquals } from "@std/assert";
import { hasSquare } from "../../core/bitboard.ts";
import { findChecks, isAttacked, isAttackedBySlider } from "../../core/checks.ts";
import { formatFen, parseFen, parseSquare } from "../../core/fen.ts";
import { CHECKERS_HI, CHECKERS_LO, PINNED_HI, PINNED_LO } from "../../core/state.ts";
import type { Position } from "../../core/position.ts";
import { BISHOP, EMPTY, KING, KNIGHT, PAWN, QUEEN, ROOK } from "../../core/types.ts";
import { playRandomGames } from "./random_games.ts";
import { tries } from "../effort.ts";

/** Whether the piece on `from` attacks `to`, by looking at the mailbox alone; `without` counts as empty. */
function attacks(position: Position, from: number, to: number, without = -1): boolean {
  const piece = position.mailbox[from];
  const files = (to & 7) - (from & 7);
  const ranks = (to >> 3) - (from >> 3);
  const [near, far] = [Math.abs(files), Math.abs(ranks)].sort();
  switch (piece & 7) {
    case PAWN:
      return Math.abs(files) === 1 && ranks === (piece >> 3 === 0 ? 1 : -1);
    case KNIGHT:
      return near === 1 && far === 2;
    case KING:
      return far === 1;
  }
  const isDiagonal = near === far;
  const isStraight = near === 0;
  const type = piece & 7;
  if (
    from === to ||
    !(isDiagonal && (type === BISHOP || type === QUEEN)) && !(isStraight && (type === ROOK || type === QUEEN))
  ) {
    return false;
  }
  const step = Math.sign(ranks) * 8 + Math.sign(files);
  for (let square = from + step; square !== to; square += step) {
    if (square !== without && position.mailbox[square] !== EMPTY) return false;
  }
  return true;
}

/** Squares of `colour`'s pieces that attack `to`. */
function attackersOf(position: Position, to: number, colour: number, without = -1): number[] {
  const squares: number[] = [];
  for (let from = 0; from < 64; from++) {
    const piece = position.mailbox[from];
    if (piece !== EMPTY && piece >> 3 === colour && attacks(position, from, to, without)) squares.push(from);
  }
  return squares;
}

Deno.test("checkers and pinned pieces equal those found on the mailbox, in random games", () => {
  let checks = 0;
  let pins = 0;
  for (const chess960 of [false, true]) {
    playRandomGames({ games: tries(8, 25), plies: 200, seed: 14, chess960 }, (position) => {
      findChecks(position);
      const { states, top, sideToMove } = position;
      const king = position.kings[sideToMove];
      const checkers = attackersOf(position, king, sideToMove ^ 1);
      for (let square = 0; square < 64; square++) {
        const isChecker = hasSquare(states[top + CHECKERS_LO], states[top + CHECKERS_HI], square);
        assertEquals(isChecker, checkers.includes(square), formatFen(position));
        const piece = position.mailbox[square];
        const isOwn = piece !== EMPTY && piece >> 3 === sideToMove && square !== king;
        // A pinned piece is one without which there would be an attacker more.
        const uncovered = isOwn ? attackersOf(position, king, sideToMove ^ 1, square).length - checkers.length : 0;
        const isPinned = hasSquare(states[top + PINNED_LO], states[top + PINNED_HI], square);
        assertEquals(isPinned, uncovered > 0, formatFen(position));
        if (isPinned) pins++;
      }
      assertEquals(position.inCheck, checkers.length > 0);
      if (checkers.length > 0) checks++;
    });
  }
  assert(checks > tries(90, 300) && pins > tries(150, 500));
});

Deno.test("`isAttacked()` equals the mailbox for all squares and both colours, in random games", () => {
  playRandomGames({ games: 8, plies: 150, seed: 15 }, (position) => {
    for (let square = 0; square < 64; square++) {
      for (const colour of [0, 1]) {
        const attackers = attackersOf(position, square, colour);
        const occ = [position.occupiedLo, position.occupiedHi] as const;
        assertEquals(isAttacked(position, square, colour, ...occ), attackers.length > 0);
        const sliders = attackers.filter((from) => [BISHOP, ROOK, QUEEN].includes(position.mailbox[from] & 7));
        assertEquals(isAttackedBySlider(position, square, colour, ...occ), sliders.length > 0);
      }
    }
  });
});

Deno.test("`isAttacked()` looks through a king that the given occupancy excludes", () => {
  const position = parseFen("4k3/8/8/8/r3K3/8/8/8 w - - 0 1");
  const f4 = parseSquare("f4");
  assert(!isAttacked(position, f4, 1, position.occupiedLo, position.occupiedHi));
  assert(isAttacked(position, f4, 1, position.occupiedLo & ~(1 << parseSquare("e4")), position.occupiedHi));
});
