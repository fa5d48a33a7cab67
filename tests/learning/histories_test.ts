/** The move histories: each lesson writes one entry, and a search can use every history. @module */

import { assert, assertEquals, assertGreater, assertNotEquals } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { STATE_SIZE } from "../../core/state.ts";
import { findThreats } from "../../core/threats.ts";
import { CAPTURE, entryOf, HISTORIES } from "../../learning/histories.ts";
import { Histories, isOn, type QuietKey, QUIETS, WEIGHT_SHIFT } from "../../learning/histories.ts";
import { keysOf } from "../../learning/move_keys.ts";
import { ABOUT_ANSWER, ABOUT_MOVE, ABOUT_PREVIOUS, gravity, type Table } from "../../learning/table.ts";
import { inspect } from "../../search/inspect.ts";
import type { ParameterName } from "../../search/params.ts";
import { setRoot } from "../../search/run.ts";
import { randomIntegers } from "../core/random_games.ts";
import { createSearch, KIWIPETE, legalMoves, MIDDLEGAME, moveOf, positionAfter, run } from "../search/fixtures.ts";
import { entries, litter, orderingScore } from "../search/learned.ts";
import { type Changes, type Part, PARTS, withOnly, withParameters } from "../search/parameters.ts";
import { createFrame, NUMBERS } from "./history_fixtures.ts";

const KEYS = Object.keys(HISTORIES) as QuietKey[];
/** The tables by the part that switches them on; the distances of continuation history share their memory. */
const TABLES: [part: Part, table: Table][] = KEYS.map((key) => [key, HISTORIES[key]]);
TABLES.push(["capture", CAPTURE]);
/** The histories whose entries are numbers, and which learn from every quiet move. */
const NUMBERED = QUIETS.filter((table) => table !== HISTORIES.counterMove && table !== HISTORIES.ttMove);
/** Weights for the tables that the engine does not use. */
const UNUSED: Changes = { orderPieceTo: 1024, prunePieceTo: 512, orderCounterMove: 750, pruneTtMove: 16 };
/** A game of quiet moves, so that every distance of continuation history has a move to look back at. */
const GAME = ["g1f3", "g8f6", "b1c3", "b8c6", "e2e3", "e7e6", "a2a3", "a7a6"];

for (const key of KEYS.filter((key) => NUMBERED.includes(HISTORIES[key]))) {
  Deno.test(`order, pruning, inspection and each lesson use the same entry of ${HISTORIES[key].title}`, () => {
    const table = HISTORIES[key];
    const suffix = key[0].toUpperCase() + key.slice(1);
    const weights = { [`order${suffix}`]: 1300, [`prune${suffix}`]: 700, [`bonus${suffix}`]: 512 };
    withOnly([key, "threats"], { ...NUMBERS, ...weights }, () => {
      const position = positionAfter(START_FEN, GAME);
      const { search } = createSearch();
      setRoot(search, position);
      const { histories, rootFrame } = search;
      for (const move of legalMoves(position).filter((move) => !position.isNoisy(move)).slice(0, 5)) {
        histories.clear();
        histories.locate(position, rootFrame);
        histories.learn(ABOUT_MOVE, rootFrame, keysOf(position, move), 1400);
        // One entry of the table has learned half of the bonus.
        const found = entries(histories.entries);
        assertEquals(found.length, 1, `${table.name} learns in several entries`);
        const [[at, value]] = found;
        assertEquals(value, 700);
        const entry = at - table.start;
        assert(entry >= 0 && entry < table.size, `${table.name}: entry ${entry} of ${table.size}: is its size right?`);
        // Each score is a weight times this entry.
        const share = 1300 * 700 >> WEIGHT_SHIFT;
        assertEquals(orderingScore(histories, position, rootFrame, move), share);
        assertEquals(histories.pruningScore(position, rootFrame, move), 700 * 700 >> WEIGHT_SHIFT);
        assertEquals(entryOf(table, rootFrame.rows[QUIETS.indexOf(table)], keysOf(position, move)), at);
        const { quiets, quietTables, pieceScores } = inspect(search, position);
        const inspected = quiets.find((quiet) => quiet.move === move)!;
        assertEquals(inspected.shares[quietTables.indexOf(table.name)], share);
        assertEquals([inspected.score, pieceScores[move & 0xfff]], [share, share]);

        // After the move, the lessons about played moves learn in the same entry, or not at all.
        histories.locate(position, rootFrame);
        rootFrame.pieceTo = position.pieceTo(move);
        position.make(move);
        let expected = 700;
        for (const lesson of [ABOUT_PREVIOUS, ABOUT_ANSWER]) {
          if ((table.lessons & lesson) !== 0) expected = gravity(expected, 200, table.bound);
          const keys = keysOf(position, move, rootFrame.pieceTo >> 6, position.top - STATE_SIZE);
          histories.learn(lesson, rootFrame, keys, 400);
          assertEquals(entries(histories.entries), [[at, expected]]);
        }
        position.undo();
      }
    });
  });
}

