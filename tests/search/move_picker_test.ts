/** The move picker: the moves that it returns, their order, and the bonus of a quiet move for an escape. @module */

import { assert, assertEquals, assertFalse, assertGreater, assertLess } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { isLegal } from "../../core/legality.ts";
import { givesCheck } from "../../core/gives_check.ts";
import type { Position } from "../../core/position.ts";
import { SEE_VALUES, seeAtLeast } from "../../core/see.ts";
import { BISHOP, EN_PASSANT, KNIGHT, NO_MOVE, PAWN, PROMOTION, promotionType, QUEEN, ROOK } from "../../core/types.ts";
import { Corrections } from "../../learning/corrections.ts";
import { HISTORIES, Histories, QUIETS } from "../../learning/histories.ts";
import { createRootFrame, type Frame } from "../../search/frame.ts";
import { escapeScore, MovePicker } from "../../search/move_picker.ts";
import { TUNABLES } from "../../search/params.ts";
import { playBothKinds, playRandomGames, randomIntegers } from "../core/random_games.ts";
import { KIWIPETE, legalMoves, moveOf, names } from "./fixtures.ts";
import { litter, orderingScore } from "./learned.ts";
import { type Changes, withParameters } from "./parameters.ts";
import { tries } from "../effort.ts";
import { formatUci } from "../../core/notation.ts";
import { findThreats } from "../../core/threats.ts";
import { threatBits } from "../core/mailbox_attacks.ts";

/** The inputs of a picker: a position, the learned tables, and the frame of a node. */
type Given = { position: Position; histories: Histories; frame: Frame };

const NUMBERS: Changes = { victimWeight: 16, orderCapture: 512, goodNoisyFactor: 256, orderCheck: 4000 };

/** Histories full of random numbers, which are the same for the same seed. */
function randomHistories(seed: number): Histories {
  const learned = { histories: new Histories(), corrections: new Corrections() };
  litter(learned, seed, 8192);
  return learned.histories;
}

/** A frame at ply 7 with moves before it. */
function randomFrame(seed: number): Frame {
  const random = randomIntegers(seed);
  let frame = createRootFrame();
  while (frame.ply < 7) {
    frame.pieceTo = 1 + random(6) + 8 * (frame.ply & 1) << 6 | random(64);
    frame = frame.child();
  }
  return frame;
}

function given(fen: string, histories: Histories = new Histories()): Given {
  return { position: parseFen(fen), histories, frame: createRootFrame() };
}

/** A returned move, and whether it was marked as a losing capture. */
type Picked = { move: number; isBadNoisy: boolean };

function drain(picker: MovePicker, from: Given): Picked[] {
  const picked: Picked[] = [];
  for (let move = picker.next(from, from.frame); move !== NO_MOVE; move = picker.next(from, from.frame)) {
    picked.push({ move, isBadNoisy: picker.isBadNoisy });
  }
  assertEquals(picker.next(from, from.frame), NO_MOVE, "an exhausted picker stays exhausted");
  return picked;
}

function pickAll(picker: MovePicker, from: Given, ttMove: number = NO_MOVE): Picked[] {
  from.histories.locate(from.position, from.frame);
  picker.startAll(from.position, ttMove);
  return drain(picker, from);
}

function pickNoisy(picker: MovePicker, from: Given, ttMove: number = NO_MOVE): number[] {
  picker.startNoisy(from.position, ttMove);
  return movesOf(drain(picker, from));
}

function movesOf(picked: readonly Picked[]): number[] {
  return picked.map(({ move }) => move);
}

/** The score by which quiet moves are ordered, without checks. */
function quietScore({ histories, position, frame }: Given, move: number): number {
  return orderingScore(histories, position, frame, move) + escapeScore(position, move);
}

/** The score by which noisy moves are ordered, computed independently. */
function noisyScore({ position, histories }: Given, move: number): number {
  const kind = move >> 14;
  const victim = kind === EN_PASSANT ? PAWN : position.mailbox[(move >> 6) & 63] & 7;
  const gain = kind === PROMOTION ? SEE_VALUES[promotionType(move)] : 0;
  return (SEE_VALUES[victim] + gain) * 16 + (histories.captureScore(position, move) >> 1);
}

/** Whether a noisy move comes before the quiet ones. */
function isGood(from: Given, move: number): boolean {
  if (move >> 14 === PROMOTION && promotionType(move) !== QUEEN) return false;
  return seeAtLeast(from.position, move, -(noisyScore(from, move) >> 6));
}

function assertDescending(scores: readonly number[], message: string): void {
  for (let i = 1; i < scores.length; i++) assert(scores[i - 1] >= scores[i], `${message}: ${scores.join(" ")}`);
}

