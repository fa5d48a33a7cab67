/** Mate problems: what counts as a fault, and that the engine has none. @module */

import { assertEquals, assertGreater, assertMatch, assertThrows } from "@std/assert";
import { projectPath } from "../../../tools/paths.ts";
import { engineArguments } from "../../../tests/engine_bundle.ts";
import { mateFault, readAnalysisLine, readMateProblems, solveMates } from "../../trials/mates.ts";

const COMMAND = [Deno.execPath(), ...engineArguments(`--allow-read=${projectPath()}`)];
const ROOK = { fen: "7k/R7/5K2/8/8/8/8/8 w - - 0 1", mate: 2 };
const MATED = { fen: "4k3/8/4K3/8/8/8/8/6R1 b - - 0 1", mate: -2 };

Deno.test("a file of problems has a FEN and a number of moves in each line", () => {
  const text =
    '# comment\n\n7k/R7/5K2/8/8/8/8/8 w - - dm 2; id "rook";\r\n7k/R7/5K2/8/8/8/8/8 w - - 3 9 bm Rb7; dm -4\n';
  assertEquals(readMateProblems(text), [ROOK, { fen: "7k/R7/5K2/8/8/8/8/8 w - - 3 9", mate: -4 }]);
  for (const wrong of ["7k/R7/5K2/8/8/8/8/8 w - - id 1;", "7k/R7/5K2/8/8/8/8/8 w - - dm 0;", "nonsense dm 1;"]) {
    assertThrows(() => readMateProblems(wrong), SyntaxError);
  }
});

Deno.test("a line of analysis is read unless its score is a bound or it has no moves", () => {
  const read = readAnalysisLine("info depth 3 multipv 2 score mate -4 nodes 5 pv a1a2 b1b2");
  assertEquals(read, { rank: 2, mate: -4, moves: ["a1a2", "b1b2"] });
  assertEquals(readAnalysisLine("info depth 3 score cp 12 pv a1a2"), { rank: 1, mate: null, moves: ["a1a2"] });
  assertEquals(readAnalysisLine("info depth 3 score mate 2 lowerbound pv a1a2"), null);
  assertEquals(readAnalysisLine("info depth 3 currmove a1a2"), null);
});

Deno.test("a true mate is not a fault, and every kind of wrong mate is a fault", () => {
  const line = (mate: number | null, moves: string, rank = 1) => ({ rank, mate, moves: moves.split(" ") });
  const fine = [
    [ROOK, line(null, "a7a1")],
    [ROOK, line(2, "f6g6 h8g8 a7a8")],
    [ROOK, line(3, "a7b7 h8g8 f6g6 g8h8 b7b8")],
    [MATED, line(-2, "e8d8 g1c1 d8e8 c1c8")],
  ] as const;
  for (const [problem, given] of fine) assertEquals(mateFault(problem, given), null);
  const wrong = [
    [ROOK, line(-2, "a7b7 h8g8 b7b8 g8h8"), /^A mate for the other side/],
    [MATED, line(2, "e8d8 g1g8 d8c7"), /^A mate for the other side/],
    [ROOK, line(1, "a7a8"), /^A mate that is too short/],
    [ROOK, line(1, "a7a8", 2), /^A mate that is too short/],
    [MATED, line(-1, "e8d8 g1g8"), /^A mate that is too short/],
    [ROOK, line(2, "a7b7 h8g8"), /^A line of 2 moves instead of 3/],
    [ROOK, line(2, "a7b7 h8g8 b7b9"), /^A line with a move that is not legal/],
    [ROOK, line(2, "a7b7 h8g8 b7b6"), /^A line that does not end in mate/],
  ] as const;
  for (const [problem, given, pattern] of wrong) assertMatch(mateFault(problem, given) ?? "none", pattern);
});

Deno.test("the engine reports no false mate, with one line and with three, and finds the mates of the file", async () => {
  const all = readMateProblems(await Deno.readTextFile(projectPath("lab/trials/mates.epd")));
  assertGreater(all.length, 15);
  // `deno task mates` tries them all.
  for (const [threads, multiPv] of [[1, 1], [2, 3]]) {
    const { faults, found } = await solveMates(COMMAND, all.slice(0, 3), { nodes: 3000, threads, multiPv });
    assertEquals(faults, []);
    assertGreater(found, 1);
  }
});
