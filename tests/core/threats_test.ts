/** Compares threats (the squares that the opponent attacks, by the attackers' worth) with the mailbox. @module */

import { assertEquals, assertGreater } from "@std/assert";
import { formatFen, parseFen, parseSquare } from "../../core/fen.ts";
import { BY_ANYTHING, BY_MINORS, BY_PAWNS, BY_ROOKS, findThreats, isThreatened } from "../../core/threats.ts";
import { BISHOP, KNIGHT, PAWN, ROOK } from "../../core/types.ts";
import { parseUci } from "../../core/notation.ts";
import { playBothKinds } from "./random_games.ts";
import { threatBits } from "./mailbox_attacks.ts";

/** The four sets, and the types of pieces that each set covers. */
const SETS: readonly (readonly [set: number, isIn: (type: number) => boolean])[] = [
  [BY_PAWNS, (type) => type === PAWN],
  [BY_MINORS, (type) => type === PAWN || type === KNIGHT || type === BISHOP],
  [BY_ROOKS, (type) => type === PAWN || type === KNIGHT || type === BISHOP || type === ROOK],
  [BY_ANYTHING, () => true],
];

Deno.test("threats agree with the mailbox, at every square in random games", () => {
  let attacked = 0;
  playBothKinds({ games: 2, plies: 120, seed: 311 }, (position) => {
    findThreats(position);
    const { states, top } = position;
    for (const [set, isIn] of SETS) {
      for (let square = 0; square < 64; square++) {
        const found = isThreatened(states, top, set, square);
        attacked += found;
        const expected = threatBits(position, square, isIn) & 1;
        if (found !== expected) assertEquals(found, expected, `set ${set}, square ${square} in ${formatFen(position)}`);
      }
    }
  });
  assertGreater(attacked, 3000);
});

Deno.test("each position of a line has its own threats, and undoing a move restores them", () => {
  const position = parseFen("4k3/8/3p4/4N3/8/8/8/4K3 w - - 0 1");
  const attacked = () =>
    ["e5", "e4"].map((square) => isThreatened(position.states, position.top, BY_PAWNS, parseSquare(square)));
  findThreats(position);
  assertEquals(attacked(), [1, 0]);
  for (const text of ["e5f3", "d6d5"]) position.make(parseUci(position, text));
  findThreats(position);
  assertEquals(attacked(), [0, 1]);
  position.undo();
  position.undo();
  assertEquals(attacked(), [1, 0]);
  // A second call changes nothing.
  findThreats(position);
  assertEquals(attacked(), [1, 0]);
});
