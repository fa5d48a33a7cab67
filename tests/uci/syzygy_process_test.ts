/**
 * The options for endgame tables as a GUI sees them: a process, its input and its output. Costs about 10 s.
 *
 * @module
 */

import { legalMoves } from "../../core/movegen.ts";
import { assert, assertEquals, assertGreater, assertMatch, assertNotEquals } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { type TestTables, testTables } from "../tablebase/fixtures.ts";
import { EngineProcess } from "./engine_process.ts";
import { BEST_MOVE, MESSAGE } from "./protocol_fixtures.ts";

const BISHOP_AND_KNIGHT = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1";
/** Five men; a capture and the pawn lead to tables. */
const FIVE_MEN = "8/n7/8/8/3k4/2p5/8/R3K3 w - - 0 1";
/** Of the 16 moves, all of which but a few win, one comes nearest to the next zeroing of the clock by the tables. */
const ONE_WAY = "3k4/8/3K4/8/8/8/8/1B1N4 w - - 40 90";
const NEAREST = "b1g6";

/** Registers a test with a folder of all tables and an engine that may read no more than that. */
function testEngine(
  name: string,
  fn: (engine: EngineProcess, folder: string, tables: TestTables) => Promise<void>,
): void {
  testTables(name, (tables) => withEngine(tables, tables.folderFiles, (engine, folder) => fn(engine, folder, tables)));
}

/** What a search reported last, and what it reported besides. */
interface Answer {
  score: string;
  tbhits: number;
  bestMove: string;
  messages: string[];
}

async function search(engine: EngineProcess, fen: string, go: string = "go depth 5"): Promise<Answer> {
  await engine.send("ucinewgame", `position fen ${fen}`, go);
  const lines = await engine.until(/^bestmove/);
  const best = lines.pop() ?? "";
  assertMatch(best, BEST_MOVE);
  const last = lines.filter((line) => line.includes(" tbhits ")).pop() ?? "";
  const [, score, tbhits] = / score (cp -?\d+|mate -?\d+) .* tbhits (\d+) /.exec(last) ?? [];
  const messages = lines.filter((line) => MESSAGE.test(line));
  return { score, tbhits: Number(tbhits), bestMove: best.split(" ")[1], messages };
}

/** Calls `body` with a folder of some tables and an engine that may read it. */
function withEngine(
  tables: TestTables,
  fileNames: readonly string[],
  body: (engine: EngineProcess, folder: string) => Promise<void>,
): Promise<void> {
  return tables.withFolder(async (folder) => {
    await using engine = new EngineProcess({ read: folder });
    await body(engine, folder);
  }, fileNames);
}

testEngine(
  "what SyzygyPath holds is written in one line, and `tbhits` counts what was found there",
  async (engine, folder, { folderNames }) => {
    assertEquals((await search(engine, BISHOP_AND_KNIGHT)).tbhits, 0);
    assertEquals(await engine.answers(`setoption name SyzygyPath value ${folder}`), [
      `info string Found ${folderNames.length} WDL and ${folderNames.length} DTZ tablebases of up to 4 men`,
    ]);
    const { score, tbhits, messages } = await search(engine, BISHOP_AND_KNIGHT);
    assertEquals([score, messages], ["cp 20000", []]);
    assertEquals(tbhits, legalMoves(parseFen(BISHOP_AND_KNIGHT)).length);
    // In the tree.
    assertGreater((await search(engine, FIVE_MEN, "go depth 10")).tbhits, 5);
    assertMatch((await engine.answers("setoption name SyzygyPath value <empty>"))[0], /none will be used$/);
    assertEquals((await search(engine, BISHOP_AND_KNIGHT)).tbhits, 0);
  },
);

testEngine(
  "a root move is chosen by its distance in the tables, which the search alone does not see at every depth",
  async (engine, folder) => {
    const depths = [1, 2, 6];
    const alone: (string | undefined)[] = [];
    for (const depth of depths) alone.push((await search(engine, ONE_WAY, `go depth ${depth}`)).bestMove);
    assertNotEquals(alone, depths.map(() => NEAREST));
    await engine.answers(`setoption name SyzygyPath value ${folder}`);
    for (const depth of depths) {
      const { bestMove, score } = await search(engine, ONE_WAY, `go depth ${depth}`);
      assertEquals([bestMove, score], [NEAREST, "cp 20000"]);
    }
  },
);

