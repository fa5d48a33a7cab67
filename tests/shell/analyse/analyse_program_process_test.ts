/** `hindsight analyse` as its user sees it. Takes about 15 s. @module */

import { assert, assertEquals, assertFalse, assertMatch, assertStringIncludes } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { parseSan, parseUci } from "../../../core/notation.ts";
import { readPgn } from "../../../engine/games/pgn_reader.ts";
import { playThrough, positionAfter } from "../../../engine/games/replay.ts";
import { readXml } from "../../engine/view/xml.ts";
import { GAMES } from "../../engine/games/games.ts";
import { namesIn, testInFolder as test } from "../../folder.ts";
import { testTables } from "../../tablebase/fixtures.ts";
import { engineCommandLine } from "../../engine_bundle.ts";
import { assertDocumented } from "../documented_fields.ts";
import { findProgram, runProgram } from "../../program.ts";
import { analyse, SCHOLAR } from "../process.ts";

const POLYGLOT = findProgram("/usr/games/polyglot", "/usr/bin/polyglot");
/** The tags, moves and results of the games in `text`, without annotations. */
function bareGames(text: string): unknown {
  return readPgn(text).map((game) => {
    const tags = Array.from(game.tags).filter(([tag, value]) =>
      !/Accuracy$|^(Annotator|ECO|Opening)$/.test(tag) && !/^[?.]+$/.test(value)
    );
    return { tags: tags.sort(), moves: playThrough(game).record.moves, result: game.result };
  });
}

