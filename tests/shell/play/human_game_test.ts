/**
 * A match whose engine does not answer. What a person sees of it otherwise is in play_program_test.ts.
 *
 * @module
 */

import type { GameRecord } from "../../../core/game_record.ts";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { parseUci } from "../../../core/notation.ts";
import { BLACK, WHITE } from "../../../core/types.ts";
import { HumanGame } from "../../../shell/play/human_game.ts";
import { readPlayOptions } from "../../../shell/play/play_options.ts";
import type { Thinker } from "../../../engine/thinker.ts";

/** A match against an engine each of whose searches fails. */
function matchWithoutAnswers(colour: number): HumanGame {
  const fail = () => Promise.reject(new Error("No engine"));
  const thinker = { play: fail, think: fail, newGame: () => {}, isStopped: false } as unknown as Thinker;
  const options = { ...readPlayOptions([]), colour };
  return new HumanGame({ options, thinker, book: null, colours: false, show: () => {} });
}

Deno.test("after a search that failed the person can take back, but not move for the engine", async () => {
  const match = matchWithoutAnswers(WHITE);
  await match.begin();
  await assertRejects(() => match.play(parseUci(match.game.position, "e2e4")), Error, "No engine");
  const { position } = match.game;
  await assertRejects(() => match.play(parseUci(position, "e7e5")), Error, "The engine has not answered");
  await assertRejects(() => match.hint(), Error, "The engine has not answered");
  assertEquals(match.game.plies, 1);
  match.undo();
  assertEquals([match.game.plies, match.isPersonToMove], [0, true]);
});

Deno.test("a draw is offered in the position on the board, not in one that was taken back", async () => {
  const scores = [-300, 80];
  const think = () => Promise.resolve([{ score: -(scores[1]), line: [1], depth: 1, nodes: 1 }]);
  const play = (game: GameRecord) => {
    const position = parseFen(game.fen);
    for (const move of game.moves) position.make(move);
    return Promise.resolve([{ score: scores[0], line: [parseUci(position, "e7e5")], depth: 1, nodes: 1 }]);
  };
  const thinker = { play, think, newGame: () => {}, isStopped: false } as unknown as Thinker;
  const told: string[] = [];
  const options = { ...readPlayOptions([]), colour: WHITE };
  const match = new HumanGame({ options, thinker, book: null, colours: false, show: (text) => told.push(text) });
  await match.begin();
  await match.play(parseUci(match.game.position, "e2e4"));
  match.undo();
  await match.offerDraw();
  assertEquals(told.at(-1), "The engine declines: it likes its position");
  // The same offer where the engine thinks itself lost.
  await match.play(parseUci(match.game.position, "e2e4"));
  await match.offerDraw();
  assertStringIncludes(told.join("\n"), "Draw by agreement");
});

Deno.test("a draw is not agreed early in a game that is even", async () => {
  let score = -20;
  const answer = (game: GameRecord) => {
    const position = parseFen(game.fen);
    for (const move of game.moves) position.make(move);
    return Promise.resolve([{
      score,
      line: [parseUci(position, game.moves.length < 2 ? "g8f6" : "f6g8")],
      depth: 1,
      nodes: 1,
    }]);
  };
  const thinker = { play: answer, think: answer, newGame: () => {}, isStopped: false } as unknown as Thinker;
  const shown: string[] = [];
  const options = { ...readPlayOptions([]), colour: WHITE };
  const match = new HumanGame({ options, thinker, book: null, colours: false, show: (text) => shown.push(text) });
  await match.begin();
  await match.play(parseUci(match.game.position, "g1f3"));
  await match.offerDraw();
  assertEquals([shown.at(-1), match.game.outcome], ["The engine declines: the game has only begun", null]);
  // A position that is lost is no question of how long the game lasts.
  score = -900;
  await match.play(parseUci(match.game.position, "f3g1"));
  await match.offerDraw();
  assertEquals(match.game.outcome?.result, "1/2-1/2");
});

Deno.test("a first search that failed leaves a match that can be started anew", async () => {
  const match = matchWithoutAnswers(BLACK);
  await assertRejects(() => match.begin(), Error, "No engine");
  await match.restart(WHITE);
  assertEquals([match.game.plies, match.isPersonToMove], [0, true]);
});
