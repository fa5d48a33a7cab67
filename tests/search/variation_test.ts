import { assert, assertEquals } from "@std/assert";
import { formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { MATE } from "../../core/score.ts";
import { BOUND_EXACT } from "../../search/bound.ts";
import { BENCH_POSITIONS } from "../../engine/bench_positions.ts";
import { TranspositionTable } from "../../search/transposition.ts";
import { extendLine } from "../../search/variation.ts";
import { createSearch, moveOf, names, run } from "./fixtures.ts";

/** A table that knows these moves, one after the other, starting from the position. */
function tableOf(position: Position, line: readonly string[]): TranspositionTable {
  const table = new TranspositionTable(TranspositionTable.allocate(1));
  for (const text of line) {
    const move = moveOf(position, text);
    table.store(position, 0, move, 0, 0, 5, BOUND_EXACT, true);
    position.make(move);
  }
  for (let i = 0; i < line.length; i++) position.undo();
  return table;
}

/** Extends the line, and returns the names of its moves. */
function extend(fen: string, line: string[], known: string[], score = 0, length = 20): string[] {
  const position = parseFen(fen);
  const table = tableOf(position, known);
  const moves = line.map((text) => {
    const move = moveOf(position, text);
    position.make(move);
    return move;
  });
  for (const _ of line) position.undo();
  const extended = names(extendLine(position, table, moves, score, length));
  assertEquals(formatFen(position), formatFen(parseFen(fen)), "the position is as it was");
  return extended;
}

const RUY = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"];

Deno.test("a line is continued with the table's moves up to the maximum length, and is never shortened", () => {
  for (const line of [["e2e4", "e7e5"], []]) assertEquals(extend(START_FEN, line, RUY), RUY);
  assertEquals(extend(START_FEN, ["e2e4"], RUY, 0, 3), RUY.slice(0, 3));
  assertEquals(extend(START_FEN, RUY.slice(0, 4), RUY, 0, 2), RUY.slice(0, 4));
});

Deno.test("a move of the table that is not legal ends the line", () => {
  const position = parseFen(START_FEN);
  const table = tableOf(position, ["e2e4"]);
  table.store(position, 0, moveOf(parseFen("7k/8/8/8/8/8/4R3/4K3 w - - 0 1"), "e2e7"), 0, 0, 9, BOUND_EXACT, true);
  assertEquals(extendLine(position, table, [], 0, 10), []);
});

Deno.test("a line ends at a repetition, however long the table's moves go on repeating it, and at the fiftieth move", () => {
  const round = ["g1f3", "g8f6", "f3g1", "f6g8"];
  const extended = extend(START_FEN, ["g1f3"], round, 0, 100);
  assertEquals(extended.slice(0, 4), round);
  assert(extended.length <= 8, extended.join(" "));
  const fen = "8/8/8/4k3/8/8/4R3/4K3 b - - 98 90";
  assertEquals(extend(fen, ["e5d5"], ["e5d5", "e2e7"]), ["e5d5", "e2e7"]);
  assertEquals(extend(fen, ["e5d5"], ["e5d5", "e2e7", "d5d6"]), ["e5d5", "e2e7"]);
});

Deno.test("the line of a mate is continued only if it ends with that mate", () => {
  const fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
  assertEquals(extend(fen, [], ["a1a8"], MATE - 1), ["a1a8"]);
  // A mate in three plies is announced, but the table's moves mate in one, or do not mate.
  assertEquals(extend(fen, [], ["a1a8"], MATE - 3), []);
  assertEquals(extend(fen, ["a1a7"], ["a1a7", "h7h6", "a7a6"], MATE - 3), ["a1a7"]);
  assertEquals(extend(fen, ["a1a7"], ["a1a7", "h7h6", "a7a8"], MATE - 3), ["a1a7"]);
});

Deno.test("an exact line is reported with all moves that the table knows after it", () => {
  let exact = 0;
  for (const fen of BENCH_POSITIONS.slice(0, 2)) {
    const position = parseFen(fen);
    const { search } = createSearch();
    run(search, position, { depth: 8 }, ({ bound, pv, score, depth }) => {
      if (bound !== BOUND_EXACT) return;
      exact++;
      assertEquals(names(extendLine(position, search.tt, pv, score, depth)), names(pv), `depth ${depth} of ${fen}`);
    });
  }
  assert(exact > 8);
});

Deno.test("a search reports a reply to ponder on even if its own line is one move long", () => {
  const { search } = createSearch();
  const position = parseFen(START_FEN);
  run(search, position, { depth: 9 });
  // The search is interrupted immediately, so everything it knows comes from the table.
  const { pv, ponderMove } = run(search, position, { nodes: 1 });
  assert(pv.length > 1, names(pv).join(" "));
  assertEquals(pv[1], ponderMove);
});
