/** What a cutoff writes in each move history, calculated by hand, and its effect. @module */

import { assertEquals, assertNotEquals } from "@std/assert";
import { parseFen, parseSquare } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, KNIGHT, makePiece, NO_MOVE, PAWN, ROOK } from "../../core/types.ts";
import { CAPTURE, HISTORIES, Histories, type QuietKey } from "../../learning/histories.ts";
import type { Table } from "../../learning/table.ts";
import { keysOf } from "../../learning/move_keys.ts";
import { moveOf } from "../search/fixtures.ts";
import { entries } from "../search/learned.ts";
import { setLastMove } from "../search/nodes.ts";
import { type Part, withOnly, withParameters } from "../search/parameters.ts";
import { BLACK_PAWN, EARLIER, TWO_KNIGHTS, TWO_VICTIMS, WHITE_KNIGHT, WHITE_PAWN } from "./history_fixtures.ts";
import { createFrame, cutoff, NUMBERS, order, pieceTo, replaceEarlier, scoresOf, squares } from "./history_fixtures.ts";

/** Distances of continuation history, with their weights in ordering (1024ths, see `NUMBERS`). */
const DISTANCES: readonly (readonly [plies: number, key: QuietKey, weight: number])[] = [
  ...[[1, "continuation1", 1024], [2, "continuation2", 1024], [3, "continuation3", 512]] as const,
  ...[[4, "continuation4", 768], [6, "continuation6", 512]] as const,
];

/** Index of the entry for a capture by a white pawn. */
function captureAt(victim: number, to: string): number {
  return WHITE_PAWN << 9 | victim << 6 | parseSquare(to);
}

const { butterfly, counterMove, ttMove } = HISTORIES;
/** Plies from the root that low-ply history covers. */
const LOW_PLIES = 4;
type Entry = readonly [table: Table, index: number, value: number];
/** An entry of butterfly history. `bits` says whether the origin and the target are attacked, and which side moves. */
const quiet = (
  move: string,
  value: number,
  bits = 0,
): Entry => [butterfly, bits << 12 | squares(move.slice(0, 2), move.slice(2)), value];
/** An entry of capture history for a white pawn. */
const taken = (to: string, value: number, victim = PAWN): Entry => [CAPTURE, captureAt(victim, to), value];
const BOTH: readonly Entry[] = [taken("d5", -900), taken("f5", 1020)];
const BLACK_TO_MOVE = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1";
/** A pawn attacks the knight on d4; another pawn attacks b5, a target of the knight. */
const ATTACKED = "4k3/8/p7/4p3/3N4/8/8/4K3 w - - 0 1";
const PASSING = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

/**
 * Cutoffs by the last searched move, at depth 6, and the entries of butterfly and capture history after it. For a quiet
 * move, the bonus is 180 · 6 − 100 and the malus 200 · 6 − 60; for a capture, 180 · 6 − 60 and 160 · 6 − 60.
 */
const WRITES:
  readonly (readonly [what: string, fen: string, searched: string, part: Part | "", written: readonly Entry[]])[] = [
    ["side, from and to of a quiet move", TWO_KNIGHTS, "b1a3", "", [quiet("b1a3", 980)]],
    ["the other side", BLACK_TO_MOVE, "e8d8", "", [quiet("e8d8", 980, BLACK)]],
    ["a move without a threat", ATTACKED, "e1e2", "threats", [quiet("e1e2", 980)]],
    ["a move away from a threat", ATTACKED, "d4f3", "threats", [quiet("d4f3", 980, 4)]],
    ["a move from an attacked square to an attacked square", ATTACKED, "d4b5", "threats", [quiet("d4b5", 980, 6)]],
    ["a move after other moves", TWO_KNIGHTS, "e2e4 b1a3", "", [quiet("b1a3", 980)]],
    ["a move, and the malus of others", TWO_KNIGHTS, "e2e4 b1a3", "malus", [quiet("b1a3", 980), quiet("e2e4", -1140)]],
    ["piece, victim and target of a capture", TWO_VICTIMS, "e4f5", "", [taken("f5", 1020)]],
    ["a pawn taken en passant", PASSING, "e5d6", "", [taken("d6", 1020)]],
    ["a promotion that takes nothing", "7k/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8q", "", [taken("d8", 1020, 0)]],
    ["a promotion that takes", "4r2k/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7e8q", "", [taken("e8", 1020, ROOK)]],
    ["a capture after another capture", TWO_VICTIMS, "e4d5 e4f5", "", [taken("f5", 1020)]],
    ["a capture, and the malus of another, but not of a quiet move", TWO_VICTIMS, "e1d2 e4d5 e4f5", "malus", BOTH],
    ["a move, and the malus of a capture", TWO_VICTIMS, "e4d5 e1d2", "malus", [taken("d5", -900), quiet("e1d2", 980)]],
  ];

