/**
 * The experiments of the page and the positions of its tour, run in Deno.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { Game, type SearchWorker } from "../../../engine/mod.ts";
import { findSystems, type System } from "../../../engine/view/systems.ts";
import { projectPath } from "../../../tools/paths.ts";
import { EXPERIMENT_DEPTH, Laboratory } from "../../../web/engine/laboratory.ts";
import { TOUR } from "../../../web/text/tour.ts";

/** How many times the nodes a search needs at least without the system of a step. */
const LEAST = 1.25;

/** The nodes of a search without a system for one with it, after some moves. */
async function ratioAfter(laboratory: Laboratory, system: System, moves: string): Promise<number> {
  const game = new Game();
  for (const move of moves.split(" ")) game.move(move);
  const { on, off } = await laboratory.compare(game, system, EXPERIMENT_DEPTH);
  return off.nodes / on.nodes;
}

Deno.test("every step of the tour has a position in which a search needs more nodes without its system", async () => {
  const workers: SearchWorker[] = [];
  const laboratory = new Laboratory({
    startWorker: () => {
      const worker = new Worker(import.meta.resolve("../../../engine/tunable_worker.ts"), { type: "module" });
      workers.push(worker);
      return worker;
    },
    loadNetwork: () => Deno.readFile(projectPath("nnue/hindsight.net")),
  });
  const openings = new Set(TOUR.map(([, moves]) => moves));
  const stale: string[] = [];
  try {
    for (const [step, moves] of TOUR) {
      const [system] = findSystems([step]);
      const ratio = await ratioAfter(laboratory, system, moves);
      if (ratio >= LEAST) continue;
      const others: string[] = [];
      for (const other of openings) others.push(`${(await ratioAfter(laboratory, system, other)).toFixed(2)} ${other}`);
      stale.push(`${step} has ${ratio.toFixed(2)}; better: ${others.sort().reverse().slice(0, 3).join(", ")}`);
    }
  } finally {
    for (const worker of workers) worker.terminate();
  }
  assertEquals(stale, [], "After a change of network or search, choose other positions in web/text/tour.ts");
});
