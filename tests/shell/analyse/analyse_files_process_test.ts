/** The output of `hindsight analyse`: several files, pictures, a closed terminal. Takes about 8 s. @module */

import { assert, assertEquals, assertFalse, assertMatch, assertStringIncludes } from "@std/assert";
import { gzipSync } from "node:zlib";
import { readPgn } from "../../../engine/games/pgn_reader.ts";
import { readXml } from "../../engine/view/xml.ts";
import { GAMES } from "../../engine/games/games.ts";
import { namesIn, testInFolder as test } from "../../folder.ts";
import { analyse, assertCursorIsBack, HIDE_CURSOR, runEngine, runOnTerminal, SCHOLAR, SCRIPT } from "../process.ts";

test("several files are analysed in turn, and written to one file, or each back to its own file", async (folder) => {
  await Deno.writeTextFile(`${folder}/a.pgn`, SCHOLAR);
  const sources = readPgn(GAMES).slice(2).map(({ source }) => source);
  await Deno.writeTextFile(`${folder}/b.pgn`, `${sources.join("\n\n")}\n\n1. e5 *\n`);
  const fast = ["--nodes", "100"];
  const joined = await analyse(["a.pgn", "b.pgn", ...fast, "-o", "c.pgn", "--svg", "g.svg"], { folder });
  const count = readPgn(await Deno.readTextFile(`${folder}/c.pgn`)).length;
  assertEquals([joined.code, count], [1, 4]);
  assertMatch(joined.stderr, /^b\.pgn: Game 3: At 1\. e5, line \d+: [^\n]+\n$/);
  assertMatch(joined.stdout, /^a\.pgn: Game 1 \(A – B\), 1-0\n/);
  assertStringIncludes(joined.stdout, "\n\nb.pgn: Game 1 (Student – Teacher), 1/2-1/2\n");
  assertMatch(joined.stdout, /\n\n4 pictures: g-1\.svg to g-4\.svg\n$/);
  assertEquals(namesIn(folder), ["a.pgn", "b.pgn", "c.pgn", "g-1.svg", "g-2.svg", "g-3.svg", "g-4.svg"]);
  assertEquals((await analyse(["a.pgn", "b.pgn", ...fast, "--in-place"], { folder })).code, 1);
  const counts = ["a.pgn", "b.pgn"].map((name) => readPgn(Deno.readTextFileSync(`${folder}/${name}`)).length);
  assertEquals(counts, [1, 3]);
  const { stdout } = await analyse(["a.pgn", "b.pgn", ...fast, "--json"], { folder });
  const games: { file: string; number: number }[] = JSON.parse(stdout).games;
  assertEquals(games.map(({ file, number }) => `${file} ${number}`), ["a.pgn 1", "b.pgn 1", "b.pgn 2", "b.pgn 3"]);
});