test("games come back from a file with evaluations, errors and better moves", async (folder) => {
  await Deno.writeTextFile(`${folder}/in.pgn`, GAMES);
  const { code, stdout, stderr } = await analyse(["in.pgn", "--nodes", "250"], { folder });
  assertEquals([code, stderr], [0, ""]);
  assertEquals(bareGames(stdout), bareGames(GAMES));
  assertEquals(await Deno.readTextFile(`${folder}/in.pgn`), GAMES, "the input is unchanged");
  const games = readPgn(stdout);
  for (const { root, tags } of games) {
    root.line.forEach(({ comments, san }) => {
      if (san.endsWith("#")) assertFalse(comments.join().includes("%eval"), "a mate needs no evaluation");
      else assertMatch(comments[0], /^\[%eval (-?\d+\.\d\d?|#-?[1-9]\d*)\]/);
    });
    if (root.line.length > 1) assertMatch(tags.get("WhiteAccuracy") ?? "", /^\d+\.\d$/);
    assertMatch(tags.get("Annotator") ?? "", /^Hindsight \d/);
  }
  const [f3, , g4] = games[1].root.line;
  assertStringIncludes(f3.comments[0], "[%clk 0:03:00]");
  assertEquals(g4.glyphs, [4]);
  assertMatch(g4.comments.join(" "), /\[%eval #-1\] \[%clk 0:02:58\] \[%hs [\w, ]+\] Blunder\. (\S+) was best\./);
  assertEquals(g4.parent?.children[1].san, /Blunder\. (\S+) /.exec(g4.comments.join(" "))?.[1]);
  // Every better line can be played.
  const lines = games.flatMap((game) => {
    const { record } = playThrough(game);
    return game.root.line.flatMap(({ comments, parent }, ply) => {
      const better = parent?.children[1];
      return / was best\./.test(comments.join(" ")) && better !== undefined
        ? [{ position: positionAfter(record, ply), line: [better, ...better.line].map(({ san }) => san) }]
        : [];
    });
  });
  assert(lines.length > 2);
  for (const { position, line } of lines) {
    for (const san of line) position.make(parseSan(position, san));
  }
});

Deno.test("CRLF and a byte order mark in standard input do no harm, and only PGN is written", async () => {
  const input = `\ufeff${SCHOLAR.replaceAll("\n", "\r\n")}`;
  const { code, stdout, stderr } = await analyse(["-", "--nodes", "500"], { input });
  assertEquals([code, stderr], [0, ""]);
  assertEquals(bareGames(stdout), bareGames(SCHOLAR));
  assertMatch(stdout, /3\.\.\. Nf6 \$4\s+\{ \[%eval #1\] \}\s+\{ \[%hs [\w, ]+\]\s+Blunder\.\s/);
  assertMatch(stdout, /4\. Qxf7#\s1-0\n$/);
});

Deno.test("a game with a fault is named and analysed up to the fault, its rest is kept, and the exit code is 1", async () => {
  const broken = '[White "C"]\n[Black "D"]\n\n1. e4 e5\n2. Nf3 Nc6 3. Bb6 { oh } *';
  const input = `${SCHOLAR}\n${broken}\n\n${SCHOLAR}`;
  const { code, stdout, stderr } = await analyse(["-", "--nodes", "250"], { input });
  assertEquals(code, 1);
  assertMatch(stderr, /^-: Game 2 \(C – D\): At 3\. Bb6, line 11: Move 'Bb6' is not legal in '[^\n]+'\n$/);
  assertMatch(stdout, /2\.\.\. Nc6 [^(]*\{ \[%eval [^\]]+\] \}[^]*3\. Bb6 \{ oh \} \*\n/);
  assertEquals(stdout.match(/\[Annotator /g)?.length, 3);
});

test("the output may be a file, or the input with `--in-place`", async (folder) => {
  const path = `${folder}/in.pgn`;
  await Deno.writeTextFile(path, SCHOLAR);
  const fast = ["in.pgn", "--nodes", "250"];
  const toFile = await analyse([...fast, "-o", "out.pgn"], { folder });
  assertEquals([toFile.code, toFile.stderr], [0, ""]);
  assertMatch(
    toFile.stdout,
    /^Game 1 \(A – B\), 1-0\n {2}C20 King's Pawn Game: [^\n]+\n {2}White {2}accuracy +\d+\.\d %, mean loss +\d+ cp, \d+ inaccurac/,
  );
  assertEquals(bareGames(await Deno.readTextFile(`${folder}/out.pgn`)), bareGames(SCHOLAR));
  assertEquals((await analyse([...fast, "--in-place"], { folder })).code, 0);
  assertEquals(await Deno.readTextFile(path), await Deno.readTextFile(`${folder}/out.pgn`));
});

Deno.test("analysing a game again replaces the notes of the first analysis with equal notes", async () => {
  const once = await analyse(["-", "--nodes", "250"], { input: SCHOLAR });
  const twice = await analyse(["-", "--nodes", "250"], { input: once.stdout });
  assertEquals(twice.stdout, once.stdout);
});

test("`--svg` draws each game, and a game with a fault up to the fault", async (folder) => {
  await Deno.writeTextFile(`${folder}/two.pgn`, `${SCHOLAR}\n1. e5 *\n\n${SCHOLAR}`);
  await Deno.writeTextFile(`${folder}/one.pgn`, SCHOLAR);
  assertEquals((await analyse(["two.pgn", "--nodes", "200", "--svg", "a.b/g.svg"], { folder })).code, 1);
  await Deno.mkdir(`${folder}/a.b`);
  assertEquals((await analyse(["two.pgn", "--nodes", "200", "--svg", "a.b/g.svg"], { folder })).code, 1);
  const names = namesIn(`${folder}/a.b`);
  assertEquals(names, ["g-1.svg", "g-2.svg", "g-3.svg"]);
  for (const name of names) readXml(await Deno.readTextFile(`${folder}/a.b/${name}`));
  const alone = await analyse(["one.pgn", "--nodes", "200", "--svg", "-"], { folder });
  assertEquals([alone.code, alone.stderr], [0, ""]);
  assertEquals(readXml(alone.stdout).name, "svg");
  const refused = await analyse(["two.pgn", "--svg", "-"], { folder });
  assertEquals([refused.code, refused.stderr], [1, "Expected one game for '--svg -', but found 3 in 'two.pgn'\n"]);
});

Deno.test("`--json` writes the analysis as data for programs", async () => {
  const { code, stdout } = await analyse(["-", "--nodes", "500", "--json"], { input: `${SCHOLAR}\n1. e5 *` });
  assertEquals(code, 1);
  const report = JSON.parse(stdout);
  assertEquals(report.limits, { nodes: 500, depth: null, seconds: null });
  const [game, broken] = report.games;
  const read = [game.tags.White, game.result, game.fen, game.fault, game.moves.length];
  assertEquals(read, ["A", "1-0", START_FEN, null, 7]);
  const blunder = game.moves[5];
  const found = [blunder.number, blunder.side, blunder.san, blunder.uci, blunder.judgement, blunder.evaluation.mate];
  assertEquals(found, [3, "black", "Nf6", "g8f6", "blunder", 1]);
  const position = parseFen(START_FEN);
  for (const { uci } of game.moves.slice(0, 5)) position.make(parseUci(position, uci));
  parseUci(position, blunder.best.uci);
  assertEquals(game.moves[6].evaluation, { mate: 0, chance: 97.54 });
  assertEquals([game.black.blunders, game.white.blunders], [1, 1]);
  assertEquals([game.opening.eco, game.opening.plies], ["C20", 3]);
  assertEquals(game.white.phases.opening, { moves: 4, accuracy: game.white.accuracy });
  assertEquals(game.white.phases.endgame, { moves: 0, accuracy: null });
  assertEquals(broken.opening, null);
  assertMatch(broken.fault, /^Game 2: At 1\. e5, line 7: /);
  assertEquals(broken.moves, []);
});

Deno.test("`--fen` shows the best lines of a position", async () => {
  const mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
  const [one, several, over, bad] = await Promise.all([
    analyse(["--fen", mate, "--depth", "5"]),
    analyse(["--fen", START_FEN, "--depth", "4", "--lines", "3", "--json"]),
    analyse(["--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]),
    analyse(["--fen", "8/8/8/8 w - -"]),
  ]);
  assertEquals([one.code, one.stderr], [0, ""]);
  assertMatch(one.stdout, /^FEN: 6k1[^\n]+\nWhite to move; depth \d, \d+ nodes\n {2}White mates in 1 {2}1\. Ra8#\n$/);
  const report = JSON.parse(several.stdout);
  await assertDocumented("shell.md", report);
  const { lines } = report;
  assertEquals([report.fen, report.outcome, report.limits.depth], [START_FEN, null, 4]);
  assertEquals(new Set(lines.map((line: { uci: string[] }) => line.uci[0])).size, 3);
  assertEquals([over.code, over.stdout.split("\n")[1]], [0, "Draw by stalemate"]);
  assertEquals([bad.code, bad.stdout], [1, ""]);
  assertMatch(bad.stderr, /^Board must have 8 ranks[^\n]+\n$/);
});

test("a file that cannot be read or written ends the program immediately with one line, and nothing changes", async (folder) => {
  await Deno.writeTextFile(`${folder}/in.pgn`, SCHOLAR);
  await Deno.writeTextFile(`${folder}/empty.pgn`, "\n\n");
  await Deno.symlink(`${folder}/in.pgn`, `${folder}/link.pgn`);
  await Deno.link(`${folder}/in.pgn`, `${folder}/hard.pgn`);
  const isInput = "it is the input; to replace it, use --in-place";
  const faults: [args: string, message: string][] = [
    ["missing.pgn", "Cannot read 'missing.pgn': there is no such file"],
    [".", "Cannot read '.': it is a folder"],
    ["empty.pgn", "There is no game in 'empty.pgn'"],
    ["in.pgn --player nobody", "'--player nobody' matched none of 1 game; the players are 'A', 'B'"],
    ["in.pgn -o no/such.pgn", "Cannot write 'no/such.pgn': there is no such folder"],
    ["in.pgn --svg no/such.svg", "Cannot write 'no/such.svg': there is no such folder"],
    ...["in.pgn", "./in.pgn", "link.pgn", "hard.pgn"].map((file): [string, string] => {
      return [`in.pgn --output ${file}`, `Cannot write '${file}': ${isInput}`];
    }),
    ["in.pgn --output out.pgn --svg in.pgn", `Cannot write 'in.pgn': ${isInput}`],
    ["in.pgn --html in.pgn", `Cannot write 'in.pgn': ${isInput}`],
    ["in.pgn --output a.svg --svg ./a.svg", "Cannot write './a.svg': the games will be written there"],
    ["in.pgn --in-place --svg in.pgn", "Cannot write 'in.pgn': the games will be written there"],
  ];
  for (const [args, message] of faults) {
    const run = await analyse([...args.split(" "), "--time", "1000"], { folder });
    assertEquals(run, { code: 1, stdout: "", stderr: `${message}\n` }, args);
  }
  assertEquals(await Deno.readTextFile(`${folder}/in.pgn`), SCHOLAR);
  assertEquals(namesIn(folder), ["empty.pgn", "hard.pgn", "in.pgn", "link.pgn"]);
});

Deno.test("a full disk at standard output is reported in one line", { ignore: !isFullDeviceHere() }, async () => {
  const args = ["-c", `${engineCommandLine()} analyse --help > /dev/full`];
  const { code, stderr } = await runProgram("/bin/sh", args, undefined, undefined, { NO_COLOR: "1" });
  assertEquals(code, 1);
  assertMatch(stderr, /^Cannot write to standard output: [^\n]+\n$/);
});

Deno.test("bad arguments give one line on standard error and exit code 2; `--help` prints the usage", async () => {
  const [bad, help] = await Promise.all([analyse(["--bogus"]), analyse(["--help"])]);
  assertEquals([bad.code, bad.stdout, bad.stderr], [2, "", "Unknown option '--bogus'; see hindsight analyse --help\n"]);
  assertEquals([help.code, help.stderr], [0, ""]);
  assertStringIncludes(help.stdout, "Usage: hindsight analyse");
});

Deno.test("after Ctrl-C, the finished part is written", async () => {
  const input = `[White "Nowhere"]\n[FEN "8/8/8/8 w"]\n\n1. e4 *\n\n${GAMES}`;
  const { code, stdout, stderr } = await analyse(["-", "--nodes", "100"], { input, signal: "SIGINT" });
  assertEquals(code, 1);
  const [fault, notice] = stderr.split("\n");
  assertMatch(fault, /^-: Game 1 \(Nowhere – \?\): Board must have 8 ranks/);
  assertEquals(notice, "Interrupted in game 2 of 5; the results so far were written");
  const written = stdout.slice(stdout.indexOf("[Event"));
  assertEquals(bareGames(written), bareGames(GAMES));
  const [first, ...others] = readPgn(written);
  const done = first.root.line.filter(({ comments }) => comments.join().includes("%eval")).length;
  assert(done > 0 && done < first.root.line.length, `${done} of ${first.root.line.length}`);
  // The analysis starts at the end of the game.
  assertStringIncludes(first.root.line.at(-1)?.comments.join() ?? "", "%eval");
  assertFalse(others.some(({ tags }) => tags.has("Annotator")));
});

testTables("with `--syzygy`, tablebases decide the score", (tables) =>
  tables.withFolder(async (folder) => {
    const fen = "8/8/8/8/8/4k3/4q3/K7 b - - 0 1";
    const search = ["--fen", fen, "--depth", "1", "--json", "--syzygy"];
    // The engine of these tests may read the project and the folder in which it runs.
    const { code, stdout, stderr } = await analyse([...search, folder], { folder });
    assertEquals([code, stderr], [0, ""]);
    const [line] = JSON.parse(stdout).lines;
    assert(line.evaluation.cp < -19_000 || line.evaluation.mate < 0, stdout);
    await Deno.mkdir(`${folder}/empty`);
    const none = await analyse([...search, `${folder}/empty`], { folder });
    assertEquals([none.code, none.stdout], [1, ""]);
    assertMatch(none.stderr, /^[^\n]+\n$/);
  }));

/** The moves and results of games, read strictly by the grammar of the PGN standard; anything else fails the test. */
function strictGames(text: string): string[][] {
  return text.trim().split(/\n\n(?=\[)/).map((game) => {
    const [, tags, moveText] = /^((?:\[\w+ "(?:[^"\\]|\\["\\])*"\]\n)+)\n([^]*)$/.exec(`${game}\n`) ?? [];
    assert(tags !== undefined, game);
    let main = moveText.replaceAll(/\{[^{}]*\}/g, " ");
    for (let inner = ""; inner !== main;) [inner, main] = [main, main.replaceAll(/\([^()]*\)/g, " ")];
    const tokens = main.trim().split(/\s+/).filter((token) => !/^(\d+\.+|\$\d+)$/.test(token));
    assertMatch(tokens.at(-1) ?? "", /^(1-0|0-1|1\/2-1\/2|\*)$/);
    const san = /^([NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](=[NBRQ])?|O-O(-O)?)[+#]?$/;
    for (const token of tokens.slice(0, -1)) assertMatch(token, san, game);
    return tokens;
  });
}

test("other programs read the written games up to the last move", async (folder) => {
  const sources = readPgn(GAMES).slice(0, 2).map(({ source }) => `${source}\n\n`);
  await Deno.writeTextFile(`${folder}/in.pgn`, sources.join(""));
  assertEquals((await analyse(["in.pgn", "--nodes", "50", "-o", "out.pgn"], { folder })).code, 0);
  const games = strictGames(await Deno.readTextFile(`${folder}/out.pgn`));
  const moves = readPgn(GAMES).slice(0, 2).map(({ root, result }) => [...root.line.map(({ san }) => san), result]);
  assertEquals(games, moves);
  if (POLYGLOT === null) {
    return console.log("There is no PolyGlot here: only the strict reader of the tests reads the games");
  }
  for (const name of ["in", "out"]) {
    const args = `make-book -pgn ${name}.pgn -bin ${name}.bin -min-game 1 -max-ply 200`.split(" ");
    const { code, stdout } = await runProgram(POLYGLOT, args, folder);
    assert(code === 0 && !/illegal|error/i.test(stdout), stdout);
  }
  // The annotations do not change the moves, so both files give the same book.
  assertEquals(await Deno.readFile(`${folder}/out.bin`), await Deno.readFile(`${folder}/in.bin`));
  assert((await Deno.stat(`${folder}/out.bin`)).size > 0);
});

/** Whether the system has a device that is always full. */
function isFullDeviceHere(): boolean {
  try {
    // Deno itself does not read /dev.
    return new Deno.Command("/bin/sh", { args: ["-c", "test -c /dev/full"] }).outputSync().success;
  } catch {
    return false;
  }
}
