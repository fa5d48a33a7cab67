/**
 * The options for endgame tables, from `setoption` to the lines of a search.
 *
 * @module
 */

import { legalMoves } from "../../core/movegen.ts";
import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { parseGo, tokenize } from "../../uci/parse.ts";
import { Session } from "../../uci/session.ts";
import { findTables, openTableFile } from "../../system/table_files.ts";
import { startEngineWorker } from "../engine_bundle.ts";
import { withFolder } from "../folder.ts";
import { testTables } from "../tablebase/fixtures.ts";
import { SIGN_OF_LIFE } from "./protocol_fixtures.ts";

const SEPARATOR = Deno.build.os === "windows" ? ";" : ":";

/** Runs `body` with a session and the lines that it writes, signs of life aside. */
async function withSession(
  body: (session: Session, lines: string[]) => Promise<void>,
  startWorker: () => Worker = startEngineWorker,
): Promise<void> {
  const lines: string[] = [];
  const session = new Session({
    startWorker,
    warmUp: false,
    write: (line) => SIGN_OF_LIFE.test(line) || lines.push(line),
  });
  try {
    await body(session, lines);
  } finally {
    await session.close();
  }
}

async function setPath(session: Session, path: string): Promise<void> {
  await session.setOption(`name SyzygyPath value ${path}`);
}

/** Searches a position and returns the last line before `bestmove`. */
async function search(session: Session, lines: string[], fen: string): Promise<string> {
  session.setPosition(["fen", ...tokenize(fen)]);
  await session.go(parseGo(["depth", "4"]));
  await session.idle();
  return lines[lines.length - 2];
}

const BISHOP_AND_KNIGHT = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1";

Deno.test("of two folders with the same table the first one of the path counts", async () => {
  await withFolder((folder) => {
    for (const name of ["a", "z"]) {
      Deno.mkdirSync(`${folder}/${name}`);
      Deno.writeTextFileSync(`${folder}/${name}/KQvK.rtbw`, "");
    }
    for (const [first, second] of [["a", "z"], ["z", "a"]]) {
      const { tables } = findTables([`${folder}/${first}`, `${folder}/${second}`].join(SEPARATOR));
      assertEquals(tables, [{ name: "KQvK", wdl: `${folder}/${first}/KQvK.rtbw`, dtz: null }]);
    }
  });
});

Deno.test("a path without tables is answered in one line, and the search goes on without", async () => {
  await withFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/KQvK.txt`, "");
    // A folder of that name is not a table.
    Deno.mkdirSync(`${folder}/KRvK.rtbw`);
    await withSession(async (session, lines) => {
      for (const path of [folder, "<empty>", ""]) {
        lines.length = 0;
        await setPath(session, path);
        assertEquals(lines.length, 1, path);
        assertMatch(lines[0], /^info string (Found no tablebases in|No folder of tablebases is set)/);
        assertMatch(await search(session, lines, BISHOP_AND_KNIGHT), / tbhits 0 /);
      }
      for (const path of ["/no/such/folder", `${folder}${SEPARATOR}/no/such/folder`]) {
        await assertRejects(() => setPath(session, path), Error, "Cannot read the folder '/no/such/folder'");
        assertMatch(await search(session, lines, BISHOP_AND_KNIGHT), / tbhits 0 /);
      }
    });
  });
});

Deno.test("a folder that cannot be read is named beside those that can", async () => {
  await withFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/KQvK.rtbw`, "");
    const { tables, message } = findTables([folder, "/no/such/folder"].join(SEPARATOR));
    assertEquals(tables.length, 1);
    assertStringIncludes(message, "Found 1 WDL and 0 DTZ tablebases of up to 3 men. Cannot read the folder '/no/such");
    assertMatch(message, /\/no\/such\/folder': there is no such folder$/);
    assertMatch(findTables(`${folder}/KQvK.rtbw`).message, /KQvK\.rtbw': it is not a folder$/);
  });
});

Deno.test("`openTableFile()` reads any part of a file, and refuses what lies behind its end", async () => {
  await withFolder((folder) => {
    const path = `${folder}/KQvK.rtbw`;
    Deno.writeFileSync(path, Uint8Array.from({ length: 100 }, (_, i) => i));
    const source = openTableFile(path);
    const part = new Uint8Array(10);
    source.read(90, part);
    assertEquals([source.size, part[0], part[9]], [100, 90, 99]);
    let fault = "";
    try {
      source.read(95, part);
    } catch (error) {
      fault = String(error);
    }
    assertStringIncludes(fault, "Expected 10 bytes at 95, but got 5");
    source.close();
  });
});

