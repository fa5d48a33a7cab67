/** The correction histories: both update rules, what each table learns, and the shift of the evaluation. @module */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { majorKey, minorKey, nonPawnKey, pawnKey } from "../../core/part_keys.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, KNIGHT, makePiece, PAWN, WHITE } from "../../core/types.ts";
import { createSharedCorrections, gravityRule } from "../../learning/corrections.ts";
import { CORRECTIONS, Corrections, type CorrectionTable } from "../../learning/corrections.ts";
import { averageRule } from "../../learning/off.ts";
import { createRootFrame, type Frame } from "../../search/frame.ts";
import { correctionShares } from "../../search/inspect.ts";
import { KIWIPETE } from "../search/fixtures.ts";
import { entries, keyedIndex } from "../search/learned.ts";
import { type Changes, type Part, PARTS, withOnly, withParameters } from "../search/parameters.ts";
import { correctionGains } from "./history_fixtures.ts";

const NUMBERS: Changes = {
  ...{ ...correctionGains(128), correctionRule: 0, correctionBonusMax: 256, correctionAverageMax: 128 },
  ...{ correctPawn: 160, correctNonPawn: 192, correctMinor: 80, correctMajor: 96 },
  ...{ correctContinuation: 128, correctContinuation4: 64 },
};

const ALL = (Object.keys(PARTS) as Part[]).filter((part) => part.endsWith("Correction"));
const [PAWN_TABLE] = CORRECTIONS;
const [PAIRS, PAIRS_4] = CORRECTIONS.slice(5);
const PLY = 4;
/** Bound of all tables. */
const BOUND = 1024;
const BASE = "r3k1n1/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";
const SAME_PAWNS = "4k2q/pp6/8/8/8/8/5PP1/N3K3 w - - 0 1";
const OTHER_PAWNS = "r3k1n1/p1p5/8/8/8/8/5PP1/2B1K2R w - - 0 1";
const BLACK_KNIGHT_MOVED = "r3k3/pp6/5n2/8/8/8/5PP1/2B1K2R w - - 0 1";
const WHITE_BISHOP_MOVED = "r3k1n1/pp6/8/8/5B2/8/5PP1/4K2R w - - 0 1";
const BLACK_ROOK_MOVED = "3rk1n1/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";
const WHITE_KING_MOVED = "r3k1n1/pp6/8/8/8/8/5PPK/2B4R w - - 0 1";

/** The moves 4, 2 and 1 plies ago: White's pawn went to e4, its knight to c3, then Black's pawn to e5. */
const EARLIER = {
  4: makePiece(WHITE, PAWN) << 6 | 28,
  2: makePiece(WHITE, KNIGHT) << 6 | 18,
  1: makePiece(BLACK, PAWN) << 6 | 36,
};

function createFrame(earlier: Readonly<Record<number, number>> = EARLIER): Frame {
  let frame = createRootFrame();
  for (let back = PLY; back > 0; back--) {
    frame.pieceTo = earlier[back] ?? 0;
    frame = frame.child();
  }
  return frame;
}

/** Teaches a difference about a position once, in this frame. */
function teach(corrections: Corrections, fen: string, frame: Frame, difference: number): void {
  corrections.correction(parseFen(fen), frame);
  corrections.learn(frame, 8, difference);
}

/** Corrections that learned `difference` once at depth 8. With gravity, each entry that learned has this value. */
function learned(difference: number): Corrections {
  const corrections = new Corrections();
  teach(corrections, BASE, createFrame(), difference);
  return corrections;
}

function correctionOf(corrections: Corrections, fen: string, frame: Frame = createFrame()): number {
  return corrections.correction(parseFen(fen), frame);
}

Deno.test("`gravityRule()` moves an entry by difference · gain / 1024, clamped, less its share of the bound", () => {
  withParameters(NUMBERS, () => {
    const learn = (difference: number, eighths: number, ...entries: number[]) =>
      entries.map((entry) => gravityRule(entry, difference, eighths * 128));
    // The first change is 100 · 6 / 8 = 75. The second one makes the entry 75 + 75 − trunc(75 · 75 / 1024 = 5.5).
    assertEquals([learn(100, 6, 0, 75), learn(-100, 6, 0)], [[75, 145], [-75]]);
    // 1000 · 10 / 8 is clamped to 256: 256 + 256 − 256 · 256 / 1024 = 448, and 448 − 256 − 448 · 256 / 1024 = 80.
    assertEquals([learn(1000, 10, 0, 256), learn(-1000, 10, 448)], [[256, 448], [80]]);
    // A change of 3 · 2 / 8 is less than one unit, in both directions, and an entry at its bound stays there.
    assertEquals([learn(3, 2, 10), learn(-3, 2, 10), [gravityRule(BOUND, 1000, 10)]], [[10], [10], [BOUND]]);
  });
});

