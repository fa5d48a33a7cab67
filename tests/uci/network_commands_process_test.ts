/** Networks as the user of the engine sees them: `EvalFile`, `export_net`, `eval`, `UCI_ShowWDL`. @module */

import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { embeddedNetworkFile } from "../../nnue/embedded.ts";
import { serialiseNetwork } from "../../nnue/network_file.ts";
import { referenceEvaluate } from "../../nnue/reference.ts";
import { randomNetwork } from "../nnue/random_network.ts";
import { namesIn, withFolder } from "../folder.ts";
import { EngineProcess, engineTests } from "./engine_process.ts";

const test = engineTests("networks", { readsAll: true });
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/** Networks that judge the start position differently. */
const FIRST = randomNetwork({ hiddenSize: 64, isMirrored: true, seed: 5 });
const SECOND = randomNetwork({ hiddenSize: 32, seed: 6 });

/** Calls `body` with a new folder that contains the two networks. */
function withNetworks(body: (folder: string, first: string, second: string) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const [first, second] = [`${folder}/first.net`, `${folder}/my  nets/a second  one.net`];
    await Deno.writeFile(first, serialiseNetwork(FIRST));
    await Deno.mkdir(`${folder}/my  nets`);
    await Deno.writeFile(second, serialiseNetwork(SECOND));
    await body(folder, first, second);
  });
}

/** The network's evaluation of the position on the board, in the network's centipawns from White's side. */
async function networkScore(engine: EngineProcess): Promise<number> {
  const text = (await engine.answers("eval")).join("\n");
  const match = /^Network .* (-?\d+) in its own centipawns$/m.exec(text);
  assert(match !== null, text);
  return Number(match[1]);
}

function evaluate(network: typeof FIRST): number {
  return referenceEvaluate(network, parseFen(START_FEN));
}

test("`EvalFile` changes the evaluation, even if its path has spaces, and `<empty>` means the embedded network", (engine) =>
  withNetworks(async (_, first, second) => {
    const embedded = await networkScore(engine);
    assertNotEquals(embedded, evaluate(FIRST));
    const found = await engine.answers(`setoption name EvalFile value ${first}`);
    assertEquals(found, [`info string The network is '${first}', with 64 neurons for each side, mirrored`]);
    assertEquals(await networkScore(engine), evaluate(FIRST));
    const expected = [`info string The network is '${second}', with 32 neurons for each side`];
    assertEquals(await engine.answers(`setoption name evalfile value ${second}`), expected);
    assertEquals(await networkScore(engine), evaluate(SECOND));
    await engine.message("setoption name EvalFile value <empty>");
    assertEquals(await networkScore(engine), embedded);
    assertEquals(await engine.answers("setoption name EvalFile value <empty>", "setoption name EvalFile"), []);
    // The memory of earlier networks is reused.
    const commands = Array.from({ length: 40 }, (_, i) => `setoption name EvalFile value ${i & 1 ? second : first}`);
    const lines = await engine.answers(...commands);
    assertEquals(lines.filter((line) => line.startsWith("info string The network is")).length, 40);
    assertEquals([lines.length, await networkScore(engine)], [40, evaluate(SECOND)]);
  }));

test("the search uses the network of `EvalFile`, and no results that were found with another network", (engine) =>
  withNetworks(async (_, first) => {
    const searches: string[][] = [];
    for (const path of [first, "<empty>", first]) {
      await engine.answers(`setoption name EvalFile value ${path}`);
      const lines = await engine.until(/^bestmove/, `position fen ${KIWIPETE}`, "go depth 6");
      // Only exact scores count. A long search also reports bounds.
      const exact = lines.filter((line) => / pv /.test(line) && !/ (?:lower|upper)bound /.test(line));
      searches.push(exact.map((line) => line.replace(/ nps .* time \d+/, "")));
    }
    assertNotEquals(searches[1], searches[0]);
    assertEquals(searches[2], searches[0]);
  }));

