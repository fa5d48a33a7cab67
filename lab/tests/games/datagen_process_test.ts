import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { parseUci } from "../../../core/notation.ts";
import { Position } from "../../../core/position.ts";
import { MAX_MOVES, WHITE } from "../../../core/types.ts";
import { serialiseNetwork } from "../../../nnue/network_file.ts";
import { unlimited } from "../../../search/limits.ts";
import { P } from "../../../search/params.ts";
import { Random } from "../../../core/random.ts";
import { describeProgress, readDatagenOptions } from "../../games/datagen.ts";
import { generateData, type GenerateOptions } from "../../games/generate_data.ts";
import { GAMES_PER_FILE, GameWriter, listGameFiles, readGames } from "../../games/game_files.ts";
import { checkGame } from "../../games/game_check.ts";
import { Adjudicator, resultByRule, SELF_PLAY_RULES, SelfPlay } from "../../games/self_play.ts";
import { BLACK_WON, decodeGame, DRAWN, encodeGame, packStart, WHITE_WON } from "../../games/viriformat.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { randomNetwork } from "../../../tests/nnue/random_network.ts";
import { NETWORK } from "../../../tests/search/evaluators.ts";
import { createSearch } from "../../../tests/search/fixtures.ts";
import { withParameters } from "../../../tests/search/parameters.ts";
import { runSearch } from "../../../search/run.ts";
import { gameOf, gamesIn, selfPlay } from "./recorded.ts";

const DATAGEN = new URL("../../games/datagen.ts", import.meta.url);
/** Few nodes: these tests are about the games' form, not about their quality. */
const OPTIONS = readDatagenOptions(["--out=unused", "--nodes=30", "--threads=1", "--seed=9", "--chess960=0.5"]);
const GAMES = selfPlay(3, 9n, { chess960: 0.5 });
/** A game of one ply, which is not over. */
const SHORT = gameOf("7k/8/8/8/8/8/8/R5K1 w - - 0 1", ["a1b1"]);

/** Runs a generation; returns its totals and the number of its threads. */
async function generate(out: string, options: Partial<GenerateOptions>, urls: (URL | string)[] = []) {
  let started = 0;
  const startWorker = () => (started++, new Worker(urls.shift() ?? DATAGEN, { type: "module" }));
  const { signal } = new AbortController();
  const totals = await generateData({ ...OPTIONS, ...options, out }, startWorker, () => {}, signal);
  return { ...totals, started };
}

Deno.test("a game of self-play is legal and complete, and has the right result", () => {
  for (const game of GAMES) checkGame(new Position(), decodeGame(game));
  assertEquals(new Set(GAMES.map(String)).size, GAMES.length);
});

Deno.test("a game depends on its seed alone, not on earlier games; late move pruning is off, and is restored afterwards", () => {
  const player = new SelfPlay({ nodes: 30, chess960: 0.5, network: NETWORK });
  withParameters({ lmpBase: 1, lmpFactor: 0 }, () => {
    assertEquals(player.play(new Random(9n, 0, 1)), GAMES[1]);
    assertEquals(P.lmpBase, 1);
  });
});

Deno.test("a game starts with an empty table and empty histories, even after its opening was judged", () => {
  const position = new Position();
  for (const game of GAMES) {
    const { start, moves, scores } = decodeGame(game);
    position.load(start);
    const { search } = createSearch();
    withParameters({ lmpBase: MAX_MOVES }, () => {
      const { bestMove, score } = runSearch(search, position, { ...unlimited(), softNodes: 30, nodes: 600 }, () => {});
      assertEquals([bestMove, position.sideToMove === WHITE ? score : 0 - score], [moves[0], scores[0]]);
    });
  }
});

