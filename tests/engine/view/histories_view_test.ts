/** The text and the object in which the `histories` command shows what was learned. */

import { assert, assertEquals, assertGreater, assertLessOrEqual, assertMatch } from "@std/assert";
import { formatFen, parseFen, START_FEN } from "../../../core/fen.ts";
import { parseUci } from "../../../core/notation.ts";
import type { Position } from "../../../core/position.ts";
import { NO_MOVE } from "../../../core/types.ts";
import { QUIETS } from "../../../learning/histories.ts";
import { inspect, type Inspection, type ShareName } from "../../../search/inspect.ts";
import { unlimited } from "../../../search/limits.ts";
import { bar, describeHistories, divergingBar, formatHistories } from "../../../engine/view/histories_view.ts";
import { createSearch, KIWIPETE, positionAfter } from "../../search/fixtures.ts";
import { runSearch } from "../../../search/run.ts";

/** A move's row: rank, mark, move, score, bar, and the rest. */
const MOVE_ROW = /^ *(\d+) ([* ])(\S+) +(\S+) ([ ▕▐█]*│[▏▎▍▌▋▊▉█ ]*)(.*)$/;
/** The learned data, keyed by FEN and moves. */
const LEARNED = new Map<string, Inspection>();

/** A position that was searched, and what was learned. */
function learn(fen: string, moves: readonly string[] = []): { position: Position; inspection: Inspection } {
  const position = positionAfter(fen, moves);
  const key = [fen, ...moves].join();
  if (!LEARNED.has(key)) {
    const { search } = createSearch();
    runSearch(search, position, { ...unlimited(), depth: 7 }, () => {});
    LEARNED.set(key, inspect(search, position));
  }
  return { position, inspection: structuredClone(LEARNED.get(key)!) };
}

/** Every table that adds to the score of a quiet move. */
const EVERY_TABLE: readonly ShareName[] = [...QUIETS.map(({ name }) => name), "escape", "check"];
/** Tables with the narrowest columns. */
const NARROW_TABLES: readonly ShareName[] = ["pawn", "low-ply", "escape"];

/** The learned data for Kiwipete with these tables on. Every number has its greatest width. */
function widest(tables: readonly ShareName[] = EVERY_TABLE): { position: Position; inspection: Inspection } {
  const { position, inspection } = learn(KIWIPETE);
  const shares = tables.map(() => -16384);
  const score = shares.reduce((sum, share) => sum + share, 0);
  const quiets = inspection.quiets.map(({ move }) => ({ move, score, shares }));
  return { position, inspection: { ...inspection, quietTables: [...tables], quiets, counterMove: quiets[0].move } };
}

/** Reads a number that the view has written. */
function readNumber(text: string): number {
  if (text === "·") return 0;
  assertMatch(text, /^[+-]?\d+$/);
  return Number(text);
}

/** The scores and shares of the quiet moves that these lines show, from all blocks. */
function sharesIn(lines: readonly string[], moves: number): { score: number; shares: number[] }[] {
  const found = Array.from({ length: moves }, () => ({ score: 0, shares: [] as number[] }));
  const end = lines.findIndex((line) => line.startsWith("Captures"));
  lines.slice(0, end).forEach((header, at) => {
    if (!header.startsWith("  #")) return;
    found.forEach((quiet, i) => {
      const match = MOVE_ROW.exec(lines[at + 1 + i]);
      assert(match !== null, lines[at + 1 + i]);
      const [line, rank, , , score, , rest] = match;
      assertEquals(Number(rank), i + 1);
      assertEquals(line.length, header.length, "numbers end where their headings end");
      quiet.score = readNumber(score);
      quiet.shares.push(...rest.trim().split(/ +/).map(readNumber));
    });
  });
  return found;
}

Deno.test("a bar grows by eighths to the right and by halves to the left of its axis", () => {
  const bars: [value: number, scale: number, text: string][] = [
    [0, 100, "    │    "],
    [100, 100, "    │████"],
    [-100, 100, "████│    "],
    [50, 100, "    │██  "],
    [-37.5, 100, "  ▐█│    "],
    [28.125, 100, "    │█▏  "],
    [-900, 100, "████│    "],
    // The smallest number that is not zero.
    [1, 8192, "    │▏   "],
    [-1, 8192, "   ▕│    "],
  ];
  for (const [value, scale, text] of bars) assertEquals(divergingBar(value, scale, 4), text);
  assertEquals([bar(0, 3), bar(0.0001, 3)], ["   ", "▏  "]);
});

