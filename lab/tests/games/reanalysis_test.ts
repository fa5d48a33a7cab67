/**
 * Positions of recorded games that are searched again.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { formatFen, parseFen } from "../../../core/fen.ts";
import { Position } from "../../../core/position.ts";
import { Random } from "../../../core/random.ts";
import { WHITE } from "../../../core/types.ts";
import { unlimited } from "../../../search/limits.ts";
import { runSearch } from "../../../search/run.ts";
import { generateData, readDatagenOptions } from "../../games/datagen.ts";
import { GameWriter, listGameFiles, readGames } from "../../games/game_files.ts";
import { type GameIndex, indexGames, readIndexedGame } from "../../games/game_index.ts";
import { walkGame } from "../../games/game_walk.ts";
import { Reanalysis } from "../../games/reanalysis.ts";
import { reasonToDrop } from "../../games/records.ts";
import { SelfPlay } from "../../games/self_play.ts";
import { decodeGame, encodeGame, packStart } from "../../games/viriformat.ts";
import { withFolder } from "../../../tests/folder.ts";
import { NETWORK } from "../../../tests/search/evaluators.ts";
import { createSearch, withParameters } from "../../../tests/search/fixtures.ts";

const DATAGEN = new URL("../../games/datagen.ts", import.meta.url);
const OPTIONS = { nodes: 200, chess960: 0, network: NETWORK };

/** Six games of self-play in two files of a folder. */
function writeGames(folder: string): void {
  const player = new SelfPlay({ nodes: 30, chess960: 0.3, network: NETWORK });
  for (const thread of [0, 1]) {
    const writer = new GameWriter(folder, 5n, thread);
    for (let index = 0; index < 3; index++) {
      const game = player.play(new Random(5n, thread, index));
      assert(game !== null);
      writer.add(game);
    }
  }
}

/** The positions of some games that may be drawn, each with the results of its games. */
function positionsOf(index: GameIndex): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (let number = 0; number < index.files.length; number++) {
    const game = readIndexedGame(index, number);
    walkGame(new Position(), game, (position, move, score, ply) => {
      if (reasonToDrop(position, move, score, ply, { skip: 0, maxScore: Infinity }) !== null) return;
      const fen = formatFen(position);
      found.set(fen, [...found.get(fen) ?? [], game.result]);
    });
  }
  return found;
}

Deno.test("an index finds every game of some files", () =>
  withFolder((folder) => {
    writeGames(folder);
    const paths = listGameFiles(folder);
    const index = indexGames(paths);
    const games = paths.flatMap((path) => Array.from(readGames(path), (bytes) => decodeGame(bytes.slice())));
    assertEquals(games.length, 6);
    assertEquals(games.map((_, number) => readIndexedGame(index, number)), games);
    Deno.truncateSync(paths[1], index.begins[5] + index.sizes[5] - 1);
    assertThrows(() => readIndexedGame(index, 5), SyntaxError, "has become shorter");
  }));

Deno.test("a reanalysed position is one of the games, with the result of its game and the score of its search", () =>
  withFolder((folder) => {
    writeGames(folder);
    const index = indexGames(listGameFiles(folder));
    const known = positionsOf(index);
    const reanalysis = new Reanalysis(index, OPTIONS);
    const { search } = createSearch();
    for (let number = 0; number < 20; number++) {
      const bytes = reanalysis.play(new Random(3n, 0, number));
      assert(bytes !== null);
      const { start, moves, scores, result } = decodeGame(bytes);
      const position = new Position();
      position.load(start);
      assert(known.get(formatFen(position))?.includes(result), formatFen(position));
      search.newGame();
      search.tt.clear();
      const limits = { ...unlimited(), softNodes: OPTIONS.nodes };
      const found = withParameters({ lmpBase: 256 }, () => runSearch(search, position, limits, () => {}));
      const whiteScore = position.sideToMove === WHITE ? found.score : -found.score;
      assertEquals([Array.from(moves), Array.from(scores)], [[found.bestMove], [whiteScore]]);
    }
  }));

Deno.test("which position is reanalysed depends on the seed alone", () =>
  withFolder((folder) => {
    writeGames(folder);
    const index = indexGames(listGameFiles(folder));
    const first = new Reanalysis(index, OPTIONS);
    const second = new Reanalysis(index, OPTIONS);
    const other = second.play(new Random(3n, 0, 1));
    const one = first.play(new Random(3n, 0, 2));
    assertEquals(second.play(new Random(3n, 0, 2)), one);
    assertNotEquals(other, one);
  }));

Deno.test("games without a position to learn from are refused", () =>
  withFolder((folder) => {
    const empty = { paths: [], files: new Uint32Array(), begins: new Float64Array(), sizes: new Uint32Array() };
    assertThrows(() => new Reanalysis(empty, OPTIONS), RangeError, "Expected games");
    // A check, and the only move.
    const inCheck = packStart(parseFen("7k/8/8/8/8/8/q7/K7 w - - 0 1"));
    new GameWriter(folder, 1n, 0).add(encodeGame(inCheck, [0 | 8 << 6], [0], 1));
    const reanalysis = new Reanalysis(indexGames(listGameFiles(folder)), OPTIONS);
    assertThrows(() => reanalysis.play(new Random(1n)), RangeError, "games drawn had none");
  }));

Deno.test("a run of reanalysis goes on where the last one ended, and keeps apart what it reads and writes", () =>
  withFolder(async (folder) => {
    const games = `${folder}/games`;
    const out = `${folder}/out`;
    Deno.mkdirSync(games);
    writeGames(games);
    const run = (target: string, count: number, reanalyse: string) => {
      const args = ["--nodes=50", "--threads=1", "--seed=4", `--games=${count}`, `--reanalyse=${reanalyse}`];
      const options = readDatagenOptions([`--out=${target}`, ...args]);
      const start = () => new Worker(DATAGEN, { type: "module" });
      return generateData(target, options, start, () => {}, new AbortController().signal);
    };
    assertEquals((await run(out, 5, games)).positions, 5);
    await run(out, 4, games);
    const written = listGameFiles(out).flatMap((path) => Array.from(readGames(path), (bytes) => bytes.join()));
    const reanalysis = new Reanalysis(indexGames(listGameFiles(games)), { ...OPTIONS, nodes: 50 });
    const expected = Array.from({ length: 9 }, (_, index) => reanalysis.play(new Random(4n, 0, index))?.join());
    assertEquals(written, expected);
    await assertRejects(() => run(`${games}/inner`, 1, games), RangeError, "outside");
    Deno.mkdirSync(`${folder}/none`);
    await assertRejects(() => run(out, 1, `${folder}/none`), RangeError, "there are none");
  }));