Deno.test("a game is won after four plies in a row with 600 centipawns for the same side", () => {
  const verdict = new Adjudicator(SELF_PLAY_RULES);
  const plies = [600, 1500, 599, 600, 600, 600, 32000];
  const found = plies.map((score, ply) => verdict.afterMove(score, ply));
  assertEquals(found, [...plies.slice(1).map(() => null), WHITE_WON]);
  const forBlack = new Adjudicator(SELF_PLAY_RULES);
  const swinging = [600, 600, 600, -600, -600, -600, -601];
  assertEquals(swinging.map((score, ply) => forBlack.afterMove(score, ply)).at(-1), BLACK_WON);
  assertEquals(new Adjudicator(SELF_PLAY_RULES).afterMove(-32000, 5), null);
});

Deno.test("a game is drawn after ten plies in a row within ten centipawns, from ply 60 on", () => {
  const verdict = new Adjudicator(SELF_PLAY_RULES);
  for (let ply = 40; ply < 60; ply++) assertEquals(verdict.afterMove(0, ply), null);
  assertEquals(verdict.afterMove(10, 60), DRAWN);
  const late = new Adjudicator(SELF_PLAY_RULES);
  assertEquals(late.afterMove(11, 100), null);
  for (let ply = 101; ply < 110; ply++) assertEquals(late.afterMove(-10, ply), null);
  assertEquals(late.afterMove(0, 110), DRAWN);
});