test("a file that is not a network is refused with one line, and the engine keeps its network", (engine) =>
  withNetworks(async (folder, first) => {
    const whole = serialiseNetwork(FIRST);
    // tests/nnue/network_file_test.ts tests the other faults of networks.
    const files: [name: string, content: Uint8Array, reason: string][] = [
      ["empty.net", new Uint8Array(0), "must have a head"],
      ["truncated.net", whole.slice(0, whole.length - 1000), "must have"],
      ["damaged.net", whole.map((byte, i) => i === whole.length >> 1 ? byte ^ 1 : byte), "is damaged"],
    ];
    for (const [name, content] of files) await Deno.writeFile(`${folder}/${name}`, content);
    // The file takes almost no room on disk.
    await Deno.writeFile(`${folder}/huge.net`, whole);
    await Deno.truncate(`${folder}/huge.net`, 48 * 1024 * 1024);
    await engine.answers(`setoption name EvalFile value ${first}`);
    const refused: [path: string, reason: string][] = [
      ...files.map(([name, , reason]): [string, string] => [`${folder}/${name}`, reason]),
      [`${folder}/huge.net`, "more than the 41943040"],
      [`${folder}/missing.net`, "there is no such file"],
      [`${first}/inside`, ""],
      [folder, "it is a folder"],
      ["a\u0007b", ""],
    ];
    for (const [path, reason] of refused) {
      const refusal = await engine.message(`setoption name EvalFile value ${path}`);
      assertMatch(refusal, /^info string Cannot load the network '/);
      assertStringIncludes(refusal, reason);
    }
    assertEquals(await networkScore(engine), evaluate(FIRST));
    assertMatch(await engine.line(/^bestmove/, "go depth 3"), /^bestmove [a-h][12]/);
    // The embedded network can be set again.
    await engine.message("setoption name EvalFile value <empty>");
  }));

test("a file that `EvalFile` names during a search is read immediately, and used after the search", (engine) =>
  withNetworks(async (_, first) => {
    await engine.line(/ pv /, "go infinite");
    await engine.line(/^info string Cannot load/, "setoption name EvalFile value /nowhere/at.all");
    await engine.send(`setoption name EvalFile value ${first}`, "isready");
    assertEquals((await engine.until(/^readyok/)).filter((line) => line.startsWith("bestmove")), []);
    Deno.removeSync(first);
    const lines = [...await engine.until(/^bestmove/, "stop"), ...await engine.answers()];
    const order = lines.filter((line) => /^(bestmove|info string)/.test(line)).map((line) => line.split(" ")[0]);
    assertEquals(order, ["bestmove", "info"]);
    assertEquals(await networkScore(engine), evaluate(FIRST));
  }));

Deno.test("`export_net` writes the embedded network, byte for byte, and never changes an existing file", () =>
  withNetworks(async (folder, first) => {
    await using engine = new EngineProcess({ read: folder, write: folder, cwd: folder });
    const embedded = await networkScore(engine);
    const [path, mine] = [`${folder}/my  nets/out  of it.net`, `${folder}/mine.txt`];
    const lines = await engine.answers(`setoption name EvalFile value ${first}`, `export_net ${path}`, "export_net");
    const written = `info string The embedded network, ${embeddedNetworkFile().length} bytes, was written to`;
    assertEquals(lines.slice(1), [path, "hindsight.net"].map((name) => `${written} '${name}'`));
    for (const name of [path, `${folder}/hindsight.net`]) {
      assertEquals(await Deno.readFile(name), embeddedNetworkFile());
    }
    // The written file can be read, by a path relative to the working directory.
    await engine.answers("setoption name EvalFile value hindsight.net");
    assertEquals(await networkScore(engine), embedded);

    await Deno.writeTextFile(mine, "not to be lost");
    const refused = [
      [mine, "something with that name already exists"],
      [folder, ""],
      [`${folder}/missing/a.net`, "there is no such folder"],
      [`${mine}/a.net`, "a part of its path is not a folder"],
      ["/elsewhere.net", "no permission to write"],
    ];
    for (const [name, reason] of refused) {
      const refusal = await engine.message(`export_net ${name}`);
      assertMatch(refusal, /^info string Cannot write '/);
      assertStringIncludes(refusal, reason);
    }
    assertEquals(await Deno.readTextFile(mine), "not to be lost");
    // session_test.ts tests that every kind of search gives up this permission.
    await engine.line(/^bestmove/, "go depth 1");
    assertStringIncludes((await engine.answers(`export_net ${folder}/late.net`))[0], "no permission to write");
    await engine.answers("setoption name Learning value use");
    const option = "set Learning to 'learn' before the first search";
    assertStringIncludes((await engine.answers(`learned save ${folder}/late.learned`))[0], option);
    // A fault in the path is reported with and without the permission to write.
    for (const command of ["export_net", "learned save"]) {
      const missing = "there is no such folder";
      assertStringIncludes((await engine.answers(`${command} ${folder}/missing/a`))[0], missing);
      assertStringIncludes((await engine.answers(`${command} ${mine}/a`))[0], "a part of its path is not a folder");
    }
    const outside = await engine.answers(`setoption name EvalFile value ${Deno.execPath()}`);
    assertStringIncludes(outside[0], "run with --allow-read");
    assertEquals(namesIn(folder), ["first.net", "hindsight.net", "mine.txt", "my  nets"]);
  }));

test("with `UCI_ShowWDL` every score has chances that add up to 1000; without it no score has chances", async (engine) => {
  const scores = async (...commands: string[]): Promise<string[]> => {
    return (await engine.until(/^bestmove/, ...commands)).filter((line) => line.includes(" score "));
  };
  for (const line of await scores("go depth 5")) assert(!line.includes("wdl"), line);
  await engine.answers("setoption name UCI_ShowWDL value true");
  const shown = await scores("position startpos moves e2e4", "go depth 5");
  assert(shown.length >= 5);
  for (const line of shown) {
    const match = / score cp -?\d+(?: \w+bound)? wdl (\d+) (\d+) (\d+) nodes /.exec(line);
    assert(match !== null, line);
    assertEquals(Number(match[1]) + Number(match[2]) + Number(match[3]), 1000);
  }
  const mates = await scores("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go depth 4");
  assertMatch(mates[mates.length - 1], / score mate 1 wdl 1000 0 0 nodes /);
  const mated = "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
  assertEquals(await scores(mated, "go depth 4"), ["info depth 0 score mate 0"]);
  assertEquals(await scores("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 4"), ["info depth 0 score cp 0"]);
  // Draws: insufficient material on the board, and after a move; stalemate, repetition and fifty moves after a move.
  const shuffle = "moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
  const draws = [
    ["position fen 8/8/4k3/8/8/3NK3/8/8 w - - 0 1", "go depth 6"],
    ["position fen 8/8/4k3/8/8/3BK3/8/2b5 b - - 0 1", "go depth 6", false],
    ["position fen 8/8/8/8/8/k7/p7/K2N4 b - - 0 1", "go depth 4", false],
    ["position fen 8/8/4k3/8/8/3K4/4p3/8 w - - 0 1", "go depth 5 searchmoves d3e2"],
    ["position fen k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "go depth 5 searchmoves c1c7"],
    [`position startpos ${shuffle}`, "go depth 5 searchmoves f6g8"],
    ["position fen 3k4/8/8/8/8/8/4R3/4K3 w - - 99 90", "go depth 3 searchmoves e1d1"],
  ] as const;
  for (const [position, go, isDraw = true] of draws) {
    const last = (await scores(position, go)).pop() ?? "";
    assertEquals(/ cp 0 wdl 0 1000 0 /.test(last), isDraw, last);
  }
  await engine.answers("setoption name UCI_ShowWDL value false");
  for (const line of await scores("position startpos", "go depth 5")) assert(!line.includes("wdl"), line);
});
