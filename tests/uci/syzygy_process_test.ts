import { legalMoves } from "../../core/movegen.ts";
import { assert, assertEquals, assertGreater, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { parseGo } from "../../uci/parse.ts";
import { Session } from "../../uci/session.ts";
import { startEngineWorker } from "../engine_bundle.ts";
import { testTables } from "../tablebase/fixtures.ts";
import { EngineProcess } from "./engine_process.ts";
import { BEST_MOVE, MESSAGE, SIGN_OF_LIFE } from "./protocol_fixtures.ts";

const BISHOP_AND_KNIGHT = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1";
/** Five men; the capture on a7, and later captures of the pawn, lead to tables. */
const FIVE_MEN = "8/n7/8/8/3k4/2p5/8/R3K3 w - - 0 1";
/** Most of the 16 moves win; according to the tables, `NEAREST` leads to a capture, pawn move or mate soonest. */
const ONE_WAY = "3k4/8/3K4/8/8/8/8/1B1N4 w - - 40 90";
const NEAREST = "b1g6";

/** The score and tablebase hits in a search's last line, its best move, and its messages. */
type Answer = { score: string; tbhits: number; bestMove: string; messages: string[] };

async function search(engine: EngineProcess, fen: string, go: string = "go depth 5"): Promise<Answer> {
  const lines = await engine.until(/^bestmove/, "ucinewgame", `position fen ${fen}`, go);
  const best = lines.pop() ?? "";
  assertMatch(best, BEST_MOVE);
  const last = lines.filter((line) => line.includes(" tbhits ")).pop() ?? "";
  const [, score, tbhits] = / score (cp -?\d+|mate -?\d+) .* tbhits (\d+) /.exec(last) ?? [];
  const messages = lines.filter((line) => MESSAGE.test(line));
  return { score, tbhits: Number(tbhits), bestMove: best.split(" ")[1], messages };
}

/** Sets the path of the tables, and returns the message about it. The engine always reads the path again. */
async function setPath(engine: EngineProcess, path: string): Promise<string[]> {
  const none = await engine.answers("setoption name SyzygyPath value <empty>");
  return path === "<empty>" ? none : await engine.answers(`setoption name SyzygyPath value ${path}`);
}

testTables(
  "the options decide which tables every thread looks up, and the meaning of their results",
  (tables) =>
    tables.withFolder(async (folder) => {
      await using engine = new EngineProcess({ readsAll: true });
      const count = tables.names.length;
      const found = `info string Found ${count} WDL and ${count} DTZ tablebases of up to 4 men`;
      const rootMoves = legalMoves(parseFen(BISHOP_AND_KNIGHT)).length;
      const depths = [1, 2, 6];
      const alone: string[] = [];
      for (const depth of depths) alone.push((await search(engine, ONE_WAY, `go depth ${depth}`)).bestMove);
      assertNotEquals(alone, depths.map(() => NEAREST));
      assertEquals((await search(engine, BISHOP_AND_KNIGHT)).tbhits, 0);

      // A change of tables waits for the end of a search.
      await engine.line(BEST_MOVE, "go infinite", `setoption name SyzygyPath value ${folder}`, "stop");
      assertEquals(await engine.answers(), [found]);
      const { score, tbhits, messages } = await search(engine, BISHOP_AND_KNIGHT);
      assertEquals([score, tbhits, messages], ["cp 20000", rootMoves, []]);
      // The tables' distances choose the root move.
      for (const depth of depths) {
        const { bestMove, score } = await search(engine, ONE_WAY, `go depth ${depth}`);
        assertEquals([bestMove, score], [NEAREST, "cp 20000"]);
      }

      const hits = async (option: string): Promise<number> => {
        assertEquals(await engine.answers(`setoption name ${option}`), []);
        return (await search(engine, FIVE_MEN, "go depth 7")).tbhits;
      };
      // In the tree, a lower probe limit does not mean fewer hits: a search that finds less continues longer.
      const all = await hits("SyzygyProbeDepth value 1");
      assertGreater(all, 5);
      assertNotEquals(await hits("SyzygyProbeDepth value 100"), all);
      assertEquals(await hits("SyzygyProbeDepth value 1"), all);
      assertNotEquals(await hits("SyzygyProbeLimit value 3"), all);
      assertEquals((await search(engine, BISHOP_AND_KNIGHT, "go depth 1")).tbhits, 0);
      assertEquals(await hits("SyzygyProbeLimit value 0"), 0);
      assertEquals(await hits("SyzygyProbeLimit value 4"), all);

      // With this clock, the win takes too long for the fifty-move rule.
      const late = BISHOP_AND_KNIGHT.replace("0 1", "80 90");
      assertMatch((await search(engine, late)).score, /^cp \d$/);
      await engine.answers("setoption name Syzygy50MoveRule value false");
      assertEquals((await search(engine, late)).score, "cp 20000");

      // Each thread looks up every move of this root, and nothing in the tree. On a busy machine it may start late.
      await engine.answers("setoption name Threads value 2");
      let sum = 0;
      for (let ms = 100; sum < 2 * rootMoves && ms < 30_000; ms *= 4) {
        sum = (await search(engine, BISHOP_AND_KNIGHT, `go movetime ${ms}`)).tbhits;
      }
      assertEquals(sum, 2 * rootMoves);
      assertMatch((await setPath(engine, "<empty>"))[0], /none will be used$/);
      assertEquals((await search(engine, BISHOP_AND_KNIGHT)).tbhits, 0);
    }),
);

testTables(
  "a missing or damaged folder or table is reported in one line, and the game continues with the others",
  (tables) =>
    tables.withFolder(async (folder) => {
      const path = `${folder}/KBNvK.rtbw`;
      const whole = tables.read("KBNvK.rtbw");
      await using engine = new EngineProcess({ readsAll: true });
      const reported = await setPath(engine, "/no/such/folder");
      assertEquals(reported.length, 1);
      assertMatch(reported[0], /^info string .*\/no\/such\/folder/);
      const answer = await search(engine, BISHOP_AND_KNIGHT);
      assertEquals([answer.tbhits, answer.messages], [0, []]);

      await engine.send("setoption name Threads value 2");
      const damages = [
        [new Uint8Array(0), ""],
        [whole.subarray(0, whole.length >> 1), ""],
        [whole.map((byte, i) => i < 4 ? byte : (i * 167 + 13) & 255), ""],
        [new Uint8Array(22), "Expected a multiple of 64 bytes and 16 more, but got 22"],
      ] as const;
      for (const [bytes, fault] of damages) {
        Deno.writeFileSync(path, bytes);
        const found = "info string Found 3 WDL and 3 DTZ tablebases of up to 4 men";
        assertEquals(await setPath(engine, folder), [found]);
        const messages: string[] = [];
        for (let i = 0; i < 2; i++) {
          const answer = await search(engine, BISHOP_AND_KNIGHT, "go nodes 2000");
          assert(answer.score !== "cp 20000");
          messages.push(...answer.messages);
        }
        assertEquals(messages.length, 1, `${bytes.length} bytes: ${messages.join("\n")}`);
        assertMatch(messages[0], /KBNvK\.rtbw is not usable: /);
        assertStringIncludes(messages[0], fault);
        // The undamaged tables are still used.
        assertGreater((await search(engine, "8/8/8/8/3k4/8/8/KB6 w - - 0 1")).tbhits, 0);
      }

      // Once the engine is ready again, no helper thread still reads the files.
      await setPath(engine, folder);
      // The files are removed while the engine runs. Files of distances alone cannot be used.
      for (const name of ["KBNvK.rtbw", "KBNvK.rtbz", "KBvK.rtbw", "KBvK.rtbz", "KNvK.rtbw"]) {
        Deno.removeSync(`${folder}/${name}`);
      }
      assertEquals(await setPath(engine, folder), [
        `info string Found 1 DTZ tablebases in '${folder}', but none can be used without its .rtbw file`,
      ]);
      Deno.removeSync(`${folder}/KNvK.rtbz`);
      assertEquals(await setPath(engine, folder), [`info string Found no tablebases in '${folder}'`]);
      assertEquals((await search(engine, BISHOP_AND_KNIGHT)).tbhits, 0);
    }, ["KBNvK.rtbw", "KBNvK.rtbz", "KBvK.rtbw", "KBvK.rtbz", "KNvK.rtbw", "KNvK.rtbz"]),
);

testTables(
  "with `UCI_ShowWDL` a draw by the tables is certain, and a draw by an estimate is not",
  (tables) =>
    tables.withFolder(async (folder) => {
      await using engine = new EngineProcess({ read: folder });
      const wdl = async (): Promise<string | undefined> => {
        await engine.send("position fen k7/8/8/8/P7/8/8/K7 w - - 0 1", "go depth 6");
        return / score cp 0 wdl (\d+ \d+ \d+) /.exec((await engine.until(/^bestmove/)).at(-2) ?? "")?.[1];
      };
      await engine.send("setoption name UCI_ShowWDL value true");
      assertNotEquals(await wdl(), "0 1000 0");
      await setPath(engine, folder);
      assertEquals(await wdl(), "0 1000 0");
    }),
);

testTables("a thread that replaces a dead thread also has the tables", (tables) =>
  tables.withFolder(async (folder) => {
    const lines: string[] = [];
    const faulty = new URL("../search/threads/faulty_worker.ts", import.meta.url);
    let started = 0;
    const session = new Session({
      startWorker: () => started++ > 0 ? startEngineWorker() : new Worker(faulty, { type: "module", name: "throw" }),
      warmUp: false,
      write: (line) => SIGN_OF_LIFE.test(line) || lines.push(line),
    });
    await session.setOption(`name SyzygyPath value ${folder}`);
    session.setPosition(["fen", BISHOP_AND_KNIGHT]);
    for (const pattern of [/ tbhits 0 /, / score cp 20000 .* tbhits 1[0-9] /]) {
      await session.go(parseGo(["depth", "4"]));
      await session.idle();
      assertMatch(lines.at(-2) ?? "", pattern);
    }
    assertMatch(lines[1], /The search failed: .*Broken on purpose/);
    await session.close();
  }));
