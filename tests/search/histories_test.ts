/**
 * The move histories: what each update writes, in numbers worked out by hand, and what that does to ordering and
 * pruning.
 *
 * The bonuses and weights are fixed in `NUMBERS`, so that tuning the search does not touch these tests.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertLess, assertNotEquals } from "@std/assert";
import { parseFen, parseSquare, START_FEN } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { BLACK, KNIGHT, makePiece, NO_MOVE, PAWN, ROOK, WHITE } from "../../core/types.ts";
import {
  addGravity,
  CAPTURE_MAX,
  captureBonus,
  captureMalus,
  CONTINUATION_MAX,
  Histories,
  HISTORY_MAX,
  LOW_PLIES,
  pieceToOf,
  quietBonus,
  quietMalus,
} from "../../search/histories.ts";
import { MovePicker } from "../../search/move_picker.ts";
import type { ParameterName } from "../../search/params.ts";
import { INFINITE, MATE } from "../../search/score.ts";
import type { Search } from "../../search/search.ts";
import { searchNode } from "../../search/node.ts";
import { MARGIN, SearchStack } from "../../search/stack.ts";
import { randomIntegers } from "../core/random_games.ts";
import {
  type Changes,
  createSearch,
  entries,
  legalMoves,
  moveOf,
  names,
  prepare,
  run,
  setPlayed,
  withOnly,
  withParameters,
} from "./fixtures.ts";

/** At depth 6: quiet bonus 980, quiet malus 1140, capture bonus 1020, capture malus 900. */
const NUMBERS: Changes = {
  quietBonusSlope: 180,
  quietBonusOffset: 100,
  quietBonusMax: 1700,
  quietMalusSlope: 200,
  quietMalusOffset: 60,
  quietMalusMax: 1300,
  captureBonusSlope: 180,
  captureBonusOffset: 60,
  captureBonusMax: 1800,
  captureMalusSlope: 160,
  captureMalusOffset: 60,
  captureMalusMax: 1400,
  orderButterfly: 2048,
  orderPieceTo: 1024,
  orderPawn: 1024,
  orderContinuation1: 1024,
  orderContinuation2: 1024,
  orderContinuation3: 512,
  orderContinuation4: 768,
  orderContinuation6: 512,
  orderLowPly: 4096,
  counterMoveBonus: 6000,
  pruneButterfly: 2048,
  prunePieceTo: 1024,
  prunePawn: 512,
  pruneContinuation1: 1024,
  pruneContinuation2: 768,
  victimWeight: 16,
  captureHistoryShift: 1,
};

const [WHITE_PAWN, WHITE_KNIGHT] = [PAWN, KNIGHT].map((type) => makePiece(WHITE, type));
const [BLACK_PAWN, BLACK_KNIGHT] = [PAWN, KNIGHT].map((type) => makePiece(BLACK, type));

/** Both knights can go to c3, d2, f3 or b3, and White is at ply 8 with six moves before. */
const TWO_KNIGHTS = "4k3/8/8/8/8/8/4P3/1N2KN2 w - - 0 1";
const PLY = 8;

function square(name: string): number {
  return parseSquare(name);
}

/** Squares of a move as tables index them. */
function squares(from: string, to: string): number {
  return square(from) | square(to) << 6;
}

/** The row of a piece that went to a square. */
function pieceTo(piece: number, to: string): number {
  return piece << 6 | square(to);
}

/** Six earlier moves, each with another piece and target: `EARLIER[k]` was played k plies ago. */
const EARLIER: readonly (readonly [piece: number, from: string, to: string])[] = [
  [0, "a1", "a1"],
  [BLACK_PAWN, "e7", "e5"],
  [WHITE_PAWN, "d2", "d4"],
  [BLACK_KNIGHT, "g8", "f6"],
  [WHITE_PAWN, "c2", "c4"],
  [BLACK_PAWN, "a7", "a6"],
  [WHITE_KNIGHT, "g1", "h3"],
];
/** How far back continuation history looks, with its switch and its weight in ordering (1024ths, see `NUMBERS`). */
const PLIES_BACK: readonly (readonly [plies: number, name: ParameterName, weight: number])[] = [
  [1, "useContinuation1", 1024],
  [2, "useContinuation2", 1024],
  [3, "useContinuation3", 512],
  [4, "useContinuation4", 768],
  [6, "useContinuation6", 512],
];

