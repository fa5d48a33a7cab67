/**
 * The files that tests write, read by the engine: they hold what they were given, and the real tables say the same.
 * Takes about 4 s.
 *
 * @module
 */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import { ROOK } from "../../core/types.ts";
import { PieceGroups } from "../../tablebase/groups.ts";
import { materialOfMen, menOfName } from "../../tablebase/material.ts";
import { PairsData } from "../../tablebase/pairs.ts";
import { CURSED_WIN, type Prober } from "../../tablebase/prober.ts";
import { PageCache } from "../../tablebase/source.ts";
import { DTZ, OTHER_SIDE, Table, WDL } from "../../tablebase/table.ts";
import { randomPosition } from "./random_position.ts";
import { Bytes, proberOf, testRealTables, TestTables } from "./fixtures.ts";
import { compress, type PairOptions } from "./pair_encoder.ts";
import { Placements } from "./placements.ts";
import { place } from "./syzygy_checks.ts";
import { ANY, byPlacement, encodeTable } from "./table_encoder.ts";
import { TRUE_TABLES } from "./written_tables.ts";

Deno.test("every placement has the number that the engine computes, and no number is omitted", () => {
  // Large tables with their smallest file of the leading pawn.
  for (
    const [name, first] of [["KQvK", 0], ["KRRvK", 0], ["KPvK", 0], ["KPPvK", 2], ["KvKPP", 3], ["KPvKP", 3]] as const
  ) {
    const placements = new Placements(name);
    const men = menOfName(name) ?? [];
    const places = placesOf(placements.pieces, men);
    const digits: [number, number] = [0, placements.hasPawnsOnBothSides ? 1 : 15];
    for (let file = first; file < placements.files; file++) {
      const groups = new PieceGroups(placements.pieces, digits, file);
      assertEquals(groups.size, placements.size(file), name);
      const seen = new Uint8Array(groups.size);
      // Of large tables every so many placements are compared.
      const step = Math.ceil(groups.size / 50_000);
      let next = 0;
      const squares = new Int32Array(8);
      placements.forEach(file, (index, bySquare) => {
        seen[index]++;
        if (next++ % step !== 0) return;
        for (let i = 0; i < places.length; i++) squares[i] = bySquare[places[i]];
        const computed = groups.index(squares);
        if (computed !== index) assertEquals(computed, index, `${name}: ${bySquare.join(" ")}`);
      });
      assertEquals(seen.every((count) => count === 1), true, name);
    }
  }
});

/** For each of `pieces` its place among `men`; equal men in the order of the name. */
function placesOf(pieces: readonly number[], men: readonly number[]): number[] {
  const left = men.map((piece) => piece);
  return pieces.map((piece) => {
    const place = left.indexOf(piece);
    left[place] = -1;
    return place;
  });
}

/** Values read back from compressed ones. */
function decompress(values: Uint16Array, options: Partial<PairOptions>): Uint16Array {
  const { header, sparse, lengths, blocks } = compress(0, values, options);
  const bytes = new Bytes(Uint8Array.from([...header, ...sparse, ...lengths, ...blocks]));
  const file = { id: 1, size: bytes.size, source: () => bytes };
  const pairs = new PairsData(new PageCache(64), file, 0, values.length);
  assertEquals(pairs.headerEnd, header.length);
  const end = pairs.placeBlocks(pairs.placeLengths(pairs.placeSparseIndex(header.length)));
  assertEquals(end, bytes.size);
  return values.map((_, index) => pairs.value(index));
}

Deno.test("compressed values are read back, with pairs and without, in small blocks and large, of few kinds or many", () => {
  const random = new Random(1n);
  const make = (size: number, kinds: number, repeat: number): Uint16Array => {
    let value = 0;
    return Uint16Array.from({ length: size }, () => {
      if (random.below(repeat) === 0) value = random.below(random.below(kinds) + 1);
      return value;
    });
  };
  for (const [size, kinds, repeat] of [[1, 2, 1], [2, 2, 1], [2000, 2, 300], [1000, 5, 3], [1000, 300, 2]]) {
    const values = make(size, kinds, repeat);
    for (const symbols of [0, 20, 400]) {
      for (const [blockBits, spanBits] of [[4, 4], [6, 9], [12, 14]]) {
        assertEquals(decompress(values, { symbols, blockBits, spanBits }), values, `${size} ${kinds} ${symbols}`);
      }
    }
  }
  // Long runs: blocks end because their number of values is bounded, not their bytes.
  const runs = Uint16Array.from({ length: 140_000 }, (_, i) => i > 139_000 ? i & 1 : 0);
  assertEquals(decompress(runs, { blockBits: 12 }), runs);
  assertEquals(decompress(Uint16Array.from([1, 0, 1, 0]), { symbols: 3 }), Uint16Array.from([1, 0, 1, 0]));
});

