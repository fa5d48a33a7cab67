/**
 * Learning that outlives the process, as a GUI sees it: options, commands, and every fault that a file can have.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { gameFromPgn } from "../../engine/games/read_games.ts";
import { Experience, type PositionRecord, recordOf } from "../../experience/experience.ts";
import { decodeLearned, encodeLearned, stampOf } from "../experience/journals.ts";
import { crc32 } from "../../nnue/crc32.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { networkChecksum } from "../../nnue/network.ts";
import { serialiseNetwork } from "../../nnue/network_file.ts";
import { experienceKeyLo, recordOfKey } from "../../search/experience.ts";
import { parseGo, tokenize } from "../../uci/parse.ts";
import { Session } from "../../uci/session.ts";
import { engineArguments } from "../engine_bundle.ts";
import { withFolder } from "../folder.ts";
import { randomNetwork } from "../nnue/random_network.ts";
import { SIGN_OF_LIFE } from "../uci/protocol_fixtures.ts";
import { outputOf } from "../program.ts";
import { EngineProcess } from "./engine_process.ts";
import { startSameThread } from "../shell/same_thread.ts";

const NETWORK = networkChecksum(embeddedNetwork());
/** A position in which a deep search takes little time. */
const FEN = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
const START = parseFen(FEN);
const BEST_MOVE = /^bestmove [a-h][1-8][a-h][1-8]/;
/** What a file may know of the position. */
const E3 = { move: parseUci(START, "e2e3"), score: 5, bound: 3, depth: 9, visits: 1 };

/** A session for a test, with a search that is no thread. */
class Player {
  readonly lines: string[] = [];
  readonly session: Session = new Session({
    startWorker: startSameThread,
    warmUp: false,
    write: (line) => SIGN_OF_LIFE.test(line) || this.lines.push(line),
  });

  /** Lets a session do something, with values of its two options. */
  static async with(mode: string, path: string, body: (player: Player) => Promise<void>): Promise<void> {
    const player = new Player();
    try {
      for (const [name, value] of [["Hash", "1"], ["Learning", mode], ["Learning File", path]]) {
        await player.set(name, value);
      }
      await body(player);
    } finally {
      await player.session.close();
    }
  }

  /** `setoption`; what is wrong is a line. */
  async set(name: string, value: string): Promise<void> {
    await this.session.setOption(`name ${name} value ${value}`).catch((error) => this.lines.push(error.message));
    await this.session.learning.settled();
  }

  /** Searches behind some moves, and returns the lines of the search. */
  async go(words: string, moves = ""): Promise<string[]> {
    this.session.setPosition(tokenize(`fen ${FEN} moves ${moves}`));
    const before = this.lines.length;
    await this.session.go(parseGo(tokenize(words)));
    await this.session.idle();
    // A search that takes long also reports bounds.
    await this.session.learning.settled();
    const lines = this.lines.slice(before).filter((line) => !line.includes("bound "));
    return lines.map((line) => line.replace(/ nps \d+| time \d+/g, ""));
  }

  /** The command `learned`. */
  async learned(text: string): Promise<string> {
    let shown = "";
    await this.session.learning.run(text, this.session.position, (written) => shown = written);
    return shown;
  }
}

/** Registers a test with the path of a learning file that is yet to be created, and its folder. */
function test(name: string, body: (path: string, folder: string) => Promise<void>): void {
  Deno.test(name, () => withFolder((folder) => body(`${folder}/a.learned`, folder)));
}

/** A file that knows one thing of the initial position. */
function fileWith(record: Partial<PositionRecord>): Promise<Uint8Array> {
  const experience = new Experience();
  experience.add(recordOf({ keyLo: START.keyLo, keyHi: START.keyHi, ...record }));
  return encodeLearned(stampOf(NETWORK), experience);
}

test(
  "without `Learning` no file is read or written, and a search of depth 8 is learned with it",
  async (path, folder) => {
    await Player.with("off", path, async (player) => {
      await player.go("depth 8");
      assertMatch(player.lines[0], /not used while the option Learning is off/);
      await assertRejects(() => player.learned("forget"), Error, "Learning to be on");
      assertEquals([...Deno.readDirSync(folder)], []);
      await player.set("Learning", "learn");
      await player.go("depth 7");
      assertMatch(await player.learned("show"), /^0 positions known/);
      await player.go("depth 8");
      assertMatch(
        await player.learned("show"),
        /This one: searched once, score \+?-?\d\.\d\d at depth 8, best \S+\.$/m,
      );
    });
    const { experience, snapshot } = await decodeLearned(Deno.readFileSync(path), NETWORK);
    assert(experience.find(START.keyLo, START.keyHi) >= 0 && snapshot !== null);
  },
);