/** A stack that has `EARLIER` before `PLY`. */
function createStack(): SearchStack {
  const stack = new SearchStack();
  for (let back = 1; back <= 6; back++) replaceEarlier(stack, back, ...EARLIER[back]);
  return stack;
}

function replaceEarlier(stack: SearchStack, back: number, piece: number, from: string, to: string): void {
  setPlayed(stack, PLY - back, piece, square(from), square(to));
}

/** A cutoff at `PLY` and depth 6 by the last of the moves searched. */
function cutoff(
  histories: Histories,
  position: Position,
  stack: SearchStack,
  searched: readonly string[],
  depth = 6,
  ply = PLY,
): void {
  const moves = searched.map((text) => moveOf(position, text));
  const start = stack.triedStart(ply);
  let quiets = 0;
  let captures = 0;
  for (const move of moves) {
    if (position.isNoisy(move)) stack.triedCaptures[start + captures++] = move;
    else stack.tried[start + quiets++] = move;
  }
  histories.updateCutoff(position, stack, ply, moves[moves.length - 1], quiets, captures, depth);
}

/** The moves in the order in which the picker hands them out. */
function order(histories: Histories, position: Position, stack: SearchStack, ply = PLY): string[] {
  // All that a picker looks at.
  const given = { position, histories, stack } as unknown as Search;
  const picker = new MovePicker();
  picker.startAll(position, NO_MOVE, ply);
  const moves: number[] = [];
  for (let move = picker.next(given); move !== NO_MOVE; move = picker.next(given)) moves.push(move);
  return names(moves);
}

/** Everything that a `Histories` holds, table by table. */
function tablesOf(histories: Histories): [name: string, table: Int16Array | Uint16Array][] {
  return Object.entries(histories).filter(([, field]) => ArrayBuffer.isView(field));
}

Deno.test("`addGravity()` moves an entry by the bonus less its share of the bound", () => {
  const table = new Int16Array(3);
  // Nothing to take off at zero.
  addGravity(table, 1, 980, 8192);
  assertEquals(table[1], 980);
  // 980 + 980 − trunc(980 · 980 / 8192 = 117.2).
  addGravity(table, 1, 980, 8192);
  assertEquals(table[1], 1843);
  // 1843 − 1140 − trunc(1843 · 1140 / 8192 = 256.5).
  addGravity(table, 1, -1140, 8192);
  assertEquals(table[1], 447);
  // 447 − 1140 − trunc(447 · 1140 / 8192 = 62.2), below zero.
  addGravity(table, 1, -1140, 8192);
  assertEquals(table[1], -755);
  // −755 − 1140 + trunc(755 · 1140 / 8192 = 105.1): a confirmation moves less than a surprise.
  addGravity(table, 1, -1140, 8192);
  assertEquals(table[1], -1790);
  assertEquals(Array.from(table), [0, -1790, 0]);
});

Deno.test("`addGravity()` clamps a bonus to the bound before it is applied", () => {
  const table = new Int16Array(1);
  addGravity(table, 0, 20_000, 8192);
  assertEquals(table[0], 8192);
  addGravity(table, 0, 20_000, 8192);
  assertEquals(table[0], 8192);
  // 8192 − 8192 − 8192: from one bound to the other.
  addGravity(table, 0, -20_000, 8192);
  assertEquals(table[0], -8192);
});

Deno.test("`addGravity()` never leaves the bound, and treats both signs alike", () => {
  const random = randomIntegers(81);
  for (const bound of [HISTORY_MAX, CONTINUATION_MAX, CAPTURE_MAX]) {
    for (let run = 0; run < 200; run++) {
      const table = new Int16Array(2);
      // Short runs of one sign, up to twice the bound, and small ones in between.
      const size = 1 + random(2 * bound);
      for (let step = 0; step < 200; step++) {
        const bonus = (random(4) === 0 ? -1 : 1) * random(size);
        addGravity(table, 0, bonus, bound);
        addGravity(table, 1, -bonus, bound);
        assert(Math.abs(table[0]) <= bound, `${table[0]} with bonus ${bonus}`);
        assertEquals(table[1], -table[0] + 0);
      }
    }
  }
});

