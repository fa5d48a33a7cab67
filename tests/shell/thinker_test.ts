/**
 * The engine as the programs use it, with its settings and levels.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertRejects } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import type { GameRecord } from "../../search/messages.ts";
import { FULL_LEVEL } from "../../search/weaker_play.ts";
import { effortOfTime, Thinker } from "../../shell/thinker.ts";
import { legalMoves } from "../../uci/game.ts";
import { defaultSettings } from "../../uci/options.ts";

const START: GameRecord = { fen: START_FEN, chess960: false, moves: [] };

/** Runs `body` with a thinker, of whose workers one may be broken, and tells how many workers it has started. */
async function withThinker(
  threads: number,
  body: (thinker: Thinker) => Promise<void>,
  broken: number | null = null,
): Promise<number> {
  let started = 0;
  const startWorker = (): Worker => {
    const isBroken = started++ === broken;
    const file = new URL(isBroken ? "../search/faulty_worker.ts" : "../../main.ts", import.meta.url);
    return new Worker(file, { type: "module", name: isBroken ? "throw" : "search" });
  };
  const context = { startWorker, parameters: null, write: () => {}, complain: () => {} };
  const thinker = new Thinker(context, { ...defaultSettings(), threads });
  try {
    await body(thinker);
  } finally {
    thinker.close();
  }
  return started;
}

Deno.test("a beginner's moves are legal and vary, those of full strength do not where nodes bound the search", async () => {
  await withThinker(1, async (thinker) => {
    const legal = legalMoves(parseFen(START_FEN));
    const weak = new Set<number>();
    for (let i = 0; i < 12; i++) {
      thinker.newGame();
      const [{ line }] = await thinker.play(START, 60000, 0);
      assert(legal.includes(line[0]));
      weak.add(line[0]);
    }
    assertGreater(weak.size, 1);
    const strong = new Set<number>();
    for (let i = 0; i < 3; i++) {
      thinker.newGame();
      const [{ line, nodes }] = await thinker.think(START, { ...effortOfTime(Infinity), nodes: 5000 });
      assertGreater(nodes, 4000);
      strong.add(line[0]);
    }
    assertEquals(strong.size, 1);
  });
});

Deno.test("the setting for threads is kept to, and the highest level uses the time it has", async () => {
  const started = await withThinker(3, async (thinker) => {
    // The threads have started then: on a busy machine that takes longer than the search that is timed.
    await thinker.think(START, { ...effortOfTime(Infinity), nodes: 2000 });
    const start = performance.now();
    const [{ line, depth }] = await thinker.play(START, 300, FULL_LEVEL);
    assertGreater(performance.now() - start, 250);
    assert(legalMoves(parseFen(START_FEN)).includes(line[0]));
    assertGreater(depth, 1);
  });
  assertEquals(started, 3);
});

Deno.test("a thread that dies fails one search, not all that follow", async () => {
  const started = await withThinker(2, async (thinker) => {
    // The helper dies at its first search, but on a busy machine it may start late.
    await assertRejects(
      async () => {
        for (let i = 0; i < 30; i++) await thinker.think(START, effortOfTime(300));
      },
      Error,
      "Broken on purpose",
    );
    const [{ line }] = await thinker.think(START, effortOfTime(300));
    assert(legalMoves(parseFen(START_FEN)).includes(line[0]));
  }, 1);
  assertEquals(started, 3);
});