test(
  "commands of the command line are learned from, too, and the histories are written at their end",
  async (path, folder) => {
    const options = ["setoption name Learning value use and learn", `setoption name Learning File value ${path}`];
    const engine = engineArguments("--allow-read", `--allow-write=${folder}`);
    await outputOf(Deno.execPath(), [...engine, ...options, `position fen ${FEN}`, "go depth 8"]);
    const { experience, snapshot } = await decodeLearned(Deno.readFileSync(path), NETWORK);
    assert(experience.find(START.keyLo, START.keyHi) >= 0 && snapshot !== null);
  },
);

test("another process goes on at the depth that was reached, and so does a step back and forward", async (path) => {
  await Player.with("learn", path, async (player) => {
    await player.go("depth 10");
    await player.go("depth 9", "e2e4");
    const [first] = await player.go("depth 11");
    assertMatch(first, /^info depth 10 .* nodes 0 /);
  });
  await Player.with("use", path, async (player) => {
    const lines = await player.go("depth 12");
    assertMatch(lines[0], /^info depth 11 .* nodes 0 .* pv \S+/);
    assertMatch(lines.at(-1) ?? "", BEST_MOVE);
    // On a clock each depth decides how much time the move deserves.
    assertMatch((await player.go("wtime 400 btime 400"))[0], /^info depth 1 /);
  });
});

test("histories of an analysis serve it alone: other positions and games begin without, and games do not replace them", async (path) => {
  const clock = "wtime 1000000 btime 1000000 depth 9";
  const other = "e2e3";
  await Player.with("learn", path, async (player) => {
    /** The histories in the file, once the searches so far are written. */
    const historiesOf = async () => {
      await player.session.newGame();
      await player.session.core.learner?.keep();
      const { snapshot } = await decodeLearned(Deno.readFileSync(path), NETWORK);
      return snapshot && crc32(new Uint8Array(snapshot.histories.buffer));
    };
    await player.go("depth 10");
    const analysed = await historiesOf();
    assert(analysed !== null);
    const searches: string[][] = [];
    for (const mode of ["off", "use"]) {
      await player.set("Learning", mode);
      for (const [words, moves] of [[clock, other], ["depth 9", other], [clock, "e2e4 e7e6"]]) {
        await player.session.newGame();
        searches.push(await player.go(words, moves));
      }
    }
    assertEquals(searches.slice(3), searches.slice(0, 3));
    await player.set("Learning", "learn");
    await player.go(clock, other);
    assertEquals(await historiesOf(), analysed);
    await player.go("depth 11");
    assertNotEquals(await historiesOf(), analysed);
  });
});

test("an analysis with several lines goes on with as many lines or fewer", (path) =>
  Player.with("learn", path, async (player) => {
    const found = (lines: string[], pattern: RegExp) =>
      lines.flatMap((line) => pattern.exec(line)?.slice(1).join(" ") ?? []);
    const resumed = (lines: string[]) =>
      found(lines, /^info depth 1\d .*(multipv \d score cp \S+) nodes 0 .* pv (\S+)/);
    await player.set("MultiPV", "3");
    const last = found((await player.go("depth 10")).slice(-4), /(multipv \d score cp \S+) nodes .* pv (\S+)/);
    await player.go("depth 9", "e2e4");
    assertEquals(resumed(await player.go("depth 11")), last);
    for (const [asked, count] of [[2, 2], [1, 1], [4, 0]]) {
      // The file is read anew.
      await player.session.newGame();
      for (const mode of ["off", "use"]) await player.set("Learning", mode);
      await player.set("MultiPV", `${asked}`);
      assertEquals(resumed(await player.go("depth 11")).length, count);
    }
  }));

test("an empty file changes no node of a game, nor does what was just learned on a clock", async (path) => {
  Deno.writeFileSync(path, new Uint8Array(0));
  await Player.with("off", path, async (player) => {
    const games: string[] = [];
    for (const mode of ["off", "use", "learn"]) {
      await player.set("Learning", mode);
      await player.session.newGame();
      const game: string[] = [];
      for (const words of ["depth 9", "wtime 1000000 btime 1000000 depth 11"]) {
        for (const moves of ["", "e2e4 e7e5"]) game.push(...await player.go(words, moves));
      }
      games.push(game.join("\n"));
    }
    assertEquals(new Set(games).size, 1, games.join("\n\n"));
  });
  assert(Deno.readFileSync(path).length > 1000);
});

