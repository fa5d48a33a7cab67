/** Learning that outlives the process, as a GUI sees it: options and commands. @module */

import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { gameFromPgn } from "../../engine/games/read_games.ts";
import { decodeLearned, testLearningFile as test } from "../experience/journals.ts";
import { crc32 } from "../../nnue/crc32.ts";
import { networkChecksum } from "../../nnue/network.ts";
import { serialiseNetwork } from "../../nnue/network_file.ts";
import { experienceKeyLo, recordOfKey } from "../../search/experience.ts";
import { tokenize } from "../../uci/parse.ts";
import { engineArguments } from "../engine_bundle.ts";
import { randomNetwork } from "../nnue/random_network.ts";
import { makeBook } from "../book/books.ts";
import { outputOf } from "../program.ts";
import { EngineProcess } from "./engine_process.ts";
import { BEST_MOVE, E3, FEN, fileWith, knownIn, NETWORK, Player, START } from "./learning_player.ts";

test("without `Learning` no file is touched; with it, the engine learns from depth 8 on", async (path, folder) => {
  await Player.with("off", path, async (player) => {
    assertEquals(player.lines, []);
    for (let times = 0; times < 2; times++) await player.go("depth 8");
    const isRemark = (line: string): boolean => /not used while the option Learning is off/.test(line);
    assertEquals(player.lines.filter(isRemark).length, 1);
    await assertRejects(() => player.learned("forget"), Error, "Learning to be on");
    assertEquals([...Deno.readDirSync(folder)], []);
    await player.set("Learning", "learn");
    await player.go("depth 7");
    assertMatch(await player.learned("show"), /^0 positions known/);
    await player.go("depth 8");
    assertMatch(await player.learned("show"), /position: searched once, score \+?-?\d\.\d\d at depth 8, best \S+\.$/m);
  });
  const { experience, snapshot } = await decodeLearned(Deno.readFileSync(path), NETWORK);
  assert(experience.find(START.keyLo, START.keyHi) >= 0 && snapshot !== null);
});

test("the engine also learns from its command line, and writes the histories when it ends", async (path, folder) => {
  const options = ["setoption name Learning value use and learn", `setoption name Learning File value ${path}`];
  const engine = engineArguments("--allow-read", `--allow-write=${folder}`);
  await outputOf(Deno.execPath(), [...engine, ...options, `position fen ${FEN}`, "go depth 8"]);
  const { experience, snapshot } = await decodeLearned(Deno.readFileSync(path), NETWORK);
  assert(experience.find(START.keyLo, START.keyHi) >= 0 && snapshot !== null);
});

test("setting options to the same values again reads no file and keeps the data in use", async (path, folder) => {
  const tables = `${folder}/tables`;
  Deno.mkdirSync(tables);
  const options: [name: string, path: string][] = [
    ["EvalFile", `${folder}/other.net`],
    ["Book File", `${folder}/a.bin`],
    ["SyzygyPath", tables],
    ["Learning File", path],
  ];
  await Player.with("learn", "", async (player) => {
    Deno.writeFileSync(options[0][1], serialiseNetwork(randomNetwork()));
    Deno.writeFileSync(options[1][1], makeBook([[FEN, "e2e4", 1]]));
    Deno.writeFileSync(path, await fileWith(E3));
    const setAll = async (): Promise<number> => {
      const before = player.lines.length;
      for (const [name, value] of options) await player.set(name, value);
      return player.lines.length - before;
    };
    await setAll();
    await player.go("depth 8");
    const { settings, learner } = player.session.core;
    const before = { ...settings };
    for (const [, file] of options) Deno.renameSync(file, `${file}.gone`);
    assertEquals([await setAll(), { ...settings }, player.session.core.learner === learner], [0, before, true]);
    assertMatch(await player.learned("show"), /This position: searched once/);
    // A file is read again if another value was set in between.
    const isMissing = (line: string): boolean => /no such f/.test(line);
    for (const [name, value] of options.slice(0, 3)) {
      await player.set(name, "");
      await player.set(name, value);
    }
    assertEquals(player.lines.filter(isMissing).length, 3, player.lines.join("\n"));
    // A value that was refused is tried again.
    await setAll();
    assertEquals(player.lines.filter(isMissing).length, 6);
  });
});

