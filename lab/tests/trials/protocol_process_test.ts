/** Sends lines without waiting, to the engine (150 here, 5,000 in the nightly run) and to engines that fail. @module */

import { assertEquals, assertMatch } from "@std/assert";
import { engineArguments } from "../../../tests/engine_bundle.ts";
import { tries } from "../../../tests/effort.ts";
import { projectPath } from "../../../tools/paths.ts";
import { converse } from "../../trials/protocol.ts";
import { UciEngine } from "../../uci_engine.ts";
import { OwnEngine } from "./own_engine.ts";

/** Much more than the engine needs, so that a busy machine does not make the test fail. */
const LATE_MS = 20_000;

Deno.test("lines that are sent without waiting, right and wrong, are answered soon, once, and with legal moves", async () => {
  await using engine = new UciEngine([Deno.execPath(), ...engineArguments(`--allow-read=${projectPath()}`)], "piped");
  const { faults, goes } = await converse(engine, { lines: tries(150, 5000), seed: 20261128n, lateMs: LATE_MS });
  assertEquals(faults, []);
  assertEquals(goes > 10, true);
  assertEquals([await engine.quit(), await engine.errors], [0, ""]);
});

Deno.test("an engine that answers late, twice or with no legal move fails, and the lines before it are shown", async () => {
  const cases: [what: RegExp, perft: string[], go: string[], lateMs: number][] = [
    [/^a1a3 is none of the legal moves e2e4, after these lines:\n {2}/, ["e2e4: 1"], ["bestmove a1a3"], LATE_MS],
    [/^\d+ best moves for \d+ searches, after these lines:/, ["e2e4: 1"], ["bestmove e2e4", "bestmove e2e4"], LATE_MS],
    [/^e2e4 is none of the legal moves , after these lines:/, [], ["bestmove e2e4"], LATE_MS],
    [/^A readyok came after \d+ ms, after these lines:/, ["e2e4: 1"], ["bestmove e2e4"], -1],
  ];
  for (const [what, perft, go, lateMs] of cases) {
    const engine = new OwnEngine((line) => {
      if (/^\s*isready/.test(line)) return ["readyok"];
      if (/^(go )?perft/.test(line)) return [...perft, "Nodes searched: 1"];
      return /^\s*go(\s|$)/.test(line) ? go : [];
    });
    const { faults: [fault] } = await converse(engine, { lines: 3, seed: 1n, lateMs });
    assertMatch(fault, what);
  }
});

Deno.test("the moves of an earlier perft are not taken for the legal moves", async () => {
  const counted: string[] = [];
  const engine = new OwnEngine((line) => {
    if (/^\s*isready/.test(line)) return ["readyok"];
    const isOne = line === "perft 1";
    if (/^(go )?(perft|bench)/.test(line) && !isOne) counted.push("Nodes searched: 20");
    else if (isOne || /^\s*go(\s|$)/.test(line)) {
      return counted.splice(0).concat(isOne ? ["e2e4: 1", "Nodes searched: 1"] : ["bestmove e2e4"]);
    }
    return [];
  });
  const { faults } = await converse(engine, { lines: 100, seed: 1n, lateMs: LATE_MS });
  assertEquals(faults, []);
});