Deno.test("the picker returns each legal move exactly once, for random positions, histories and table moves", () => {
  const histories = randomHistories(101);
  const frame = randomFrame(102);
  const random = randomIntegers(103);
  const picker = new MovePicker();
  let positions = 0;
  playBothKinds({ games: tries(3, 12), plies: 160, seed: 104 }, (position, moves, count) => {
    positions++;
    const legal = Array.from(moves.subarray(0, count)).sort((a, b) => a - b);
    // A legal table move, no move, and an arbitrary number.
    for (const ttMove of [count > 0 ? legal[random(count)] : NO_MOVE, NO_MOVE, random(65536)]) {
      const picked = movesOf(pickAll(picker, { position, histories, frame }, ttMove));
      const isFirst = ttMove === NO_MOVE || !isLegal(position, ttMove) || picked[0] === ttMove;
      assertEquals([isFirst, picked.sort((a, b) => a - b)], [true, legal], `${formatFen(position)} with ${ttMove}`);
    }
  });
  assertGreater(positions, tries(400, 2000));
});

Deno.test("after the table move, the picker returns good noisy moves by score, quiet moves by history, escapes and checks, and then the other noisy moves", () => {
  withParameters(NUMBERS, () => {
    const histories = randomHistories(105);
    const frame = randomFrame(106);
    const random = randomIntegers(107);
    const picker = new MovePicker();
    const seen = [0, 0, 0];
    playRandomGames({ games: tries(4, 15), plies: 120, seed: 108 }, (position, moves, count) => {
      if (count === 0) return;
      const from = { position, histories, frame };
      const ttMove = random(2) === 0 ? NO_MOVE : moves[random(count)];
      const picked = pickAll(picker, from, ttMove).slice(ttMove === NO_MOVE ? 0 : 1);
      const stages = picked.map(({ move }) => position.isNoisy(move) ? isGood(from, move) ? 0 : 2 : 1);
      assertEquals(stages, stages.slice().sort(), formatFen(position));
      assertEquals(picked.map(({ isBadNoisy }) => isBadNoisy), stages.map((stage) => stage === 2));
      const noisy = (move: number) => noisyScore(from, move);
      const quiet = (move: number) =>
        quietScore(from, move) + (givesCheck(position, move) && seeAtLeast(position, move, 0) ? 4000 : 0);
      for (const [stage, score] of [noisy, quiet, noisy].entries()) {
        const moves = movesOf(picked).filter((_, i) => stages[i] === stage);
        assertDescending(moves.map(score), `stage ${stage}`);
        seen[stage] += moves.length;
      }
    });
    assertGreater(Math.min(...seen), 300);
  });
});

Deno.test("even the largest possible scores are ordered correctly", () => {
  const quietNumbers = Object.entries(TUNABLES).filter(([name]) => /^(order|escape)/.test(name));
  withParameters(Object.fromEntries(quietNumbers.map(([name, { max }]) => [name, max])) as Changes, () => {
    const from = { ...given("r5k1/8/8/8/8/8/8/1R4K1 w - - 0 1"), frame: randomFrame(7) };
    const { position, histories, frame } = from;
    for (const table of QUIETS) histories.of(table).fill(-table.bound);
    const best = moveOf(position, "g1f2");
    const continuation = histories.of(HISTORIES.continuation1);
    for (let i = position.pieceTo(best); i < continuation.length; i += 1024) continuation[i] = 16384;
    histories.locate(position, frame);
    assertGreater(quietScore(from, best), 150_000);
    assertLess(quietScore(from, moveOf(position, "b1b2")), -400_000);
    const picked = movesOf(pickAll(new MovePicker(), from)).filter((move) => !position.isNoisy(move));
    assertEquals(picked[0], best);
    const safe = picked.filter((move) => !givesCheck(position, move));
    assertDescending(safe.map((move) => quietScore(from, move)), "quiet");
  });
});

Deno.test("`startNoisy()` returns good captures and promotions, with a noisy table move first, but no quiet table move", () => {
  withParameters(NUMBERS, () => {
    const histories = randomHistories(109);
    const frame = randomFrame(110);
    const random = randomIntegers(111);
    const picker = new MovePicker();
    let count = 0;
    playRandomGames({ games: 8, plies: 120, seed: 112 }, (position) => {
      if (position.inCheck) return;
      const from = { position, histories, frame };
      const legal = legalMoves(position);
      if (legal.length === 0) return;
      const ttMove = legal[random(legal.length)];
      const isUsed = position.isNoisy(ttMove);
      const picked = pickNoisy(picker, from, ttMove);
      if (isUsed) assertEquals(picked[0], ttMove);
      const expected = legal.filter((move) => position.isNoisy(move) && (move === ttMove || isGood(from, move)));
      assertEquals(picked.slice().sort((a, b) => a - b), expected.sort((a, b) => a - b), formatFen(position));
      assertDescending(picked.slice(isUsed ? 1 : 0).map((move) => noisyScore(from, move)), "noisy");
      count += picked.length;
    });
    assertGreater(count, 500);
  });
});

Deno.test("an illegal table move is ignored in both kinds of nodes", () => {
  const from = given("4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1");
  const expected = movesOf(pickAll(new MovePicker(), from));
  const noisy = pickNoisy(new MovePicker(), from);
  assertEquals(names(noisy), ["e5d6"]);
  for (let move = 1; move < 65536; move++) {
    if (isLegal(from.position, move)) continue;
    const picker = new MovePicker();
    picker.startAll(from.position, move);
    assertEquals(picker.next(from, from.frame), expected[0], `${move}`);
    picker.startNoisy(from.position, move);
    assertEquals(picker.next(from, from.frame), noisy[0], `${move}`);
    // A picker takes kilobytes, so a few hundred samples of the whole range must be enough.
    move += 150;
  }
});

