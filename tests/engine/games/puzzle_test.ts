/** Puzzles from the errors of a game: their origin, their solutions, their statistics. */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { analyse } from "../../../engine/games/analysis.ts";
import { annotate } from "../../../engine/games/annotate.ts";
import { parseEval } from "../../../engine/games/evaluation.ts";
import type { Judgement } from "../../../engine/games/judgement.ts";
import { numberedMoves } from "../../../engine/games/pgn.ts";
import { readPgn } from "../../../engine/games/pgn_reader.ts";
import { writePgn } from "../../../engine/games/pgn_writer.ts";
import { isAtLeast, judgeAnswer, type Puzzle, puzzlesOf, puzzlesOfFile } from "../../../engine/games/puzzle.ts";
import { aboutIt, describeError, PuzzleRun, scoreOf } from "../../../engine/games/puzzle_run.ts";
import { playThrough } from "../../../engine/games/replay.ts";
import { textOf } from "../../../engine/mistakes/texts.ts";
import { sharedEngine } from "../shared_engine.ts";

const SCHOLAR = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
/** Black leaves the queen where White's knight can take it, but White does not. */
const LICHESS =
  `1. e4 { [%eval 0.3] } e5 { [%eval 0.25] } 2. Nf3 { [%eval 0.3] } Qg5?? { [%eval 6.5] Blunder. Nc6 was best. }
(2... Nc6 3. Bb5) 3. h3? { [%eval 0.1] } (3. Nxg5) 3... Qd8 { [%eval 0.1] } *`;

/** The puzzles from the first game in `text`, without an analysis. */
function fromFile(text: string): Puzzle[] | null {
  const [game] = readPgn(text);
  return puzzlesOfFile(game, playThrough(game));
}

const NEVER = new AbortController().signal;

Deno.test("an analysis gives a puzzle for every error, and the file that it writes gives the same", async () => {
  const engine = await sharedEngine();
  const [game] = readPgn(SCHOLAR);
  const replay = playThrough(game);
  const analysis = await analyse(replay, engine, { nodes: 2000 }, NEVER, () => {});
  const puzzles = puzzlesOf(replay, analysis);
  const last = puzzles.at(-1);
  assertEquals([last?.fullmove, last?.isWhite, last?.san, last?.judgement], [3, false, "Nf6", "blunder"]);
  assertEquals(last?.record.moves.length, 5);
  annotate(game, analysis, { fresh: false, annotator: "Tester" });
  assertEquals(fromFile(writePgn(game)), puzzles);
});

Deno.test("an annotated file gives its errors, with the first variation as the better line", () => {
  const puzzles = fromFile(LICHESS) ?? [];
  const found = puzzles.map(({ fullmove, san, judgement, best, bestUci }) => [fullmove, san, judgement, best, bestUci]);
  assertEquals(found, [[2, "Qg5", "blunder", ["Nc6", "Bb5"], "b8c6"], [3, "h3", "mistake", ["Nxg5"], "f3g5"]]);
});

Deno.test("a file without evaluations, or with unmarked errors, must be analysed", () => {
  assertEquals(fromFile(SCHOLAR), null);
  assertEquals(fromFile("1. e4 { [%eval 0.3] } e5 *"), null);
  assertEquals(fromFile("1. e4 { [%eval 0.3] } f6 { [%eval 3.1] } *"), null);
  assertEquals(fromFile("1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } *"), []);
  // An illegal variation, or one that repeats the game's moves, is not a better line.
  assertEquals(fromFile("1. e4 { [%eval 0.3] } f6? { [%eval 3.1] } (1... Ke7) *"), null);
  assertEquals(fromFile('[White "A"]\n\n*'), null);
});

Deno.test("evaluations are read in the form in which they are written", () => {
  assertEquals(parseEval("-1.4"), { cp: -140, mate: null });
  assertEquals(parseEval("#-3,20"), { cp: -1000, mate: -3 });
  assertEquals(parseEval("0.0"), { cp: 0, mate: null });
  assertEquals(parseEval("no"), null);
});