Deno.test("`averageRule()` gives sixteen times the difference a weight of (depth + 1)² / 1024, up to a maximum", () => {
  withParameters({ correctionAverageMax: 128 }, () => {
    // At depth 6 the weight is 49: (0 · 975 + 1600 · 49) / 1024 = 76.6, then (76 · 975 + 1600 · 49) / 1024 = 148.9.
    const averages = [[0, 100], [76, 100], [0, -100]].map(([entry, by]) => averageRule(entry, by, 6, BOUND));
    assertEquals(averages, [76, 148, -76]);
    // At depth 20 the weight is at most 128: 1600 / 8. At depth 3 it is 16: (500 · 1008 − 320 · 16) / 1024 = 487.2.
    assertEquals([averageRule(0, 100, 20, BOUND), averageRule(500, -20, 3, BOUND)], [200, 487]);
    // 1000 · 16 · 128 / 1024 = 2000 is outside the bound.
    assertEquals([averageRule(0, 1000, 20, BOUND), averageRule(0, -1000, 20, BOUND)], [BOUND, -BOUND]);
  });
  // The weight is at most 8: (100 · 1016 + 800 · 8) / 1024 = 105.5.
  withParameters({ correctionAverageMax: 8 }, () => assertEquals(averageRule(100, 50, 3, BOUND), 105));
});

Deno.test("`L.correctionRule` chooses the rule by which the tables learn", () => {
  for (const [correctionRule, expected] of [[0, 100], [1, 126]] as const) {
    withOnly(["pawnCorrection"], { ...NUMBERS, correctionRule }, () => {
      // 100 at depth 8: rule 0 (gravity) gives 100 · 8 / 8 = 100; rule 1 (average) gives 1600 · 81 / 1024 = 126.6.
      assertEquals(entries(learned(100).of(PAWN_TABLE)).map(([, value]) => value), [expected]);
      // With a weight of 160 / 2048, these are 7.8 and 9.8 centipawns.
      assertEquals(correctionOf(learned(100), BASE), [7, 9][correctionRule]);
    });
  }
});

Deno.test("if all tables together learn the remaining error, they settle, with both rules and at any depth", () => {
  const position = parseFen(BASE);
  const frame = createFrame();
  for (const correctionRule of [0, 1]) {
    for (const depth of [4, 8, 20]) {
      withOnly(ALL, { ...NUMBERS, correctionRule }, () => {
        const corrections = new Corrections();
        const seen = Array.from({ length: 400 }, () => {
          const correction = corrections.correction(position, frame);
          corrections.learn(frame, depth, 60 - correction);
          return correction;
        });
        // Gravity corrects the whole error; an average stops a little earlier.
        const last = seen.slice(-20).sort((a, b) => a - b);
        const isSettled = last[19] - last[0] <= 8 && last[0] >= 40 && last[19] <= 66;
        assert(isSettled, `rule ${correctionRule}, depth ${depth}: ${last}`);
      });
    }
  }
});

/** For each part: the keys of its entries about `BASE`, and its correction of other positions in centipawns. */
const FEATURES: readonly (readonly [part: Part, keys: (p: Position) => number[], corrected: Record<string, number>])[] =
  [
    ["pawnCorrection", (p) => [pawnKey(p)], { [BASE]: 20, [SAME_PAWNS]: 20, [OTHER_PAWNS]: 0 }],
    ["nonPawnCorrection", (p) => [nonPawnKey(p, WHITE), nonPawnKey(p, BLACK)], {
      ...{ [BASE]: 48, [OTHER_PAWNS]: 48, [BLACK_KNIGHT_MOVED]: 24, [WHITE_KING_MOVED]: 24, [SAME_PAWNS]: 0 },
    }],
    ["minorCorrection", (p) => [minorKey(p)], {
      ...{ [BASE]: 10, [BLACK_ROOK_MOVED]: 10, [OTHER_PAWNS]: 10 },
      ...{ [BLACK_KNIGHT_MOVED]: 0, [WHITE_BISHOP_MOVED]: 0, [WHITE_KING_MOVED]: 0 },
    }],
    ["majorCorrection", (p) => [majorKey(p)], {
      ...{ [BASE]: 12, [BLACK_KNIGHT_MOVED]: 12, [WHITE_BISHOP_MOVED]: 12, [OTHER_PAWNS]: 12 },
      ...{ [BLACK_ROOK_MOVED]: 0, [WHITE_KING_MOVED]: 0 },
    }],
  ];

