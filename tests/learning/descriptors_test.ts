/**
 * The rows of what is learned, against the tables, the code that reads them, the list of ablations and the docs.
 *
 * @module
 */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import {
  CORRECTIONS,
  type Descriptor,
  isOff,
  OTHER_HISTORIES,
  QUIET_HISTORIES,
  type QuietDescriptor,
  type QuietKey,
} from "../../learning/descriptors.ts";
import { Corrections } from "../../learning/corrections.ts";
import { Histories } from "../../learning/histories.ts";
import { L, LEARNING_TUNABLES } from "../../learning/params.ts";
import { pieceToOf, PieceToRows, QuietList, WEIGHT_SHIFT } from "../../learning/quiet_history.ts";
import { MARGIN } from "../../learning/stack.ts";
import { randomIntegers } from "../core/random_games.ts";
import { type Changes, KIWIPETE, legalMoves, withParameters } from "../search/fixtures.ts";
import { createStack, PLY, tablesOf } from "./history_fixtures.ts";

const ROWS = Object.entries<QuietDescriptor>(QUIET_HISTORIES) as [QuietKey, QuietDescriptor][];
/** Everything is on and has a weight wherever it can have one. */
const EVERYTHING: Changes = {
  ...Object.fromEntries(
    Object.values<Descriptor>({ ...QUIET_HISTORIES, ...OTHER_HISTORIES }).map(({ use }) => [use, 1]),
  ),
  ...Object.fromEntries(
    ROWS.flatMap(([, { prune }]) => prune !== undefined && L[prune] === 0 ? [[prune, 300]] : []),
  ),
};

/** Histories that know something of every move, at random; of what follows no move, they know nothing. */
function littered(): Histories {
  const histories = new Histories();
  const random = randomIntegers(171);
  for (const [, table] of tablesOf(histories)) for (let i = 0; i < table.length; i++) table[i] = random(1000) - 500;
  histories.continuation.fill(0, 0, 1024);
  return histories;
}

Deno.test("each row states the size of its table, and no other row has its name", () => {
  const histories = new Histories();
  const corrections = new Corrections();
  for (const [key, row] of ROWS) assertEquals(histories.quiet[key].entries.length, row.size, key);
  assertEquals(histories.capture.entries.length, OTHER_HISTORIES.capture.size);
  assertEquals(histories.tableMove.entries.length, OTHER_HISTORIES.tableMove.size);
  for (const row of CORRECTIONS) assertEquals(corrections.table(row.name).length, row.size, row.name);
  const all: Descriptor[] = [...ROWS.map(([, row]) => row), ...Object.values(OTHER_HISTORIES), ...CORRECTIONS];
  assertEquals(new Set(all.map(({ title }) => title)).size, all.length);
});

Deno.test("what is retired is off, and most of the rest is on", () => {
  assert(isOff(QUIET_HISTORIES.pieceTo));
  assert(isOff(QUIET_HISTORIES.counterMove));
  assert(isOff(OTHER_HISTORIES.tableMove));
  const all: Descriptor[] = [...ROWS.map(([, row]) => row), ...Object.values(OTHER_HISTORIES), ...CORRECTIONS];
  assertGreater(all.filter((row) => !isOff(row)).length, all.length / 2);
  for (const { use, name } of all) assert(LEARNING_TUNABLES[use].max === 1, name);
});

Deno.test("the score for ordering is what the rows add up to, whichever of them are on", () => {
  withParameters(EVERYTHING, () => {
    const position = parseFen(KIWIPETE);
    const stack = createStack();
    const quiets = legalMoves(position).filter((move) => !position.isNoisy(move));
    const histories = littered();
    for (const ply of [PLY, 2]) {
      stack.threats.find(position, ply + MARGIN);
      const total = new Map(quiets.map((move) => [move, 0]));
      for (const [key] of ROWS) {
        const list = new QuietList();
        list.setNode(position, stack, ply);
        list.setMoves(Int32Array.from(quiets), new Int32Array(quiets.length), 0, quiets.length);
        list.begin();
        histories.quiet[key].addTo(list);
        quiets.forEach((move, i) => total.set(move, total.get(move)! + list.sums[i]));
      }
      for (const move of quiets) {
        assertEquals(histories.orderingScore(position, stack, ply, move), total.get(move)! >> WEIGHT_SHIFT);
      }
    }
  });
});

