/** Where games of self-play begin: in endgames of recorded games, or with one side ahead. @module */

import { assert, assertEquals, assertGreater, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { formatFen, parseFen } from "../../../core/fen.ts";
import { hasLegalMove } from "../../../core/legality.ts";
import { Position } from "../../../core/position.ts";
import { Random } from "../../../core/random.ts";
import { MAX_MOVES } from "../../../core/types.ts";
import { runSearch } from "../../../search/run.ts";
import { countMen } from "../../../tablebase/material.ts";
import { readDatagenOptions } from "../../games/datagen.ts";
import { generateData } from "../../games/generate_data.ts";
import { collectEndgames, drawEndgame } from "../../games/endgame_starts.ts";
import { checkGame } from "../../games/game_check.ts";
import { GameWriter, listGameFiles } from "../../games/game_files.ts";
import { ENDGAME_RULES, JUDGE_NODES, resultByRule } from "../../games/self_play.ts";
import { decodeGame, DRAWN } from "../../games/viriformat.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { createSearch } from "../../../tests/search/fixtures.ts";
import { withParameters } from "../../../tests/search/parameters.ts";
import { judgeLimits } from "../../../engine/games/random_openings.ts";
import { gameOf, gamesIn, selfPlay } from "./recorded.ts";

const DATAGEN = new URL("../../games/datagen.ts", import.meta.url);
/** A game with seven pieces, whose first move captures one, and a game with eighteen pieces. */
const SEVEN = { fen: "8/5k2/8/3p1p2/4P3/1R6/5K2/1r6 w - - 0 61", moves: ["e4d5", "b1b3"] };
const EIGHTEEN = { fen: "r2q2k1/5ppp/8/8/4n3/4N3/P1P2PPP/R1BQ2K1 w - - 0 20", moves: ["e3g4"] };

function writeGames(folder: string, games: readonly { fen: string; moves: readonly string[] }[]): string[] {
  const writer = new GameWriter(folder, 7n, 0);
  for (const { fen, moves } of games) writer.add(gameOf(fen, moves));
  return listGameFiles(folder);
}

function startOf(game: Uint8Array): Position {
  const position = new Position();
  position.load(decodeGame(game).start);
  return position;
}

/** Plays endgames of the games in a folder, as the program does. */
function generate(out: string, folder: string) {
  const args = [`--out=${out}`, "--nodes=30", "--threads=1", "--seed=4", "--games=4", `--endgames=${folder}`];
  const startWorker = () => new Worker(DATAGEN, { type: "module" });
  return generateData(readDatagenOptions(args), startWorker, () => {}, new AbortController().signal);
}

testInFolder("an endgame is a position of a game, or a few moves from it, and can be played on", (folder) => {
  const endgames = collectEndgames(writeGames(folder, [SEVEN, EIGHTEEN]));
  const fens = Array.from({ length: 30 }, (_, number) => drawEndgame(endgames, new Random(1n, 0, number)));
  const recorded = [SEVEN.fen, "8/5k2/8/3P1p2/8/1R6/5K2/1r6 b - - 0 61"];
  for (const fen of recorded) assert(fens.includes(fen), fen);
  assert(new Set(fens).size > 10);
  for (const fen of fens) {
    const position = parseFen(fen);
    assert(countMen(position) <= 7, fen);
    assert(hasLegalMove(position), fen);
  }
});

testInFolder("the seed alone decides which endgame is chosen; games without an endgame are refused", (folder) => {
  const draw = (seed: bigint) => {
    const endgames = collectEndgames(listGameFiles(folder));
    return Array.from({ length: 10 }, (_, number) => drawEndgame(endgames, new Random(seed, 0, number)));
  };
  writeGames(folder, [EIGHTEEN]);
  assertThrows(() => draw(3n), RangeError, "Expected games with 4 to 16 pieces");
  writeGames(folder, [SEVEN]);
  assertEquals(draw(3n), draw(3n));
  assertNotEquals(draw(3n), draw(4n));
});

testInFolder("endgames end by the rules, or at scores far beyond the limit of whole games", async (folder) => {
  const [games, out] = [`${folder}/games`, `${folder}/out`];
  for (const name of [games, out]) Deno.mkdirSync(name);
  await assertRejects(() => generate(out, games), RangeError, "Expected --endgames to name games");
  writeGames(games, [SEVEN]);
  await assertRejects(() => generate(`${games}/out`, games), RangeError, "whose games it reads");
  assertEquals((await generate(out, games)).games, 4);
  const played = gamesIn(out);
  assertGreater(new Set(played.map((game) => formatFen(startOf(game)))).size, 1);
  for (const bytes of played) {
    const position = startOf(bytes);
    assert(countMen(position) <= 7);
    const game = decodeGame(bytes);
    checkGame(position, game);
    const last = Math.abs(game.scores[game.scores.length - 1]);
    if (game.result !== DRAWN && resultByRule(position) === null) assert(last >= ENDGAME_RULES.winScore);
  }
});

Deno.test("a quarter of the games begin with one side 130 to 300 centipawns ahead, and none with more", () => {
  const { search } = createSearch();
  const advantages = selfPlay(10, 2n, { nodes: 1 }).map((game) => {
    search.newGame();
    search.tt.clear();
    const judge = () => Math.abs(runSearch(search, startOf(game), judgeLimits(JUDGE_NODES), () => {}).score);
    return withParameters({ lmpBase: MAX_MOVES }, judge);
  });
  const lopsided = advantages.filter((advantage) => advantage > 130).length;
  assert(lopsided >= 1 && lopsided <= 6, `${lopsided} of 10`);
  assert(advantages.every((advantage) => advantage <= 300), advantages.join());
});