Deno.test("the rules end a game by mate, stalemate, material, repetition and fifty moves", () => {
  assertEquals(resultByRule(parseFen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")), WHITE_WON);
  assertEquals(resultByRule(parseFen("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1")), BLACK_WON);
  assertEquals(resultByRule(parseFen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), DRAWN);
  assertEquals(resultByRule(parseFen("7k/8/6K1/8/8/8/8/6N1 b - - 0 1")), DRAWN);
  assertEquals(resultByRule(parseFen("7k/8/6K1/8/8/8/8/6R1 b - - 99 90")), null);
  assertEquals(resultByRule(parseFen("7k/8/6K1/8/8/8/8/6R1 b - - 100 90")), DRAWN);
  const position = parseFen("7k/8/8/8/8/8/8/R5K1 w - - 0 1");
  for (let turn = 0; turn < 2; turn++) {
    assertEquals(resultByRule(position), null);
    for (const move of ["a1b1", "h8h7", "b1a1", "h7h8"]) position.make(parseUci(position, move));
  }
  assertEquals(resultByRule(position), DRAWN);
});

Deno.test("`checkGame()` finds illegal moves, unfinished games and wrong results", () => {
  const position = new Position();
  const check = (...game: Parameters<typeof gameOf>) => () => checkGame(position, decodeGame(gameOf(...game)));
  const mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
  check(mate, ["a1a8"], [31999], WHITE_WON)();
  assertThrows(check(mate, ["a1a8"], [31999], BLACK_WON), RangeError, "Expected the result 2, by the rules, but got 0");
  assertThrows(check(mate, ["a1a7"], [500], BLACK_WON), RangeError, "to agree with the last score");
  assertThrows(check(mate, ["a1a7"], [32001], WHITE_WON), RangeError, "Expected scores up to 32000");
  assertThrows(check(mate, [], [], WHITE_WON), RangeError, "but there are none");
  assertThrows(check("7k/8/6K1/8/8/8/8/6N1 b - - 0 1", ["h8g8"], [0], DRAWN), RangeError, "but it continues");
  assertThrows(check(mate, ["a1a7"], [500], DRAWN), RangeError, "neither the rules nor its scores say so");
  const rook = ["a1a2", "g8f8", "a2a3", "f8g8", "a3a4"];
  const won = [1200, 1300, 1400, 1500, 1600];
  check(mate, rook.slice(0, 4), won.slice(0, 4), WHITE_WON)();
  // Whole games are over at 600, endgames at 1000.
  const clear = [600, 700, 800, 900, 1000];
  check(mate, rook.slice(0, 4), clear.slice(0, 4), WHITE_WON)();
  check(mate, rook, clear, WHITE_WON)();
  assertThrows(check(mate, rook.slice(0, 4), [599, ...clear.slice(0, 3)], WHITE_WON), RangeError, "nor its scores say");
  const drawn = check(mate, rook.slice(0, 4), won.slice(0, 4), DRAWN);
  assertThrows(drawn, RangeError, "Expected the result 2, by the scores");
  assertThrows(check(mate, rook, won, WHITE_WON), RangeError, "after 4 plies by its scores, but it continues");
  const illegal = encodeGame(packStart(parseFen(mate)), [0 | 57 << 6], [0], DRAWN);
  assertThrows(() => checkGame(position, decodeGame(illegal)), RangeError, "Illegal move a1b8 at ply 0 in '");
  // White's king is in check although it is Black's turn.
  const impossible = packStart(parseFen("4k3/8/8/8/8/8/8/r3K3 w - - 0 1"));
  impossible[24] |= 128;
  assertThrows(() => checkGame(position, decodeGame(encodeGame(impossible, [1], [0], 1))), RangeError, "in check");
});

testInFolder("a run writes the requested number of games, with all threads", async (folder) => {
  const totals = await generate(folder, { games: 3, threads: 2 });
  const games = gamesIn(folder).map((bytes) => decodeGame(bytes));
  assertEquals([totals.started, totals.games, games.length, listGameFiles(folder).length], [2, 3, 3, 2]);
  for (const game of games) checkGame(new Position(), game);
  assertEquals(totals.positions, games.reduce((sum, { moves }) => sum + moves.length, 0));
  assertEquals(Array.from(Deno.readDirSync(folder)).filter(({ name }) => !name.endsWith(".vf")), []);
});

testInFolder("a run with the same seed continues the games, with at most one thread per game", async (folder) => {
  assertEquals((await generate(folder, { games: 1, threads: 3 })).started, 1);
  await generate(folder, { games: 2 });
  assertEquals(gamesIn(folder), GAMES);
  assertEquals(listGameFiles(folder).length, 2);
});

testInFolder("games are played with the requested network", async (folder) => {
  await Deno.writeFile(`${folder}/other.net`, serialiseNetwork(randomNetwork()));
  await generate(folder, { net: `${folder}/other.net`, games: 1 });
  assertNotEquals(gamesIn(folder), GAMES.slice(0, 1));
  await assertRejects(() => generate(folder, { net: `${folder}/missing.net` }), Error, "Cannot load the network");
});

testInFolder("an unwritable file or a dead thread ends the run with an error; whole games stay", async (folder) => {
  // A folder has the name of the first file of thread 0; nothing can replace it.
  Deno.mkdirSync(`${folder}/games-9-00-0000000.vf`);
  await assertRejects(() => generate(folder, {}), Error, "games-9-00-0000000.vf");
  Deno.writeTextFileSync(`${folder}/file`, "");
  await assertRejects(() => generate(`${folder}/file`, { games: 1 }), Deno.errors.AlreadyExists);
  // Deno also prints this error; that does not mean that the test failed.
  const broken = `data:text/javascript,throw new Error("broken")`;
  const run = () => generate(folder, { seed: 8n, threads: 2 }, [DATAGEN, broken]);
  await assertRejects(run, Error, "A thread that plays games failed: ");
  for (const game of gamesIn(folder)) checkGame(new Position(), decodeGame(game));
});

testInFolder("a run that is stopped loses no game that was complete", async (folder) => {
  const controller = new AbortController();
  const startWorker = () => new Worker(DATAGEN, { type: "module" });
  const stopAfterGame = ({ games }: { games: number }) => games > 0 && controller.abort();
  const totals = await generateData({ ...OPTIONS, out: folder }, startWorker, stopAfterGame, controller.signal);
  assert(totals.games > 0);
  assertEquals(gamesIn(folder).length, totals.games);
});

testInFolder("a file is full after 256 games, and the next file starts", (folder) => {
  const writer = new GameWriter(folder, 3n, 1);
  for (let i = 0; i <= GAMES_PER_FILE; i++) writer.add(SHORT);
  assertEquals(listGameFiles(folder).map((path) => Array.from(readGames(path)).length), [GAMES_PER_FILE, 1]);
  assertEquals(writer.next, GAMES_PER_FILE + 1);
  assertEquals(new GameWriter(folder, 3n, 1).next, GAMES_PER_FILE + 1);
  assertEquals(new GameWriter(folder, 3n, 2).next, 0);
  assertEquals(new GameWriter(folder, 4n, 1).next, 0);
});

testInFolder("runs with the same seed have different temporary files, which are not read as games", (folder) => {
  const writers = [0, 1].map(() => new GameWriter(folder, 3n, 1));
  // Nothing can be renamed, so the temporary files remain, as if the runs had been killed.
  const { renameSync } = Deno;
  Deno.renameSync = () => {
    throw new Error("killed");
  };
  try {
    for (const writer of writers) assertThrows(() => writer.add(SHORT), Error, "killed");
  } finally {
    Deno.renameSync = renameSync;
  }
  const left = Array.from(Deno.readDirSync(folder), ({ name }) => name);
  assertEquals(left.length, 2);
  for (const name of left) assertMatch(name, /^games-3-01-.+\.part$/);
  assertEquals(listGameFiles(folder), []);
  const next = new GameWriter(folder, 3n, 1);
  assertEquals(next.next, 0);
  next.add(SHORT);
  assertEquals(gamesIn(folder), [SHORT]);
});

testInFolder("a run that finds a file of another run with the same seed ends, and no game is lost", (folder) => {
  const games = [0, 1, 2].map((score) => gameOf("7k/8/8/8/8/8/8/R5K1 w - - 0 1", ["a1b1"], [score]));
  const [one, two] = [0, 1].map(() => new GameWriter(folder, 3n, 1));
  one.add(games[0]);
  assertThrows(() => two.add(games[1]), Error, "does another run use the same seed?");
  assertEquals(Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) => name.endsWith(".part")), []);
  one.add(games[2]);
  assertEquals(gamesIn(folder), [games[0], games[2]]);
});

