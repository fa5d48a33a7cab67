/**
 * Networks as the user of the engine meets them: `EvalFile`, `export_net`, `eval`, `UCI_ShowWDL`.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { EMBEDDED_NETWORK_FILE } from "../../nnue/embedded.ts";
import { serialiseNetwork } from "../../nnue/network_file.ts";
import { referenceEvaluate } from "../../nnue/reference.ts";
import { randomNetwork } from "../nnue/random_network.ts";
import { EngineProcess } from "./engine_process.ts";

const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/** Networks that judge the start position differently. */
const FIRST = randomNetwork({ hiddenSize: 64, isMirrored: true, seed: 5 });
const SECOND = randomNetwork({ hiddenSize: 32, seed: 6 });

/** Runs `body` with a new folder, in which the two networks lie. */
async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await Deno.writeFile(`${folder}/first.net`, serialiseNetwork(FIRST));
    await Deno.mkdir(`${folder}/my  nets`);
    await Deno.writeFile(`${folder}/my  nets/a second  one.net`, serialiseNetwork(SECOND));
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What the network says of the position on the board, in its own centipawns from White's side. */
async function networkScore(engine: EngineProcess): Promise<number> {
  const text = (await engine.answers("eval")).join("\n");
  const match = /^Network .* (-?\d+) in its own centipawns$/m.exec(text);
  assert(match !== null, text);
  return Number(match[1]);
}

function evaluate(network: typeof FIRST): number {
  return referenceEvaluate(network, parseFen(START_FEN));
}

Deno.test("`EvalFile` changes the evaluation, whatever spaces its path has, and `<empty>` is the embedded network", async () => {
  await withFolder(async (folder) => {
    await using engine = new EngineProcess({ read: folder, cwd: folder });
    const embedded = await networkScore(engine);
    assertNotEquals(embedded, evaluate(FIRST));
    assertEquals(await engine.answers(`setoption name EvalFile value ${folder}/first.net`), [
      `info string The network is '${folder}/first.net', with 64 neurons for each side, mirrored`,
    ]);
    assertEquals(await networkScore(engine), evaluate(FIRST));
    // Relative to the working directory.
    assertEquals(await engine.answers("setoption name evalfile value my  nets/a second  one.net"), [
      "info string The network is 'my  nets/a second  one.net', with 32 neurons for each side",
    ]);
    assertEquals(await networkScore(engine), evaluate(SECOND));
    assertEquals((await engine.answers("setoption name EvalFile value <empty>")).length, 1);
    assertEquals(await networkScore(engine), embedded);
    assertEquals(await engine.answers("setoption name EvalFile value <empty>", "setoption name EvalFile"), []);
  });
});

Deno.test("the search plays with the network of `EvalFile`, and with nothing that was found with another", async () => {
  await withFolder(async (folder) => {
    const search = async (engine: EngineProcess): Promise<string[]> => {
      await engine.send(`position fen ${KIWIPETE}`, "go depth 7");
      const lines = await engine.until(/^bestmove/);
      // A search that takes long also reports bounds.
      return lines.filter((line) => / pv /.test(line) && !/ (?:lower|upper)bound /.test(line))
        .map((line) => line.replace(/ nps .* time \d+/, ""));
    };
    await using engine = new EngineProcess({ read: folder });
    await engine.answers(`setoption name EvalFile value ${folder}/first.net`);
    const first = await search(engine);
    await engine.answers("setoption name EvalFile value <empty>");
    assertNotEquals(await search(engine), first);
    await engine.answers(`setoption name EvalFile value ${folder}/first.net`);
    assertEquals(await search(engine), first);
    await using other = new EngineProcess(
      { read: folder },
      `setoption name EvalFile value ${folder}/first.net`,
      "quit",
    );
    assertEquals((await other.rest()).length, 1);
  });
});

