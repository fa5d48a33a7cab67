/** The engine reads the given values from the files that tests write. @module */

import { assertEquals, assertLess } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { ROOK } from "../../core/types.ts";
import { menOfName } from "../../tablebase/material.ts";
import { PairsData } from "../../tablebase/pairs.ts";
import { CURSED_WIN } from "../../tablebase/prober.ts";
import { PageCache } from "../../tablebase/source.ts";
import { DTZ, OTHER_SIDE, Table, WDL } from "../../tablebase/table.ts";
import { randomPosition } from "./random_position.ts";
import { Bytes, type Files } from "./fixtures.ts";
import { compress, type PairOptions } from "./pair_encoder.ts";
import { encodeTable, Placements, type TableOptions } from "./table_encoder.ts";

/** Asserts that compressed values are read back. Returns the number of bytes in their blocks. */
function assertReadBack(values: Uint16Array, options: Partial<PairOptions> = {}): number {
  const { header, sparse, lengths, blocks } = compress(0, values, options);
  const bytes = new Bytes(Uint8Array.from([...header, ...sparse, ...lengths, ...blocks]));
  const pairs = new PairsData(new PageCache(64), { id: 1, size: bytes.size, source: () => bytes }, 0, values.length);
  assertEquals(pairs.headerEnd, header.length);
  assertEquals(pairs.placeBlocks(pairs.placeLengths(pairs.placeSparseIndex(header.length))), bytes.size);
  assertEquals(values.findIndex((value, index) => pairs.value(index) !== value), -1, JSON.stringify(options));
  return blocks.length;
}

Deno.test("compressed values are read back: with and without pairs, in small and large blocks, with few and many different values", () => {
  const random = new Random(1n);
  for (const [size, kinds, repeat] of [[1, 2, 1], [2, 2, 1], [2000, 2, 300], [1000, 5, 3], [1000, 300, 2]]) {
    let value = 0;
    const values = Uint16Array.from({ length: size }, () => {
      if (random.below(repeat) === 0) value = random.below(random.below(kinds) + 1);
      return value;
    });
    for (const symbols of [0, 20, 400]) {
      for (const [blockBits, spanBits] of [[4, 4], [6, 9], [12, 14]]) {
        assertReadBack(values, { symbols, blockBits, spanBits });
      }
    }
  }
  // Pairs make long runs so short that blocks end at the limit of values, not of bytes.
  const runs = Uint16Array.from({ length: 140_000 }, (_, i) => i > 139_000 ? i & 1 : 0);
  assertLess(assertReadBack(runs, { blockBits: 12 }), 140_000 / 8);
});

/** An invented distance. It depends only on the steps between the kings, so it is the same in mirror images. */
function bySteps(king: number, other: number, side: number): number {
  const steps = Math.max(Math.abs((king & 7) - (other & 7)), Math.abs((king >> 3) - (other >> 3)));
  return (side === 0 ? 1 : -1) * [0, 0, 20, -31, 141, -161, 90, 0][steps];
}

/** The two files of KRvK. */
function rookFiles(distanceOf: typeof bySteps, options: Partial<TableOptions> = {}): Files {
  const placements = new Placements("KRvK");
  const distances = [0, 1].map((side) => placements.map(([king, , other]) => distanceOf(king, other, side)));
  return encodeTable("KRvK", distances, options);
}

/** The answer of the table itself, without the captures that the prober plays. */
function storedAnswer(files: Files, position: Position): [result: number, distance: number] {
  const men = menOfName("KRvK") ?? [];
  const read = (fileName: string, kind: number): Table => {
    const bytes = new Bytes(files[fileName]);
    return new Table(new PageCache(64), { id: 1, size: bytes.size, source: () => bytes }, kind, men);
  };
  const isFlipped = position.mailbox.includes(ROOK | 8);
  const result = read("KRvK.rtbw", WDL).result(position, isFlipped);
  return [result, result === 0 ? 0 : read("KRvK.rtbz", DTZ).distance(position, isFlipped, result)];
}

Deno.test("results and distances are read back unchanged: wins, draws and losses, cursed or not, in plies or moves", () => {
  for (const [side, countsMoves] of [[0, false], [1, true]] as const) {
    const files = rookFiles(bySteps, { side, countsMoves });
    const random = new Random(2n);
    const results = new Set<number>();
    for (let i = 0; i < 300; i++) {
      const position = randomPosition("KRvK", random);
      const toMove = position.sideToMove ^ (position.mailbox.includes(ROOK | 8) ? 1 : 0);
      const truth = bySteps(position.kings[0], position.kings[1], toMove);
      const plies = Math.abs(truth);
      const [result, distance] = storedAnswer(files, position);
      assertEquals(result, Math.sign(truth) * (plies > 100 ? 1 : 2), formatFen(position));
      results.add(result);
      if (toMove !== side) assertEquals(distance, result === 0 ? 0 : OTHER_SIDE);
      else if (plies > 100) assertEquals(distance, (plies - 100 - 1 >> 1) * 2 + 1);
      else assertEquals(distance, countsMoves && truth !== 0 ? (plies - 1 >> 1) * 2 + 1 : plies);
    }
    assertEquals(results.size, 5);
  }
});

Deno.test("distances of more than eight bits are read back from wide maps", () => {
  const files = rookFiles((king, other, side) => bySteps(king, other, side) === 0 ? 0 : 1901);
  assertEquals(storedAnswer(files, parseFen("8/8/8/3k4/8/8/8/KR6 w - - 0 1")), [CURSED_WIN, 1801]);
});
