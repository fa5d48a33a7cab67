/**
 * Learning that outlives the process, as a GUI sees it: options, commands, and every fault that a file can have.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { readFen, START_FEN } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { Experience, type PositionRecord, recordOf } from "../../experience/experience.ts";
import { decodeLearned, encodeLearned } from "../../experience/learned_file.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { networkChecksum } from "../../nnue/network.ts";
import { runLearned } from "../../uci/learning.ts";
import { parseGo, tokenize } from "../../uci/parse.ts";
import { Session } from "../../uci/session.ts";
import { engineArguments } from "../engine_bundle.ts";
import { withFolder } from "../folder.ts";
import { SIGN_OF_LIFE } from "../uci/protocol_fixtures.ts";
import { outputOf } from "../program.ts";

const NETWORK = networkChecksum(embeddedNetwork());
const [START] = [readFen(START_FEN, { chess960: false }).position];
const BEST_MOVE = /^bestmove [a-h][1-8][a-h][1-8]/;

/** A session for a test. */
class Player {
  readonly lines: string[] = [];
  readonly session: Session;

  private constructor() {
    this.session = new Session({
      startWorker: () => new Worker(new URL("../../main.ts", import.meta.url), { type: "module" }),
      warmUp: false,
      write: (line) => SIGN_OF_LIFE.test(line) || this.lines.push(line),
    });
  }

  /** Lets a session do something. */
  static async with(mode: string, path: string, body: (player: Player) => Promise<void>): Promise<void> {
    const player = new Player();
    try {
      await player.set("Learning", mode);
      await player.set("Learning File", path);
      await body(player);
    } finally {
      await player.session.close();
    }
  }

  /** `setoption`; what is wrong is a line. */
  async set(name: string, value: string): Promise<void> {
    await this.session.setOption(`name ${name} value ${value}`).catch((error) => this.lines.push(error.message));
  }

  /** Searches, and returns the lines of the search. */
  async go(words: string, position = "startpos"): Promise<string[]> {
    this.session.setPosition(tokenize(position));
    const before = this.lines.length;
    await this.session.go(parseGo(tokenize(words)));
    await this.session.idle();
    return this.lines.slice(before).map((line) => line.replace(/ nps \d+| time \d+/g, ""));
  }

  /** The command `learned`. */
  async learned(text: string): Promise<string> {
    let shown = "";
    await runLearned(this.session.learning, text, this.session.position, (written) => shown = written);
    return shown;
  }
}

/** A file that knows one thing of the initial position. */
function fileWith(record: Partial<PositionRecord>): Promise<Uint8Array> {
  const experience = new Experience();
  experience.add(recordOf({ keyLo: START.keyLo, keyHi: START.keyHi, ...record }));
  return encodeLearned({ network: NETWORK, engine: "Test" }, { experience, snapshot: null });
}

Deno.test("without `Learning` no file is read or written, and a search of depth 8 is learned with it", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a.learned`;
    await Player.with("off", path, async (player) => {
      await player.go("depth 8");
      assertMatch(player.lines[0], /not used while the option Learning is off/);
      await assertRejects(() => player.learned("forget"), Error, "Learning to be on");
    });
    assertEquals([...Deno.readDirSync(folder)], []);
    await Player.with("learn", path, async (player) => {
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
  }));

Deno.test("commands of the command line are learned from, too, and the histories are written at their end", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a.learned`;
    const options = ["setoption name Learning value use and learn", `setoption name Learning File value ${path}`];
    const engine = engineArguments("--allow-read", `--allow-write=${folder}`);
    await outputOf(Deno.execPath(), [...engine, ...options, "go depth 8"]);
    const { experience, snapshot } = await decodeLearned(Deno.readFileSync(path), NETWORK);
    assert(experience.find(START.keyLo, START.keyHi) >= 0 && snapshot !== null);
  }));