for (const [what, fen, searched, part, written] of WRITES) {
  Deno.test(`a cutoff writes ${what}`, () => {
    withOnly(["butterfly", "capture", ...(part === "" ? [] : [part])], NUMBERS, () => {
      const histories = new Histories();
      cutoff(histories, parseFen(fen), createFrame(), searched.split(" "));
      for (const table of [butterfly, CAPTURE]) {
        const own = written.filter(([each]) => each === table).map(([, ...entry]): [number, number] => entry);
        assertEquals(entries(histories.of(table)), own.toSorted(([a], [b]) => a - b), table.name);
      }
    });
  });
}

Deno.test("the cutoff move comes first, and moves searched before it come last; entries for other threats do not change", () => {
  const frame = createFrame();
  withOnly(["butterfly", "malus"], NUMBERS, () => {
    const histories = new Histories();
    const position = parseFen(TWO_KNIGHTS);
    assertNotEquals(order(histories, position, frame)[0], "b1a3");
    cutoff(histories, position, frame, ["e2e4", "b1c3", "b1a3"]);
    // The weight is 2.
    assertEquals(["b1a3", "f1g3"].map((text) => scoresOf(histories, position, frame, text)), [[1960, 1960], [0, 0]]);
    const list = order(histories, position, frame);
    assertEquals([list[0], ...list.slice(-2).sort()], ["b1a3", "b1c3", "e2e4"]);
  });
  withOnly(["butterfly", "threats"], NUMBERS, () => {
    const histories = new Histories();
    const position = parseFen(ATTACKED);
    const score = (position: Position) => scoresOf(histories, position, frame, "d4f3")[0];
    cutoff(histories, position, frame, ["d4f3"]);
    assertEquals([score(position), score(parseFen(ATTACKED.replace("4p3", "8")))], [1960, 0]);
    withParameters({ useThreats: 0 }, () => assertEquals(score(position), 0));
  });
  withOnly(["capture"], NUMBERS, () => {
    for (const taken of ["e4d5", "e4f5"]) {
      const histories = new Histories();
      const position = parseFen(TWO_VICTIMS);
      cutoff(histories, position, frame, [taken]);
      assertEquals(histories.captureScore(position, moveOf(position, taken)), 1020);
      assertEquals(order(histories, position, frame)[0], taken);
    }
  });
});

Deno.test("low-ply history: each ply near the root has its own entries, which count less at deeper plies and last for one search", () => {
  withOnly(["lowPly"], NUMBERS, () => {
    const position = parseFen(TWO_KNIGHTS);
    // The score is 4096 · 980 / (1 + ply) / 1024: 3920, 1960, 1306.7, 980. From ply 4 on it is 0.
    for (const [ply, score] of [3920, 1960, 1306, 980, 0, 0].entries()) {
      const histories = new Histories();
      cutoff(histories, position, createFrame(ply), ["b1a3"]);
      const expected: [number, number][] = ply < LOW_PLIES ? [[ply << 12 | squares("b1", "a3"), 980]] : [];
      assertEquals(entries(histories.of(HISTORIES.lowPly)), expected);
      assertEquals(scoresOf(histories, position, createFrame(ply), "b1a3")[0], score);
      assertEquals(scoresOf(histories, position, createFrame((ply + 1) % LOW_PLIES), "b1a3")[0], 0);
      histories.newSearch();
      assertEquals(entries(histories.entries), []);
    }
  });
});

for (const [back, key, weight] of DISTANCES) {
  Deno.test(`continuation history at ${back} ply: a cutoff writes the entry for the pair with that move, and ordering reads it only after that move`, () => {
    const position = parseFen(TWO_KNIGHTS);
    withOnly([key], NUMBERS, () => {
      const histories = new Histories();
      const frame = createFrame();
      cutoff(histories, position, frame, ["b1a3"]);
      const index = EARLIER[back] << 10 | pieceTo(WHITE_KNIGHT, "a3");
      assertEquals(entries(histories.of(HISTORIES.continuation1)), [[index, 980]]);
      const expected = weight * 980 >> 10;
      const ordering = (text = "b1a3") => scoresOf(histories, position, frame, text)[0];
      assertEquals([ordering(), ordering("b1c3"), order(histories, position, frame)[0]], [expected, 0, "b1a3"]);
      // Other moves at all other distances change nothing; with another move at this distance no score is left.
      for (let other = 1; other <= 6; other++) {
        if (other !== back) replaceEarlier(frame, other, pieceTo(BLACK_PAWN, "h5"));
      }
      assertEquals(ordering(), expected);
      replaceEarlier(frame, back, EARLIER[back] & ~63 | parseSquare("h4"));
      assertEquals(ordering(), 0);
      replaceEarlier(frame, back, EARLIER[back] & 63 | makePiece(EARLIER[back] >> 9, ROOK) << 6);
      assertEquals(ordering(), 0);
      // After a null move there, or at the start of the game, the history is neither read nor written.
      replaceEarlier(frame, back, 0);
      assertEquals(ordering(), 0);
      cutoff(histories, position, frame, ["b1c3"]);
      assertEquals(entries(histories.entries).length, 1);
    });
  });
}

