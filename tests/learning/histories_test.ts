/**
 * The move histories as a whole: their memory, what forgets them, and that a search writes and reads each of them.
 *
 * @module
 */

import { assert, assertEquals, assertGreater, assertNotEquals } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { type Descriptor, OTHER_HISTORIES, QUIET_HISTORIES } from "../../learning/descriptors.ts";
import { Histories } from "../../learning/histories.ts";
import { HISTORY_MAX } from "../../learning/gravity.ts";
import { pieceToOf } from "../../learning/quiet_history.ts";
import type { ParameterName } from "../../search/params.ts";
import { randomIntegers } from "../core/random_games.ts";
import {
  type Changes,
  createSearch,
  entries,
  legalMoves,
  MIDDLEGAME,
  moveOf,
  run,
  withOnly,
  withParameters,
} from "../search/fixtures.ts";
import { tableOf, tablesOf } from "./history_fixtures.ts";

/** The rows of all move histories. */
const ROWS: readonly (readonly [key: string, row: Descriptor])[] = [
  ...Object.entries<Descriptor>(QUIET_HISTORIES),
  ...Object.entries<Descriptor>(OTHER_HISTORIES),
];

Deno.test("`newSearch()` keeps what holds for every root, `clear()` forgets all", () => {
  const histories = new Histories();
  for (const [, table] of tablesOf(histories)) table.fill(5);
  histories.newSearch();
  for (const [name, table] of tablesOf(histories)) {
    assertEquals(table.every((value) => value === (name === "lowPly" ? 0 : 5)), true, name);
  }
  histories.quiet.lowPly.entries.fill(5);
  histories.clear();
  for (const [name, table] of tablesOf(histories)) assertEquals(entries(table), [], name);
});

Deno.test("the tables of a thread take the memory that their rows state, and those that share one take it once", () => {
  const histories = new Histories();
  const sizes = new Map(ROWS.map(([key, { memory, size }]) => [memory ?? key, size]));
  const tables = tablesOf(histories);
  assertEquals(new Map(tables.map(([name, table]) => [name, table.length])), sizes);
  assertEquals(new Set(tables.map(([, table]) => table.buffer)).size, sizes.size);
  for (const [name, table] of tables) assertEquals(table.BYTES_PER_ELEMENT, 2, name);
});

Deno.test("the index of piece and target is another for each piece and square, and never that of no move", () => {
  const position = parseFen(START_FEN);
  const seen = new Set<number>();
  for (const move of legalMoves(position)) {
    const index = pieceToOf(position, move);
    assert(index >= 64 && index < 1024);
    seen.add(index);
  }
  // Twenty moves, no two of the same kind of piece to the same square.
  assertEquals(seen.size, 20);
});

/** The tables that each switch alone writes. */
const OWNERS: readonly (readonly [name: ParameterName, table: string])[] = ROWS.map(([key, { use, memory }]) => [
  use,
  memory ?? key,
]);
/** Every table is on. */
const ALL_ON: Changes = Object.fromEntries(OWNERS.map(([name]) => [name, 1]));
/** Every way in which the search learns about moves. */
const SOURCES: readonly ParameterName[] = [
  "useMalus",
  "useTtCredit",
  "usePostLmr",
  "usePriorMove",
  "useEvaluationSwing",
  "useContinuationPruning",
];

for (const [name, owned] of OWNERS) {
  Deno.test(`with \`${name}\` alone, a search writes its table and no other`, () => {
    withOnly([name, ...SOURCES], {}, () => {
      const { search } = createSearch();
      run(search, parseFen(MIDDLEGAME), { depth: 9 });
      for (const [table, content] of tablesOf(search.histories)) {
        if (table === owned) assertGreater(entries(content).length, 0, table);
        else assertEquals(entries(content), [], table);
      }
    });
  });
}

for (const [, owned] of OWNERS.filter(([, table], i) => i === OWNERS.findIndex((other) => other[1] === table))) {
  // Several switches may have one table, as in continuation history: all of them are off.
  const off = OWNERS.filter(([, table]) => table === owned).map(([each]) => each);
  Deno.test(`with \`${off.join("`, `")}\` off, a search neither writes nor reads the table`, () => {
    const changes: Changes = { ...ALL_ON, ...Object.fromEntries(off.map((each) => [each, 0])) };
    withParameters(changes, () => {
      const plain = createSearch().search;
      const expected = run(plain, parseFen(MIDDLEGAME), { depth: 6 });
      assertEquals(entries(tableOf(plain.histories, owned)), []);
      const littered = createSearch().search;
      const random = randomIntegers(82);
      const table = tableOf(littered.histories, owned);
      for (let i = 0; i < table.length; i++) table[i] = random(8192) - 4096;
      // What the start of a search wipes is no litter.
      if (owned === "lowPly") littered.histories.newSearch = () => {};
      const litter = table.slice();
      const found = run(littered, parseFen(MIDDLEGAME), { depth: 6 });
      assertEquals(found.nodes, expected.nodes);
      assertEquals(found.bestMove, expected.bestMove);
      assert(table.every((value, i) => value === litter[i]));
    });
  });
}

Deno.test("every table of move histories, once littered, changes what a search visits: they are all read", () => {
  // Singular extensions read the history of table moves, which would soon forget what it began with.
  withParameters({ ...ALL_ON, singularDepth: 4, ttMoveHistoryMargin: 16, ttMoveBonus: 0 }, () => {
    const expected = run(createSearch().search, parseFen(MIDDLEGAME), { depth: 9 });
    for (const owned of new Set(OWNERS.map(([, table]) => table))) {
      const { search } = createSearch();
      const random = randomIntegers(83);
      const table = tableOf(search.histories, owned);
      for (let i = 0; i < table.length; i++) table[i] = random(8192) - 4096;
      // A counter-move helps only if it is a move of the position.
      if (owned === "counterMove") table.fill(moveOf(parseFen(MIDDLEGAME), "c3b5"));
      if (owned === "tableMove") table.fill(HISTORY_MAX);
      if (owned === "lowPly") search.histories.newSearch = () => {};
      assertNotEquals(run(search, parseFen(MIDDLEGAME), { depth: 9 }).nodes, expected.nodes, owned);
    }
  });
});