Deno.test("the bonuses and maluses grow with depth up to their bound", () => {
  withParameters(NUMBERS, () => {
    assertEquals([1, 6, 10, 30].map(quietBonus), [80, 980, 1700, 1700]);
    assertEquals([1, 6, 7, 30].map(quietMalus), [140, 1140, 1300, 1300]);
    assertEquals([1, 6, 11, 30].map(captureBonus), [120, 1020, 1800, 1800]);
    assertEquals([1, 6, 10, 30].map(captureMalus), [100, 900, 1400, 1400]);
  });
});

Deno.test("with the values in use, bonuses and maluses are positive at every depth", () => {
  for (let depth = 1; depth <= 200; depth++) {
    for (const amount of [quietBonus, quietMalus, captureBonus, captureMalus]) assertGreater(amount(depth), 0);
  }
});

Deno.test("butterfly history: a cutoff credits side, from and to of the quiet move, and ordering follows", () => {
  withOnly(["useButterfly", "useMalus"], NUMBERS, () => {
    const histories = new Histories();
    const position = parseFen(TWO_KNIGHTS);
    const stack = createStack();
    const before = order(histories, position, stack);
    cutoff(histories, position, stack, ["b1a3"]);
    // Bonus of depth 6: 180 · 6 − 100.
    assertEquals(entries(histories.butterfly), [[WHITE << 12 | squares("b1", "a3"), 980]]);
    // 2048 · 980 / 1024.
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1a3")), 1960);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1c3")), 0);
    assertNotEquals(before[0], "b1a3");
    assertEquals(order(histories, position, stack)[0], "b1a3");
    // Twice: 980 + 980 − 117.
    cutoff(histories, position, stack, ["b1a3"]);
    assertEquals(entries(histories.butterfly), [[squares("b1", "a3"), 1843]]);
  });
});

Deno.test("butterfly history is kept for each side", () => {
  withOnly(["useButterfly"], NUMBERS, () => {
    const histories = new Histories();
    const stack = createStack();
    cutoff(histories, parseFen("4k3/8/8/8/8/8/8/R3K3 b - - 0 1"), stack, ["e8d8"]);
    assertEquals(entries(histories.butterfly), [[BLACK << 12 | squares("e8", "d8"), 980]]);
    // A white king on the same squares.
    const position = parseFen("4K3/8/8/8/8/8/8/r3k3 w - - 0 1");
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "e8d8")), 0);
  });
});

Deno.test("piece-to history: knights that go to the same square share an entry, unlike in butterfly history", () => {
  const position = parseFen(TWO_KNIGHTS);
  const stack = createStack();
  const [queenside, kingside] = ["b1d2", "f1d2"].map((text) => moveOf(position, text));
  withOnly(["usePieceTo"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, stack, ["b1d2"]);
    assertEquals(entries(histories.pieceTo), [[pieceTo(WHITE_KNIGHT, "d2"), 980]]);
    assertEquals(entries(histories.butterfly), []);
    // 1024 · 980 / 1024, for both knights.
    assertEquals(histories.orderingScore(position, stack, PLY, queenside), 980);
    assertEquals(histories.orderingScore(position, stack, PLY, kingside), 980);
    assertEquals(order(histories, position, stack).slice(0, 2).sort(), ["b1d2", "f1d2"]);
    assertEquals(histories.pruningScore(position, stack, PLY, kingside), 980);
  });
  withOnly(["useButterfly"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, stack, ["b1d2"]);
    assertEquals(histories.orderingScore(position, stack, PLY, queenside), 1960);
    assertEquals(histories.orderingScore(position, stack, PLY, kingside), 0);
  });
});

Deno.test("malus: the quiet moves searched before the cutoff lose, and go to the end of the order", () => {
  const position = parseFen(TWO_KNIGHTS);
  const stack = createStack();
  withOnly(["useButterfly", "useMalus"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, stack, ["e2e4", "b1c3", "b1a3"]);
    // Bonus 980 for the last, malus 200 · 6 − 60 for the others.
    assertEquals(entries(histories.butterfly).sort((a, b) => a[1] - b[1] || a[0] - b[0]), [
      [squares("b1", "c3"), -1140],
      [squares("e2", "e4"), -1140],
      [squares("b1", "a3"), 980],
    ]);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "e2e4")), -2280);
    const list = order(histories, position, stack);
    assertEquals(list[0], "b1a3");
    assertEquals(list.slice(-2).sort(), ["b1c3", "e2e4"]);
  });
  withOnly(["useButterfly"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, stack, ["e2e4", "b1c3", "b1a3"]);
    assertEquals(entries(histories.butterfly), [[squares("b1", "a3"), 980]]);
  });
});

