import { assert, assertAlmostEquals, assertEquals, assertMatch, assertNotEquals, assertThrows } from "@std/assert";
import { flip, formatFen, parseFen, START_FEN } from "../../../core/fen.ts";
import { parseUci } from "../../../core/notation.ts";
import { Position } from "../../../core/position.ts";
import { WHITE } from "../../../core/types.ts";
import { Random } from "../../../core/random.ts";
import { checkFiles, mergeFiles } from "../../games/data.ts";
import { GameStatistics } from "../../games/data_report.ts";
import { ABOUT_NAME, expandGames, HINDSIGHT_MAX, hindsightScores, VALIDATION_NAME } from "../../games/expand.ts";
import { ResultCounter } from "../../games/fit_wdl.ts";
import { expectOutside, forEachGame, gameFilesOf, listGameFiles } from "../../games/game_files.ts";
import { packRecord, reasonToDrop, RECORD_BYTES } from "../../games/records.ts";
import { walkGame } from "../../games/game_walk.ts";
import { shuffleRecords } from "../../games/shuffle.ts";
import { BLACK_WON, decodeGame, encodeGame, packStart, WHITE_WON } from "../../games/viriformat.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { gameOf, gamesIn, selfPlay } from "./recorded.ts";

const FILTER = { skip: 0, maxScore: 10_000 };
const EXPAND = { filter: FILTER, lambda: 0, scale: 180, validation: 0.25, seed: 1n, memory: 1 << 28 };

function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function recordOf(fen: string, score: number, result: number): number[] {
  const record = new Uint8Array(RECORD_BYTES);
  packRecord(parseFen(fen), score, result, record, 0);
  return Array.from(record);
}

function joined(...games: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(games.flatMap((game) => Array.from(game)));
}

/** The records of a file, as text. */
function recordsIn(path: string): string[] {
  const bytes = Deno.readFileSync(path);
  const starts = Array.from({ length: bytes.length / RECORD_BYTES }, (_, i) => i * RECORD_BYTES);
  return starts.map((at) => bytes.subarray(at, at + RECORD_BYTES).join());
}

/** The files of a folder: name → bytes as text. */
function filesIn(folder: string): Record<string, string> {
  const files = Array.from(Deno.readDirSync(folder)).filter(({ isFile }) => isFile);
  return Object.fromEntries(files.map(({ name }) => [name, Deno.readFileSync(`${folder}/${name}`).join()]));
}

/** A game of one ply: the king's pawn to e4. */
const GOOD = gameOf(START_FEN, ["e2e4"]);
/** The same move to f4, which the pawn cannot reach. */
const ILLEGAL = encodeGame(packStart(parseFen(START_FEN)), [12 | 29 << 6], [0], 1);
const PLAYED = selfPlay(12, 3n, { chess960: 0.2 });

Deno.test("a record of a position with White to move, byte by byte", () => {
  // White: Kg1 (6), Ra2 (8), pawn h2 (15). Black: Kb8 (57), Nc3 (18).
  const record = recordOf("1k6/8/8/8/8/2n5/R6P/6K1 w - - 3 40", -300, 0);
  assertEquals(record.slice(0, 8), [1 << 6, 1 | 1 << 7, 1 << 2, 0, 0, 0, 0, 1 << 1]);
  // Two codes in each byte: king 5 and rook 3, pawn 0 and the other side's knight 8 + 1, its king 8 + 5.
  assertEquals(record.slice(8, 24), [0x35, 0x90, 0x0d, ...new Array(13).fill(0)]);
  // The score −300 is 0xfed4; the game is lost; the king is on g1, and the other king on b8, from its own side b1.
  assertEquals(record.slice(24), [0xd4, 0xfe, 0, 6, 1, 0, 0, 0]);
});