Deno.test("the columns of a move add up to its score, are under their headings, and fit into 100 columns with any numbers", () => {
  const queensGambit = learn(START_FEN, ["d2d4", "d7d5", "c2c4", "e7e6"]);
  for (const { position, inspection } of [learn(KIWIPETE), queensGambit, widest()]) {
    const lines = formatHistories(inspection, formatFen(position), 60).split("\n");
    for (const line of lines) {
      assertLessOrEqual(Array.from(line).length, 100, line);
      assertEquals(line, line.trimEnd());
    }
    assertGreater(inspection.quiets.length, 10);
    sharesIn(lines, inspection.quiets.length).forEach(({ score, shares }, i) => {
      assertEquals(shares, inspection.quiets[i].shares);
      assertEquals(score, shares.reduce((sum, share) => sum + share, 0));
    });
  }
});

Deno.test("any number of tables fits into 100 columns, with bars of at least four cells on each side", () => {
  // Ten columns of width 7 leave 8 of 78 places for the bar. In blocks of up to eight columns, bars are complete.
  for (const [count, blocks] of [[1, 1], [9, 1], [10, 1], [11, 2], [14, 2], [16, 2], [17, 3], [30, 4]]) {
    const tables = Array.from({ length: count }, (_, i) => NARROW_TABLES[i % NARROW_TABLES.length]);
    const { position, inspection } = widest(tables);
    const lines = formatHistories(inspection, formatFen(position), 60).split("\n");
    for (const line of lines) assertLessOrEqual(Array.from(line).length, 100, line);
    const found = sharesIn(lines, inspection.quiets.length);
    for (const { shares } of found) assertEquals(shares, tables.map(() => -16384));
    const captures = lines.findIndex((line) => line.startsWith("Captures"));
    const headers = lines.slice(0, captures).filter((line) => line.startsWith("  #"));
    assertEquals(headers.length, blocks, `${count} tables`);
    assertEquals(lines.filter((line) => line === "The same moves, more tables:").length, blocks - 1);
    for (const header of headers) assertMatch(header, / {4}-│\+ {4}/);
  }
});

Deno.test("the number of moves has the requested limit, and the heading gives the total", () => {
  const { position, inspection } = learn(KIWIPETE);
  const text = formatHistories(inspection, formatFen(position), 3);
  assertMatch(text, /^Quiet moves, 3 of 40, /m);
  assertMatch(text, /^Captures and promotions, 3 of 8: /m);
  // A move has a row in each block of tables.
  assertEquals(new Set(text.split("\n").flatMap((line) => MOVE_ROW.exec(line)?.[3] ?? [])).size, 6);
});

Deno.test("the move of the transposition table is marked", () => {
  const { position, inspection } = learn(KIWIPETE);
  assert(inspection.ttMove !== NO_MOVE);
  const rows = formatHistories(inspection, formatFen(position), 60).split("\n").map((line) => MOVE_ROW.exec(line));
  const marked = rows.filter((match) => match?.[2] === "*").map((match) => match?.[3]);
  const { captures, quiets } = describeHistories(inspection, formatFen(position));
  const expected = [...captures, ...quiets].find(({ move }) => parseUci(position, move) === inspection.ttMove);
  assertEquals(Array.from(new Set(marked)), [expected?.san]);
});

Deno.test("the evaluation is shown before and after correction, and by table", () => {
  const { position, inspection } = learn(KIWIPETE);
  const { evaluation } = inspection;
  assert(evaluation !== null);
  evaluation.raw = 0;
  const pawn = { table: "pawn", entry: 300, centipawns: 23.4375 };
  evaluation.corrections = [pawn, { table: "minor", entry: -80, centipawns: -3.125 }];
  evaluation.correction = 20;
  evaluation.corrected = 20;
  const text = formatHistories(inspection, formatFen(position));
  assertMatch(text, /^Static evaluation in the network's centipawns, from White's side$/m);
  assertMatch(text, /^ {2}raw +0$/m);
  assertMatch(text, /^ {2}correction: pawn +\+23\.4 +│█{8} +entry +\+300 of 1024$/m);
  assertMatch(text, /^ {2}correction: minor +-3\.1 +█│ +entry +-80 of 1024$/m);
  assertMatch(text, /^ {2}all corrections +\+20$/m);
  assertMatch(text, /^ {2}corrected +\+20$/m);
});

