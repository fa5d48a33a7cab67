/** A match with an engine that fails or declines a draw; for the rest see play_program_process_test.ts. @module */

import type { GameRecord } from "../../../core/game_record.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { parseUci } from "../../../core/notation.ts";
import { BLACK, WHITE } from "../../../core/types.ts";
import { HumanGame } from "../../../shell/play/human_game.ts";
import { readPlayArguments } from "../../../shell/play/play_arguments.ts";
import type { Line, Score } from "../../../engine/line.ts";
import { RunningSearch, type SearchOutcome } from "../../../engine/running_search.ts";

type HumanEngine = ConstructorParameters<typeof HumanGame>[0]["engine"];

/** The result of a scripted engine's search. The score is from the point of view of the side to move. */
type Answer = { readonly score: Score; readonly move: string };

/** An engine that answers from a script instead of searching. */
function scripted(play: (game: GameRecord) => Answer, analyse: (game: GameRecord) => Answer): HumanEngine {
  const search = (answer: (game: GameRecord) => Answer) => (input: unknown): RunningSearch => {
    const run = async () => {
      const { score, move } = await Promise.resolve(answer((input as { record: GameRecord }).record));
      const line = { score, moves: [move], san: [move] } as unknown as Line;
      return { move, lines: [line], isStopped: false } as unknown as SearchOutcome;
    };
    return new RunningSearch({ stop: () => {}, ponderhit: () => {} }, run);
  };
  return { play: search(play), analyse: search(analyse), newGame: () => Promise.resolve() };
}

function cp(value: number): Score {
  return { type: "cp", value };
}

/** A match against a scripted engine, and its output. */
function matchAgainst(engine: HumanEngine, colour: number): { match: HumanGame; shown: string[] } {
  const shown: string[] = [];
  const options = { ...readPlayArguments([]), colour };
  const { signal } = new AbortController();
  const show = (text: string): number => shown.push(text);
  return { match: new HumanGame({ options, engine, book: null, colours: false, show, signal }), shown };
}

/** A match against an engine that fails in every search. */
function matchWithoutAnswers(colour: number): HumanGame {
  const fail = () => {
    throw new Error("No engine");
  };
  return matchAgainst(scripted(fail, fail), colour).match;
}

Deno.test("after a failed search the player can take back a move, but cannot move for the engine", async () => {
  const match = matchWithoutAnswers(WHITE);
  await match.begin();
  await assertRejects(() => match.play(parseUci(match.position, "e2e4")), Error, "No engine");
  const { position } = match;
  await assertRejects(() => match.play(parseUci(position, "e7e5")), Error, "The engine has not answered");
  await assertRejects(() => match.hint(), Error, "The engine has not answered");
  assertEquals(match.plies, 1);
  match.undo();
  assertEquals([match.plies, match.isPersonToMove], [0, true]);
});

Deno.test("a draw is offered in the position on the board, not in a position that was taken back", async () => {
  const scores = [-300, 80];
  const engine = scripted(
    () => ({ score: cp(scores[0]), move: "e7e5" }),
    () => ({ score: cp(-scores[1]), move: "e2e4" }),
  );
  const { match, shown } = matchAgainst(engine, WHITE);
  await match.begin();
  await match.play(parseUci(match.position, "e2e4"));
  match.undo();
  await match.offerDraw();
  assertEquals(shown.at(-1), "The engine declines: it likes its position");
  // Now the engine considers itself lost, so the opening is the only reason to decline.
  await match.play(parseUci(match.position, "e2e4"));
  await match.offerDraw();
  assertEquals(shown.at(-1), "The engine declines: the game has only begun");
});

Deno.test("an engine that considers itself lost accepts a draw after the opening", async () => {
  let score = -20;
  const cycle = ["g8f6", "f6g8", "b8c6", "c6b8"];
  const answer = (game: GameRecord) => ({ score: cp(score), move: cycle[(game.moves.length >> 1) % 4] });
  const { match, shown } = matchAgainst(scripted(answer, answer), WHITE);
  await match.begin();
  await match.play(parseUci(match.position, "g1f3"));
  await match.offerDraw();
  assertEquals([shown.at(-1), match.outcome], ["The engine declines: the game has only begun", null]);
  score = -900;
  await match.play(parseUci(match.position, "f3g1"));
  await match.offerDraw();
  assertEquals([shown.at(-1), match.outcome], ["The engine declines: the game has only begun", null]);
  for (const move of ["a2a3", "a3a4", "a4a5", "a5a6", "b2b3", "b3b4", "b4b5", "c2c3"]) {
    await match.play(parseUci(match.position, move));
  }
  await match.offerDraw();
  assertEquals(match.outcome?.result, "1/2-1/2");
});

Deno.test("after a failed first search the match can be started again", async () => {
  const match = matchWithoutAnswers(BLACK);
  await assertRejects(() => match.begin(), Error, "No engine");
  await match.restart(WHITE);
  assertEquals([match.plies, match.isPersonToMove], [0, true]);
});