Deno.test("counter-move: a quiet cutoff sets the answer to the last move, and ordering adds its bonus only after that move", () => {
  const position = parseFen(TWO_KNIGHTS);
  const after = (move: number) => setLastMove(position, move);
  withOnly(["counterMove", "capture", "malus"], NUMBERS, () => {
    const histories = new Histories();
    const frame = createFrame();
    const cut = (text: string) => cutoff(histories, position, frame, [text]);
    const ordering = (text: string) => scoresOf(histories, position, frame, text)[0];
    after(squares("e7", "e5"));
    cut("b1a3");
    const answer = keysOf(position, moveOf(position, "b1a3"));
    assertEquals(entries(histories.of(counterMove)), [[squares("e7", "e5"), answer << 16 >> 16]]);
    assertEquals([ordering("b1a3"), ordering("b1c3"), order(histories, position, frame)[0]], [6000, 0, "b1a3"]);
    // The latest answer stays; a move that loses credit does not become the answer.
    cutoff(histories, position, frame, ["b1a3", "f1g3"]);
    assertEquals([ordering("b1a3"), ordering("f1g3")], [0, 6000]);
    // After another move or a null move there is no answer. After a null move, a cutoff sets no answer either.
    after(squares("e7", "e6"));
    assertEquals(ordering("f1g3"), 0);
    after(NO_MOVE);
    cut("b1a3");
    assertEquals([entries(histories.of(counterMove)).length, ordering("b1a3")], [1, 0]);
    // A capture is not an answer.
    cutoff(histories, parseFen(TWO_VICTIMS), frame, ["e1d2", "e4d5"]);
    assertEquals(entries(histories.of(counterMove)).length, 1);
  });
});

Deno.test("history of TT moves: an entry rises if a quiet TT move was best, falls otherwise, and changes margins by weight · entry / 1024", () => {
  const histories = new Histories();
  const position = parseFen(TWO_KNIGHTS);
  const frame = createFrame();
  const learned = (...searched: string[]) => {
    cutoff(histories, position, frame, searched);
    return [histories.of(ttMove)[0], histories.ttMoveEase(), scoresOf(histories, position, frame, "b1a3")];
  };
  withOnly(["ttMove", "malus"], { ...NUMBERS, pruneTtMove: 4 }, () => {
    assertEquals(learned("b1a3"), [0, 0, [0, 0]]);
    frame.ttEntry.expect(moveOf(position, "b1a3"));
    // The margins change by 4 · 980 / 1024 = 3.8. This history is not part of a score.
    assertEquals(learned("b1a3"), [980, 3, [0, 0]]);
    // The malus makes the entry 980 − 1140 − 980 · 1140 / 8192 = −296.4, rounded towards zero.
    assertEquals(learned("b1a3", "b1c3"), [-296, -2, [0, 0]]);
    // A TT move that was not tried gets no malus.
    assertEquals(learned("b1c3"), [-296, -2, [0, 0]]);
  });
  withOnly(["malus"], NUMBERS, () => assertEquals(learned("b1a3"), [-296, 0, [0, 0]]));
});

Deno.test("captures are ordered by victim plus history: a much better history outweighs a more valuable victim; without history, the least valuable attacker comes first", () => {
  // The pawn takes a knight on b5 or a rook on d5, and nothing recaptures.
  const position = parseFen("4k3/8/8/1n1r4/2P5/8/8/4K3 w - - 0 1");
  withOnly(["capture"], NUMBERS, () => {
    const histories = new Histories();
    // The knight counts 320 · 16 = 5120, the rook 8000: half of 6000 makes up for the difference, half of 5000 does
    // not.
    for (const [history, first] of [[0, "c4d5"], [5000, "c4d5"], [6000, "c4b5"]] as const) {
      histories.of(CAPTURE)[captureAt(KNIGHT, "b5")] = history;
      assertEquals(order(histories, position, createFrame())[0], first);
    }
  });
  withOnly([], NUMBERS, () => {
    const histories = new Histories();
    histories.of(CAPTURE).fill(16384);
    const attackers = parseFen("4k3/8/8/3r4/4P3/2N5/8/4K3 w - - 0 1");
    assertEquals(order(histories, attackers, createFrame()).slice(0, 2), ["e4d5", "c3d5"]);
  });
});