for (const [part, keysOf, corrected] of FEATURES) {
  Deno.test(`${part}: positions with the same feature get the correction; other positions and the other side do not`, () => {
    withOnly([part], NUMBERS, () => {
      const corrections = learned(256);
      const position = parseFen(BASE);
      const isOwn = ({ parameter }: CorrectionTable) => PARTS[part].some((name) => name === `correct${parameter}`);
      const expected = keysOf(position).map((key): [number, number][] => [[keyedIndex(position.sideToMove, key), 256]]);
      assertEquals(CORRECTIONS.filter(isOwn).map((table) => entries(corrections.of(table))), expected);
      // Tables whose weight is 0 are neither written nor read.
      assertEquals(entries(corrections.entries).length, expected.length);
      for (const table of CORRECTIONS) if (!isOwn(table)) corrections.of(table).fill(1000);
      for (const [fen, centipawns] of Object.entries({ ...corrected, [BASE.replace(" w ", " b ")]: 0 })) {
        assertEquals(correctionOf(corrections, fen), centipawns, fen);
      }
    });
  });
}

Deno.test("continuation correction: positions get it after the same last move and the same move 2 or 4 plies ago", () => {
  withOnly(["continuationCorrection"], NUMBERS, () => {
    const corrections = learned(256);
    const [near, far] = [2, 4].map((back) => [EARLIER[back as 2 | 4] << 10 | EARLIER[1], 256] as [number, number]);
    const found = () => [entries(corrections.of(PAIRS)), entries(corrections.of(PAIRS_4))];
    assertEquals(found(), [[near], [far]]);
    // The correction is (128 + 64) · 256 / 2048 = 24.
    assertEquals([correctionOf(corrections, BASE), correctionOf(corrections, SAME_PAWNS)], [24, 24]);
    for (const [back, rest] of [[1, 0], [2, 8], [3, 24], [4, 16]]) {
      // At this distance, there is another move or none.
      for (const move of [makePiece(back % 2 === 1 ? BLACK : WHITE, KNIGHT) << 6 | 39, 0]) {
        const frame = createFrame({ ...EARLIER, [back]: move });
        assertEquals(correctionOf(corrections, BASE, frame), rest, `${back} plies back`);
      }
    }
    // After a null move neither table is written.
    teach(corrections, BASE, createFrame({ ...EARLIER, 1: 0 }), -256);
    assertEquals(found(), [[near], [far]]);
  });
});

Deno.test("corrections are added up and then rounded towards zero", () => {
  withOnly(ALL, NUMBERS, () => {
    // The sum is (160 + 2 · 192 + 80 + 96 + 128 + 64) · 256 / 2048 = 114, or 2.7 with 6; each table alone would give 0.
    assertEquals([256, -256, 6, -6].map((difference) => correctionOf(learned(difference), BASE)), [114, -114, 2, -2]);
    // Only the pawns and the last moves are the same: (160 + 128 + 64) · 256 / 2048.
    assertEquals(correctionOf(learned(256), SAME_PAWNS), 44);
  });
});

Deno.test("`correctionShares()` gives what each active table adds to the correction", () => {
  withOnly(["pawnCorrection", "minorCorrection"], NUMBERS, () => {
    const corrections = learned(100);
    const frame = createFrame();
    assertEquals(correctionOf(corrections, BASE, frame), 11);
    const shares = correctionShares(corrections, frame).map((each) => [each.table, each.entry, each.centipawns]);
    assertEquals(shares, [["pawn", 100, 160 * 100 / 2048], ["minor", 100, 80 * 100 / 2048]]);
  });
});

Deno.test("a thread's tables take the memory that corrections.ts states, and `clear()` empties them all", () => {
  const corrections = new Corrections();
  const kilobytes = [PAIRS, PAIRS_4].map((table) => corrections.of(table).byteLength / 1024);
  assertEquals([...kilobytes, corrections.entries.byteLength / 1024], [2048, 2048, 4096 + 320]);
  corrections.entries.fill(7);
  corrections.clear();
  assertEquals(entries(corrections.entries), []);
});

Deno.test("threads that share corrections learn for each other, and when one thread forgets, all forget", () => {
  const shared = createSharedCorrections();
  const [first, second] = [new Corrections(shared), new Corrections(shared)];
  teach(first, KIWIPETE, createFrame(), 100);
  const found = correctionOf(first, KIWIPETE);
  assertNotEquals(found, 0);
  assertEquals([correctionOf(second, KIWIPETE), correctionOf(new Corrections(), KIWIPETE)], [found, 0]);
  second.clear();
  assertEquals(correctionOf(first, KIWIPETE), 0);
});