test("a file that cannot be used is one line; the search goes on, and the file stays whole", async (_, folder) => {
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

test("a file that is cut off is used as far as it goes, and mended by what is learned next", async (path) => {
  const one = await fileWith(E3);
  Deno.writeFileSync(path, new Uint8Array([...one, ...one.subarray(40, -5)]));
  await Player.with("learn", path, async (player) => {
    assertMatch(player.lines[0], /damaged and left out/);
    await player.go("depth 8", "e2e4");
  });
  const { experience, notices } = await decodeLearned(Deno.readFileSync(path), NETWORK);
  assertEquals(notices, []);
  assert(experience.size > 1);
});

/** Which of some first moves lead to positions that a file knows. */
async function knownIn(path: string, moves: readonly string[]): Promise<string[]> {
  const { experience } = await decodeLearned(Deno.readFileSync(path), NETWORK);
  return moves.filter((text) => {
    const position = parseFen(FEN);
    position.make(parseUci(position, text));
    return experience.find(experienceKeyLo(position), position.keyHi) >= 0;
  });
}

/** Lets the system refuse to open files in a folder for writing, as where it is read-only: root may write there all the same. */
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

test("a folder that is read-only for a while costs one line and nothing that was learned", async (path, folder) => {
  await Player.with("learn", path, async (player) => {
    {
      using _ = refuseWriting(folder);
      for (const moves of ["e2e4", "e2e3"]) {
        await player.go("depth 8", moves);
        await player.session.core.writes.over();
      }
    }
    await player.go("depth 8", "e1d2");
    const faults = player.lines.filter((line) => line.includes("Cannot write"));
    assertEquals(faults, [`info string Cannot write the learning file '${path}': the system does not allow it`]);
  });
  assertEquals(await knownIn(path, ["e2e4", "e2e3", "e1d2"]), ["e2e4", "e2e3", "e1d2"]);
});

test(
  "a read-only file is used and stays; where none is, the option is refused, and it is learned in memory",
  async (path, folder) => {
    const file = await fileWith(E3);
    for (
      const [bytes, message] of [[file, /It is read, and what is learned is lost/], [null, /Cannot write/]] as const
    ) {
      if (bytes === null) Deno.removeSync(path);
      else Deno.writeFileSync(path, bytes);
      using _ = refuseWriting(folder);
      await Player.with("learn", path, async (player) => {
        await player.go("depth 8", "e2e4");
        assertEquals(player.lines.filter((line) => message.test(line)).length, 1);
        assertMatch(
          await player.learned(`show fen ${FEN}`),
          bytes === null ? /Of this one nothing/ : /depth 9, best e3/,
        );
        assertMatch(await player.learned(`show fen ${FEN} moves e2e4`), /This one: searched once/);
      });
      if (bytes !== null) assertEquals(Deno.readFileSync(path), bytes);
      else assertEquals([...Deno.readDirSync(folder)], []);
    }
  },
);

test("a clock that is set back, and a file from the future, change nothing", async (path) => {
  const { now } = Date;
  const moves = ["e2e4", "e2e3", "e1d2"];
  await Player.with("learn", path, async (player) => {
    try {
      for (const [i, move] of moves.entries()) {
        Date.now = () => now() - i * 1e10;
        await player.go("depth 8", move);
        await player.session.core.writes.over();
        Deno.utimeSync(path, 4e9 - i, 4e9 - i);
      }
    } finally {
      Date.now = now;
    }
    assertEquals(player.lines.filter((line) => /^info string (?!.* is read: 0 positions)/.test(line)), []);
  });
  assertEquals(await knownIn(path, moves), moves);
});

test("a hostile file makes no illegal move, no mate and no endless search", async (_, folder) => {
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
    assertEquals(player.lines.filter((line) => line.includes("1 positions are known")).length, 2);
  });
});

test("two engines that learn into one file at the same time lose nothing", async (path) => {
  const openings = ["e2e4", "e2e3", "e1d2", "e1f2"];
  await Promise.all([0, 1].map((which) =>
    Player.with("learn", path, async (player) => {
      for (const i of [0, 1]) await player.go("depth 8", openings[which * 2 + i]);
    })
  ));
  assertEquals(await knownIn(path, openings), openings);
});

test("`learned merge` adds, `load` and `save` keep a file as it is, `forget` empties it", async (path, folder) => {
  const other = `${folder}/b.learned`;
  Deno.writeFileSync(other, await fileWith({ ...E3, depth: 20, visits: 4 }));
  await Player.with("learn", path, async (player) => {
    await player.go("depth 8", "e2e4");
    await player.go("depth 8");
    await player.learned(`merge ${other}`);
    assertMatch(await player.learned("show"), /searched 5 times, score \+0\.\d\d at depth 20, best e3/);
    await assertRejects(() => player.learned(`load ${folder}/none`), Error, "no such file");
    await assertRejects(() => player.learned("learn"), SyntaxError, "Expected 'learned show");
    await player.learned(`load ${other}`);
    await player.learned(`save ${folder}/c.learned`);
    await player.learned("forget");
    assertMatch(await player.learned("show"), /^0 positions/);
  });
  assertEquals((await decodeLearned(Deno.readFileSync(path), NETWORK)).experience.size, 0);
  assertEquals(Deno.readFileSync(`${folder}/c.learned`), Deno.readFileSync(other));
});

