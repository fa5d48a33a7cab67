import { assertEquals } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { formatUci, parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { NO_MOVE } from "../../core/types.ts";
import { Experience, type PositionRecord, readRecord, RECORD_WORDS, recordOf } from "../../experience/experience.ts";
import { BOUND_EXACT, BOUND_NONE, BOUND_UPPER } from "../../search/bound.ts";
import { earlierLines, experienceKeyLo, harvest, type Lookup } from "../../search/experience.ts";
import { neighbourhood, plant, putKnownMovesFirst, recordOfKey, walkKnown } from "../../search/experience.ts";
import { createRootMoves, Root } from "../../search/root.ts";
import { MATE, NO_SCORE } from "../../core/score.ts";
import { TranspositionTable } from "../../search/transposition.ts";
import { entryOf, positionAfter } from "./fixtures.ts";

const start = (...moves: string[]): Position => positionAfter(START_FEN, moves);
const table = () => new TranspositionTable(TranspositionTable.allocate(1));

/** The result of a search from the initial position that found this line. */
function resultOf(text: string, score: number, depth: number) {
  const pv = text.split(" ").map((move, ply, moves) => parseUci(start(...moves.slice(0, ply)), move));
  return { bestMove: pv[0], ponderMove: pv[1] ?? NO_MOVE, nodes: 1000, score, depth, pv, completed: [{ score, pv }] };
}

/** Looks up records in an experience. */
function knowledgeOf(experience: Experience): Lookup {
  return (keyLo, keyHi) => recordOfKey(experience, keyLo, keyHi);
}

/** The key under which records store a position. */
function keyOf(position: Position) {
  return { keyLo: experienceKeyLo(position), keyHi: position.keyHi };
}

Deno.test("after a search to depth 8, its root and the table's results for its line are kept", () => {
  const tt = table();
  const position = start();
  const result = resultOf("e2e4 e7e5 g1f3", 31, 8);
  position.make(result.pv[0]);
  tt.store(position, 1, result.pv[1], -31, 0, 7, BOUND_EXACT, true);
  position.undo();
  const words = harvest(position, tt, result);
  assertEquals(words.length, 2 * RECORD_WORDS);
  const root = readRecord(words, 0);
  assertEquals(root, recordOf({ ...keyOf(position), ...root, move: result.bestMove, score: 31, depth: 8, visits: 1 }));
  assertEquals([root.lines, root.isPv, readRecord(words, RECORD_WORDS).lines], [1, true, 0]);
  assertEquals(harvest(position, tt, { ...result, depth: 7 }).length, 0);
  assertEquals(position.keyLo, start().keyLo);
});

Deno.test("for a mate, only the move is kept, and no later search continues from it", () => {
  const position = start();
  const words = harvest(position, table(), resultOf("e2e4", MATE - 5, 12));
  const { move, score, bound } = readRecord(words, 0);
  assertEquals([move, score, bound], [parseUci(position, "e2e4"), 0, BOUND_NONE]);
  assertEquals(earlierLines(position, words, 1), []);
});

Deno.test("after a search with several lines, the position after the first move of each line is kept; a mate ends the lines", () => {
  const position = start();
  const [e4, d4, a3] = ["e2e4", "d2d4", "a2a3"].map((text) => parseUci(position, text));
  const e5 = resultOf("e2e4 e7e5", 0, 0).ponderMove;
  const others = [{ score: 20, pv: [d4, e5] }, { score: -400, pv: [a3] }];
  const best = resultOf("e2e4", 31, 9);
  const words = harvest(position, table(), { ...best, completed: [...best.completed, ...others] });
  assertEquals(readRecord(words, 0).lines, 3);
  const known = [e4, d4, a3].map((move, i) => ({ move, score: [31, 20, -400][i], depth: 9 }));
  for (const lines of [1, 2, 3]) assertEquals(earlierLines(position, words, lines), known.slice(0, lines));
  assertEquals(earlierLines(position, words, 4), []);
  // A move that was searched less deeply gives no line, but one that was searched deeper from its own position does.
  const experience = new Experience();
  experience.addAll(words);
  const add = (move: string, score: number, depth: number) => {
    experience.add(recordOf({ ...keyOf(start(move)), move: e5, score, bound: BOUND_EXACT, depth }));
  };
  add("b2b3", -100, 7);
  assertEquals(earlierLines(position, experience.records, 3), known);
  add("a2a3", 300, 20);
  assertEquals(earlierLines(position, experience.records, 3)[2], { ...known[2], score: -300 });
  const mated = { ...best, completed: [...best.completed, others[0], { score: 6 - MATE, pv: [a3] }] };
  assertEquals(readRecord(harvest(position, table(), mated), 0).lines, 2);
  assertEquals(position.keyLo, start().keyLo);
});

Deno.test("the neighbourhood contains the known positions after legal moves, if their stored moves are legal", () => {
  const position = start();
  const experience = new Experience();
  const near = start("d2d4", "d7d5");
  const far = start("d2d4", "d7d5", "c2c4", "e7e6", "b1c3", "g8f6");
  const known = { score: 10, bound: BOUND_EXACT, depth: 9 };
  experience.add(recordOf({ ...keyOf(near), ...known, move: parseUci(near, "c2c4") }));
  // No known position leads to this one.
  experience.add(recordOf({ ...keyOf(far), ...known, move: parseUci(far, "c1g5") }));
  // The key is wrong: the move is not legal in the position.
  experience.add(recordOf({ ...keyOf(position), ...known, move: parseUci(far, "c1g5") }));
  const around = neighbourhood(position, knowledgeOf(experience));
  assertEquals(around.length, RECORD_WORDS);
  assertEquals(around[0], experienceKeyLo(near));
});

Deno.test("the walk visits the nearest positions first and the best sibling first, ends on request, and does not change the root", () => {
  const position = start();
  const experience = new Experience();
  const add = (score: number, ...moves: string[]) =>
    experience.add(recordOf({ ...keyOf(start(...moves)), score, bound: BOUND_EXACT, depth: 9 }));
  const deep = ["b1a3", "b8a6", "a3b5", "a6b4", "b5a3", "b4a6", "a3b5"];
  for (let length = 1; length <= deep.length; length++) add(200, ...deep.slice(0, length));
  add(-30, "e2e4");
  add(-60, "d2d4");
  add(20, "e2e4", "e7e5");
  const walk = (isOver?: () => boolean) =>
    [...walkKnown(position, knowledgeOf(experience), isOver)].map(({ moves }) =>
      moves.map((move) => formatUci(move, false)).join(" ")
    );
  const all = walk();
  assertEquals(all.slice(0, 5), ["d2d4", "e2e4", "b1a3", "e2e4 e7e5", "b1a3 b8a6"]);
  // The sixth move leads back to an earlier position, so the walk ends before this move.
  assertEquals(all.at(-1), deep.slice(0, -2).join(" "));
  let expanded = 0;
  assertEquals(walk(() => expanded++ > 0), ["d2d4", "e2e4", "b1a3"]);
  for (const _ of walkKnown(position, knowledgeOf(experience))) break;
  assertEquals(position.keyLo, start().keyLo);
});

Deno.test("results that are put into the table replace no deeper ones, and any result replaces a move without a score", () => {
  const tt = table();
  const position = start();
  const [e4, d4] = ["e2e4", "d2d4"].map((text) => parseUci(position, text));
  const planted = (known: Partial<PositionRecord>) => {
    const experience = new Experience();
    experience.add(recordOf({ ...keyOf(position), move: e4, ...known }));
    plant(tt, experience.records);
    const { isHit, move, score, bound, depth } = entryOf(tt, position);
    return [isHit, move, score, bound, depth];
  };
  const known = { score: 10, bound: BOUND_EXACT, depth: 9 };
  assertEquals(planted(known), [true, e4, 10, BOUND_EXACT, 9]);
  tt.store(position, 0, d4, 20, 0, 12, BOUND_EXACT, true);
  assertEquals(planted(known), [true, d4, 20, BOUND_EXACT, 12]);
  tt.clear();
  assertEquals(planted({ depth: 40 }), [true, e4, NO_SCORE, BOUND_NONE, 0]);
});

Deno.test("root moves that lead to known positions come first, sorted by score; the others keep their order", () => {
  const tt = table();
  const position = start();
  const root = new Root();
  root.moves = createRootMoves(position, []);
  const before = root.moves.map(({ move }) => formatUci(move, false));
  const known = [["b1c3", 30, BOUND_UPPER], ["e2e4", -20, BOUND_EXACT], ["g1f3", 5, BOUND_EXACT]] as const;
  for (const [move, score, bound] of known) tt.store(start(move), 1, NO_MOVE, score, 0, 9, bound, false);
  putKnownMovesFirst(root, position, tt);
  const names = root.moves.map(({ move }) => formatUci(move, false));
  const first = ["e2e4", "g1f3", "b1c3"];
  assertEquals(names, [...first, ...before.filter((name) => !first.includes(name))]);
});
