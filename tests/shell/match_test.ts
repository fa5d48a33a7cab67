/**
 * A match whose engine does not answer. What a person sees of it otherwise is in play_program_test.ts.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { parseUci } from "../../core/notation.ts";
import { BLACK, WHITE } from "../../core/types.ts";
import { Match } from "../../shell/match.ts";
import { readPlayOptions } from "../../shell/play_options.ts";
import type { Thinker } from "../../shell/thinker.ts";

/** A match against an engine each of whose searches fails. */
function matchWithoutAnswers(colour: number): Match {
  const fail = () => Promise.reject(new Error("No engine"));
  const thinker = { play: fail, think: fail, newGame: () => {}, isStopped: false } as unknown as Thinker;
  const options = { ...readPlayOptions([]), colour };
  return new Match({ options, thinker, book: null, colours: false, tell: () => {} });
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

Deno.test("a first search that failed leaves a match that can be started anew", async () => {
  const match = matchWithoutAnswers(BLACK);
  await assertRejects(() => match.begin(), Error, "No engine");
  await match.restart(WHITE);
  assertEquals([match.game.plies, match.isPersonToMove], [0, true]);
});
