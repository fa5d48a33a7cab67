/**
 * The correction histories: both update rules in numbers, what each table learns, and by how many centipawns the
 * evaluation of which positions is shifted then.
 *
 * The weights and bounds are fixed in `NUMBERS`, so that tuning the search does not touch these tests.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertNotEquals } from "@std/assert";
import { parseFen, parseSquare } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, KNIGHT, makePiece, NO_MOVE, PAWN, WHITE } from "../../core/types.ts";
import { averageRule } from "../../learning/retired/average_rule.ts";
import { CORRECTION_MAX, CORRECTIONS } from "../../learning/descriptors.ts";
import { Corrections, gravityRule } from "../../learning/corrections.ts";
import { addGravity } from "../../learning/gravity.ts";
import type { ParameterName } from "../../search/params.ts";
import { INFINITE } from "../../core/score.ts";
import { MARGIN, SearchStack } from "../../learning/stack.ts";
import { randomIntegers } from "../core/random_games.ts";
import { SIMPLE } from "../search/evaluators.ts";
import {
  type Changes,
  createSearch,
  entries,
  KIWIPETE,
  MIDDLEGAME,
  prepare,
  quiesceAt,
  run,
  searchAt,
  setPlayed,
  withOnly,
  withParameters,
} from "../search/fixtures.ts";
import { correctionGains } from "./history_fixtures.ts";

const NUMBERS: Changes = {
  correctionRule: 0,
  correctionBonusMax: 256,
  ...correctionGains(128),
  correctionAverageMax: 128,
  correctPawn: 160,
  correctNonPawn: 192,
  correctMinor: 80,
  correctMajor: 96,
  correctContinuation: 128,
  correctContinuation4: 64,
};

const PAWNS: ParameterName = "usePawnCorrection";
const NON_PAWNS: ParameterName = "useNonPawnCorrection";
const MINORS: ParameterName = "useMinorCorrection";
const MAJORS: ParameterName = "useMajorCorrection";
const CONTINUATION: ParameterName = "useContinuationCorrection";
const ALL = [PAWNS, NON_PAWNS, MINORS, MAJORS, CONTINUATION];

const PLY = 4;
const ITALIAN = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const BASE = "r3k1n1/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";
const SAME_PAWNS = "4k2q/pp6/8/8/8/8/5PP1/N3K3 w - - 0 1";
const OTHER_PAWNS = "r3k1n1/p1p5/8/8/8/8/5PP1/2B1K2R w - - 0 1";
const BLACK_KNIGHT_MOVED = "r3k3/pp6/5n2/8/8/8/5PP1/2B1K2R w - - 0 1";
const WHITE_BISHOP_MOVED = "r3k1n1/pp6/8/8/5B2/8/5PP1/4K2R w - - 0 1";
const BLACK_ROOK_MOVED = "3rk1n1/pp6/8/8/8/8/5PP1/2B1K2R w - - 0 1";
const WHITE_KING_MOVED = "r3k1n1/pp6/8/8/8/8/5PPK/2B4R w - - 0 1";

/** The key's part of an index. */
function keyed(position: Position, key: number): number {
  return position.sideToMove << 14 | key & 16383;
}

/** The last moves were Black's pawn to e5 and, before it, White's knight to c3; 4 plies ago White's pawn went to e4. */
function createStack(): SearchStack {
  const stack = new SearchStack();
  setPlayed(stack, PLY - 4, makePiece(WHITE, PAWN), parseSquare("e2"), parseSquare("e4"));
  setPlayed(stack, PLY - 2, makePiece(WHITE, KNIGHT), parseSquare("b1"), parseSquare("c3"));
  setPlayed(stack, PLY - 1, makePiece(BLACK, PAWN), parseSquare("e7"), parseSquare("e5"));
  return stack;
}

/** Corrections that learned `difference` once about the base position, at depth 8: by gravity, so many entry units. */
function learned(difference: number): Corrections {
  const corrections = new Corrections();
  corrections.update(parseFen(BASE), createStack(), PLY, 8, difference);
  return corrections;
}

/** The correction of a position in centipawns. */
function correctionOf(corrections: Corrections, fen: string, stack: SearchStack = createStack()): number {
  // The switches may be others than when it learned.
  corrections.configure();
  return corrections.correction(parseFen(fen), stack, PLY);
}

