/**
 * The engine as the programs use it, with its settings and levels.
 *
 * @module
 */

import { defaultSettings } from "../../engine/settings.ts";
import type { GameRecord } from "../../core/game_record.ts";
import { legalMoves } from "../../core/movegen.ts";
import { assert, assertEquals, assertGreater, assertLess, assertRejects } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { FULL_LEVEL } from "../../search/weaker_play.ts";
import { effortOfTime, Thinker } from "../../engine/thinker.ts";

const START: GameRecord = { fen: START_FEN, chess960: false, moves: [] };

const MIDDLEGAME: GameRecord = {
  fen: "r2q1rk1/1b2bppp/p1n1pn2/1pp5/3P4/1BN1PN2/PP2QPPP/R1BR2K1 w - - 0 12",
  chess960: false,
  moves: [],
};

/** A worker that hears nothing in its first milliseconds, as if the machine were slow to start it. */
class LateWorker extends Worker {
  static readonly DELAY_MS = 500;
  private readonly hearsAt = performance.now() + LateWorker.DELAY_MS;

  override postMessage(message: unknown): void {
    const wait = this.hearsAt - performance.now();
    if (wait <= 0) super.postMessage(message);
    else setTimeout(() => this.postMessage(message), wait);
  }
}

const ENGINE = new URL("../../main.ts", import.meta.url);

/**
 * Runs `body` with a thinker, and tells how many workers it has started.
 *
 * @param createWorker Makes the worker with the given number, from 0.
 */
async function withThinker(
  threads: number,
  body: (thinker: Thinker) => Promise<void>,
  createWorker: (index: number) => Worker = () => new Worker(ENGINE, { type: "module" }),
): Promise<number> {
  let started = 0;
  const startWorker = (): Worker => createWorker(started++);
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

Deno.test("a search has all of its time, however long the threads take to start", async () => {
  await withThinker(1, async (thinker) => {
    const start = performance.now();
    await thinker.think(START, effortOfTime(300));
    assertGreater(performance.now() - start, LateWorker.DELAY_MS + 250);
  }, () => new LateWorker(ENGINE, { type: "module" }));
});

Deno.test("who says `stop()` while the threads start is answered at once", async () => {
  await withThinker(1, async (thinker) => {
    const start = performance.now();
    const thoughts = thinker.think(START, effortOfTime(60_000));
    thinker.stop();
    assert(legalMoves(parseFen(START_FEN)).includes((await thoughts)[0].line[0]));
    assertLess(performance.now() - start, 30_000);
  });
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
  }, (index) => {
    const isBroken = index === 1;
    const file = isBroken ? new URL("../search/threads/faulty_worker.ts", import.meta.url) : ENGINE;
    return new Worker(file, { type: "module", name: isBroken ? "throw" : "search" });
  });
  assertEquals(started, 3);
});

Deno.test("the lines of a search that time broke off begin with different moves", async () => {
  await withThinker(1, async (thinker) => {
    for (let i = 0; i < 20; i++) {
      const thoughts = await thinker.think(MIDDLEGAME, effortOfTime(20 + 5 * i), 6);
      const moves = thoughts.map(({ line }) => line[0]);
      assertEquals(new Set(moves).size, moves.length, `${moves}`);
    }
  });
});
