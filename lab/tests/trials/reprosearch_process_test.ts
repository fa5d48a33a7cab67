/** The trial of searches that are repeated: what counts as a difference, and that the engine has none. @module */

import { assertEquals, assertMatch } from "@std/assert";
import { BENCH_POSITIONS } from "../../../engine/bench_positions.ts";
import { projectPath } from "../../../tools/paths.ts";
import { repeatSearches } from "../../trials/reprosearch.ts";
import { UciEngine } from "../../uci_engine.ts";
import { engineArguments } from "../../../tests/engine_bundle.ts";
import { OwnEngine } from "./own_engine.ts";

Deno.test("positions give the same nodes, scores and moves in another order, after a change to Hash, and in fresh processes", async () => {
  // `deno task reprosearch` tries more positions, with so many nodes that V8's optimiser compiles the search.
  const positions = BENCH_POSITIONS.slice(0, 1);
  const command = [Deno.execPath(), ...engineArguments(`--allow-read=${projectPath()}`)];
  const search = { positions, nodes: 500 };
  assertEquals(await repeatSearches(() => new UciEngine(command), search), { compared: 4, differences: [] });
});

Deno.test("a search that depends on anything else is reported as a difference", async () => {
  const found = async (how: "searches" | "hash" | "message" | "process" | "nothing") => {
    let processes = 0;
    const start = () => {
      const process = ++processes;
      let [searches, resizes] = [0, 0];
      return new OwnEngine((line) => {
        const isResize = line.startsWith("setoption name Hash ");
        if (isResize) resizes++;
        if (!line.startsWith("go ")) return isResize && how === "message" ? ["info string Refused"] : [];
        searches++;
        const nodes = { searches, hash: resizes, process, message: 7, nothing: 7 }[how];
        const info = `info depth 1 score cp 0 nodes ${nodes} time ${searches} nps ${searches} pv e2e4`;
        return [info, `info time ${searches}`, "bestmove e2e4"];
      });
    };
    const { compared, differences } = await repeatSearches(start, { positions: ["a", "b"], nodes: 5 });
    assertEquals(compared, 8);
    return differences.join("\n");
  };
  assertEquals(await found("nothing"), "");
  assertMatch(await found("searches"), /^in another order: b\nin another order: a\nafter a change to Hash: a\n/);
  assertMatch(await found("hash"), /^after a change to Hash: a\nafter a change to Hash: b$/);
  assertMatch(await found("message"), /^(a change to Hash prints 'info string Refused': [ab](\n|$)){4}$/);
  assertMatch(await found("process"), /^in its own process: a\nin its own process: b\nin a fresh process: a\n/);
});