Deno.test("another process goes on at the depth that was reached, and so does a step back and forward", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a.learned`;
    await Player.with("learn", path, async (player) => {
      await player.go("depth 10");
      await player.go("depth 9", "startpos moves e2e4");
      const [first] = await player.go("depth 11");
      assertMatch(first, /^info depth 10 .* nodes 0 /);
    });
    await Player.with("use", path, async (player) => {
      const lines = await player.go("depth 12");
      assertMatch(lines[0], /^info depth 11 .* nodes 0 .* pv \S+ \S+/);
      assertMatch(lines.at(-1) ?? "", BEST_MOVE);
      // On a clock each depth decides how much time the move deserves.
      assertMatch((await player.go("wtime 400 btime 400"))[0], /^info depth 1 /);
    });
  }));

Deno.test("histories of an analysis serve it alone: other positions and games begin without, and games do not replace them", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a.learned`;
    const historiesOf = async () => (await decodeLearned(Deno.readFileSync(path), NETWORK)).snapshot?.histories;
    const clock = "wtime 1000000 btime 1000000 depth 9";
    const other = "startpos moves a2a4";
    await Player.with("learn", path, async (player) => void await player.go("depth 10"));
    const analysed = await historiesOf();
    const searches: string[][] = [];
    for (const mode of ["off", "use"]) {
      for (const [words, position] of [[clock, other], ["depth 9", other], [clock, "startpos moves e2e4 a7a5"]]) {
        await Player.with(mode, path, async (player) => void searches.push(await player.go(words, position)));
      }
    }
    assertEquals(searches.slice(3), searches.slice(0, 3));
    await Player.with("learn", path, async (player) => void await player.go(clock, other));
    assertEquals(await historiesOf(), analysed);
    await Player.with("learn", path, async (player) => void await player.go("depth 11"));
    assertNotEquals(await historiesOf(), analysed);
  }));

Deno.test("an analysis with several lines goes on with as many lines or fewer", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a.learned`;
    const linesOf = (lines: string[]) =>
      lines.flatMap((line) =>
        /^info depth 1\d .*(multipv \d score cp \S+) nodes 0 .* pv (\S+)/.exec(line)?.slice(1).join(" ") ?? []
      );
    const lastOf = (lines: string[]) =>
      lines.slice(-4, -1).map((line) => /(multipv \d score cp \S+) nodes .* pv (\S+)/.exec(line)?.slice(1).join(" "));
    await Player.with("learn", path, async (player) => {
      await player.set("MultiPV", "3");
      const found = lastOf(await player.go("depth 10"));
      await player.go("depth 9", "startpos moves e2e4");
      assertEquals(linesOf(await player.go("depth 11")), found);
    });
    for (const [asked, count] of [[2, 2], [1, 1], [4, 0]]) {
      await Player.with("use", path, async (player) => {
        await player.set("MultiPV", `${asked}`);
        assertEquals(linesOf(await player.go("depth 11")).length, count);
      });
    }
  }));

Deno.test("an empty file changes no node of a game, and a file that was loaded is saved as it was", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a.learned`;
    Deno.writeFileSync(path, new Uint8Array(0));
    const games: string[][] = [];
    for (const mode of ["off", "use", "learn"]) {
      await Player.with(mode, path, async (player) => {
        const game: string[] = [];
        for (const moves of ["", " moves e2e4 e7e5", " moves e2e4 e7e5 g1f3 b8c6"]) {
          game.push(...await player.go("depth 9", `startpos${moves}`));
        }
        games.push(game);
      });
    }
    assertEquals(games[1], games[0]);
    assertEquals(games[2], games[0]);
    const learned = Deno.readFileSync(path);
    assert(learned.length > 1000);
    await Player.with("learn", "<empty>", async (player) => {
      await player.learned(`load ${path}`);
      await player.learned(`save ${folder}/b.learned`);
    });
    assertEquals(Deno.readFileSync(`${folder}/b.learned`), learned);
  }));