Deno.test("a record is the same for the flipped position with the score of the other side", () => {
  const fens = [START_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"];
  for (const fen of fens) {
    assertEquals(recordOf(flip(parseFen(fen)), -77, 0), recordOf(formatFen(parseFen(fen)), 77, 2));
  }
});

Deno.test("positions in check, with a capture or promotion next, near mate or at the start are excluded", () => {
  const reason = (fen: string, move: string, score: number, ply = 5, filter = FILTER) => {
    const position = parseFen(fen);
    return reasonToDrop(position, parseUci(position, move), score, ply, filter);
  };
  assertEquals(reason(START_FEN, "e2e4", 20), null);
  assertEquals(reason("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d1", -500), "in check");
  assertEquals(reason("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100), "noisy");
  assertEquals(reason("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100), "noisy");
  assertEquals(reason("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 900), "noisy");
  assertEquals(reason(START_FEN, "e2e4", 31_990), "mate");
  assertEquals(reason(START_FEN, "e2e4", -31_990), "mate");
  assertEquals(reason(START_FEN, "e2e4", -501, 5, { skip: 0, maxScore: 500 }), "score");
  assertEquals(reason(START_FEN, "e2e4", 0, 5, { skip: 6, maxScore: 500 }), "skipped");
  assertEquals(reason(START_FEN, "e2e4", 0, 6, { skip: 6, maxScore: 500 }), null);
});

Deno.test("a shuffle keeps every record whole and can put it at any place", () => {
  const places = new Array<number>(5).fill(0);
  const random = new Random(1n);
  for (let round = 0; round < 2000; round++) {
    const bytes = new Uint8Array(5 * RECORD_BYTES);
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(i / RECORD_BYTES);
    shuffleRecords(bytes, random);
    const order = Array.from({ length: 5 }, (_, i) => bytes[i * RECORD_BYTES]);
    assertEquals(order.toSorted(), [0, 1, 2, 3, 4]);
    for (let i = 0; i < bytes.length; i++) assertEquals(bytes[i], order[Math.floor(i / RECORD_BYTES)]);
    places[order.indexOf(0)]++;
  }
  // The tolerance is five standard deviations of a binomial count.
  for (const count of places) assertAlmostEquals(count, 400, 5 * Math.sqrt(2000 * 0.16));
});

testInFolder("`expandGames()` writes every useful position once, and no game into both parts", (folder) => {
  Deno.writeFileSync(`${folder}/a.vf`, joined(...PLAYED.slice(0, 4)));
  Deno.writeFileSync(`${folder}/b.vf`, joined(...PLAYED.slice(4)));
  const files = listGameFiles(folder);
  Deno.mkdirSync(`${folder}/one`);
  Deno.mkdirSync(`${folder}/many`);
  const one = expandGames(files, `${folder}/one`, EXPAND);
  // With little memory, there are several files.
  const many = expandGames(files, `${folder}/many`, { ...EXPAND, memory: 4000, seed: 2n });
  assertEquals(one, many);
  assertEquals(one.games, 12);
  const plies = PLAYED.reduce((sum, game) => sum + decodeGame(game).moves.length, 0);
  const dropped = Object.values(one.dropped).reduce((sum, count) => sum + count, 0);
  assertEquals(one.training + one.validation + dropped, plies);
  assert(one.training > one.validation && one.validation > 0);

  const training = (name: string) =>
    Object.keys(filesIn(`${folder}/${name}`)).filter((file) => file.startsWith("positions-"))
      .map((file) => `${folder}/${name}/${file}`);
  assertEquals(training("one").length, 1);
  assert(training("many").length > 3);
  const inOne = training("one").flatMap(recordsIn);
  const inMany = training("many").flatMap(recordsIn);
  assertEquals(inOne.length, one.training);
  assert(inOne.join() !== inMany.join(), "another seed gives the same order");
  assertEquals(inMany.toSorted(), inOne.toSorted());
  const validation = recordsIn(`${folder}/one/${VALIDATION_NAME}`);
  const other = recordsIn(`${folder}/many/${VALIDATION_NAME}`);
  assertEquals(validation.length, one.validation);
  assert(validation.join() !== other.join(), "another seed gives the same order of validation records");
  assertEquals(validation.toSorted(), other.toSorted());
  const about = JSON.parse(Deno.readTextFileSync(`${folder}/many/${ABOUT_NAME}`));
  assertEquals([about.games, about.training, about.validation, about.seed], [12, one.training, one.validation, "2"]);
  // Another run with fewer files removes all earlier files, and the same seed gives the same files.
  expandGames(files, `${folder}/many`, EXPAND);
  assertEquals(filesIn(`${folder}/many`), filesIn(`${folder}/one`));
});

testInFolder("`expandGames()` keeps the old records if a game is faulty, and removes unfinished files", (folder) => {
  const out = `${folder}/records`;
  Deno.mkdirSync(out);
  Deno.writeFileSync(`${folder}/good.vf`, GOOD);
  expandGames([`${folder}/good.vf`], out, EXPAND);
  const before = filesIn(out);
  assertEquals(Object.keys(before).sort(), [ABOUT_NAME, "positions-0000.bin", VALIDATION_NAME]);
  const spoiled: [bytes: Uint8Array, error: typeof RangeError | typeof SyntaxError, message: string][] = [
    [joined(GOOD, ILLEGAL), RangeError, 'Game 2 of "'],
    [joined(GOOD, GOOD.slice(0, -1)), SyntaxError, "ends within the game"],
    [joined(), RangeError, "Expected games to expand, but there are none"],
  ];
  for (const [bytes, error, message] of spoiled) {
    Deno.writeFileSync(`${folder}/bad.vf`, bytes);
    // The files that a killed run left are also removed.
    Deno.mkdirSync(`${out}/unfinished`);
    Deno.writeFileSync(`${out}/unfinished/positions-0007.bin`, new Uint8Array(5));
    assertThrows(() => expandGames([`${folder}/bad.vf`], out, { ...EXPAND, seed: 2n }), error, message);
    assertEquals(filesIn(out), before);
    assertEquals(Array.from(Deno.readDirSync(out)).length, 3);
  }
});

testInFolder("`forEachGame()` reports the number and the file of a game that is illegal or damaged", (folder) => {
  const path = `${folder}/a.vf`;
  Deno.writeFileSync(path, joined(GOOD, ILLEGAL, GOOD));
  const visitors = [new GameStatistics(FILTER), new ResultCounter(400)];
  for (const visitor of visitors) {
    const fault = `Game 2 of "${path}": Illegal move e2f4 at ply 0`;
    assertThrows(() => forEachGame(path, (game, bytes) => visitor.add(game, bytes)), RangeError, fault);
  }
  const damaged = GOOD.slice();
  damaged[30] = 3;
  Deno.writeFileSync(path, joined(GOOD, damaged, GOOD));
  const visited: string[] = [];
  const visit = (_: unknown, bytes: Uint8Array) => void visited.push(bytes.join());
  assertThrows(() => forEachGame(path, visit), SyntaxError, `Game 2 of "${path}": Expected the result`);
  assertEquals(visited, [GOOD.join()]);
  // With a function for faults, the other games are visited.
  const faults: string[] = [];
  forEachGame(path, visit, ({ message }) => void faults.push(message));
  assertEquals(visited, [GOOD, GOOD, GOOD].map((bytes) => bytes.join()));
  assertEquals(faults.length, 1);
  assertMatch(faults[0], /^Game 2 of ".*a\.vf": Expected the result of a game to be 0 to 2, but got 3$/);
});

Deno.test("scores in hindsight weight each later ply by λ and include the result at the end, within limits", () => {
  const moves = ["e2e4", "e7e5", "g1f3"];
  // With a scale of 100, a score of 100 · ln 3 = 110 has σ = ¾. Black won, so the value after the last ply is 0.
  const game = decodeGame(gameOf(START_FEN, moves, [110, -110, 0], BLACK_WON));
  // The values from the last ply to the first: ½ · ½ + ½ · 0 = ¼; ½ · ¼ + ½ · ¼ = ¼; ½ · ¾ + ½ · ¼ = ½.
  const scores = hindsightScores(game, 0.5, 100);
  [0, -110, -110].forEach((expected, ply) => assertAlmostEquals(scores[ply], expected, 1));
  assertEquals(Array.from(hindsightScores(game, 0, 100)), [110, -110, 0]);
  const won = decodeGame(gameOf(START_FEN, moves, [32_000, 32_000, 32_000], WHITE_WON));
  assertEquals(Array.from(hindsightScores(won, 0.5, 100)), [HINDSIGHT_MAX, HINDSIGHT_MAX, HINDSIGHT_MAX]);
});

testInFolder("`expandGames()` writes the scores in hindsight on request", (folder) => {
  const [one] = PLAYED;
  Deno.writeFileSync(`${folder}/a.vf`, one);
  expandGames([`${folder}/a.vf`], folder, { ...EXPAND, validation: 0, lambda: 0.5 });
  const written = recordsIn(`${folder}/positions-0000.bin`).map((text) => {
    const record = Uint8Array.from(text.split(","), Number);
    return new DataView(record.buffer).getInt16(24, true);
  });
  const game = decodeGame(one);
  /** Turns White's scores into the sorted scores of the kept positions, for their side to move. */
  const kept = (scores: ArrayLike<number>): number[] => {
    const found: number[] = [];
    walkGame(new Position(), game, (position, move, score, ply) => {
      if (reasonToDrop(position, move, score, ply, FILTER) !== null) return;
      found.push(position.sideToMove === WHITE ? scores[ply] : 0 - scores[ply]);
    });
    return found.sort((a, b) => a - b);
  };
  const scores = hindsightScores(game, 0.5, EXPAND.scale);
  assert(written.length > 10);
  assertEquals(written.sort((a, b) => a - b), kept(scores));
  assertNotEquals(written, kept(game.scores));
});

testInFolder("`checkFiles()` counts good games and reports every fault", (folder) => {
  const [one, two] = PLAYED;
  const spoiled = two.slice();
  // The first move becomes e5e5, which no piece can play.
  spoiled[32] = 0x24;
  spoiled[33] = 0x09;
  Deno.writeFileSync(`${folder}/a.vf`, joined(one, spoiled, two));
  Deno.writeFileSync(`${folder}/b.vf`, one.subarray(0, one.length - 4));
  const faults: string[] = [];
  assertEquals(checkFiles(listGameFiles(folder), (fault) => faults.push(fault)), 2);
  assertEquals(faults.length, 2);
  assertMatch(faults[0], /^Game 2 of ".*a\.vf": Illegal move e5e5 at ply 0 in '/);
  assertMatch(faults[1], /b\.vf" ends within the game that starts at byte 0$/);
});

testInFolder("`mergeFiles()` writes each game once", (folder) => {
  const [one, two] = PLAYED;
  Deno.writeFileSync(`${folder}/a.vf`, joined(one, two, one));
  Deno.writeFileSync(`${folder}/b.vf`, two);
  const out = `${folder}/merged`;
  assertEquals(mergeFiles(listGameFiles(folder), out), { written: 2, repeated: 2 });
  assertEquals(gamesIn(out), [one, two]);
  assertThrows(() => mergeFiles([`${folder}/b.vf`], out), RangeError, "Expected --out to name a new file");
  assertEquals(gamesIn(out), [one, two]);
  // If a file is cut off, no temporary file remains.
  Deno.writeFileSync(`${folder}/c.vf`, two.subarray(0, two.length - 4));
  assertThrows(() => mergeFiles(listGameFiles(folder), `${out}2`), SyntaxError, "ends within the game");
  assertEquals(Object.keys(filesIn(folder)).sort(), ["a.vf", "b.vf", "c.vf", "merged"]);
});

testInFolder("games are not written into a folder from which they are read, where they would count twice", (folder) => {
  for (const name of ["games/deeper", "games2"]) Deno.mkdirSync(`${folder}/${name}`, { recursive: true });
  Deno.writeFileSync(`${folder}/one.vf`, new Uint8Array());
  const expect = (out: string) => () =>
    expectOutside(`${folder}/${out}`, [`${folder}/one.vf`, `${folder}/games`], "all.vf");
  for (const out of [".", "games2"]) expect(out)();
  for (const out of ["games", "games/deeper"]) assertThrows(expect(out), RangeError, 'but got "all.vf"');
});

testInFolder("a file that is named by itself and by its folder counts once", (folder) => {
  Deno.mkdirSync(`${folder}/games`);
  for (const name of ["a", "b"]) Deno.writeFileSync(`${folder}/games/${name}.vf`, GOOD);
  const names = (...paths: string[]) => gameFilesOf(paths.map((path) => `${folder}/${path}`)).map(basename);
  assertEquals(names("games"), ["a.vf", "b.vf"]);
  assertEquals(names("games/b.vf", "games", "games/../games", "games/b.vf"), ["b.vf", "a.vf"]);
});

Deno.test("the report counts games, endings, positions and repeated games", () => {
  const statistics = new GameStatistics(FILTER);
  const start = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
  const mate = gameOf(start, ["a1a8"], [31_999], WHITE_WON);
  const given = gameOf(start, ["a1a7", "g8f8"], [700, 750], WHITE_WON);
  for (const game of [mate, given, given]) statistics.add(decodeGame(game), game);
  assertEquals([statistics.games, statistics.positions, statistics.kept, statistics.repeatedGames], [3, 5, 4, 1]);
  const text = statistics.describe();
  assertMatch(text, /White won +3 +100\.0 %/);
  assertMatch(text, /by mate +1 +33\.3 %/);
  assertMatch(text, /adjudicated as won +2 +66\.7 %/);
  assertMatch(text, /excluded: mate +1 +20\.0 %/);
  assertMatch(text, /^too few positions to fit a sigmoid to the results$/m);
  const { games, fittedScale, scores, pieces } = JSON.parse(JSON.stringify(statistics));
  assertEquals([games, fittedScale, scores.flat().filter((count: number) => count > 0)], [3, null, [2, 2]]);
  assertEquals(pieces.map((count: number, men: number) => count * men).reduce((a: number, b: number) => a + b), 24);
});

Deno.test("the report finds the scale with which the results were made from scores", () => {
  const statistics = new GameStatistics(FILTER);
  const start = packStart(parseFen("8/8/3k4/8/4R3/4K3/8/8 w - - 0 1"));
  const games = 60;
  for (let score = -575; score < 600; score += 50) {
    const won = Math.round(games / (1 + Math.exp(-score / 250)));
    for (let i = 0; i < games; i++) {
      const game = encodeGame(start, [28 | 27 << 6], [score], i < won ? 2 : 0);
      statistics.add(decodeGame(game), game);
    }
  }
  assertAlmostEquals(statistics.fittedScale, 250, 15);
});
