import { assert, assertEquals } from "@std/assert";
import { hasSquare } from "../../core/bitboard.ts";
import { findChecks, isAttacked, isAttackedBySlider } from "../../core/checks.ts";
import { formatFen } from "../../core/fen.ts";
import { CHECKERS_HI, CHECKERS_LO, PINNED_HI, PINNED_LO } from "../../core/state.ts";
import { BISHOP, EMPTY, QUEEN, ROOK } from "../../core/types.ts";
import { attackersOf } from "./mailbox_attacks.ts";
import { playBothKinds, playRandomGames } from "./random_games.ts";
import { tries } from "../effort.ts";

const SQUARES = Array.from({ length: 64 }, (_, square) => square);

Deno.test("checkers and pinned pieces agree with the mailbox, in random games", () => {
  let checks = 0;
  let pins = 0;
  playBothKinds({ games: tries(4, 25), plies: 200, seed: 14 }, (position) => {
    findChecks(position);
    const { states, top, sideToMove, mailbox } = position;
    const setAt = (lo: number, hi: number) =>
      SQUARES.filter((square) => hasSquare(states[top + lo], states[top + hi], square));
    const king = position.kings[sideToMove];
    const checkers = attackersOf(mailbox, king, sideToMove ^ 1);
    const isOwn = (each: number) => mailbox[each] !== EMPTY && mailbox[each] >> 3 === sideToMove;
    const others = SQUARES.filter((each) => each !== king && isOwn(each));
    // A piece is pinned if removing it adds an attacker.
    const pinned = others.filter((each) => attackersOf(mailbox, king, sideToMove ^ 1, each).length > checkers.length);
    const found = [setAt(CHECKERS_LO, CHECKERS_HI), setAt(PINNED_LO, PINNED_HI), position.inCheck];
    assertEquals(found, [checkers, pinned, checkers.length > 0], formatFen(position));
    if (position.inCheck) checks++;
    pins += pinned.length;
  });
  assert(checks > tries(45, 300) && pins > tries(75, 500));
});

Deno.test("`isAttacked()` agrees with the mailbox for all squares and both colours, in random games, and looks through a king", () => {
  playRandomGames({ games: 4, plies: 150, seed: 15 }, (position) => {
    const { mailbox, kings } = position;
    for (const colour of [0, 1]) {
      const king = kings[colour ^ 1];
      // The given occupancy excludes the king.
      const [lo, hi] = [position.occupiedLo, position.occupiedHi].map((half, i) =>
        king >> 5 === i ? half & ~(1 << king) : half
      );
      const found = SQUARES.map((at) => [isAttacked, isAttackedBySlider].map((f) => f(position, at, colour, lo, hi)));
      const expected = SQUARES.map((each) => attackersOf(mailbox, each, colour, king).map((from) => mailbox[from] & 7))
        .map((types) => [types.length > 0, types.some((type) => [BISHOP, ROOK, QUEEN].includes(type))]);
      assertEquals(found, expected);
    }
  });
});