Deno.test("the scores for order and pruning are the sums of the tables, up to their bounds", () => {
  const prunes = Object.fromEntries(KEYS.map((key) => [`prune${key[0].toUpperCase()}${key.slice(1)}`, 300]));
  withParameters({ ...NUMBERS, ...prunes }, () => {
    const position = parseFen(KIWIPETE);
    const { search } = createSearch();
    litter(search, 171, 500);
    for (const frame of [createFrame(), createFrame(2)]) {
      search.histories.locate(position, frame);
      let different = 0;
      for (const move of legalMoves(position).filter((move) => !position.isNoisy(move))) {
        const keys = keysOf(position, move);
        const sumOf = (weight: "order" | "prune") =>
          QUIETS.reduce((sum, table, place) => {
            const entry = search.histories.entries[entryOf(table, frame.rows[place], keys)];
            return table[weight] === 0 ? sum : sum + table.term(table[weight], entry, keys, frame);
          }, 0);
        const sum = sumOf("order");
        assertEquals(orderingScore(search.histories, position, frame, move), sum >> WEIGHT_SHIFT);
        assertEquals(search.histories.pruningScore(position, frame, move), sumOf("prune") >> WEIGHT_SHIFT);
        if (sum !== 0) different++;
      }
      assertGreater(different, 10);
    }
    const histories = new Histories();
    const frame = createFrame(2);
    histories.locate(position, frame);
    for (const sign of [1, -1, -1]) {
      histories.learn(ABOUT_MOVE, frame, keysOf(position, moveOf(position, "a2a3")), sign * 100_000);
      const values = entries(histories.entries).map(([, value]) => value * sign);
      assertEquals(values.toSorted(), NUMBERED.filter(isOn).map(({ bound }) => bound).toSorted());
    }
  });
});

Deno.test("`newSearch()` keeps what is valid for every root, and `clear()` forgets everything", () => {
  const histories = new Histories();
  histories.entries.fill(5);
  histories.newSearch();
  assertEquals(histories.of(HISTORIES.lowPly).every((value) => value === 0), true);
  assertEquals(histories.entries.filter((value) => value !== 5).length, HISTORIES.lowPly.size);
  histories.clear();
  assertEquals(entries(histories.entries), []);
});

/** Fills a table with random numbers; a counter-move helps only if it is a move of the position. */
function fill(histories: Histories, table: Table): void {
  const random = randomIntegers(82);
  histories.of(table).forEach((_, i, values) => values[i] = random(8192) - 4096);
  if (table === HISTORIES.counterMove) {
    const position = parseFen(MIDDLEGAME);
    findThreats(position);
    histories.of(table).fill(keysOf(position, moveOf(position, "c3b5")));
  }
  if (table === HISTORIES.ttMove) histories.of(table).fill(8192);
}

// Two searches for each table: with its lessons, and with random numbers in it.
Deno.test("a search writes each table, and visits other nodes if the table contains random numbers; a table whose weight is 0 is neither written nor read", () => {
  // Singular extensions read the history of TT moves. It learns nothing here, to keep its random numbers.
  const numbers: Changes = { ...UNUSED, singularDepth: 4, bonusTtMove: 0, malusTtMove: 0 };
  const search = (table: Table | null, off: readonly ParameterName[], depth: number) =>
    withParameters({ ...numbers, ...Object.fromEntries(off.map((name) => [name, 0])) }, () => {
      const { search } = createSearch();
      // The start of a search would clear some tables.
      search.histories.newSearch = () => {};
      if (table !== null) fill(search.histories, table);
      const litter = table === null ? null : search.histories.of(table).slice();
      const nodes = run(search, parseFen(MIDDLEGAME), { depth }).infos.map((info) => info.nodes).join();
      const isKept = table === null || table === CAPTURE ||
        search.histories.of(table).every((value, i) => value === litter![i]);
      return { nodes, isKept, histories: search.histories };
    });
  const plain = [6, 10].map((depth) => search(null, [], depth));
  const isUnwritten = ([, table]: typeof TABLES[number]) => plain[1].histories.of(table).every((value) => value === 0);
  // The history of TT moves is not written with these numbers.
  assertEquals(TABLES.filter(isUnwritten), [["ttMove", HISTORIES.ttMove]]);
  for (const [part, table] of TABLES) {
    // The distances of continuation history share their memory, so all of them are off.
    if (part.startsWith("continuation") && part !== "continuation1") continue;
    const off = TABLES.filter(([, { start }]) => start === table.start).flatMap(([other]) => PARTS[other]);
    const { nodes, isKept } = search(table, off, 5);
    assertEquals([nodes, isKept], [search(null, off, 5).nodes, true], table.name);
    // The history of TT moves has an effect only in longer searches.
    const at = table === HISTORIES.ttMove ? 1 : 0;
    assertNotEquals(search(table, [], [6, 10][at]).nodes, plain[at].nodes, table.name);
  }
});