/** Two pawns to take, by the same pawn: the victims are equal. */
const TWO_VICTIMS = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1";

Deno.test("capture history: a cutoff credits piece, victim and target, and reverses captures of equal victims", () => {
  const position = parseFen(TWO_VICTIMS);
  const stack = createStack();
  withOnly(["useCapture"], NUMBERS, () => {
    for (const [taken, to] of [["e4d5", "d5"], ["e4f5", "f5"]]) {
      const histories = new Histories();
      cutoff(histories, position, stack, [taken]);
      // Bonus of depth 6: 180 · 6 − 60. One of both moves is not first without it.
      assertEquals(entries(histories.capture), [[WHITE_PAWN << 9 | PAWN << 6 | square(to), 1020]]);
      assertEquals(histories.captureScore(position, moveOf(position, taken)), 1020);
      assertEquals(order(histories, position, stack)[0], taken);
    }
  });
});

Deno.test("capture history: captures searched before the cutoff lose, also when a quiet move cut", () => {
  const position = parseFen(TWO_VICTIMS);
  const stack = createStack();
  const [d5, f5] = ["d5", "f5"].map((to) => WHITE_PAWN << 9 | PAWN << 6 | square(to));
  withOnly(["useCapture", "useMalus", "useButterfly"], NUMBERS, () => {
    const byCapture = new Histories();
    cutoff(byCapture, position, stack, ["e4d5", "e4f5"]);
    // Malus of depth 6: 160 · 6 − 60.
    assertEquals(entries(byCapture.capture), [[d5, -900], [f5, 1020]]);
    assertEquals(entries(byCapture.butterfly), []);
    assertEquals(order(byCapture, position, stack)[0], "e4f5");

    const byQuiet = new Histories();
    cutoff(byQuiet, position, stack, ["e4d5", "e4f5", "e1d2"]);
    assertEquals(entries(byQuiet.capture), [[d5, -900], [f5, -900]]);
    assertEquals(entries(byQuiet.butterfly), [[squares("e1", "d2"), 980]]);
  });
  withOnly(["useCapture"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, stack, ["e4d5", "e4f5", "e1d2"]);
    assertEquals(entries(histories.capture), []);
  });
});

Deno.test("capture history: a quiet move searched before a capture that cuts is not charged", () => {
  const position = parseFen(TWO_VICTIMS);
  withOnly(["useCapture", "useMalus", "useButterfly"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, position, createStack(), ["e1d2", "e4d5"]);
    assertEquals(entries(histories.butterfly), []);
    assertEquals(entries(histories.capture).length, 1);
  });
});

Deno.test("captures are ordered by victim plus history: a much better history outweighs a bigger victim", () => {
  // The pawn takes a knight on b5 or a rook on d5; nothing takes back.
  const position = parseFen("4k3/8/8/1n1r4/2P5/8/8/4K3 w - - 0 1");
  const stack = createStack();
  withOnly(["useCapture"], NUMBERS, () => {
    const histories = new Histories();
    assertEquals(order(histories, position, stack).slice(0, 2), ["c4d5", "c4b5"]);
    // Knight 320 · 16 = 5120, rook 500 · 16 = 8000; a history of 5000 >> 1 does not make up for 2880, 6000 >> 1 does.
    const index = WHITE_PAWN << 9 | KNIGHT << 6 | square("b5");
    histories.capture[index] = 5000;
    assertEquals(order(histories, position, stack).slice(0, 2), ["c4d5", "c4b5"]);
    histories.capture[index] = 6000;
    assertEquals(order(histories, position, stack).slice(0, 2), ["c4b5", "c4d5"]);
  });
});

Deno.test("without capture history, captures are ordered by victim, then by the least valuable attacker", () => {
  const position = parseFen("4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1");
  withOnly([], NUMBERS, () => {
    const histories = new Histories();
    histories.capture.fill(CAPTURE_MAX);
    assertEquals(histories.captureScore(position, moveOf(position, "c3d5")), 0);
    assertEquals(order(histories, position, createStack()).slice(0, 2), ["e4d5", "c3d5"]);
  });
});