Deno.test("a file that is not a network is refused with one line, and the engine keeps the network it has", async () => {
  await withFolder(async (folder) => {
    const whole = serialiseNetwork(FIRST);
    const changed = (at: number, value: number) => {
      const bytes = whole.slice();
      bytes[at] = value;
      return bytes;
    };
    const random = new Uint8Array(50_000).map((_, i) => (i * 2654435761 >>> 13) & 255);
    const files: [name: string, content: Uint8Array, reason: string][] = [
      ["empty.net", new Uint8Array(0), "must have a head"],
      ["short.net", whole.slice(0, 20), "must have a head"],
      ["truncated.net", whole.slice(0, whole.length - 1000), "must have"],
      ["longer.net", new Uint8Array([...whole, 0]), "must have"],
      ["random.net", random, "must begin with HINDSNET"],
      [
        "text.net",
        new TextEncoder().encode("This is not a network, but a text.\n".repeat(30)),
        "must begin with HINDSNET",
      ],
      ["version.net", changed(8, 3), "must have version 1 or 2"],
      ["size.net", changed(12, 33), "Hidden size"],
      ["damaged.net", changed(whole.length >> 1, whole[whole.length >> 1] ^ 1), "is damaged"],
    ];
    for (const [name, content] of files) await Deno.writeFile(`${folder}/${name}`, content);
    // As good as empty on the disk.
    await Deno.writeFile(`${folder}/huge.net`, whole);
    await Deno.truncate(`${folder}/huge.net`, 48 * 1024 * 1024);
    await using engine = new EngineProcess({ read: folder });
    await engine.answers(`setoption name EvalFile value ${folder}/first.net`);
    const refused: [path: string, reason: string][] = [
      ...files.map(([name, , reason]): [string, string] => [`${folder}/${name}`, reason]),
      [`${folder}/huge.net`, "more than the 41943040"],
      [`${folder}/missing.net`, "there is no such file"],
      [`${folder}/first.net/inside`, ""],
      [folder, "it is a folder"],
      [Deno.execPath(), "run with --allow-read"],
      ["a\u0007b", ""],
    ];
    for (const [path, reason] of refused) {
      const lines = await engine.answers(`setoption name EvalFile value ${path}`);
      assertEquals(lines.length, 1, path);
      assertMatch(lines[0], /^info string Cannot load the network '/);
      assertStringIncludes(lines[0], reason);
    }
    assertEquals(await networkScore(engine), evaluate(FIRST));
    await engine.send("go depth 3");
    assertMatch(await engine.line(/^bestmove/), /^bestmove [a-h][12]/);
    // The option has its old value, too: this is a change.
    assertEquals((await engine.answers("setoption name EvalFile value <empty>")).length, 1);
  });
});

Deno.test("`EvalFile` during a search ends it with a best move, but only if the file is a network", async () => {
  await withFolder(async (folder) => {
    await using engine = new EngineProcess({ read: folder });
    await engine.answers();
    await engine.send("go infinite");
    await engine.line(/ pv /);
    await engine.send("setoption name EvalFile value /nowhere/at.all");
    await engine.line(/^info string Cannot load/);
    assertEquals((await engine.during(200)).filter((line) => line.startsWith("bestmove")), []);
    await engine.send(`setoption name EvalFile value ${folder}/first.net`, "isready");
    const lines = await engine.until(/^readyok$/);
    const order = lines.filter((line) => /^(bestmove|info string)/.test(line)).map((line) => line.split(" ")[0]);
    assertEquals(order, ["bestmove", "info"]);
    assertEquals(await networkScore(engine), evaluate(FIRST));
  });
});

Deno.test("`EvalFile` can be changed a hundred times", async () => {
  await withFolder(async (folder) => {
    await using engine = new EngineProcess({ read: folder });
    const paths = [`${folder}/first.net`, `${folder}/my  nets/a second  one.net`];
    const commands = Array.from({ length: 100 }, (_, i) => `setoption name EvalFile value ${paths[i & 1]}`);
    const lines = await engine.answers(...commands);
    assertEquals(lines.filter((line) => !line.startsWith("info string The network is")), []);
    assertEquals(lines.length, 100);
    assertEquals(await networkScore(engine), evaluate(SECOND));
  });
});

Deno.test("`export_net` writes the embedded network, byte by byte, whatever `EvalFile` is", async () => {
  await withFolder(async (folder) => {
    await using engine = new EngineProcess({ read: folder, write: folder, cwd: folder });
    const lines = await engine.answers(
      `setoption name EvalFile value ${folder}/first.net`,
      `export_net ${folder}/my  nets/out  of it.net`,
      "export_net",
    );
    assertEquals(lines.slice(1), [
      `info string The embedded network, ${EMBEDDED_NETWORK_FILE.length} bytes, is written to '${folder}/my  nets/out  of it.net'`,
      `info string The embedded network, ${EMBEDDED_NETWORK_FILE.length} bytes, is written to 'hindsight.net'`,
    ]);
    assertEquals(await Deno.readFile(`${folder}/my  nets/out  of it.net`), EMBEDDED_NETWORK_FILE);
    assertEquals(await Deno.readFile(`${folder}/hindsight.net`), EMBEDDED_NETWORK_FILE);
    // What was written can be read.
    await engine.answers("setoption name EvalFile value <empty>");
    const embedded = await networkScore(engine);
    await engine.answers("setoption name EvalFile value hindsight.net");
    assertEquals(await networkScore(engine), embedded);
  });
});

Deno.test("`export_net` never touches what is there, and reports in one line why it does not write", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/mine.txt`, "not to be lost");
    await using engine = new EngineProcess({ read: folder, write: folder });
    await using restricted = new EngineProcess();
    const refused: [EngineProcess, string, string][] = [
      [engine, `${folder}/mine.txt`, "there is something of that name already"],
      [engine, folder, ""],
      [engine, `${folder}/missing/a.net`, "there is no such folder"],
      [engine, `${folder}/mine.txt/a.net`, ""],
      [engine, "/elsewhere.net", "may not write"],
      [restricted, `${folder}/new.net`, "may not write"],
    ];
    for (const [player, path, reason] of refused) {
      const lines = await player.answers(`export_net ${path}`);
      assertEquals(lines.length, 1, path);
      assertMatch(lines[0], /^info string Cannot write '/);
      assertStringIncludes(lines[0], reason);
    }
    assertEquals(await Deno.readTextFile(`${folder}/mine.txt`), "not to be lost");
    assertEquals(Array.from(Deno.readDirSync(folder), ({ name }) => name).sort(), [
      "first.net",
      "mine.txt",
      "my  nets",
    ]);
  });
});

Deno.test("after the first search the engine cannot write files any more", async () => {
  await withFolder(async (folder) => {
    for (const search of ["go depth 1", "go perft 1", "perft 1", "bench 1", "genfens 1 seed 1"]) {
      await using engine = new EngineProcess({ read: folder, write: folder });
      await engine.answers("position startpos");
      await engine.send(search);
      await engine.line(/^(bestmove|Nodes searched|\d+ nodes|info string genfens)/);
      const lines = await engine.answers(`export_net ${folder}/late.net`);
      assertStringIncludes(lines[lines.length - 1], "may not write", search);
    }
    assertEquals(Array.from(Deno.readDirSync(folder), ({ name }) => name).sort(), ["first.net", "my  nets"]);
  });
});

Deno.test("with `UCI_ShowWDL` every score comes with chances that add up to 1000, without it none does", async () => {
  await using engine = new EngineProcess();
  const scores = async (...commands: string[]): Promise<string[]> => {
    await engine.send(...commands);
    return (await engine.until(/^bestmove/)).filter((line) => line.includes(" score "));
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
  assertEquals(await scores("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "go depth 4"), [
    "info depth 0 score mate 0 wdl 0 0 1000",
  ]);
  assertEquals(await scores("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 4"), [
    "info depth 0 score cp 0 wdl 0 1000 0",
  ]);
  await engine.answers("setoption name UCI_ShowWDL value false");
  for (const line of await scores("position startpos", "go depth 5")) assert(!line.includes("wdl"), line);
});

Deno.test("`bench` counts the same nodes twice", async () => {
  const count = async (): Promise<string> => {
    await using engine = new EngineProcess("bench 1");
    return /^\d+ nodes/.exec((await engine.rest()).pop() ?? "")?.[0] ?? "";
  };
  const first = await count();
  assertMatch(first, /^\d{4,} nodes$/);
  assertEquals(await count(), first);
});
