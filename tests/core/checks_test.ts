import { assert, assertEquals } from "@std/assert";
import { hasSquare } from "../../core/bitboard.ts";
import { findChecks, isAttacked, isAttackedBySlider } from "../../core/checks.ts";
import { formatFen, parseFen, parseSquare } from "../../core/fen.ts";
import { CHECKERS_HI, CHECKERS_LO, PINNED_HI, PINNED_LO } from "../../core/state.ts";
import { BISHOP, EMPTY, QUEEN, ROOK } from "../../core/types.ts";
import { attackersOf } from "./mailbox_attacks.ts";
import { playRandomGames } from "./random_games.ts";
import { tries } from "../effort.ts";

Deno.test("checkers and pinned pieces equal those found on the mailbox, in random games", () => {
  let checks = 0;
  let pins = 0;
  for (const chess960 of [false, true]) {
    playRandomGames({ games: tries(4, 25), plies: 200, seed: 14, chess960 }, (position) => {
      findChecks(position);
      const { states, top, sideToMove } = position;
      const king = position.kings[sideToMove];
      const checkers = attackersOf(position.mailbox, king, sideToMove ^ 1);
      for (let square = 0; square < 64; square++) {
        const isChecker = hasSquare(states[top + CHECKERS_LO], states[top + CHECKERS_HI], square);
        assertEquals(isChecker, checkers.includes(square), formatFen(position));
        const piece = position.mailbox[square];
        const isOwn = piece !== EMPTY && piece >> 3 === sideToMove && square !== king;
        // A pinned piece is one without which there would be an attacker more.
        const uncovered = isOwn
          ? attackersOf(position.mailbox, king, sideToMove ^ 1, square).length - checkers.length
          : 0;
        const isPinned = hasSquare(states[top + PINNED_LO], states[top + PINNED_HI], square);
        assertEquals(isPinned, uncovered > 0, formatFen(position));
        if (isPinned) pins++;
      }
      assertEquals(position.inCheck, checkers.length > 0);
      if (checkers.length > 0) checks++;
    });
  }
  assert(checks > tries(45, 300) && pins > tries(75, 500));
});

Deno.test("`isAttacked()` equals the mailbox for all squares and both colours, in random games", () => {
  playRandomGames({ games: 4, plies: 150, seed: 15 }, (position) => {
    for (let square = 0; square < 64; square++) {
      for (const colour of [0, 1]) {
        const attackers = attackersOf(position.mailbox, square, colour);
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