Deno.test("capture history: en passant counts as taking a pawn, a quiet promotion as taking nothing", () => {
  withOnly(["useCapture"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, parseFen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), createStack(), ["e5d6"]);
    assertEquals(entries(histories.capture), [[WHITE_PAWN << 9 | PAWN << 6 | square("d6"), 1020]]);
    histories.clear();
    cutoff(histories, parseFen("7k/3P4/8/8/8/8/8/4K3 w - - 0 1"), createStack(), ["d7d8q"]);
    assertEquals(entries(histories.capture), [[WHITE_PAWN << 9 | square("d8"), 1020]]);
    histories.clear();
    cutoff(histories, parseFen("4r2k/3P4/8/8/8/8/8/4K3 w - - 0 1"), createStack(), ["d7e8q"]);
    assertEquals(entries(histories.capture), [[WHITE_PAWN << 9 | ROOK << 6 | square("e8"), 1020]]);
  });
});

Deno.test("counter-move: a quiet cutoff sets the answer to the last move, and ordering adds its bonus after that move only", () => {
  const position = parseFen(TWO_KNIGHTS);
  const stack = createStack();
  withOnly(["useCounterMove"], NUMBERS, () => {
    const histories = new Histories();
    const answer = moveOf(position, "b1a3");
    cutoff(histories, position, stack, ["b1a3"]);
    assertEquals(entries(histories.counterMove), [[WHITE << 12 | squares("e7", "e5"), answer]]);
    assertEquals(histories.counterMoveFor(position, stack, PLY), answer);
    assertEquals(histories.orderingScore(position, stack, PLY, answer), 6000);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1c3")), 0);
    assertEquals(order(histories, position, stack)[0], "b1a3");

    // The latest answer is the one that stays.
    cutoff(histories, position, stack, ["f1g3"]);
    assertEquals(histories.counterMoveFor(position, stack, PLY), moveOf(position, "f1g3"));
    assertEquals(histories.orderingScore(position, stack, PLY, answer), 0);

    // After another move, or after a null move, there is none.
    replaceEarlier(stack, 1, BLACK_PAWN, "e7", "e6");
    assertEquals(histories.counterMoveFor(position, stack, PLY), NO_MOVE);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "f1g3")), 0);
    stack.move[PLY - 1 + MARGIN] = NO_MOVE;
    cutoff(histories, position, stack, ["b1a3"]);
    assertEquals(entries(histories.counterMove).length, 1);
  });
});

Deno.test("counter-move: a cutoff by a capture sets none", () => {
  withOnly(["useCounterMove", "useCapture"], NUMBERS, () => {
    const histories = new Histories();
    cutoff(histories, parseFen(TWO_VICTIMS), createStack(), ["e1d2", "e4d5"]);
    assertEquals(entries(histories.counterMove), []);
  });
});

for (const [back, name, weight] of PLIES_BACK) {
  Deno.test(`continuation history at ${back} ply: a cutoff writes the pair with that move, ordering reads it after that move only`, () => {
    const position = parseFen(TWO_KNIGHTS);
    const move = moveOf(position, "b1a3");
    withOnly([name], NUMBERS, () => {
      const histories = new Histories();
      const stack = createStack();
      cutoff(histories, position, stack, ["b1a3"]);
      const [piece, , to] = EARLIER[back];
      const index = pieceTo(piece, to) << 10 | pieceTo(WHITE_KNIGHT, "a3");
      assertEquals(entries(histories.continuation), [[index, 980]]);
      const expected = (weight * 980) >> 10;
      assertEquals(histories.orderingScore(position, stack, PLY, move), expected);
      assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1c3")), 0);
      assertEquals(order(histories, position, stack)[0], "b1a3");

      // Other moves at all other distances change nothing; another one at this distance leaves nothing.
      for (let other = 1; other <= 6; other++) {
        if (other !== back) replaceEarlier(stack, other, BLACK_PAWN, "h7", "h5");
      }
      assertEquals(histories.orderingScore(position, stack, PLY, move), expected);
      replaceEarlier(stack, back, piece, "h1", "h4");
      assertEquals(histories.orderingScore(position, stack, PLY, move), 0);
      // The same piece from elsewhere to the same square is the same relation; another piece is not.
      replaceEarlier(stack, back, piece, "h1", to);
      assertEquals(histories.orderingScore(position, stack, PLY, move), expected);
      replaceEarlier(stack, back, makePiece(piece >> 3, ROOK), "h1", to);
      assertEquals(histories.orderingScore(position, stack, PLY, move), 0);
    });
  });

  Deno.test(`continuation history at ${back} ply: a null move or the start of the search there is not learned from`, () => {
    const position = parseFen(TWO_KNIGHTS);
    withOnly([name], NUMBERS, () => {
      const histories = new Histories();
      const stack = createStack();
      stack.pieceTo[PLY - back + MARGIN] = 0;
      cutoff(histories, position, stack, ["b1a3"]);
      assertEquals(entries(histories.continuation), []);
      // At the root, nothing was played before.
      cutoff(histories, position, new SearchStack(), ["b1a3"], 6, 0);
      assertEquals(entries(histories.continuation), []);
    });
  });
}

