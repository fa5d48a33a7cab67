/** The page's engine, run in Deno. @module */

import { assert, assertEquals, assertGreaterOrEqual } from "@std/assert";
import { Game } from "../../../engine/mod.ts";
import { describeHistories } from "../../../engine/view/mod.ts";
import { EngineLink } from "../../../web/engine/engine_link.ts";
import { workerAssets } from "./assets.ts";

/** Enough nodes for a search with more than one report. */
const NODES = 40_000;
/** The initial size of the engine. */
const SIZE = { threads: 1, hash: 16 };

Deno.test("a change of the size does not interrupt a search, and applies from the next search on", async () => {
  using assets = workerAssets();
  const { workers } = assets;
  const link = new EngineLink(assets, SIZE);
  let resized: Promise<boolean> | null = null;
  const outcome = await link.search((engine) => engine.analyse(new Game(), { nodes: NODES }), () => {
    resized ??= link.resize({ threads: 1, hash: 32 }, false);
  });
  assertEquals([outcome?.isStopped, await resized, workers.length], [false, true, 1]);
  assertGreaterOrEqual(outcome?.nodes ?? 0, NODES);
  assert(await link.search((engine) => engine.analyse(new Game(), { depth: 1 })) !== null);
  assertEquals(workers.length, 2);
  assertEquals(await link.resize({ threads: 1, hash: 32 }, false), false);
});

Deno.test("a search that is requested while the size changes waits for the new engine", async () => {
  using assets = workerAssets();
  const { workers } = assets;
  const link = new EngineLink(assets, SIZE);
  await link.start();
  const resized = link.resize({ threads: 1, hash: 32 }, false);
  assert(await link.search((engine) => engine.analyse(new Game(), { depth: 1 })) !== null);
  assertEquals([await resized, workers.length, link.state], [true, 2, "ready"]);
});

Deno.test("a change of the size does not interrupt an inspection", async () => {
  using assets = workerAssets();
  const link = new EngineLink(assets, SIZE);
  const game = new Game();
  await link.search((engine) => engine.analyse(game, { nodes: NODES }));
  const inspection = link.ask((engine) => engine.inspect(game));
  const resized = link.resize({ threads: 1, hash: 32 }, true);
  const { butterfly } = describeHistories(await inspection, game.position);
  assertGreaterOrEqual(Object.keys(butterfly).length, 1);
  assertEquals(await resized, true);
  // The new engine has learned nothing yet.
  assertEquals(describeHistories(await link.ask((engine) => engine.inspect(game)), game.position).butterfly, {});
});

Deno.test("a change of the size ends a search that may be interrupted", async () => {
  using assets = workerAssets();
  const { workers } = assets;
  const link = new EngineLink(assets, SIZE);
  let resized: Promise<boolean> | null = null;
  const outcome = await link.search((engine) => engine.analyse(new Game(), {}), () => {
    resized ??= link.resize({ threads: 1, hash: 32 }, true);
  });
  assertEquals([outcome?.isStopped, await resized], [true, true]);
  assert(await link.search((engine) => engine.analyse(new Game(), { depth: 1 })) !== null);
  assertEquals(workers.length, 2);
});