Deno.test("the best move and equally good moves solve a puzzle; the move played in the game and worse moves do not", async () => {
  const engine = await sharedEngine();
  const [, puzzle] = fromFile(LICHESS) ?? [];
  const judged = async (uci: string): Promise<[string, boolean, string]> => {
    const { kind, loss, reason } = await judgeAnswer(puzzle, uci, engine, { nodes: 2000 }, NEVER);
    return [kind, loss > 5, reason];
  };
  assertEquals(await judged("f3g5"), ["best", false, ""]);
  // This move's only fault is that it does not take the queen. To say so would reveal the solution.
  assertEquals(await judged("h2h3"), ["played", true, ""]);
  assertEquals(await judged("a2a3"), ["worse", true, ""]);
  const queen = await judged("f3e5");
  assertEquals(queen, ["worse", true, "Allows Qxe5, which wins a knight for a pawn: the knight on e5 is undefended."]);
  // Nxg5 is not the expected move here, but equally good.
  const other = { ...puzzle, bestUci: "d2d4", best: ["d4"] };
  assertEquals((await judgeAnswer(other, "f3g5", engine, { nodes: 2000 }, NEVER)).kind, "good");
});

Deno.test("a mate on the board needs no search", async () => {
  const [game] = readPgn(
    "1. e4 { [%eval 0] } e5 { [%eval 0] } 2. Qh5 { [%eval 0] } Nc6 { [%eval 0] } " +
      "3. Bc4 { [%eval 0] } Nf6 { [%eval #1] } 4. a3? { [%eval 0] } (4. Nf3) *",
  );
  const [puzzle] = puzzlesOfFile(game, playThrough(game)) ?? [];
  const engine = await sharedEngine();
  assertEquals(await judgeAnswer(puzzle, "h5f7", engine, { nodes: 500 }, NEVER), { kind: "good", loss: 0, reason: "" });
});

Deno.test("a draw that could already be claimed does not excuse an answer that gives the win away", async () => {
  // White repeats moves for the third time, although it could win the queen for nothing.
  const [game] = readPgn(
    '[FEN "k7/8/8/3q4/8/2N5/7R/K7 w - - 0 1"]\n\n1. Kb1 { [%eval 9] } Kb8 { [%eval 9] } 2. Ka1 { [%eval 9] } Ka8 ' +
      "{ [%eval 9] } 3. Kb1 { [%eval 9] } Kb8 { [%eval 9] } 4. Ka1 { [%eval 9] } Ka8 { [%eval 9] } " +
      "5. Kb2?? { [%eval -8] } (5. Nxd5) *",
  );
  const puzzle = puzzlesOfFile(game, playThrough(game))?.at(-1);
  const engine = await sharedEngine();
  const { kind, loss } = await judgeAnswer(puzzle!, "a1b1", engine, { nodes: 2000 }, NEVER);
  assertEquals(kind, "worse");
  assertGreater(loss, 10);
});

Deno.test("blunders are worse than mistakes, and mistakes are worse than inaccuracies", () => {
  const kinds: Judgement[] = ["inaccuracy", "mistake", "blunder"];
  assertEquals(kinds.map((kind) => isAtLeast(kind, "mistake")), [false, true, true]);
});

Deno.test("hints name the piece, then its square; the score counts puzzles that were solved on the first try", () => {
  const [puzzle] = fromFile(LICHESS) ?? [];
  const [easy, hard, given, open] = [0, 1, 2, 3].map(() => new PuzzleRun(puzzle));
  assert(easy.take({ kind: "good", loss: 0, reason: "" }));
  const hints = [hard.hint(), hard.hint(), hard.hint()];
  assertEquals(hints, ["Move a knight.", "Move the knight on b8.", "Move the knight on b8."]);
  assertEquals((["worse", "best"] as const).map((kind) => hard.take({ kind, loss: 9, reason: "" })), [false, true]);
  given.giveUp();
  hard.giveUp();
  assertEquals([hard.state, given.state, open.state], ["solved", "given up", "open"]);
  assertEquals(scoreOf([easy, hard, given, open]), { asked: 3, solved: 2, atOnce: 1 });
  assertGreater(hard.faults, 0);
});

Deno.test("the reason for an error is a sentence about the move of the game", () => {
  assertEquals(describeError({ san: "Nf6", reason: "" }), "");
  const found = describeError({ san: "Nf6", reason: textOf("allowsMove", { move: "Qxf7#" }) });
  assertEquals(found, "The move of the game was Nf6. It allows Qxf7#.");
  assertEquals(aboutIt(textOf("misses", { move: "Qxf7#" })), "It misses Qxf7#.");
  assertEquals(aboutIt(textOf("draw")), "It ends the game with a draw.");
});

Deno.test("a line of moves has the necessary move numbers", () => {
  assertEquals(numberedMoves({ fullmove: 12, isWhite: false }, ["Nc6", "Bb5", "a6"]), "12... Nc6 13. Bb5 a6");
  assertEquals(numberedMoves({ fullmove: 1, isWhite: true }, ["e4", "e5"]), "1. e4 e5");
});