function tablesOf(corrections: Corrections): [name: string, table: Int16Array][] {
  return CORRECTIONS.map(({ name }) => [name, corrections.table(name)]);
}

Deno.test("`gravityRule()` and `addGravity()` move an entry by the same formula", () => {
  withParameters({ correctionBonusMax: 512 }, () => {
    for (const [entry, bonus] of [[0, 300], [700, 300], [700, -300], [-1024, 500], [-13, -7]]) {
      const table = Int16Array.of(entry);
      addGravity(table, 0, bonus, CORRECTION_MAX);
      assertEquals(gravityRule(entry, bonus, 1024), table[0]);
    }
  });
});

Deno.test("`gravityRule()` moves an entry by difference · gain / 1024, clamped, less its share of the bound", () => {
  withParameters(NUMBERS, () => {
    // 100 · 6 / 8 = 75; then 75 + 75 − trunc(75 · 75 / 1024 = 5.5).
    assertEquals(gravityRule(0, 100, 6 * 128), 75);
    assertEquals(gravityRule(75, 100, 6 * 128), 145);
    // 1000 · 10 / 8 is clamped to 256; then 256 + 256 − 256 · 256 / 1024.
    assertEquals(gravityRule(0, 1000, 10 * 128), 256);
    assertEquals(gravityRule(256, 1000, 10 * 128), 448);
    // 448 − 256 − 448 · 256 / 1024.
    assertEquals(gravityRule(448, -1000, 10 * 128), 80);
    assertEquals(gravityRule(0, -100, 6 * 128), -75);
    // 3 · 2 / 8 is less than one unit, in both directions.
    assertEquals(gravityRule(10, 3, 2 * 128), 10);
    assertEquals(gravityRule(10, -3, 2 * 128), 10);
    assertEquals(gravityRule(CORRECTION_MAX, 1000, 10), CORRECTION_MAX);
  });
});

Deno.test("the moving average comes to rest at the difference, gravity at the bound", () => {
  withParameters(NUMBERS, () => {
    let average = 0;
    let gravity = 0;
    for (let i = 0; i < 400; i++) {
      average = averageRule(average, 20, 6);
      gravity = gravityRule(gravity, 20, 6 * 128);
    }
    // 20 · 16 = 320, less at most the rounding of 1024 / 49 units.
    assert(average > 320 - 1024 / 49 && average <= 320, `${average}`);
    // A bonus of 15: rest is where entry · 15 / 1024 reaches 15.
    assertEquals(gravity, 1024);
  });
});

Deno.test("both rules stay within the bound and in whole numbers for any sequence", () => {
  const random = randomIntegers(91);
  const gravity = (entry: number, difference: number, depth: number) => gravityRule(entry, difference, depth * 128);
  for (const rule of [gravity, averageRule]) {
    for (let run = 0; run < 100; run++) {
      let entry = 0;
      const size = 1 + random(30_000);
      for (let step = 0; step < 200; step++) {
        entry = rule(entry, (random(4) === 0 ? -1 : 1) * random(size), 1 + random(200));
        assert(Number.isInteger(entry) && Math.abs(entry) <= CORRECTION_MAX, `${rule.name}: ${entry}`);
      }
    }
  }
});

Deno.test("`L.correctionRule` chooses the rule by which the tables learn", () => {
  for (const [correctionRule, expected] of [[0, 100], [1, 126]] as const) {
    withOnly([PAWNS], { ...NUMBERS, correctionRule }, () => {
      // Difference 100 at depth 8: 100 · 8 / 8; average 1600 · 81 / 1024 = 126.6.
      assertEquals(entries(learned(100).table("pawn")).map(([, value]) => value), [expected]);
      // Weight 160 of 2048: 7.8 and 9.8 centipawns.
      assertEquals(correctionOf(learned(100), BASE), [7, 9][correctionRule]);
    });
  }
});