test("another process continues at the depth that was reached, and so does the same process after a search of another position", async (path) => {
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
    // On a clock, a search begins at depth 1, because each depth affects how much time the move gets.
    assertMatch((await player.go("wtime 400 btime 400"))[0], /^info depth 1 /);
  });
});

test("histories of an analysis serve only that analysis: other positions and games begin without them, and games do not replace them", async (path) => {
  const clock = "wtime 1000000 btime 1000000 depth 9";
  const other = "e2e3";
  await Player.with("learn", path, async (player) => {
    /** The histories in the file, once all earlier searches are written. */
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

test("an analysis with several lines continues with as many lines or fewer", (path) =>
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
      // This makes the engine read the file again.
      await player.session.newGame();
      for (const mode of ["off", "use"]) await player.set("Learning", mode);
      await player.set("MultiPV", `${asked}`);
      assertEquals(resumed(await player.go("depth 11")).length, count);
    }
  }));

test("neither an empty file nor recent lessons from searches on a clock change the nodes of a game", async (path) => {
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

test("two engines that learn into one file at the same time lose nothing", async (path) => {
  const openings = ["e2e4", "e2e3", "e1d2", "e1f2"];
  await Promise.all([0, 1].map((which) =>
    Player.with("learn", path, async (player) => {
      for (const i of [0, 1]) await player.go("depth 8", openings[which * 2 + i]);
    })
  ));
  assertEquals(await knownIn(path, openings), openings);
});

test("`learned merge` adds to a file, `load` and `save` do not change it, `forget` clears it", async (path, folder) => {
  const other = `${folder}/b.learned`;
  Deno.writeFileSync(other, await fileWith({ ...E3, depth: 20, visits: 4 }));
  await Player.with("learn", path, async (player) => {
    await player.go("depth 8", "e2e4");
    await player.go("depth 8");
    await player.learned(`merge ${other}`);
    assertMatch(await player.learned("show"), /searched 4 times, score \+0\.\d\d at depth 20, best e3/);
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

test("known results about any position are shown, listed, written as a game, and removed", async (path, folder) => {
  await Player.with("learn", path, async (player) => {
    await player.go("depth 9", "e2e4");
    await player.go("depth 8", "e2e3");
    const after = `fen ${FEN} moves`;
    assertMatch(await player.learned(`show 3 ${after} e2e4`), /This position: searched \S+.*at depth 9, best/);
    const found = await player.learned(`show fen ${FEN}`);
    assertMatch(found, /Nothing has been learned about this position\.\nKnown moves \(2 of 2\):/);
    const list = (await player.learned(`list 2 fen ${FEN}`)).split("\n");
    assertMatch(list[0], /^Searched deepest \(2 of \d\d positions\):$/);
    assertMatch(list[1], /^ {4}e4: searched once, score .* at depth 9$/);
    assertEquals(list.length, 3);
    for (const words of ["show x", "show -1", `list 2 ${after} e2e5`, "remove fen 8", "forget all", "list", "save"]) {
      assert(await player.learned(words).then(() => words === "list", () => words !== "list"), words);
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
    await player.learned(`remove ${after} e2e4`);
    assertMatch(player.lines.at(-1) ?? "", / 1 position forgotten$/);
    assertEquals(await known(), all - 1);
    assertMatch(await player.learned(`show ${after} e2e4`), /Nothing has been learned about this/);
    await player.learned(`remove all ${after} e2e3`);
    assert(await known() < all - 4);
  });
  // The position is also removed from the file.
  assertEquals(await knownIn(path, ["e2e4", "e2e3"]), []);
});

test("results are stored for the network that a search used, even if it then changes", async (path, folder) => {
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
      // The answer does not wait for learning or for the file.
      await engine.send(`setoption name EvalFile value ${i % 2 === 0 ? file : "<empty>"}`, "stop");
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
});
