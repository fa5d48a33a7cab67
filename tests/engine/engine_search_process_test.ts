/**
 * The engine with workers that start late or die, and with several threads, levels and lines.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertRejects } from "@std/assert";
import { Engine } from "../../engine/engine.ts";
import type { EngineOptions } from "../../engine/engine_options.ts";
import { Game } from "../../engine/games/game.ts";
import { ENGINE_URL, startEngineWorker } from "../engine_bundle.ts";

const START = "startpos";
const MIDDLEGAME = "r2q1rk1/1b2bppp/p1n1pn2/1pp5/3P4/1BN1PN2/PP2QPPP/R1BR2K1 w - - 0 12";

/** A worker that receives nothing in its first milliseconds, as if the machine were slow to start it. */
class LateWorker extends Worker {
  static readonly DELAY_MS = 500;
  private readonly startsAt = performance.now() + LateWorker.DELAY_MS;

  override postMessage(message: unknown): void {
    const wait = this.startsAt - performance.now();
    if (wait <= 0) super.postMessage(message);
    else setTimeout(() => this.postMessage(message), wait);
  }
}

/**
 * Runs `body` with an engine, and returns how many workers it has started.
 *
 * @param createWorker Makes the worker with the given number, from 0.
 */
async function withEngine(
  options: EngineOptions,
  body: (engine: Engine) => Promise<void>,
  createWorker: (index: number) => Worker = startEngineWorker,
): Promise<number> {
  let started = 0;
  using engine = await Engine.start({ ...options, startWorker: () => createWorker(started++) });
  await body(engine);
  return started;
}

Deno.test("a beginner's moves are legal and vary, those of full strength do not where nodes bound the search", async () => {
  await withEngine({}, async (engine) => {
    const weak = new Set<string>();
    for (let i = 0; i < 12; i++) {
      await engine.newGame();
      const { move } = await engine.play(START, { time: 60_000, strength: 600 }).result;
      assert(new Game().isLegal(move ?? ""));
      weak.add(move ?? "");
    }
    assertGreater(weak.size, 1);
    const strong = new Set<string>();
    for (let i = 0; i < 3; i++) {
      await engine.newGame();
      const { move, nodes } = await engine.play(START, { nodes: 5000 }).result;
      assertGreater(nodes, 4000);
      strong.add(move ?? "");
    }
    assertEquals(strong.size, 1);
  });
});

Deno.test("there are as many threads as asked for, and full strength uses the time it has", async () => {
  const started = await withEngine({ threads: 3 }, async (engine) => {
    let deepest = 0;
    // On a busy machine the first iteration may take longer than the time.
    for (let time = 300; deepest <= 1 && time <= 30_000; time *= 10) {
      const start = performance.now();
      const { move, depth } = await engine.play(START, { time }).result;
      assertGreater(performance.now() - start, time - 50);
      assert(new Game().isLegal(move ?? ""));
      deepest = depth;
    }
    assertGreater(deepest, 1);
  });
  assertEquals(started, 3);
});

Deno.test("a search has all of its time, however long the threads take to start", async () => {
  const start = performance.now();
  await withEngine({}, async (engine) => {
    const searchStart = performance.now();
    await engine.analyse(START, { time: 300 }).result;
    assertGreater(performance.now() - searchStart, 250);
    assertGreater(performance.now() - start, LateWorker.DELAY_MS + 250);
  }, () => new LateWorker(ENGINE_URL, { type: "module" }));
});

Deno.test("a helper that dies fails one search, not all that follow", async () => {
  const started = await withEngine({ threads: 2 }, async (engine) => {
    // The helper dies at its first search, but on a busy machine it may start late.
    await assertRejects(
      async () => {
        for (let i = 0; i < 300; i++) await engine.analyse(START, { time: 100 }).result;
      },
      Error,
      "Broken on purpose",
    );
    const { move } = await engine.analyse(START, { time: 100 }).result;
    assert(new Game().isLegal(move ?? ""));
  }, (index) => {
    const isBroken = index === 1;
    const file = isBroken ? new URL("../search/threads/faulty_worker.ts", import.meta.url) : ENGINE_URL;
    return new Worker(file, { type: "module", name: isBroken ? "throw" : "search" });
  });
  assertEquals(started, 3);
});

Deno.test("the lines of a search that time interrupted begin with different moves", async () => {
  await withEngine({}, async (engine) => {
    for (let i = 0; i < 20; i++) {
      const { lines } = await engine.analyse(MIDDLEGAME, { time: 20 + 5 * i, lines: 6 }).result;
      const moves = lines.map((line) => line.moves[0]);
      assertEquals(new Set(moves).size, moves.length, `${moves}`);
    }
  });
});