Deno.test("`skipQuiets` omits the rest of the quiet moves, but not the losing captures", () => {
  const from = given("4k3/4p3/3p4/8/8/8/8/3RK3 w - - 0 1");
  const picker = new MovePicker();
  const everything = movesOf(pickAll(picker, from));
  assertEquals(names(everything).at(-1), "d1d6");
  // `skipQuiets` is set at the start, or after the second quiet move.
  for (const quiets of [0, 2]) {
    picker.startAll(from.position, NO_MOVE);
    for (let i = 0; i < quiets; i++) assertEquals(picker.next(from, from.frame), everything[i]);
    picker.skipQuiets = true;
    assertEquals(drain(picker, from), [{ move: moveOf(from.position, "d1d6"), isBadNoisy: true }]);
  }
});

Deno.test("a picker that was abandoned in the middle can start again", () => {
  const from = given(KIWIPETE);
  const expected = pickAll(new MovePicker(), from);
  const picker = new MovePicker();
  for (let left = 0; left <= expected.length; left++) {
    picker.startAll(from.position, expected[5].move);
    for (let i = 0; i < left; i++) picker.next(from, from.frame);
    picker.skipQuiets = true;
    assertEquals(pickAll(picker, from), expected);
  }
});

Deno.test("`startList()` makes the picker return the given moves in the given order, and no others", () => {
  const from = given(KIWIPETE);
  const legal = legalMoves(from.position);
  const picker = new MovePicker();
  // The picker was abandoned in the middle of another node.
  picker.startAll(from.position, NO_MOVE);
  picker.next(from, from.frame);
  const list = legal.filter((_, i) => i % 3 === 1).reverse();
  picker.startList(from.position, list);
  const picked = drain(picker, from);
  assertEquals(movesOf(picked), list);
  assertFalse(picked.some(({ isBadNoisy }) => isBadNoisy));
  picker.startList(from.position, []);
  assertEquals(drain(picker, from), []);
});

const WORTHS: Changes = { escapeMinor: 1, escapeRook: 10, escapeQueen: 100 };
/** Each piece type's class: pieces escape from attacks by lower classes. A king has no class. */
const CLASS = { [PAWN]: 0, [KNIGHT]: 1, [BISHOP]: 1, [ROOK]: 2, [QUEEN]: 3 } as Record<number, number>;
const WORTH = [0, 1, 10, 100];

/** The score of an escape, computed from its definition. */
function scoreByMailbox(position: Position, move: number): number {
  const own = CLASS[position.mailbox[move & 63] & 7] ?? 0;
  const bits = threatBits(position, move, (type) => CLASS[type] < own);
  return ((bits & 1) - (bits >> 1)) * WORTH[own];
}

Deno.test("an escape leaves a square that a less valuable piece attacks, and does not reach such a square", () => {
  withParameters(WORTHS, () => {
    const score = (fen: string, ...moves: string[]) => {
      const position = parseFen(fen);
      findThreats(position);
      return moves.map((text) => escapeScore(position, moveOf(position, text)));
    };
    const white = "4k3/8/3p4/4N2r/1b6/2Q5/4P2R/6K1 w - - 0 1";
    assertEquals(score(white, "e5f3", "c3f3"), [1, 100], "a knight leaves a pawn's attack, a queen a bishop's");
    assertEquals(score(white, "e5c4", "h2g2"), [1, 0], "a knight fears only pawns, and a rook fears no rook");
    assertEquals(score(white, "c3a3"), [0], "a queen goes from one square that the bishop attacks to another");
    assertEquals(score(white, "e2e4", "g1f1"), [0, 0], "a pawn fears nothing, and the rules protect a king");
    const black = "4k3/8/8/2n4q/8/3P4/8/R3K3 b - - 0 1";
    assertEquals(score(black, "c5e4", "h5d1"), [-1, -100], "a knight goes to a pawn's square, a queen to a rook's");
  });
});

Deno.test("`escapeScore()` agrees with the definition, for every quiet move of random games", () => {
  withParameters(WORTHS, () => {
    const seen = new Map<number, number>();
    playBothKinds({ games: 6, plies: 120, seed: 311 }, (position, moves, count) => {
      findThreats(position);
      for (const move of moves.subarray(0, count)) {
        if (position.isNoisy(move)) continue;
        const found = escapeScore(position, move);
        const expected = scoreByMailbox(position, move);
        if (found !== expected) assertEquals(found, expected, `${formatUci(move, true)} in ${formatFen(position)}`);
        seen.set(found, (seen.get(found) ?? 0) + 1);
      }
    });
    for (const worth of [1, 10, 100, -1, -10, -100, 0]) assertGreater(seen.get(worth) ?? 0, 25, `${worth}`);
  });
});