Deno.test("continuation history: the five relations are learned at once, with malus, and add up in ordering", () => {
  const position = parseFen(TWO_KNIGHTS);
  withOnly([...PLIES_BACK.map(([, name]) => name), "useMalus"], NUMBERS, () => {
    const histories = new Histories();
    const stack = createStack();
    cutoff(histories, position, stack, ["b1c3", "b1a3"]);
    const rows = PLIES_BACK.map(([back]) => pieceTo(EARLIER[back][0], EARLIER[back][2]));
    const expected = rows.flatMap((row) => [
      [row << 10 | pieceTo(WHITE_KNIGHT, "a3"), 980],
      [row << 10 | pieceTo(WHITE_KNIGHT, "c3"), -1140],
    ]);
    assertEquals(entries(histories.continuation), expected.sort((a, b) => a[0] - b[0]) as [number, number][]);
    // (1024 + 1024 + 512 + 768 + 512) · 980 / 1024, and the same with −1140.
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1a3")), 3675);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1c3")), -4275);
    // Nothing looks five plies back.
    replaceEarlier(stack, 5, BLACK_KNIGHT, "h1", "h4");
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1a3")), 3675);
  });
});

Deno.test("continuation history in pruning: plies 1 and 2 count with their weights, the farther ones do not", () => {
  const position = parseFen(TWO_KNIGHTS);
  const stack = createStack();
  const all: ParameterName[] = ["useButterfly", ...PLIES_BACK.map(([, name]) => name)];
  const histories = new Histories();
  const move = moveOf(position, "b1a3");
  const to = pieceTo(WHITE_KNIGHT, "a3");
  histories.butterfly[squares("b1", "a3")] = 1000;
  // 100 for the move before, 200 for the one before that, and so on.
  for (const [back] of PLIES_BACK) {
    histories.continuation[pieceTo(EARLIER[back][0], EARLIER[back][2]) << 10 | to] = 100 * back;
  }
  const scores = (names: ParameterName[]) =>
    withOnly(names, NUMBERS, () => histories.pruningScore(position, stack, PLY, move));
  // Butterfly 2 · 1000.
  assertEquals(scores(all), 2000);
  // and 1024 · 100 / 1024 + 768 · 200 / 1024.
  assertEquals(scores([...all, "useContinuationPruning"]), 2000 + 100 + 150);
  assertEquals(scores(["useContinuationPruning", "useContinuation1"]), 100);
  assertEquals(scores(["useContinuationPruning", "useContinuation2"]), 150);
  const far: ParameterName[] = ["useContinuation3", "useContinuation4", "useContinuation6"];
  assertEquals(scores(["useContinuationPruning", ...far]), 0);
});

Deno.test("history pruning skips the quiet moves that continuation history condemns, even if they save a piece", () => {
  // At depth 1 the knight runs from the pawn, unless history says that its moves never work. Pruning starts at −3200 · depth.
  const position = parseFen("k7/8/8/4p3/3N4/8/6PP/6K1 w - - 0 1");
  const scoreWith = (switches: ParameterName[], entry: number) =>
    withOnly(switches, { ...NUMBERS, historyPruningSlope: 3200, historyPruningDepth: 5, lmpBase: 100 }, () => {
      const { search } = createSearch();
      prepare(search, position);
      setPlayed(search.stack, 1, BLACK_KNIGHT, square("b8"), square("a6"));
      const row = pieceTo(BLACK_KNIGHT, "a6") << 10 | pieceTo(WHITE_KNIGHT, "a1");
      search.histories.continuation.fill(entry, row, row + 64);
      return searchNode(search, -INFINITE, INFINITE, 1, 2, false);
    });
  const switches: ParameterName[] = ["useContinuation1", "useContinuationPruning"];
  const saved = scoreWith(switches, 0);
  assertEquals(scoreWith(switches, -3200), saved);
  assertLess(scoreWith(switches, -3201), saved - 200);
  // Read for ordering only, it makes the moves the last ones, but they are searched.
  assertEquals(scoreWith(["useContinuation1"], -16384), saved);
  assertEquals(scoreWith(["useContinuationPruning"], -16384), saved);
});