Deno.test("all tables together, learning what is still wrong, come to rest by both rules, at any depth", () => {
  const position = parseFen(BASE);
  const stack = createStack();
  for (const correctionRule of [0, 1]) {
    for (let depth = 4; depth <= 20; depth++) {
      withOnly(ALL, { ...NUMBERS, correctionRule }, () => {
        const corrections = new Corrections();
        const seen: number[] = [];
        for (let i = 0; i < 400; i++) {
          const correction = corrections.correction(position, stack, PLY);
          seen.push(correction);
          corrections.update(position, stack, PLY, depth, 60 - correction);
        }
        const last = seen.slice(-20);
        const where = `rule ${correctionRule}, depth ${depth}: ${last}`;
        // Gravity repeats itself until all is corrected, an average stops short of it.
        const [least, greatest] = [Math.min(...last), Math.max(...last)];
        assert(greatest - least <= 8 && least >= 40 && greatest <= 66, where);
      });
    }
  }
});

Deno.test("pawn correction: positions with the same pawns get it, whatever the pieces; another pawn structure does not", () => {
  withOnly([PAWNS], NUMBERS, () => {
    const corrections = learned(256);
    const position = parseFen(BASE);
    assertEquals(entries(corrections.table("pawn")), [[keyed(position, position.pawnKey), 256]]);
    // 160 · 256 / 2048 centipawns.
    assertEquals(correctionOf(corrections, BASE), 20);
    assertEquals(correctionOf(corrections, SAME_PAWNS), 20);
    assertEquals(correctionOf(corrections, OTHER_PAWNS), 0);
    // The other side to move has its own half.
    assertEquals(correctionOf(corrections, BASE.replace(" w ", " b ")), 0);
  });
});

Deno.test("non-pawn correction: each colour's pieces give half, the pawns nothing", () => {
  withOnly([NON_PAWNS], NUMBERS, () => {
    const corrections = learned(256);
    const position = parseFen(BASE);
    assertEquals(entries(corrections.table("non-pawn White")), [[keyed(position, position.nonPawnKey(WHITE)), 256]]);
    assertEquals(entries(corrections.table("non-pawn Black")), [[keyed(position, position.nonPawnKey(BLACK)), 256]]);
    // 192 · 256 / 2048 for each colour.
    assertEquals(correctionOf(corrections, BASE), 48);
    assertEquals(correctionOf(corrections, OTHER_PAWNS), 48);
    assertEquals(correctionOf(corrections, BLACK_KNIGHT_MOVED), 24);
    assertEquals(correctionOf(corrections, WHITE_BISHOP_MOVED), 24);
    assertEquals(correctionOf(corrections, WHITE_KING_MOVED), 24);
    assertEquals(correctionOf(corrections, SAME_PAWNS), 0);
    assertEquals(correctionOf(corrections, BASE.replace(" w ", " b ")), 0);
  });
});

Deno.test("minor correction: kings, bishops and knights of both colours count, rooks, queens and pawns do not", () => {
  withOnly([MINORS], NUMBERS, () => {
    const corrections = learned(256);
    const position = parseFen(BASE);
    assertEquals(entries(corrections.table("minor")), [[keyed(position, position.minorKey), 256]]);
    // 80 · 256 / 2048.
    assertEquals(correctionOf(corrections, BASE), 10);
    assertEquals(correctionOf(corrections, BLACK_ROOK_MOVED), 10);
    assertEquals(correctionOf(corrections, OTHER_PAWNS), 10);
    assertEquals(correctionOf(corrections, BLACK_KNIGHT_MOVED), 0);
    assertEquals(correctionOf(corrections, WHITE_BISHOP_MOVED), 0);
    assertEquals(correctionOf(corrections, WHITE_KING_MOVED), 0);
    assertEquals(correctionOf(corrections, BASE.replace(" w ", " b ")), 0);
  });
});

Deno.test("major correction: kings, queens and rooks of both colours count, bishops, knights and pawns do not", () => {
  withOnly([MAJORS], NUMBERS, () => {
    const corrections = learned(256);
    const position = parseFen(BASE);
    assertEquals(entries(corrections.table("major")), [[keyed(position, position.majorKey), 256]]);
    // 96 · 256 / 2048.
    assertEquals(correctionOf(corrections, BASE), 12);
    assertEquals(correctionOf(corrections, BLACK_KNIGHT_MOVED), 12);
    assertEquals(correctionOf(corrections, WHITE_BISHOP_MOVED), 12);
    assertEquals(correctionOf(corrections, OTHER_PAWNS), 12);
    assertEquals(correctionOf(corrections, BLACK_ROOK_MOVED), 0);
    assertEquals(correctionOf(corrections, WHITE_KING_MOVED), 0);
    assertEquals(correctionOf(corrections, BASE.replace(" w ", " b ")), 0);
  });
});