Deno.test("a file that cannot be used is one line; the search goes on, and the file stays whole", () =>
  withFolder(async (folder) => {
    const good = await fileWith({ move: parseUci(START, "a2a3"), score: 5, bound: 3, depth: 9, visits: 1 });
    const other = await encodeLearned({ network: 1, engine: "Test" }, { experience: new Experience(), snapshot: null });
    const version = good.slice();
    version[8] = 9;
    const damaged = good.slice();
    damaged[damaged.length - 3] ^= 4;
    const files: [string, Uint8Array, RegExp][] = [
      ["damaged", damaged, /another checksum/],
      ["text", new TextEncoder().encode("hello, world, this is no learning file at all"), /does not begin like one/],
      ["version", version, /format 1 of learning files, but got 9/],
      ["network", other, /learned with the network 00000001/],
    ];
    for (const [name, bytes, message] of files) {
      const path = `${folder}/${name}`;
      Deno.writeFileSync(path, bytes);
      await Player.with("learn", path, async (player) => {
        assertMatch(player.lines.join("\n"), message);
        assertMatch((await player.go("depth 9")).at(-1) ?? "", BEST_MOVE);
      });
      assertEquals(Deno.readFileSync(path), bytes, name);
    }
    const huge = `${folder}/huge`;
    Deno.writeFileSync(huge, new Uint8Array(1));
    Deno.truncateSync(huge, 2 ** 33);
    await new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).output();
    for (
      const [path, message] of [[huge, /8589934592 bytes/], [`${folder}/pipe`, /not a regular file/], [
        folder,
        /folder/,
      ]]
    ) {
      await Player.with("learn", String(path), async (player) => {
        assertMatch(player.lines.join("\n"), message as RegExp);
        assertMatch((await player.go("depth 8")).at(-1) ?? "", BEST_MOVE);
      });
    }
  }));

Deno.test("a file that is cut off is used as far as it goes, and mended by what is learned next", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a.learned`;
    const one = await fileWith({ move: parseUci(START, "a2a3"), score: 5, bound: 3, depth: 9, visits: 1 });
    Deno.writeFileSync(path, new Uint8Array([...one, ...one.subarray(40, -5)]));
    await Player.with("learn", path, async (player) => {
      assertMatch(player.lines[0], /cut off and left out/);
      await player.go("depth 8", "startpos moves e2e4");
    });
    const { experience, notices } = await decodeLearned(Deno.readFileSync(path), NETWORK);
    assertEquals(notices, []);
    assert(experience.size > 1);
  }));

Deno.test("a hostile file makes no illegal move, no mate and no endless search", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a.learned`;
    const legal = parseUci(START, "h2h4");
    for (
      const record of [
        { move: 0xffff, score: 900, bound: 3, depth: 30, lines: 1 },
        { move: legal, score: 31_598, bound: 3, depth: 200, lines: 15, visits: 65535 },
      ]
    ) {
      Deno.writeFileSync(path, await fileWith(record));
      await Player.with("use", path, async (player) => {
        const lines = await player.go("depth 9");
        assertMatch(lines.at(-1) ?? "", BEST_MOVE);
        assert(lines.every((line) => !line.includes("score mate")));
      });
    }
  }));

Deno.test("two engines that learn into one file at the same time lose nothing", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a.learned`;
    const openings = ["e2e4", "d2d4", "c2c4", "g1f3"];
    await Promise.all([0, 1].map((which) =>
      Player.with("learn", path, async (player) => {
        for (const i of [0, 1]) {
          await player.go("depth 8", `startpos moves ${openings[which * 2 + i]}`);
          if (i === 0) await player.session.newGame();
        }
      })
    ));
    const { experience } = await decodeLearned(Deno.readFileSync(path), NETWORK);
    for (const text of openings) {
      const { position } = readFen(START_FEN, { chess960: false });
      position.make(parseUci(position, text));
      assert(experience.find(position.keyLo, position.keyHi) >= 0, text);
    }
  }));

Deno.test("`learned merge` adds, `learned forget` empties the file, too", () =>
  withFolder(async (folder) => {
    const [path, other] = [`${folder}/a.learned`, `${folder}/b.learned`];
    Deno.writeFileSync(
      other,
      await fileWith({ move: parseUci(START, "a2a3"), score: 5, bound: 3, depth: 20, visits: 4 }),
    );
    await Player.with("learn", path, async (player) => {
      await player.go("depth 8", "startpos moves e2e4");
      await player.go("depth 8");
      await player.learned(`merge ${other}`);
      assertMatch(await player.learned("show"), /searched 5 times, score \+0\.\d\d at depth 20, best a3/);
      await assertRejects(() => player.learned(`load ${folder}/none`), Error, "no such file");
      await assertRejects(() => player.learned("learn"), SyntaxError, "Expected 'learned show");
      await player.learned("forget");
      assertMatch(await player.learned("show"), /^0 positions/);
    });
    assertEquals((await decodeLearned(Deno.readFileSync(path), NETWORK)).experience.size, 0);
  }));