Deno.test("with pairs a file is smaller than without", () => {
  const values = Uint16Array.from({ length: 20_000 }, (_, i) => i % 7 < 3 ? 2 : 4);
  assertGreater(compress(0, values, { symbols: 0 }).blocks.length, 4 * compress(0, values).blocks.length);
});

/** A made-up distance by the steps between the kings, which is the same in mirror images. */
function bySteps([king, , other]: Int32Array | number[], side: number): number {
  const steps = Math.max(Math.abs((king & 7) - (other & 7)), Math.abs((king >> 3) - (other >> 3)));
  return (side === 0 ? 1 : -1) * [0, 0, 20, -31, 141, -161, 90, 0][steps];
}

/** The answer of a table itself: captures aside, which the prober plays. */
function storedAnswer(files: Record<string, Uint8Array>, position: Position): [result: number, distance: number] {
  const men = menOfName("KRvK") ?? [];
  const read = (fileName: string, kind: number): Table => {
    const bytes = new Bytes(files[fileName]);
    return new Table(new PageCache(64), { id: 1, size: bytes.size, source: () => bytes }, kind, men);
  };
  const isFlipped = position.mailbox.includes(ROOK | 8);
  const result = read("KRvK.rtbw", WDL).result(position, isFlipped);
  return [result, result === 0 ? 0 : read("KRvK.rtbz", DTZ).distance(position, isFlipped, result)];
}

Deno.test("results and distances are those that were written: wins, draws, losses, cursed or not, plies or moves", () => {
  for (const side of [0, 1] as const) {
    for (const countsMoves of [false, true]) {
      const files = encodeTable("KRvK", byPlacement("KRvK", bySteps), { side, countsMoves });
      const random = new Random(2n);
      const results = new Set<number>();
      for (let i = 0; i < 300; i++) {
        const position = randomPosition("KRvK", random);
        const isFlipped = position.mailbox.includes(ROOK | 8);
        const toMove = position.sideToMove ^ (isFlipped ? 1 : 0);
        const truth = bySteps([position.kings[0], 0, position.kings[1]], toMove);
        const [result, distance] = storedAnswer(files, position);
        assertEquals(result, Math.sign(truth) * (Math.abs(truth) > 100 ? 1 : 2), formatFen(position));
        results.add(result);
        if (toMove !== side) assertEquals(distance, result === 0 ? 0 : OTHER_SIDE);
        else if (Math.abs(truth) > 100) assertEquals(distance, (Math.abs(truth) - 100 - 1 >> 1) * 2 + 1);
        else assertEquals(distance, countsMoves && truth !== 0 ? (Math.abs(truth) - 1 >> 1) * 2 + 1 : Math.abs(truth));
      }
      assertEquals(results.size, 5);
    }
  }
});

Deno.test("distances of more than eight bits are read back from wide maps", () => {
  const far = (squares: Int32Array, side: number): number => bySteps(squares, side) === 0 ? 0 : 1901;
  const files = encodeTable("KRvK", byPlacement("KRvK", far));
  assertEquals(storedAnswer(files, parseFen("8/8/8/3k4/8/8/8/KR6 w - - 0 1")), [CURSED_WIN, 1801]);
});

testRealTables("what is written with the values of a real table has the same values", (tables) => {
  const real = tables.createProber();
  for (const name of ["KRvKN", "KBBvK"]) {
    const men = menOfName(name) ?? [];
    const tableOfProber = ({ tables }: Prober): Table => {
      const table = tables.use(tables.sets.get(materialOfMen(men))?.wdl ?? null, men);
      assert(table !== null);
      return table;
    };
    const original = tableOfProber(real);
    // Every so many placements have the real value; those between them do not matter.
    const compared: [position: Position, result: number][] = [];
    let placements = 0;
    const distances = byPlacement(name, (squares, side) => {
      if (placements++ % 997 !== 0) return ANY;
      const position = new Position();
      place(position, men, squares, side);
      const result = original.result(position, false);
      compared.push([position, result]);
      return [-1, -101, 0, 101, 1][result + 2];
    });
    const copy = tableOfProber(proberOf(encodeTable(name, distances)).prober);
    for (const [position, result] of compared) {
      assertEquals(copy.result(position, false), result, formatFen(position));
    }
    assertGreater(compared.length, 300);
  }
});

testRealTables("the written tables of three men have the answers of the real ones", (tables) => {
  const real = tables.createProber();
  const written = new TestTables(false).createProber();
  const random = new Random(4n);
  for (const name of TRUE_TABLES) {
    for (let i = 0; i < 1000; i++) {
      const position = randomPosition(name, random);
      assertEquals(written.result(position), real.result(position), formatFen(position));
      // A real file that counts moves may have a distance that is one too low.
      const [distance, other] = [written, real].map((prober) => Math.abs(prober.distance(position)));
      assert(distance === other || distance === other + 1, `${formatFen(position)}: ${distance}, ${other}`);
    }
  }
});