Deno.test("history pruning spares a quiet check: condemned a thousand times, a mate is found all the same", () => {
  const position = parseFen("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
  withOnly(["useContinuation1", "useContinuationPruning"], { ...NUMBERS, lmpBase: 100 }, () => {
    const { search } = createSearch();
    prepare(search, position);
    setPlayed(search.stack, 1, BLACK_KNIGHT, square("b8"), square("a6"));
    const mate = pieceTo(makePiece(WHITE, ROOK), "a8");
    search.histories.continuation[pieceTo(BLACK_KNIGHT, "a6") << 10 | mate] = -16384;
    assertEquals(searchNode(search, -INFINITE, INFINITE, 1, 2, false), MATE - 3);
  });
});

Deno.test("pawn-structure history: the same move in another pawn structure has another entry", () => {
  withOnly(["usePawnHistory"], NUMBERS, () => {
    const histories = new Histories();
    const stack = createStack();
    const position = parseFen(TWO_KNIGHTS);
    cutoff(histories, position, stack, ["b1a3"]);
    const row = position.pawnKey & 511;
    assertEquals(entries(histories.pawn), [[row << 10 | pieceTo(WHITE_KNIGHT, "a3"), 980]]);
    assertEquals(histories.orderingScore(position, stack, PLY, moveOf(position, "b1a3")), 980);
    // 512 · 980 / 1024.
    assertEquals(histories.pruningScore(position, stack, PLY, moveOf(position, "b1a3")), 490);
    const other = parseFen(TWO_KNIGHTS.replace("4P3", "3P4"));
    assertEquals(histories.orderingScore(other, stack, PLY, moveOf(other, "b1a3")), 0);
    // The kings do not matter.
    const same = parseFen(TWO_KNIGHTS.replace("4k3", "6k1"));
    assertEquals(histories.orderingScore(same, stack, PLY, moveOf(same, "b1a3")), 980);
  });
});

Deno.test("low-ply history: it is kept for each of the plies near the root, counts less the deeper, and lasts one search", () => {
  withOnly(["useLowPly"], NUMBERS, () => {
    const position = parseFen(TWO_KNIGHTS);
    const move = moveOf(position, "b1a3");
    const stack = new SearchStack();
    for (let ply = 0; ply < LOW_PLIES + 2; ply++) {
      const histories = new Histories();
      cutoff(histories, position, stack, ["b1a3"], 6, ply);
      const expected = ply < LOW_PLIES ? [[ply << 12 | squares("b1", "a3"), 980]] as [number, number][] : [];
      assertEquals(entries(histories.lowPly), expected);
      // 4096 · 980 / (1 + ply) / 1024: 3920, 1960, 1306.7, 980; nothing from ply 4 on.
      const scores = [3920, 1960, 1306, 980, 0, 0];
      assertEquals(histories.orderingScore(position, stack, ply, move), scores[ply]);
      assertEquals(histories.orderingScore(position, stack, (ply + 1) % LOW_PLIES, move), 0);
      histories.newSearch();
      assertEquals(entries(histories.lowPly), []);
    }
  });
});

Deno.test("`newSearch()` keeps what holds for every root, `clear()` forgets all", () => {
  const histories = new Histories();
  for (const [, table] of tablesOf(histories)) table.fill(5);
  histories.newSearch();
  for (const [name, table] of tablesOf(histories)) {
    assertEquals(table.every((value) => value === (name === "lowPly" ? 0 : 5)), true, name);
  }
  histories.lowPly.fill(5);
  histories.clear();
  for (const [name, table] of tablesOf(histories)) assertEquals(entries(table), [], name);
});

Deno.test("the tables of a thread take the memory that histories.ts states", () => {
  const histories = new Histories();
  assertEquals(histories.continuation.byteLength, 2 * 1024 * 1024);
  assertEquals(histories.pawn.byteLength, 1024 * 1024);
  const all = tablesOf(histories).reduce((sum, [, table]) => sum + table.byteLength, 0);
  const rest = all - histories.continuation.byteLength - histories.pawn.byteLength;
  // Butterfly 16, piece-to 2, low-ply 32, counter-move 16, capture 16.
  assertEquals(rest, 82 * 1024);
  assertLess(rest, 100_000);
});

Deno.test("the index of piece and target tells all pieces and squares apart, and is never that of no move", () => {
  const position = parseFen(START_FEN);
  const seen = new Set<number>();
  for (const move of legalMoves(position)) {
    const index = pieceToOf(position, move);
    assert(index >= 64 && index < 1024);
    seen.add(index);
  }
  // Twenty moves, no two of the same kind of piece to the same square.
  assertEquals(seen.size, 20);
});

/** The tables that each switch alone writes. */
const OWNERS: readonly (readonly [name: ParameterName, table: keyof Histories])[] = [
  ["useButterfly", "butterfly"],
  ["usePieceTo", "pieceTo"],
  ["usePawnHistory", "pawn"],
  ["useLowPly", "lowPly"],
  ["useCapture", "capture"],
  ["useCounterMove", "counterMove"],
  ...PLIES_BACK.map(([, name]) => [name, "continuation"] as const),
];
const CONTINUATIONS: readonly ParameterName[] = PLIES_BACK.map(([, name]) => name);
/** Every way in which the search learns about moves. */
const SOURCES: readonly ParameterName[] = [
  "useMalus",
  "useTableCredit",
  "usePostLmr",
  "usePriorMove",
  "useEvaluationSwing",
  "useContinuationPruning",
];
const MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";

for (const [name, owned] of OWNERS) {
  Deno.test(`with \`${name}\` alone, a search writes its table and no other`, () => {
    withOnly([name, ...SOURCES], {}, () => {
      const { search } = createSearch();
      run(search, parseFen(MIDDLEGAME), { depth: 9 });
      for (const [table, content] of tablesOf(search.histories)) {
        if (table === owned) assertGreater(entries(content).length, 0, table);
        else assertEquals(entries(content), [], table);
      }
    });
  });
}

for (const [name, owned] of OWNERS.filter(([, table], i) => i === OWNERS.findIndex((other) => other[1] === table))) {
  // Continuation history has one table for five switches: all of them are off.
  const off = owned === "continuation" ? CONTINUATIONS : [name];
  Deno.test(`with \`${off.join("`, `")}\` off, a search neither writes nor reads the table`, () => {
    const changes: Changes = { usePieceTo: 1, useCounterMove: 1, ...Object.fromEntries(off.map((each) => [each, 0])) };
    withParameters(changes, () => {
      const plain = createSearch().search;
      const expected = run(plain, parseFen(MIDDLEGAME), { depth: 6 });
      assertEquals(entries(plain.histories[owned] as Int16Array), []);
      const littered = createSearch().search;
      const random = randomIntegers(82);
      const table = littered.histories[owned] as Int16Array;
      for (let i = 0; i < table.length; i++) table[i] = random(8192) - 4096;
      // What the start of a search wipes is no litter.
      if (owned === "lowPly") littered.histories.newSearch = () => {};
      const litter = table.slice();
      const found = run(littered, parseFen(MIDDLEGAME), { depth: 6 });
      assertEquals(found.nodes, expected.nodes);
      assertEquals(found.bestMove, expected.bestMove);
      assert(table.every((value, i) => value === litter[i]));
    });
  });
}

Deno.test("every table of move histories, once littered, changes what a search visits: they are all read", () => {
  withParameters({ usePieceTo: 1, useCounterMove: 1 }, () => {
    const expected = run(createSearch().search, parseFen(MIDDLEGAME), { depth: 6 });
    for (const owned of new Set(OWNERS.map(([, table]) => table))) {
      const { search } = createSearch();
      const random = randomIntegers(83);
      const table = search.histories[owned] as Int16Array;
      for (let i = 0; i < table.length; i++) table[i] = random(8192) - 4096;
      // A counter-move helps only if it is a move of the position.
      if (owned === "counterMove") table.fill(moveOf(parseFen(MIDDLEGAME), "c3b5"));
      if (owned === "lowPly") search.histories.newSearch = () => {};
      assertNotEquals(run(search, parseFen(MIDDLEGAME), { depth: 6 }).nodes, expected.nodes, owned);
    }
  });
});
