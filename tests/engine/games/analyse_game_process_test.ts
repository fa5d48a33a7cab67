/** The analysis of a game by the library: the notes that it writes into the tree, and what it refuses. */

import { assert, assertEquals, assertGreater, assertLess, assertRejects } from "@std/assert";
import { analyseGame, type AnalyseGameOptions, EnginePool, Game, gameFromPgn, Position } from "../../../engine/mod.ts";
import { PositionError } from "../../../engine/mod.ts";
import { sharedEngine } from "../shared_engine.ts";

/** Black's second move loses the queen. */
const BLUNDER = "1. e4 e5 2. Nf3 Qg5 3. Nxg5 Nf6 4. d4 *";

Deno.test("`analyseGame()` writes evaluations, glyphs, comments and better lines into the game", async () => {
  const game = gameFromPgn(BLUNDER);
  game.mainLine[0].comments = ["My favourite"];
  const sans = game.history();
  const engine = await sharedEngine();
  const progress: (readonly [number, number])[] = [];
  const onProgress = (done: number, total: number): number => progress.push([done, total]);
  const { moves, players, isComplete } = await analyseGame(game, engine, { depth: 5, lines: 2, onProgress });
  assert(isComplete);
  assertEquals(progress, sans.map((_, i) => [i + 1, sans.length + 1] as const).concat([[8, 8]]));
  assertEquals(game.history(), sans);
  assertEquals(game.mainLine.map(({ evaluation }) => evaluation), moves.map((move) => move?.evaluation ?? null));
  const at = sans.indexOf("Qg5");
  const [move, node] = [moves[at], game.mainLine[at]];
  const text = `Blunder. ${move?.best[0]} was best. ${move?.reason}`;
  assertEquals([move?.judgement, node.glyphs, node.text], ["blunder", [4], text]);
  const variation = node.parent?.children[1];
  assertEquals([variation, ...variation?.line ?? []].map((each) => each?.san), [...move?.best ?? []]);
  assertEquals(game.mainLine[0].text, "My favourite");
  assertGreater(players.white.accuracy, players.black.accuracy);
  assertEquals(game.tags.get("BlackAccuracy"), players.black.accuracy?.toFixed(1));
  assertEquals(gameFromPgn(game.toPgn()).toPgn(), game.toPgn());
});

Deno.test("`analyseGame()` replaces an earlier analysis, and moves a game away from a move that it removes", async () => {
  const game = gameFromPgn(BLUNDER);
  const engine = await sharedEngine();
  await analyseGame(game, engine, { depth: 5 });
  const first = game.toPgn();
  const variation = game.mainLine[3].parent?.children[1];
  assert(variation !== undefined);
  game.goTo(variation);
  await analyseGame(game, engine, { depth: 5 });
  assertEquals(game.toPgn(), first);
  assert([...game.walk()].includes(game.current));
  assertEquals(game.current, game.mainLine[2]);
  game.move("Nc6");
});

Deno.test("`analyseGame()` refuses endless searches and games that change during the analysis, and a signal aborts it", async () => {
  const game = gameFromPgn(BLUNDER);
  const before = game.toPgn();
  const engine = await sharedEngine();
  await assertRejects(() => analyseGame(game, engine, {}), TypeError, "nothing bounds the searches");
  await assertRejects(() => analyseGame(game, engine, { depth: 0 }), RangeError, "'depth'");
  const unknown = { depth: 1, mate: 1 } as AnalyseGameOptions;
  await assertRejects(() => analyseGame(game, engine, unknown), TypeError, "but got 'mate'");
  await assertRejects(() => analyseGame("e4" as unknown as Game, engine, { depth: 1 }), TypeError, "Expected a Game");
  const controller = new AbortController();
  const reason = new Error("The page was left");
  const onProgress = (done: number): void => done === 3 ? controller.abort(reason) : undefined;
  const { signal } = controller;
  const error = await assertRejects(() => analyseGame(game, engine, { nodes: 500, signal, onProgress }));
  assertEquals(error, reason);
  assertEquals(await assertRejects(() => analyseGame(game, engine, { depth: 1, signal })), reason);
  assertEquals(game.toPgn(), before);
  const change = (done: number): void => done === 2 ? game.delete(game.end) : undefined;
  await assertRejects(() => analyseGame(game, engine, { depth: 1, onProgress: change }), PositionError, "were changed");
  assert(game.mainLine.every(({ evaluation }) => evaluation === null));
});

Deno.test("an analysis searches a position without the corrections that were learned from later positions", async () => {
  const game = gameFromPgn(`${BLUNDER.slice(0, -2)} Nc6 5. d5 Nb4 6. c3 Na6 7. Bxa6 bxa6 8. Qf3 Rb8 9. Qg3 *`);
  const engine = await sharedEngine();
  const used = async (): Promise<number> => {
    const { fills } = await engine.inspect("startpos");
    return fills.reduce((sum, { table, used }) => sum + (table.startsWith("correction: ") ? used : 0), 0);
  };
  await engine.analyse("startpos", { depth: 7 }).result;
  const alone = await used();
  assertGreater(alone, 100);
  await analyseGame(game, engine, { depth: 7 });
  assertLess(await used(), 2 * alone);
  // If the positions are searched in game order, the corrections stay.
  await engine.newGame();
  const sans = game.history();
  for (const ply of sans.keys()) await engine.analyse({ moves: sans.slice(0, ply) }, { depth: 7 }).result;
  assertGreater(await used(), 4 * alone);
});

Deno.test("one engine analyses several games one after the other, and an aborted analysis does not delay the others", async () => {
  const engine = await sharedEngine();
  const analysed = async (signal?: AbortSignal): Promise<string> => {
    const game = gameFromPgn(BLUNDER);
    await analyseGame(game, engine, { depth: 5, signal });
    return game.toPgn();
  };
  const alone = await analysed();
  const controller = new AbortController();
  const [first, given, third] = [analysed(), analysed(controller.signal), analysed()];
  controller.abort(new Error("enough"));
  await assertRejects(() => given, Error, "enough");
  assertEquals([await first, await third], [alone, alone]);
});

Deno.test("in a pool each game has its own engine, and the result is the same as from a single engine", async () => {
  await using pool = await EnginePool.start({ size: 2, hash: 4, limits: {} });
  const [alone, endless, ...games] = Array.from({ length: 4 }, () => gameFromPgn(BLUNDER));
  await analyseGame(alone, await sharedEngine(), { depth: 5 });
  const controller = new AbortController();
  const given = assertRejects(() => analyseGame(endless, pool, { depth: 200, signal: controller.signal }));
  await Promise.all(games.map((game) => analyseGame(game, pool, { depth: 5 })));
  controller.abort();
  await given;
  assertEquals(games.map((game) => game.toPgn()), [alone.toPgn(), alone.toPgn()]);
});

Deno.test("a move of a game is searched with the earlier positions of the game", async () => {
  const engine = await sharedEngine();
  const { end } = gameFromPgn("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *");
  for (const from of [end, new Position(end)]) {
    const { lines } = await engine.analyse(from, { depth: 4, lines: 20 }).result;
    assertEquals(lines.find(({ san }) => san[0] === "Ng8")?.score, { type: "cp", value: 0 });
  }
});
