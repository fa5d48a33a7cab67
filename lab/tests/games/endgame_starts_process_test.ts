/**
 * Where games of self-play begin: in endgames of recorded games, or with one side ahead.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { formatFen, parseFen } from "../../../core/fen.ts";
import { hasLegalMove } from "../../../core/legality.ts";
import { parseUci } from "../../../core/notation.ts";
import { Position } from "../../../core/position.ts";
import { Random } from "../../../core/random.ts";
import { MAX_MOVES } from "../../../core/types.ts";
import { runSearch } from "../../../search/run.ts";
import { countMen } from "../../../tablebase/material.ts";
import { generateData, readDatagenOptions } from "../../games/datagen.ts";
import { EndgameStarts } from "../../games/endgame_starts.ts";
import { checkGame } from "../../games/game_check.ts";
import { GameWriter, listGameFiles, readGames } from "../../games/game_files.ts";
import { type GameIndex, indexGames, readIndexedGame } from "../../games/game_index.ts";
import { ENDGAME_RULES, resultByRule, SelfPlay } from "../../games/self_play.ts";
import { decodeGame, DRAWN, encodeGame, packStart } from "../../games/viriformat.ts";
import { withFolder } from "../../../tests/folder.ts";
import { NETWORK } from "../../../tests/search/evaluators.ts";
import { createSearch, withParameters } from "../../../tests/search/fixtures.ts";
import { judgeLimits } from "../../../engine/games/random_openings.ts";

const DATAGEN = new URL("../../games/datagen.ts", import.meta.url);
/** Seven pieces, six after the first move, and eighteen. */
const SEVEN = { fen: "8/5k2/8/3p1p2/4P3/1R6/5K2/1r6 w - - 0 61", moves: ["e4d5", "b1b3"] };
const EIGHTEEN = { fen: "r2q2k1/5ppp/8/8/4n3/4N3/P1P2PPP/R1BQ2K1 w - - 0 20", moves: ["e3g4"] };

/** Writes games that are not over, each move with a score of zero, into a folder. */
function writeGames(folder: string, games: readonly { fen: string; moves: readonly string[] }[]): GameIndex {
  const writer = new GameWriter(folder, 7n, 0);
  for (const { fen, moves } of games) {
    const position = parseFen(fen);
    const start = packStart(position);
    const played = moves.map((text) => {
      const move = parseUci(position, text);
      position.make(move);
      return move;
    });
    writer.add(encodeGame(start, played, played.map(() => 0), DRAWN));
  }
  return indexGames(listGameFiles(folder));
}

Deno.test("an endgame is a position of a game, or a few moves from it, and can be played on", () =>
  withFolder((folder) => {
    const starts = new EndgameStarts(writeGames(folder, [SEVEN, EIGHTEEN]));
    const fens = Array.from({ length: 30 }, (_, number) => starts.draw(new Random(1n, 0, number)));
    const recorded = [SEVEN.fen, "8/5k2/8/3P1p2/8/1R6/5K2/1r6 b - - 0 61"];
    for (const fen of recorded) assert(fens.includes(fen), fen);
    assert(new Set(fens).size > 10);
    for (const fen of fens) {
      const position = parseFen(fen);
      assert(countMen(position) <= 7, fen);
      assert(hasLegalMove(position), fen);
    }
  }));

Deno.test("an index finds every game of some files, and reports one that has become shorter", () =>
  withFolder((folder) => {
    const index = writeGames(folder, [SEVEN, EIGHTEEN]);
    const [path] = index.paths;
    const games = Array.from(readGames(path), (bytes) => decodeGame(bytes.slice()));
    assertEquals([0, 1].map((number) => readIndexedGame(index, number)), games);
    Deno.truncateSync(path, index.begins[1] + index.sizes[1] - 1);
    assertThrows(() => readIndexedGame(index, 1), SyntaxError, "has become shorter");
  }));

Deno.test("which endgame is drawn depends on the seed alone", () =>
  withFolder((folder) => {
    const index = writeGames(folder, [SEVEN]);
    const draw = (seed: bigint) =>
      Array.from({ length: 10 }, (_, number) => new EndgameStarts(index).draw(new Random(seed, 0, number)));
    assertEquals(draw(3n), draw(3n));
    assertNotEquals(draw(3n), draw(4n));
  }));