test("a report is written with the games or alone, to a file or to standard output", async (folder) => {
  await Deno.writeTextFile(`${folder}/in.pgn`, SCHOLAR);
  const fast = ["in.pgn", "--nodes", "100"];
  const alone = await analyse([...fast, "--html", "r.html"], { folder });
  assertMatch(alone.stdout, /^Game 1 \(A – B\), 1-0\n[^[]*\n\nReport: r\.html\n$/);
  const streamed = await analyse([...fast, "--html", "-"], { folder });
  assertEquals(streamed.stdout, await Deno.readTextFile(`${folder}/r.html`));
  const games = await analyse([...fast, "--html", "r.html", "--output", "-"], { folder });
  assertMatch(games.stdout, /^\[Event [^]*\[%eval /);
  const both = await analyse([...fast, "--html", "r.html", "--json"], { folder });
  assertEquals([both.code, JSON.parse(both.stdout).games.length], [0, 1]);
  assertEquals(await Deno.readTextFile(`${folder}/in.pgn`), SCHOLAR);
  assertEquals(namesIn(folder), ["in.pgn", "r.html"]);
});

test("a file that cannot be written at the end is named, and the others are written", async (folder) => {
  await Deno.writeTextFile(`${folder}/in.pgn`, SCHOLAR);
  await Deno.mkdir(`${folder}/gone`);
  const files = ["-o", "gone/out.pgn", "--svg", "gone/g.svg", "--html", "r.html"];
  const run = await analyse(["in.pgn", "--nodes", "100", ...files], { folder, lostFolder: "gone" });
  const lost = ["gone/g.svg", "gone/out.pgn"].map((path) => `Cannot write '${path}': there is no such folder\n`);
  assertEquals([run.code, run.stderr], [1, lost.join("")]);
  assertMatch(run.stdout, /^Game 1 \(A – B\), 1-0\n[^]*\n\nReport: r\.html\n$/);
  assertFalse(run.stdout.includes("Picture"), run.stdout);
  assertEquals(namesIn(folder), ["in.pgn", "r.html"]);
});

test("a failed search ends the analysis; the message names the game, and the finished games are written", async (folder) => {
  await Deno.writeTextFile(`${folder}/in.pgn`, `${SCHOLAR}\n${SCHOLAR}`);
  // Each game has 7 to 11 searches.
  const fast = ["in.pgn", "--nodes", "100", "--in-place"];
  const { code, stdout, stderr } = await analyse(fast, { folder, failingSearch: 12 });
  assertEquals([code, stderr], [1, "The worker died; ended in game 2 of 2; the results so far were written\n"]);
  assertMatch(stdout, /^Game 1 \(A – B\), 1-0\n/);
  const games = readPgn(await Deno.readTextFile(`${folder}/in.pgn`));
  assertEquals(games.map(({ tags }) => tags.has("Annotator")), [true, false]);
});

test("pictures of many games are in the order of the games, and their files are not all open at the same time", async (folder) => {
  await Deno.writeTextFile(`${folder}/in.pgn`, "1. e4 *\n\n".repeat(64));
  const args = ["analyse", "in.pgn", "--nodes", "1", "--hash", "1", "-o", "out.pgn", "--svg", "g.svg"];
  const { code, stdout, stderr } = await runEngine(args, folder, 60);
  assertEquals([code, stderr], [0, ""]);
  assertMatch(stdout, /\n\n64 pictures: g-01\.svg to g-64\.svg\n$/);
  const pictures = Array.from({ length: 64 }, (_, i) => `g-${`${i + 1}`.padStart(2, "0")}.svg`);
  assertEquals(namesIn(folder), [...pictures, "in.pgn", "out.pgn"]);
  readXml(await Deno.readTextFile(`${folder}/g-64.svg`));
});

test("closing the terminal ends the analysis, and the analysed part is written without an accuracy", async (folder) => {
  await Deno.writeTextFile(`${folder}/in.pgn`, GAMES);
  const { code, stdout, stderr } = await analyse(["in.pgn", "--nodes", "100", "--in-place", "--svg", "g.svg"], {
    folder,
    signal: "SIGHUP",
  });
  assertEquals([code, stderr], [1, "Interrupted in game 1 of 4; the results so far were written\n"]);
  const [first, second] = readPgn(await Deno.readTextFile(`${folder}/in.pgn`));
  assertEquals(first.root.line.length, 25);
  assertStringIncludes(first.root.line.at(-1)?.comments.join() ?? "", "%eval");
  assertFalse(first.tags.has("WhiteAccuracy") || first.tags.has("BlackAccuracy"));
  assertFalse(second.tags.has("Annotator"));
  assertMatch(
    stdout,
    /^Game 1 \([^\n]+\), 1-0 \(analysed in part\)\n {2}C57 [^\n]+\n {2}White {2}\d+ moves?, \d+ inaccurac/,
  );
  assertFalse(/accuracy \d/.test(await Deno.readTextFile(`${folder}/g-1.svg`)));
  assertEquals(namesIn(folder), ["g-1.svg", "in.pgn"]);
}, Deno.build.os === "windows");

test("control characters in a game do not reach the terminal", async (folder) => {
  const evil = "\x1b]0;evil\x07\x9b31m";
  const text = `[White "A${evil}"]\n\n1. e4 {${evil}} *\n\n[White "B${evil}"]\n\n1. e5 {${evil}} *\n`;
  await Deno.writeTextFile(`${folder}/in.pgn`, text);
  const { stdout: shown } = await runOnTerminal(["analyse", "in.pgn", "--nodes", "10"], [], { folder });
  assert(shown.includes("1. e4") && shown.includes("Game 2 (B"), shown);
  assertFalse(shown.includes("\x1b]") || shown.includes("\x07") || shown.includes("\x9b"), shown);
  // Games are written unchanged to a pipe or a file.
  const piped = await analyse(["in.pgn", "--nodes", "10"], { folder });
  assertStringIncludes(piped.stdout, evil);
  assertFalse(piped.stderr.includes("\x1b"));
}, SCRIPT === null);

Deno.test("on a terminal, the lines of a position appear during the search", { ignore: SCRIPT === null }, async () => {
  const { stdout } = await runOnTerminal(["analyse", "--fen", "startpos", "--nodes", "100000"], []);
  const lines = stdout.split("\r\n");
  const result = lines.findIndex((line) => line.startsWith("\x1b[1A\x1b[JFEN: "));
  assert(result > 2, lines.join("\n"));
  // Each line replaces the previous line, and the result replaces the last line.
  lines.slice(0, result).forEach((line, i) => {
    const before = `${i === 0 ? "" : "\x1b[1A"}\r\x1b[K\x1b[?7l`;
    assert(line.startsWith(before), line);
    assertMatch(line.slice(before.length), /^depth \d+ +[+−]?\d+\.\d\d {2}1\. \S+/);
  });
  // A pipe or a file receives only the result.
  const piped = await analyse(["--fen", "startpos", "--depth", "2"]);
  assertEquals([piped.code, piped.stderr, piped.stdout.startsWith("FEN: ")], [0, "", true]);
});

test("on a terminal, the progress of a long file has no total, and Ctrl-C removes it", async (folder) => {
  await Deno.writeTextFile(`${folder}/in.pgn`, '[Event "?"]\n\n1. e4 *\n\n'.repeat(501));
  const args = ["analyse", "in.pgn", "--nodes", "1", "--hash", "1"];
  const { code, stdout } = await runOnTerminal(args, [["3 positions  game 2\x1b", "\x03"]], { folder });
  assertEquals(code, 1, stdout);
  assertStringIncludes(stdout, `${HIDE_CURSOR}\r\x1b[K\x1b[?7l0 positions`);
  assertStringIncludes(stdout, "\r\x1b[K\x1b[?7l1 positions  game 1\x1b[?7h\r");
  assertCursorIsBack(stdout);
  assertFalse(/ of \d+ positions|░|█/.test(stdout), stdout);
  assertStringIncludes(stdout, " positions  writing the other games unchanged\x1b");
  assertMatch(stdout, /\nInterrupted in game \d+; /);
}, SCRIPT === null);

test("`--in-place` replaces neither a file without games nor a pipe", async (folder) => {
  const others = {
    "a.jpg": '\xff\xd8\xff\xe0\0\x10JFIF\0\x01 e4 [A "b"] 1. d4 *\0',
    "b.txt": "Dear Anna,\n\nthank you for the game.\n",
    "c.txt": "-- \nBob\n",
  };
  const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
  for (const [name, text] of Object.entries(others)) await Deno.writeFile(`${folder}/${name}`, bytesOf(text));
  await Deno.writeTextFile(`${folder}/d.pgn`, SCHOLAR);
  await Deno.writeFile(`${folder}/e.pgn`, gzipSync(SCHOLAR));
  const names = [...Object.keys(others), "d.pgn", "e.pgn"];
  const inPlace = ["--nodes", "50", "--in-place"];
  // This is refused before anything is analysed.
  for (const [name, reason] of [["a.jpg", "it has bytes that text cannot contain"], ["e.pgn", "it is packed"]]) {
    const { code, stderr } = await analyse(["d.pgn", name, ...inPlace], { folder });
    assertEquals(code, 1);
    assertStringIncludes(stderr, `'${name}': `);
    assertStringIncludes(stderr, reason);
    assertEquals(await Deno.readTextFile(`${folder}/d.pgn`), SCHOLAR);
  }
  const { code, stderr } = await analyse(["b.txt", "c.txt", "d.pgn", ...inPlace], { folder });
  assertEquals(code, 1);
  for (const name of ["b.txt", "c.txt"]) assertStringIncludes(stderr, `There is no game in '${name}'\n`);
  for (const [name, text] of Object.entries(others)) {
    assertEquals(await Deno.readFile(`${folder}/${name}`), bytesOf(text));
  }
  assertStringIncludes(await Deno.readTextFile(`${folder}/d.pgn`), "%eval");
  assertEquals(namesIn(folder), names);
  // This is also true after a file of many games.
  await Deno.writeTextFile(`${folder}/many.pgn`, "1. e4 *\n\n".repeat(510));
  const many = await analyse(["many.pgn", "b.txt", "--nodes", "5", "--in-place"], { folder });
  assertEquals([many.code, many.stderr], [1, "There is no game in 'b.txt'\n"]);
  assertStringIncludes(await Deno.readTextFile(`${folder}/many.pgn`), "%eval");
  assertEquals(namesIn(folder), [...names, "many.pgn"]);
  if (Deno.build.os === "windows") return;
  await new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).output();
  const piped = await analyse(["pipe", "--in-place"], { folder });
  assertEquals([piped.code, piped.stderr], [1, "Cannot replace 'pipe': it is not an ordinary file\n"]);
});

test("`--player` and `--games` choose games; with `--in-place` the other games do not change", async (folder) => {
  const other = '[White "C"]\n[Black "D"]\n\n1. d4 {so} d5 *';
  await Deno.writeTextFile(`${folder}/in.pgn`, `${SCHOLAR}\n${other}\n\n${SCHOLAR}`);
  const few = ["--nodes", "100"];
  const chosen = await analyse(["in.pgn", "--player", "c", ...few], { folder });
  assertEquals([chosen.code, readPgn(chosen.stdout).length], [0, 1]);
  assertMatch(chosen.stdout, /\[White "C"\]/);
  const places = await analyse(["in.pgn", "--games", "1,3-", ...few], { folder });
  assertEquals(readPgn(places.stdout).map(({ tags }) => tags.get("White")), ["A", "A"]);
  assertEquals((await analyse(["in.pgn", "--games", "2", "--in-place", ...few], { folder })).code, 0);
  const written = readPgn(await Deno.readTextFile(`${folder}/in.pgn`));
  assertEquals(written.map(({ tags }) => tags.has("Annotator")), [false, true, false]);
  assertEquals(written[0].source, SCHOLAR.trim());
});

test("a choice that matches none of many games is an error that lists the players, and no output is changed", async (folder) => {
  const many = '[White "A"]\n[Black "B"]\n\n1. e4 *\n\n'.repeat(520);
  await Deno.writeTextFile(`${folder}/in.pgn`, many);
  for (const name of ["keep.pgn", "keep.html", "keep.json", "keep.svg"]) {
    await Deno.writeTextFile(`${folder}/${name}`, "old");
  }
  const players = "the players are 'A', 'B'";
  const choices: [choice: string, reason: string][] = [
    ["--player nobody", "'--player nobody'"],
    ["--games 5000", "'--games'"],
    ["--player A --games 600-", "'--player A' and '--games'"],
  ];
  const outputs = "-o keep.pgn|--in-place|--html keep.html|--json -o keep.json|--svg keep.svg||--json".split("|");
  const names = namesIn(folder);
  for (const [choice, reason] of choices) {
    for (const output of outputs) {
      const run = await analyse(["in.pgn", ...`${choice} ${output}`.trim().split(" "), "--nodes", "5"], { folder });
      const stderr = `${reason} matched none of 520 games; ${players}\n`;
      assertEquals(run, { code: 1, stdout: "", stderr }, `${choice} ${output}`);
    }
  }
  const kept = names.filter((name) => name !== "in.pgn").map((name) => Deno.readTextFileSync(`${folder}/${name}`));
  assertEquals([...kept, Deno.readTextFileSync(`${folder}/in.pgn`)], ["old", "old", "old", "old", many]);
  assertEquals(namesIn(folder), names);
});

test("a chosen game near the end of many games is found, and written with the others or alone", async (folder) => {
  const game = (name: string): string => `[White "${name}"]\n\n1. e4 *\n\n`;
  await Deno.writeTextFile(`${folder}/in.pgn`, game("A").repeat(510) + game("Late") + game("A"));
  const args = ["in.pgn", "--player", "late", "--nodes", "5"];
  assertEquals((await analyse([...args, "-o", "out.pgn"], { folder })).code, 0);
  const alone = readPgn(await Deno.readTextFile(`${folder}/out.pgn`));
  assertEquals(alone.map(({ tags }) => [tags.get("White"), tags.has("Annotator")]), [["Late", true]]);
  assertEquals((await analyse([...args, "--in-place"], { folder })).code, 0);
  const games = readPgn(await Deno.readTextFile(`${folder}/in.pgn`));
  assertEquals([games.length, games.findIndex(({ tags }) => tags.has("Annotator"))], [512, 510]);
});

test("each game is written when it is done, and `--resume` continues after it", async (folder) => {
  await Deno.writeTextFile(`${folder}/in.pgn`, `${SCHOLAR}\n${SCHOLAR}\n${SCHOLAR}`);
  const args = ["in.pgn", "--nodes", "100", "-o", "out.pgn"];
  assertEquals((await analyse(args, { folder })).code, 0);
  const whole = await Deno.readTextFile(`${folder}/out.pgn`);
  // A program that was killed would leave this file behind: two games, and a piece of the third.
  const [one, two, three] = whole.split(/(?=\[Event )/);
  const part = one + two.replace("[%eval", "[%clk 0:00:09] [%eval") + three.slice(0, 99);
  await Deno.writeTextFile(`${folder}/out.pgn.part`, part);
  await Deno.remove(`${folder}/out.pgn`);
  const refused = await analyse(args, { folder });
  const found = [refused.code, refused.stderr];
  assertEquals(found, [1, "'out.pgn.part' has games from an interrupted run: continue with --resume, or delete it\n"]);
  assertEquals((await analyse([...args, "--resume"], { folder })).code, 0);
  assertEquals(namesIn(folder), ["in.pgn", "out.pgn"]);
  // An empty file of an interrupted run has no games, so it is not an error.
  await Deno.writeTextFile(`${folder}/other.pgn.part`, "");
  assertEquals((await analyse([...args.slice(0, -1), "other.pgn"], { folder })).code, 0);
  await Deno.remove(`${folder}/other.pgn`);
  assertEquals(namesIn(folder), ["in.pgn", "out.pgn"]);
  const resumed = await Deno.readTextFile(`${folder}/out.pgn`);
  assertEquals(resumed.replace("[%clk 0:00:09] ", ""), whole);
  assert(resumed.includes("[%clk 0:00:09]"), "The second game comes from the interrupted run");
  // Games that were analysed are not analysed again.
  const again = await analyse(["out.pgn", "--in-place", "--resume", "--nodes", "5"], { folder });
  assertEquals([again.code, again.stdout], [0, ""]);
  assertEquals(await Deno.readTextFile(`${folder}/out.pgn`), resumed);
});

test("many games are summed up by player and colour, as text and as JSON", async (folder) => {
  await Deno.writeTextFile(`${folder}/in.pgn`, `${SCHOLAR}\n${SCHOLAR}`);
  const args = ["in.pgn", "--nodes", "100"];
  const { stdout } = await analyse([...args, "-o", "out.pgn"], { folder });
  assertMatch(stdout, /\n\nTotal of 2 games\n {2}A, white: 2 games, 2 of 2 points, accuracy \d+\.\d %, \d+ inacc/);
  assertMatch(stdout, /\n {2}B, black: 2 games, 0 of 2 points, [^\n]*\n {4}C\d\d [^\n:]*: 2 games, 0 of 2 points/);
  const { players } = JSON.parse((await analyse([...args, "--json"], { folder })).stdout);
  assertEquals(
    players.map(({ player, colour, games, points }: Record<string, unknown>) => [player, colour, games, points]),
    [["A", "white", 2, 2], ["B", "black", 2, 0]],
  );
  assertEquals(players[0].openings.length, 1);
});

test("the summary lists the errors; with `--lines` each error has several better lines, which another analysis replaces", async (folder) => {
  await Deno.writeTextFile(`${folder}/in.pgn`, SCHOLAR);
  for (let run = 0; run < 2; run++) {
    const { stdout } = await analyse(["in.pgn", "--nodes", "1000", "--lines", "3", "--in-place"], { folder });
    const [, line = "", better = ""] = /\n {4}(3\.\.\. Nf6\?\? −\d+ %, better (\S+))\n/.exec(stdout) ?? [];
    const { comments, parent } = readPgn(await Deno.readTextFile(`${folder}/in.pgn`))[0].root.line[5];
    assertStringIncludes(comments.join(" "), `Blunder. ${better} was best.`, line);
    assertEquals(parent?.children.length, 4);
  }
});