testInFolder("games are read across the borders of blocks, and a truncated file is refused", (folder) => {
  const start = packStart(parseFen("7k/8/8/8/8/8/8/R5K1 w - - 0 1"));
  // This game is larger than the block that is read in one step.
  const long = encodeGame(start, new Array(300_000).fill(257), new Array(300_000).fill(-3), 2);
  Deno.writeFileSync(`${folder}/a.vf`, new Uint8Array([...SHORT, ...long, ...SHORT]));
  assertEquals(Array.from(readGames(`${folder}/a.vf`), (bytes) => decodeGame(bytes).moves.length), [1, 300_000, 1]);
  Deno.writeFileSync(`${folder}/b.vf`, new Uint8Array([...SHORT, ...SHORT.subarray(0, 38)]));
  const read = () => Array.from(readGames(`${folder}/b.vf`));
  assertThrows(read, SyntaxError, "ends within the game that starts at byte 40");
  assertThrows(() => listGameFiles(`${folder}/none`), RangeError, "there is no");
});

Deno.test("the progress line shows the speed, and the time left if there is a limit", () => {
  const totals = { games: 10, positions: 1000, seconds: 20 };
  const byGames = describeProgress(totals, { ...OPTIONS, games: 40 });
  assertEquals(byGames, "10 games, 1000 positions, 50.0 positions/s, 1 min left");
  const byTime = readDatagenOptions(["--out=x", "--minutes=1"]);
  assertEquals(describeProgress(totals, byTime), "10 games, 1000 positions, 50.0 positions/s, 40 s left");
  assertEquals(describeProgress(totals, readDatagenOptions(["--out=x"])), "10 games, 1000 positions, 50.0 positions/s");
});