testTables(
  "what a path holds is written, and running threads use it at once, as well as its end",
  (tables) =>
    tables.withFolder(async (tableFolder) => {
      await withFolder(async (folder) => {
        await withSession(async (session, lines) => {
          assertMatch(await search(session, lines, BISHOP_AND_KNIGHT), / tbhits 0 /);
          lines.length = 0;
          await setPath(session, `${folder}${SEPARATOR}${tableFolder}`);
          assertEquals(lines, [
            `info string Found ${tables.folderNames.length} WDL and ${tables.folderNames.length} DTZ tablebases of up to 4 men`,
          ]);
          assertMatch(await search(session, lines, BISHOP_AND_KNIGHT), / score cp 20000 .* tbhits 1[0-9] /);
          await session.setOption("name SyzygyProbeLimit value 3");
          assertMatch(await search(session, lines, BISHOP_AND_KNIGHT), / tbhits 0 /);
          await session.setOption("name SyzygyProbeLimit value 7");
          await setPath(session, "<empty>");
          assertMatch(await search(session, lines, BISHOP_AND_KNIGHT), / tbhits 0 /);
        });
      });
    }),
);

testTables(
  "several threads have the tables, those started later too, and what they find is added up",
  (tables) =>
    tables.withFolder(async (tableFolder) => {
      const hits = async (session: Session, lines: string[], ms: number): Promise<number> => {
        session.setPosition(["fen", ...tokenize(BISHOP_AND_KNIGHT)]);
        await session.service.ready();
        await session.go(parseGo(["movetime", `${ms}`]));
        await session.idle();
        return Number(/ tbhits (\d+) /.exec(lines[lines.length - 2])?.[1]);
      };
      // On a busy machine a thread may come too late for a short search.
      const mostHits = async (session: Session, lines: string[], expected: number): Promise<number> => {
        for (let ms = 100;; ms *= 4) {
          const found = await hits(session, lines, ms);
          if (found >= expected || ms > 10_000) return found;
        }
      };
      await withSession(async (session, lines) => {
        await session.setOption("name Threads value 2");
        await setPath(session, tableFolder);
        // At this root each thread looks every move up, then none in the tree.
        const count = legalMoves(parseFen(BISHOP_AND_KNIGHT)).length;
        assertEquals(await mostHits(session, lines, 2 * count), 2 * count);
        await session.setOption("name Threads value 3");
        assertEquals(await mostHits(session, lines, 3 * count), 3 * count);
      });
    }),
);

testTables(
  "a thread that replaces a dead one has the tables too",
  (tables) =>
    tables.withFolder(async (tableFolder) => {
      let started = 0;
      const faulty = new URL("../search/threads/faulty_worker.ts", import.meta.url);
      await withSession(async (session, lines) => {
        await setPath(session, tableFolder);
        assertMatch(await search(session, lines, BISHOP_AND_KNIGHT), / tbhits 0 /);
        assertMatch(lines[1], /The search failed: .*Broken on purpose/);
        assertMatch(await search(session, lines, BISHOP_AND_KNIGHT), / score cp 20000 .* tbhits 1[0-9] /);
      }, () => started++ > 0 ? startEngineWorker() : new Worker(faulty, { type: "module", name: "throw" }));
    }),
);

testTables(
  "a search stops with its best move when the path changes",
  (tables) =>
    tables.withFolder(async (tableFolder) => {
      await withSession(async (session, lines) => {
        await session.go(parseGo(["infinite"]));
        await setPath(session, tableFolder);
        assertMatch(lines[lines.length - 2], /^bestmove [a-h][12][a-h][34]/);
        assertMatch(lines[lines.length - 1], new RegExp(`^info string Found ${tables.folderNames.length} WDL`));
      });
    }),
);

testTables(
  "a damaged table is reported in one line however often it is met, and the search is as without it",
  (tables) =>
    tables.withFolder(async (folder) => {
      Deno.writeTextFileSync(`${folder}/KBNvK.rtbw`, "<html>Not found</html>");
      await withSession(async (session, lines) => {
        await setPath(session, folder);
        assertMatch(
          lines[0],
          new RegExp(`^info string Found ${tables.folderNames.length} WDL and ${tables.folderNames.length} DTZ`),
        );
        for (let i = 0; i < 3; i++) {
          const last = await search(session, lines, BISHOP_AND_KNIGHT);
          assert(!last.includes("cp 20000"), last);
        }
        const complaints = lines.filter((line) => line.startsWith("info string") && line.includes("KBNvK"));
        assertEquals(complaints.length, 1);
        assertMatch(
          complaints[0],
          /KBNvK\.rtbw is not usable: Expected a multiple of 64 bytes and 16 more, but got 22$/,
        );
        assertMatch(await search(session, lines, "8/8/8/8/3k4/8/8/KR6 w - - 0 1"), / score cp 20000 /);
      });
    }),
);
