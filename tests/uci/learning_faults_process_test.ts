/** Every fault of a learning file, as a GUI sees it. @module */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { parseUci } from "../../core/notation.ts";
import { decodeLearned, testLearningFile as test } from "../experience/journals.ts";
import { crc32 } from "../../nnue/crc32.ts";
import { EngineProcess } from "./engine_process.ts";
import { BEST_MOVE, E3, FEN, fileWith, knownIn, NETWORK, Player, START } from "./learning_player.ts";

test("an unusable file gives one line; the search continues, and the file does not change", async (_, folder) => {
  const good = await fileWith(E3);
  const version = good.slice();
  version[8] = 9;
  new DataView(version.buffer).setUint32(36, crc32(version.subarray(0, 36)), true);
  const huge = new Uint8Array(1);
  const files: [string, Uint8Array | null, RegExp][] = [
    ["damaged", good.with(20, 7).subarray(0, 70), /is damaged/],
    ["text", new TextEncoder().encode("hello, world, this is no learning file at all"), /does not begin like one/],
    ["version", version, /format 1 or 2 of learning files, but got 9/],
    ["huge", huge, /8589934592 bytes/],
    ["pipe", null, /not a regular file/],
    ["", null, /folder/],
  ];
  await new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).output();
  await Player.with("learn", "<empty>", async (player) => {
    for (const [name, bytes, message] of files) {
      const path = `${folder}/${name}`;
      if (bytes !== null) Deno.writeFileSync(path, bytes);
      if (bytes === huge) Deno.truncateSync(path, 2 ** 33);
      await player.set("Learning File", path);
      assertMatch(player.lines.splice(0).join("\n"), message);
      assertMatch((await player.go("depth 8")).at(-1) ?? "", BEST_MOVE);
      if (bytes === huge) Deno.truncateSync(path, 1);
      if (bytes !== null) assertEquals(Deno.readFileSync(path), bytes, name);
    }
  });
});

test("a file that is cut off is used up to the cut, and the next lessons repair it", async (path) => {
  const one = await fileWith(E3);
  Deno.writeFileSync(path, new Uint8Array([...one, ...one.subarray(40, -5)]));
  await Player.with("learn", path, async (player) => {
    assertMatch(player.lines[0], /damaged and ignored/);
    await player.go("depth 8", "e2e4");
  });
  const { experience, notices } = await decodeLearned(Deno.readFileSync(path), NETWORK);
  assertEquals(notices, []);
  assert(experience.size > 1);
});

/** Makes the system refuse to write in a folder, as if it were read-only. (Permissions would not stop root.) */
function refuseWriting(folder: string): Disposable {
  const { open, openSync } = Deno;
  const check = (path: string | URL, options?: Deno.OpenOptions): void => {
    const isWriting = options?.write || options?.append;
    if (isWriting && `${path}`.startsWith(folder)) throw new Deno.errors.PermissionDenied("Permission denied");
  };
  Deno.open = async (path, options) => (check(path, options), await open(path, options));
  Deno.openSync = (path, options) => (check(path, options), openSync(path, options));
  return { [Symbol.dispose]: () => Object.assign(Deno, { open, openSync }) };
}

test("a temporarily read-only folder leads to one message, and no learned data are lost", async (path, folder) => {
  await Player.with("learn", path, async (player) => {
    {
      using _ = refuseWriting(folder);
      for (const moves of ["e2e4", "e2e3"]) {
        await player.go("depth 8", moves);
        await player.session.core.learner?.keep();
      }
    }
    await player.go("depth 8", "e1d2");
    const faults = player.lines.filter((line) => line.includes("Cannot write"));
    assertEquals(faults, [`info string Cannot write the learning file '${path}': the system does not allow it`]);
  });
  assertEquals(await knownIn(path, ["e2e4", "e2e3", "e1d2"]), ["e2e4", "e2e3", "e1d2"]);
});

test("a read-only file is used and kept; without a file, the engine learns in memory", async (path, folder) => {
  const file = await fileWith(E3);
  for (const [bytes, message] of [[file, /It is read, but new lessons are lost/], [null, /Cannot write/]] as const) {
    if (bytes === null) Deno.removeSync(path);
    else Deno.writeFileSync(path, bytes);
    using _ = refuseWriting(folder);
    await Player.with("learn", path, async (player) => {
      await player.go("depth 8", "e2e4");
      assertEquals(player.lines.filter((line) => message.test(line)).length, 1);
      const known = bytes === null ? /Nothing has been learned about this/ : /depth 9, best e3/;
      assertMatch(await player.learned(`show fen ${FEN}`), known);
      assertMatch(await player.learned(`show fen ${FEN} moves e2e4`), /This position: searched once/);
    });
    if (bytes !== null) assertEquals(Deno.readFileSync(path), bytes);
    else assertEquals([...Deno.readDirSync(folder)], []);
  }
});

test("a clock that is set back, and a file from the future, change nothing", async (path) => {
  const { now } = Date;
  const moves = ["e2e4", "e2e3", "e1d2"];
  await Player.with("learn", path, async (player) => {
    try {
      for (const [i, move] of moves.entries()) {
        Date.now = () => now() - i * 1e10;
        await player.go("depth 8", move);
        await player.session.core.learner?.keep();
        Deno.utimeSync(path, 4e9 - i, 4e9 - i);
      }
    } finally {
      Date.now = now;
    }
    assertEquals(player.lines.filter((line) => /^info string (?!.* was read: 0 positions)/.test(line)), []);
  });
  assertEquals(await knownIn(path, moves), moves);
});

test("a hostile file causes no illegal move, no false mate and no endless search", async (_, folder) => {
  const records = [
    { move: 0xffff, score: 900, bound: 3, depth: 30, lines: 1 },
    { move: parseUci(START, "e1d1"), score: 31_598, bound: 3, depth: 200, lines: 15, visits: 65535 },
  ];
  await Player.with("use", "<empty>", async (player) => {
    for (const [i, record] of records.entries()) {
      Deno.writeFileSync(`${folder}/${i}.learned`, await fileWith(record));
      await player.session.newGame();
      await player.set("Learning File", `${folder}/${i}.learned`);
      const lines = await player.go("depth 9");
      assertMatch(lines.at(-1) ?? "", BEST_MOVE);
      assert(lines.every((line) => !line.includes("score mate")));
    }
    assertEquals(player.lines.filter((line) => line.includes("1 position known")).length, 2);
  });
});

test("before it ends, the program waits for another program's lock and writes its lessons", async (path, folder) => {
  Deno.writeFileSync(path, await fileWith(E3));
  const lock = Deno.openSync(path, { read: true, write: true });
  lock.lockSync(true);
  await using engine = new EngineProcess({ readsAll: true, write: folder });
  await engine.send("setoption name Learning value learn", `setoption name Learning File value ${path}`);
  await engine.until(BEST_MOVE, `position fen ${FEN} moves e2e4`, "go depth 8");
  // The wait is longer than the program would wait for a command that hangs.
  await engine.send("quit");
  await new Promise((resolve) => setTimeout(resolve, 4000));
  assertEquals((await decodeLearned(Deno.readFileSync(path), NETWORK)).experience.size, 1);
  lock.close();
  assertEquals((await engine.ending()).code, 0);
  assert((await decodeLearned(Deno.readFileSync(path), NETWORK)).experience.size > 1);
});