Deno.test("continuation correction: positions have it after the same last move and the same one 2 or 4 plies ago", () => {
  withOnly([CONTINUATION], NUMBERS, () => {
    const corrections = learned(256);
    const earlier = makePiece(WHITE, PAWN) << 6 | parseSquare("e4");
    const before = makePiece(WHITE, KNIGHT) << 6 | parseSquare("c3");
    const last = makePiece(BLACK, PAWN) << 6 | parseSquare("e5");
    const [near, far] = [[before << 10 | last, 256], [earlier << 10 | last, 256]];
    const found = () => [entries(corrections.table("continuation")), entries(corrections.table("continuation 4"))];
    assertEquals(found(), [[near], [far]]);
    // (128 + 64) · 256 / 2048.
    assertEquals(correctionOf(corrections, BASE), 24);
    assertEquals(correctionOf(corrections, SAME_PAWNS), 24);
    for (const [back, rest] of [[1, 0], [2, 8], [3, 24], [4, 16]]) {
      const stack = createStack();
      setPlayed(stack, PLY - back, makePiece(back % 2 === 1 ? BLACK : WHITE, KNIGHT), 1, parseSquare("h5"));
      assertEquals(correctionOf(corrections, BASE, stack), rest, `${back} plies back`);
      // A null move there, or none at all.
      stack.pieceTo[PLY - back + MARGIN] = 0;
      assertEquals(correctionOf(corrections, BASE, stack), rest, `${back} plies back`);
    }
    // After a null move neither is written.
    const stack = createStack();
    stack.pieceTo[PLY - 1 + MARGIN] = 0;
    corrections.update(parseFen(BASE), stack, PLY, 8, -256);
    assertEquals(found(), [[near], [far]]);
  });
});

Deno.test("all corrections add up before they are rounded, and are rounded towards zero", () => {
  withOnly(ALL, NUMBERS, () => {
    // (160 + 2 · 192 + 80 + 96 + 128 + 64) · 256 / 2048.
    assertEquals(correctionOf(learned(256), BASE), 114);
    assertEquals(correctionOf(learned(-256), BASE), -114);
    // 912 · 6 / 2048 = 2.7; each alone would be 0.
    assertEquals(correctionOf(learned(6), BASE), 2);
    assertEquals(correctionOf(learned(-6), BASE), -2);
    // The same pawns and the same last moves: (160 + 128 + 64) · 256 / 2048.
    assertEquals(correctionOf(learned(256), SAME_PAWNS), 44);
  });
});

Deno.test("each correction that is switched off is neither written nor read", () => {
  const writes: Record<string, string[]> = {
    [PAWNS]: ["pawn"],
    [NON_PAWNS]: ["non-pawn White", "non-pawn Black"],
    [MINORS]: ["minor"],
    [MAJORS]: ["major"],
    [CONTINUATION]: ["continuation", "continuation 4"],
  };
  const full = withOnly(ALL, NUMBERS, () => learned(256));
  for (const off of ALL) {
    withOnly(ALL.filter((name) => name !== off), NUMBERS, () => {
      const corrections = learned(256);
      for (const [name, table] of tablesOf(corrections)) {
        assertEquals(entries(table).length, writes[off].includes(name) ? 0 : 1, `${name} without ${off}`);
      }
      assertEquals(correctionOf(full, BASE), correctionOf(corrections, BASE), off);
    });
    withOnly([off], NUMBERS, () => assertGreater(correctionOf(full, BASE), 0));
  }
  withOnly([], NUMBERS, () => assertEquals(correctionOf(full, BASE), 0));
});