testEngine("SyzygyProbeDepth and SyzygyProbeLimit say which positions are looked up", async (engine, folder) => {
  await engine.answers(`setoption name SyzygyPath value ${folder}`);
  const hits = async (option: string): Promise<number> => {
    assertEquals(await engine.answers(`setoption name ${option}`), []);
    return (await search(engine, FIVE_MEN, "go depth 10")).tbhits;
  };
  const all = await hits("SyzygyProbeDepth value 1");
  // Fewer positions asked for are not fewer hits: a search that finds less goes on longer.
  assertNotEquals(await hits("SyzygyProbeDepth value 100"), all);
  assertEquals(await hits("SyzygyProbeDepth value 1"), all);
  assertNotEquals(await hits("SyzygyProbeLimit value 3"), all);
  assertEquals((await search(engine, BISHOP_AND_KNIGHT, "go depth 1")).tbhits, 0);
  assertEquals(await hits("SyzygyProbeLimit value 0"), 0);
  assertEquals(await hits("SyzygyProbeLimit value 4"), all);
});

testEngine("Syzygy50MoveRule decides whether a win that takes too long counts", async (engine, folder) => {
  await engine.answers(`setoption name SyzygyPath value ${folder}`);
  const late = BISHOP_AND_KNIGHT.replace("0 1", "80 90");
  assertEquals((await search(engine, BISHOP_AND_KNIGHT)).score, "cp 20000");
  assertMatch((await search(engine, late)).score, /^cp \d$/);
  await engine.answers("setoption name Syzygy50MoveRule value false");
  assertEquals((await search(engine, late)).score, "cp 20000");
});

testEngine(
  "a folder that is missing, and a table that is, cost one line at most, and the game goes on",
  async (engine, _, tables) => {
    const reported = await engine.answers("setoption name SyzygyPath value /no/such/folder");
    assertEquals(reported.length, 1);
    assertMatch(reported[0], /^info string .*\/no\/such\/folder/);
    const answer = await search(engine, BISHOP_AND_KNIGHT);
    assertEquals([answer.tbhits, answer.messages], [0, []]);

    await withEngine(tables, ["KRvK.rtbw", "KRvK.rtbz"], async (engine, folder) => {
      const found = await engine.answers(`setoption name SyzygyPath value ${folder}`);
      assertEquals(found, ["info string Found 1 WDL and 1 DTZ tablebases of up to 3 men"]);
      assertEquals((await search(engine, "8/8/8/3k4/8/8/8/KR6 w - - 0 1")).score, "cp 20000");
      const { tbhits, messages } = await search(engine, BISHOP_AND_KNIGHT);
      assertEquals([tbhits, messages], [0, []]);
      // The files go while the engine runs. Distances alone are of no use.
      Deno.removeSync(`${folder}/KRvK.rtbw`);
      assertEquals(await engine.answers(`setoption name SyzygyPath value ${folder}`), [
        `info string Found 1 DTZ tablebases in '${folder}', but none can be used without its .rtbw file`,
      ]);
      Deno.removeSync(`${folder}/KRvK.rtbz`);
      assertEquals(await engine.answers(`setoption name SyzygyPath value ${folder}`), [
        `info string Found no tablebases in '${folder}'`,
      ]);
      assertEquals((await search(engine, "8/8/8/3k4/8/8/8/KR6 w - - 0 1")).tbhits, 0);
    });
  },
);

testTables(
  "a table that is empty, cut off or overwritten is reported in one line, and the game goes on without it",
  async (tables) => {
    const names = ["KBNvK.rtbw", "KBNvK.rtbz", "KBvK.rtbw", "KBvK.rtbz", "KNvK.rtbw", "KNvK.rtbz"];
    const whole = tables.read("KBNvK.rtbw");
    const noise = whole.map((byte, i) => i < 4 ? byte : (i * 167 + 13) & 255);
    for (const bytes of [new Uint8Array(0), whole.subarray(0, whole.length >> 1), noise]) {
      await withEngine(tables, names, async (engine, folder) => {
        Deno.writeFileSync(`${folder}/KBNvK.rtbw`, bytes);
        await engine.send("setoption name Threads value 2");
        assertEquals(await engine.answers(`setoption name SyzygyPath value ${folder}`), [
          "info string Found 3 WDL and 3 DTZ tablebases of up to 4 men",
        ]);
        const messages: string[] = [];
        for (let i = 0; i < 3; i++) {
          const answer = await search(engine, BISHOP_AND_KNIGHT, "go nodes 2000");
          assert(answer.score !== "cp 20000");
          messages.push(...answer.messages);
        }
        assertEquals(messages.length, 1, `${bytes.length} bytes: ${messages.join("\n")}`);
        assertMatch(messages[0], /KBNvK\.rtbw is not usable: /);
        // Those that are whole are used still.
        assertGreater((await search(engine, "8/8/8/8/3k4/8/8/KB6 w - - 0 1")).tbhits, 0);
      });
    }
  },
);