Deno.test("games without an endgame are refused", () =>
  withFolder((folder) => {
    const starts = new EndgameStarts(writeGames(folder, [EIGHTEEN]));
    assertThrows(() => starts.draw(new Random(1n, 0, 0)), RangeError, "Expected games with 4 to 16 pieces");
  }));

Deno.test("endgames are played out: the rules end them, or scores far beyond a whole game's", () =>
  withFolder(async (folder) => {
    writeGames(folder, [SEVEN]);
    await withFolder(async (out) => {
      const args = [`--out=${out}`, "--nodes=100", "--threads=1", "--seed=4", "--games=12", `--endgames=${folder}`];
      const startWorker = () => new Worker(DATAGEN, { type: "module" });
      const totals = await generateData(
        out,
        readDatagenOptions(args),
        startWorker,
        () => {},
        new AbortController().signal,
      );
      assertEquals(totals.games, 12);
      const games = listGameFiles(out).flatMap((path) =>
        Array.from(readGames(path), (bytes) => decodeGame(bytes.slice()))
      );
      const starts = new Set<string>();
      for (const game of games) {
        const position = new Position();
        position.load(game.start);
        assert(countMen(position) <= 7);
        starts.add(formatFen(position));
        checkGame(position, game);
        const last = Math.abs(game.scores[game.scores.length - 1]);
        if (game.result !== DRAWN && resultByRule(position) === null) assert(last >= ENDGAME_RULES.winScore);
      }
      assert(starts.size > 6);
    });
  }));

Deno.test("a share of the games begins in endgames, the others in openings", () =>
  withFolder((folder) => {
    const endgames = writeGames(folder, [SEVEN]);
    const player = new SelfPlay({ nodes: 20, chess960: 0, network: NETWORK, endgames, endgameShare: 0.5 });
    const men = Array.from({ length: 20 }, (_, number) => {
      const bytes = player.play(new Random(6n, 0, number));
      assert(bytes !== null);
      const position = new Position();
      position.load(decodeGame(bytes).start);
      return countMen(position);
    });
    const short = men.filter((count) => count <= 7).length;
    assert(short >= 4 && short <= 16, `${short} of 20 from endgames`);
    assert(men.every((count) => count <= 7 || count > 20), men.join());
  }));

Deno.test("a quarter of the games begins with one side 130 to 300 centipawns ahead, none with more", () => {
  const player = new SelfPlay({ nodes: 1, chess960: 0, network: NETWORK });
  const position = new Position();
  const { search } = createSearch();
  const advantages = Array.from({ length: 30 }, (_, index) => {
    const bytes = player.play(new Random(2n, 0, index));
    assert(bytes !== null);
    position.load(decodeGame(bytes).start);
    search.newGame();
    search.tt.clear();
    return withParameters(
      { lmpBase: MAX_MOVES },
      () => Math.abs(runSearch(search, position, judgeLimits(), () => {}).score),
    );
  });
  const lopsided = advantages.filter((advantage) => advantage > 130).length;
  assert(lopsided >= 3 && lopsided <= 14, `${lopsided} of 30`);
  assert(advantages.every((advantage) => advantage <= 300), advantages.join());
});

Deno.test("an endgame run says what is wrong with its games", () =>
  withFolder(async (folder) => {
    assertThrows(() => readDatagenOptions(["--out=a", "--endgame-share=0.1"]), RangeError, "together with --endgames");
    const share = (value: string) => readDatagenOptions(["--out=a", "--endgames=b", `--endgame-share=${value}`]);
    assertEquals(share("0.1").endgameShare, 0.1);
    assertThrows(() => share("1.5"), RangeError, "Expected a number from 0 to 1 after '--endgame-share'");
    const run = (out: string) =>
      generateData(
        out,
        readDatagenOptions([`--out=${out}`, "--games=1", `--endgames=${folder}`]),
        () => new Worker(DATAGEN, { type: "module" }),
        () => {},
        new AbortController().signal,
      );
    await assertRejects(() => run(`${folder}/out`), RangeError, "Expected --endgames to name games");
    writeGames(folder, [SEVEN]);
    await assertRejects(() => run(`${folder}/out`), RangeError, "whose games it reads");
  }));