Deno.test("with corrections off, a search neither writes nor reads them", () => {
  // Several positions, with their scores: nodes of a single one can be the same by chance.
  const written = new Set<string>();
  const found = (names: ParameterName[], litter: boolean): number[] =>
    [MIDDLEGAME, KIWIPETE, ITALIAN].flatMap((fen) => {
      const { nodes, infos, isWritten } = searchOf(fen, names, litter);
      if (isWritten) written.add(names.join());
      return [nodes, ...infos.map(({ score }) => score)];
    });
  const searchOf = (fen: string, names: ParameterName[], litter: boolean) =>
    withParameters(Object.fromEntries(ALL.map((name) => [name, names.includes(name) ? 1 : 0])), () => {
      const { search } = createSearch();
      const random = randomIntegers(92);
      const tables = tablesOf(search.corrections);
      if (litter) { for (const [, table] of tables) table.forEach((_, i) => table[i] = random(1024) - 512); }
      const before = tables.map(([, table]) => table.slice());
      const outcome = run(search, parseFen(fen), { depth: 5 });
      if (names.length === 0) tables.forEach(([name, table], i) => assertEquals(table, before[i], name));
      const isWritten = tables.some(([, table], i) => table.some((value, j) => value !== before[i][j]));
      return { ...outcome, isWritten };
    });
  assertEquals(found([], true), found([], false));
  for (const name of ALL) assertNotEquals(found([name], true), found([name], false), name);
  assertEquals(Array.from(written).sort(), ALL.toSorted());
});

Deno.test("the correction shifts the evaluation in quiescence search and in the main search", () => {
  withOnly([PAWNS], NUMBERS, () => {
    const position = parseFen(BASE);
    const raw = SIMPLE.evaluate(position);
    for (const difference of [256, -256]) {
      const { search } = createSearch(1, SIMPLE);
      prepare(search, position);
      const key = keyed(position, position.pawnKey);
      search.corrections.table("pawn")[key] = difference;
      // 160 · 256 / 2048 = 20 centipawns. There is nothing to capture: quiescence search stands pat on the evaluation.
      const shifted = raw + Math.sign(difference) * 20;
      assertEquals(quiesceAt(search, -INFINITE, INFINITE, PLY), shifted);
      assertEquals(search.stack.staticEval[PLY + MARGIN], shifted);
      search.stack.staticEval.fill(0);
      search.table.clear();
      searchAt(search, -INFINITE, INFINITE, 1, PLY, false);
      assertEquals(search.stack.staticEval[PLY + MARGIN], shifted);
    }
  });
});

Deno.test("a search teaches the corrections of the position's pawns the difference that its node found", () => {
  // One node of depth 1; its children are quiescence search, which teaches nothing.
  withOnly([...ALL, "useCorrectionConditions"], { ...NUMBERS, ...correctionGains(1024) }, () => {
    const position = parseFen(BASE);
    const { search } = createSearch(1, SIMPLE);
    prepare(search, position);
    const score = searchAt(search, -INFINITE, INFINITE, 1, PLY, false);
    const difference = score - search.stack.staticEval[PLY + MARGIN];
    assertNotEquals(difference, 0);
    const expected = Math.max(-256, Math.min(256, difference));
    assertEquals(entries(search.corrections.table("pawn")), [[keyed(position, position.pawnKey), expected]]);
    assertEquals(entries(search.corrections.table("minor")), [[keyed(position, position.minorKey), expected]]);
    assertEquals(entries(search.corrections.table("major")), [[keyed(position, position.majorKey), expected]]);
    assertEquals(entries(search.corrections.table("non-pawn White")).length, 1);
    assertEquals(entries(search.corrections.table("non-pawn Black")).length, 1);
    // No moves are known before this node.
    assertEquals(entries(search.corrections.table("continuation")), []);
    assertEquals(entries(search.corrections.table("continuation 4")), []);
    assertEquals(search.stack.move[PLY - 1 + MARGIN], NO_MOVE);
  });
});

Deno.test("the tables of a thread take the memory that corrections.ts states, and `clear()` empties them all", () => {
  const corrections = new Corrections();
  const tables = tablesOf(corrections);
  const all = tables.reduce((sum, [, table]) => sum + table.byteLength, 0);
  const pairs = ["continuation", "continuation 4"] as const;
  for (const name of pairs) assertEquals(corrections.table(name).byteLength, 2 * 1024 * 1024);
  assertEquals(all - pairs.length * 2 * 1024 * 1024, 320 * 1024);
  for (const [, table] of tables) table.fill(7);
  corrections.clear();
  for (const [name, table] of tables) assertEquals(entries(table), [], name);
});