test("what is known is shown, listed and written as a game, of any position, and removed", async (path, folder) => {
  await Player.with("learn", path, async (player) => {
    await player.go("depth 9", "e2e4");
    await player.go("depth 8", "e2e3");
    const behind = `fen ${FEN} moves`;
    assertMatch(await player.learned(`show 3 ${behind} e2e4`), /This one: searched \S+.*at depth 9, best/);
    assertMatch(await player.learned(`show fen ${FEN}`), /Of this one nothing was learned\.\nKnown moves \(2 of 2\):/);
    const list = (await player.learned(`list 2 fen ${FEN}`)).split("\n");
    assertMatch(list[0], /^Searched deepest \(2 of \d\d positions\):$/);
    assertMatch(list[1], /^ {4}e4: searched once, score .* at depth 9$/);
    assertEquals(list.length, 3);
    for (const words of ["show x", `list 2 ${behind} e2e5`, "remove fen 8", "forget all", "list", "save"]) {
      const refused = await player.learned(words).then(() => words === "list", () => words !== "list");
      assert(refused, words);
    }
    player.session.setPosition(tokenize(`fen ${FEN}`));
    await player.learned(`export ${folder}/a.pgn`);
    const game = gameFromPgn(Deno.readTextFileSync(`${folder}/a.pgn`));
    const [first, second] = game.root.children.map(({ san, comments }) => [san, comments.join(" ")]);
    assertEquals([first, second].map(([san]) => san).sort(), ["e3", "e4"]);
    assertMatch(first[1], /^\[%eval -?\d\.\d+\] depth [89], searched once$/);
    assert(game.mainLine.length > 3);

    const known = async () => Number(/^\d+/.exec(await player.learned("show"))?.[0]);
    const all = await known();
    await player.learned(`remove ${behind} e2e4`);
    assertEquals(await known(), all - 1);
    assertMatch(await player.learned(`show ${behind} e2e4`), /Of this one nothing/);
    await player.learned(`remove all ${behind} e2e3`);
    assert(await known() < all - 4);
  });
  // It is gone from the file, too.
  assertEquals(await knownIn(path, ["e2e4", "e2e3"]), []);
});

test(
  "the end of the program waits for another program's lock, and writes what it has learned",
  async (path, folder) => {
    Deno.writeFileSync(path, await fileWith(E3));
    const lock = Deno.openSync(path, { read: true, write: true });
    lock.lockSync(true);
    await using engine = new EngineProcess({ readsAll: true, write: folder });
    await engine.send("setoption name Learning value learn", `setoption name Learning File value ${path}`);
    await engine.send(`position fen ${FEN} moves e2e4`, "go depth 8");
    await engine.until(BEST_MOVE);
    // Longer than the program would wait for a command that hangs.
    await engine.send("quit");
    await new Promise((resolve) => setTimeout(resolve, 4000));
    assertEquals((await decodeLearned(Deno.readFileSync(path), NETWORK)).experience.size, 1);
    lock.close();
    assertEquals((await engine.ending()).code, 0);
    assert((await decodeLearned(Deno.readFileSync(path), NETWORK)).experience.size > 1);
  },
);

test(
  "each search belongs to the network that it was made with, also where that changes at once or during it",
  async (path, folder) => {
    const other = randomNetwork();
    const file = `${folder}/other.hnet`;
    Deno.writeFileSync(file, serialiseNetwork(other));
    const networks = [NETWORK, networkChecksum(other)];
    const moves = ["e2e4", "e2e3", "e1d2", "e1f2", "e1d1", "e1f1"];
    {
      await using engine = new EngineProcess({ readsAll: true, write: folder });
      await engine.send("setoption name Learning value learn", `setoption name Learning File value ${path}`);
      for (const [i, move] of moves.entries()) {
        const isLong = i % 3 === 2;
        await engine.send(`position fen ${FEN} moves ${move}`, isLong ? "go infinite" : "go depth 8");
        await engine.until(isLong ? /^info depth 9 / : BEST_MOVE);
        // Nothing is waited for: not for what the search has learned, nor for the file.
        await engine.send(`setoption name EvalFile value ${i % 2 === 0 ? file : "<empty>"}`);
        if (isLong) await engine.until(BEST_MOVE);
      }
      await engine.send("quit");
      assertEquals((await engine.ending()).code, 0);
    }
    for (const [i, network] of networks.entries()) {
      const { experience } = await decodeLearned(Deno.readFileSync(path), network);
      for (const [own, move] of moves.entries()) {
        const position = parseFen(FEN);
        position.make(parseUci(position, move));
        const isRoot = recordOfKey(experience, experienceKeyLo(position), position.keyHi)?.lines === 1;
        assertEquals(isRoot, own % 2 === i, move);
      }
    }
  },
);