Deno.test("fill levels are shown with entries, share, greatest value and memory", () => {
  const { position, inspection } = learn(KIWIPETE);
  inspection.fills = [
    { table: "pawn", entries: 524288, used: 131072, largest: 7000, bound: 8192, bytes: 1048576 },
    { table: "counter-move", entries: 8192, used: 81, largest: 0, bound: 0, bytes: 16384 },
  ];
  const text = formatHistories(inspection, formatFen(position));
  assertMatch(text, /^ {2}pawn +131,072 +524,288 +25\.0 % +██ +7,000 +8,192 +1024 KiB$/m);
  assertMatch(text, /^ {2}counter-move +81 +8,192 +1\.0 % +▏ +16 KiB$/m);
});

Deno.test("tables that have learned nothing are reported as empty", () => {
  const position = parseFen(KIWIPETE);
  const text = formatHistories(inspect(createSearch().search, position), formatFen(position));
  assertEquals(text.split("\n").length, 2);
  assertMatch(text, /^Nothing has been learned yet: search first/m);
});

Deno.test("a position without legal moves is called mate or stalemate, and its other data are shown", () => {
  const mate = parseFen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
  const { search } = createSearch();
  const end = "Nothing to search: White is checkmated and has no legal move";
  assertEquals(formatHistories(inspect(search, mate), formatFen(mate)).split("\n").slice(1), [end]);
  runSearch(search, parseFen(KIWIPETE), { ...unlimited(), depth: 5 }, () => {});
  const text = formatHistories(inspect(search, mate), formatFen(mate));
  assertEquals(text.split("\n")[1], end);
  assertMatch(text, /^Tables /m);
  assertEquals(/ moves|Captures/.test(text), false);
});

Deno.test("headings are whole words; the signs, and the tables of several threads, are explained", () => {
  for (const { position, inspection } of [learn(KIWIPETE), widest()]) {
    const text = formatHistories(inspection, formatFen(position));
    assertMatch(text, /^ +# +move +score +-│\+ +butterfly /m);
    assertMatch(text, /^\+ worked: .*; - failed: /m);
    assertEquals(text.includes("threads"), false);
    assertMatch(formatHistories(inspection, formatFen(position), 3, 4), /^The tables are from the first of 4 threads/m);
  }
});

Deno.test("a check and a counter-move are shown", () => {
  const { position, inspection } = learn("rnbqkbnr/ppp2ppp/3p4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 3");
  const show = (counterMove: number): string => formatHistories({ ...inspection, counterMove }, formatFen(position));
  assertMatch(show(NO_MOVE), /^Static evaluation: none, since the side to move is in check$/m);
  assertMatch(show(parseUci(position, "c7c6")), /^Counter-move: c7c6$/m);
  assertMatch(show(NO_MOVE), /^Counter-move: none yet$/m);
});

Deno.test("the object names moves and tables, and survives JSON", () => {
  const { position, inspection } = learn(KIWIPETE);
  const report = describeHistories(inspection, formatFen(position));
  assertEquals(JSON.parse(JSON.stringify(report)), report);
  assertEquals(report.fen, KIWIPETE);
  assertEquals(report.sideToMove, "white");
  assertEquals(report.quiets.length, inspection.quiets.length);
  for (const { score, shares } of report.quiets) {
    assertEquals(Object.keys(shares), inspection.quietTables);
    assertEquals(Object.values(shares).reduce((sum, share) => sum + share, 0), score);
  }
  assertEquals(report.quiets.find(({ san }) => san === "O-O")?.move, "e1g1");
  assertEquals(Object.keys(report.butterfly).length, inspection.butterfly.filter((value) => value !== 0).length);
  // A table's entry for castling is at the square where the king takes the rook.
  const castling = parseUci(position, "e1g1") & 0xfff;
  assertEquals(report.butterfly["e1h1"] ?? 0, inspection.butterfly[castling]);
});
