/**
 * The experiments of the page, run in Deno.
 *
 * @module
 */

import { assertEquals, assertNotEquals } from "@std/assert";
import { Game, type SearchWorker } from "../../../engine/mod.ts";
import { SYSTEMS } from "../../../engine/view/systems.ts";
import { projectPath } from "../../../tools/paths.ts";
import { Laboratory } from "../../../web/engine/laboratory.ts";
import { TOUR } from "../../../web/text/tour.ts";

/** Plies; the page searches deeper. */
const DEPTH = 9;

Deno.test("every step of the tour has a position in which its system changes the search", async () => {
  const workers: SearchWorker[] = [];
  const laboratory = new Laboratory({
    startWorker: () => {
      const worker = new Worker(import.meta.resolve("../../../engine/tunable_worker.ts"), { type: "module" });
      workers.push(worker);
      return worker;
    },
    loadNetwork: () => Deno.readFile(projectPath("nnue/hindsight.net")),
  });
  try {
    for (const [step, moves] of TOUR) {
      const system = SYSTEMS.find(({ name }) => name === step);
      if (system === undefined) throw new RangeError(`Expected a system, but got "${step}"`);
      const game = new Game();
      for (const move of moves.split(" ")) game.move(move);
      const { on, off, depth } = await laboratory.compare(game, system, DEPTH);
      assertEquals(depth, DEPTH);
      assertNotEquals(on.nodes, off.nodes, step);
    }
  } finally {
    for (const worker of workers) worker.terminate();
  }
});
