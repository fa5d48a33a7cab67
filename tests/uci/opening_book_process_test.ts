import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { START_FEN } from "../../core/fen.ts";
import { makeBook } from "../book/books.ts";
import { EngineProcess, engineTests } from "./engine_process.ts";
import { SIGN_OF_LIFE } from "./protocol_fixtures.ts";
import { withFolder } from "../folder.ts";

const test = engineTests("the opening book", { readsAll: true });
const CASTLE = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

/** The answer to a `go`, without the progress lines. */
async function answer(engine: EngineProcess, ...lines: string[]): Promise<string[]> {
  return (await engine.until(/^bestmove/, ...lines)).filter((line) => !SIGN_OF_LIFE.test(line));
}

test("with `OwnBook` the engine plays from the book, and castles in the notation of the game", (engine) =>
  withFolder(async (folder) => {
    await Deno.writeFile(`${folder}/my book.bin`, makeBook([[START_FEN, "b1a3", 3], [CASTLE, "e1a1", 1]]));
    assertEquals(await engine.answers(`setoption name Book File value ${folder}/my book.bin`), []);
    const without = await answer(engine, "go depth 1");
    assert(!without.join("\n").includes("Book move"), "the book is off by default");
    assertEquals(await engine.answers("setoption name OwnBook value true"), []);
    assertEquals(await answer(engine, "go wtime 1000 btime 1000"), [
      "info string Book move b1a3, weight 3 of 3",
      "info depth 1 seldepth 1 multipv 1 score cp 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 0 pv b1a3",
      "bestmove b1a3",
    ]);
    assertEquals((await answer(engine, `position fen ${CASTLE}`, "go depth 3")).pop(), "bestmove e1c1");
    await engine.send("setoption name UCI_Chess960 value true");
    assertEquals((await answer(engine, "go depth 3")).pop(), "bestmove e1a1");
    // After the last move in the book, the engine searches.
    const beyond = await answer(engine, "position startpos moves b1a3", "go depth 2");
    assertMatch(beyond[0], /^info depth 1 /);
  }));

test("the book is not used in analysis", (engine) =>
  withFolder(async (folder) => {
    await Deno.writeFile(`${folder}/book.bin`, makeBook([[START_FEN, "b1a3", 1]]));
    await engine.answers("setoption name OwnBook value true", `setoption name Book File value ${folder}/book.bin`);
    for (const go of ["go infinite", "go ponder wtime 1000 btime 1000", "go", "go winc 100"]) {
      await engine.line(/^info depth 5 /, go);
      assertStringIncludes((await answer(engine, "stop")).pop() ?? "", "bestmove", go);
    }
    for (const go of ["go depth 2 searchmoves e2e4", "go depth 2 mate 1"]) {
      assertMatch((await answer(engine, go))[0], /^info depth 1 /, go);
    }
    await engine.send("setoption name MultiPV value 2");
    assertMatch((await answer(engine, "go depth 2"))[0], /^info depth 1 .* multipv 1 /);
  }));

test("a book that is missing, cut off, too large or another kind of file is reported in one line, and the engine searches", (engine) =>
  withFolder(async (folder) => {
    await Deno.writeFile(`${folder}/short.bin`, makeBook([[START_FEN, "b1a3", 1]]).subarray(0, 15));
    await Deno.writeTextFile(`${folder}/text.bin`, "zzzzzzzzzzzzzzzzaaaaaaaaaaaaaaaa");
    await Deno.writeTextFile(`${folder}/empty.bin`, "");
    await Deno.writeTextFile(`${folder}/large.bin`, "");
    // The system does not store the zeros, so the file takes no room on disk.
    await Deno.truncate(`${folder}/large.bin`, 256 * 1024 * 1024 + 16);
    await engine.answers("setoption name OwnBook value true");
    const faults: [file: string, message: string][] = [
      [`${folder}/missing.bin`, "there is no such file"],
      [`${folder}`, "it is a folder"],
      [`${folder}/short.bin`, "15 bytes is not a multiple of 16"],
      [`${folder}/text.bin`, "sorted by key"],
      [`${folder}/empty.bin`, "has no entries"],
      [`${folder}/large.bin`, "it has 268435472 bytes, more than the 268435456 that are allowed"],
      // A device may be endless.
      ...(Deno.build.os === "windows" ? [] : [["/dev/zero", "it is not a regular file"] as [string, string]]),
    ];
    for (const [file, message] of faults) {
      const refusal = await engine.message(`setoption name Book File value ${file}`);
      assertMatch(refusal, /^info string Cannot read the book '/);
      assertStringIncludes(refusal, message);
    }
    assertMatch((await answer(engine, "go depth 2"))[0], /^info depth 1 /);
    assertEquals(await engine.answers("setoption name Book File value <empty>"), []);

    await Deno.writeFile(`${folder}/good.bin`, makeBook([[START_FEN, "b1a3", 1]]));
    assertEquals(await engine.answers(`setoption name Book File value ${folder}/good.bin`), []);
    assertEquals((await answer(engine, "go depth 1")).pop(), "bestmove b1a3");
    await engine.answers(`setoption name Book File value ${folder}/text.bin`);
    assertMatch((await answer(engine, "go depth 1"))[0], /^info depth 1 /, "the previous book is forgotten");
  }));

/**
 * The book, in base64, that PolyGlot 2.0.4 made with `make-book -min-game 1` from these games, the first of which was
 * given twice: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0" and "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7
 * 5. e3 O-O 1/2-1/2".
 */
const POLYGLOT_BOOK = "BmSbppuMn/gCmgABAAAAAAen7hECQyZ0D60AAQAAAAAIRJMabvS5oAGVAAQAAAAAI/K8j/HHmB8PPwABAAAAAEY7lhgW" +
  "kfycAxwABAAAAABGO5YYFpH8nALbAAEAAAAAXEna5K+5Z+IApgABAAAAAHjNpw4Xg32eAWEABAAAAACDDrmyB1jR3gzjAAEAAAAAikcEgtiD" +
  "NP8NLAABAAAAAI7f/j3VmBC7AxQAAQAAAACZ5IdSlTcWwQhYAAQAAAAAmhON0h8zvCoPdAABAAAAAPMJ/eTMuy59AQcABAAAAAD8MPazwKGk" +
  "rQBSAAEAAAAA";

test("a book that the program PolyGlot has made from games can be used", (engine) =>
  withFolder(async (folder) => {
    await Deno.writeFile(`${folder}/book.bin`, Uint8Array.fromBase64(POLYGLOT_BOOK));
    await engine.answers("setoption name OwnBook value true", `setoption name Book File value ${folder}/book.bin`);
    // Wins count twice: e4 won both its games, d4 drew its only game.
    const first = await answer(engine, "go depth 1");
    assertMatch(first[0], /^info string Book move (e2e4, weight 4|d2d4, weight 1) of 5$/);
    const castling = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6";
    assertEquals((await answer(engine, castling, "go depth 1")).pop(), "bestmove e1g1");
  }));