Deno.test("the score for pruning is what the rows with a weight there add up to", () => {
  const position = parseFen(KIWIPETE);
  const stack = createStack();
  stack.threats.find(position, PLY + MARGIN);
  const quiets = legalMoves(position).filter((move) => !position.isNoisy(move));
  for (const off of [{}, { useButterfly: 0 }, { useContinuation1: 0 }, { useContinuationPruning: 0 }]) {
    withParameters({ ...EVERYTHING, ...off }, () => {
      const histories = littered();
      let different = 0;
      for (const move of quiets) {
        let sum = 0;
        for (const [key, { use, prune }] of ROWS) {
          if (L[use] !== 0 && prune !== undefined) sum += histories.quiet[key].pruningTerm(position, stack, PLY, move);
        }
        const score = histories.pruningScore(position, stack, PLY, move);
        assertEquals(score, sum >> WEIGHT_SHIFT);
        if (score !== 0) different++;
      }
      assertGreater(different, 10);
    });
  }
});

Deno.test("a history learns in the entry that it reads: a bonus for a move raises the score of that move", () => {
  withParameters(EVERYTHING, () => {
    const position = parseFen(KIWIPETE);
    const stack = createStack();
    stack.threats.find(position, PLY + MARGIN);
    const [move] = legalMoves(position).filter((each) => !position.isNoisy(each));
    for (const [key] of ROWS) {
      // Counter-moves are remembered, not credited; low-ply history knows the first plies alone.
      if (key === "counterMove") continue;
      const ply = key === "lowPly" ? 2 : PLY;
      stack.threats.find(position, ply + MARGIN);
      const histories = new Histories();
      const list = new QuietList();
      list.setNode(position, stack, ply);
      list.setMoves(Int32Array.of(move), new Int32Array(1), 0, 1);
      list.begin();
      histories.quiet[key].update(position, stack, ply, move, list.pieceTos[0], 700);
      histories.quiet[key].addTo(list);
      const divisor = key === "lowPly" ? 1 + ply : 1;
      assertEquals(list.sums[0], histories.quiet[key].orderWeight * 700 / divisor | 0, key);
    }
  });
});

Deno.test("the entries of a history go up to the bound that its row states, and no further", () => {
  const position = parseFen(KIWIPETE);
  const stack = createStack();
  const [move] = legalMoves(position).filter((each) => !position.isNoisy(each));
  for (const [key, row] of ROWS) {
    // The entries of counter-moves are moves.
    if (key === "counterMove") continue;
    const ply = key === "lowPly" ? 2 : PLY;
    stack.threats.find(position, ply + MARGIN);
    const history = new Histories().quiet[key];
    for (const sign of [1, -1, -1]) {
      history.update(position, stack, ply, move, pieceToOf(position, move), sign * 100_000);
      assertEquals(Array.from(history.entries).filter((entry) => entry !== 0), [sign * row.bound], key);
    }
    if (history instanceof PieceToRows) assertEquals(history.bound, row.bound, key);
  }
});

Deno.test("the table of tables in docs/histories.md has exactly these rows", async () => {
  const docs = await Deno.readTextFile(new URL("../../docs/histories.md", import.meta.url));
  const rows: Descriptor[] = [...ROWS.map(([, row]) => row), ...Object.values(OTHER_HISTORIES), ...CORRECTIONS];
  const memories = new Set<string>();
  const expected = rows.map((row) => {
    const { title, index, bound, size, memory } = row;
    const isShared = memory !== undefined && memories.has(memory);
    if (memory !== undefined) memories.add(memory);
    const name = isOff(row) ? `${title} (off)` : title;
    return [name, index, bound === 0 ? "–" : String(bound), isShared ? "shared" : String(size)];
  });
  const section = docs.split(/^## /m).find((text) => text.startsWith("The tables\n"));
  assert(section !== undefined);
  const lines = section.slice(0, section.indexOf("\n### ")).split("\n").filter((line) => line.startsWith("|"));
  const cells = lines.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  // The first two lines are the headings and the rule below them.
  assertEquals(cells.slice(2), expected);
});
