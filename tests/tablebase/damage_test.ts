/** Damaged files: each counts as a missing table and does no other harm. Takes about 10 s. @module */

import { assert, assertEquals, assertGreater, assertLess, assertMatch, assertNotEquals } from "@std/assert";
import { assertStringIncludes } from "@std/assert";
import { formatFen, parseFen } from "../../core/fen.ts";
import { Random } from "../../core/random.ts";
import { createCatalog } from "../../tablebase/catalog.ts";
import { Prober, UNKNOWN, WIN } from "../../tablebase/prober.ts";
import { randomPosition } from "./random_position.ts";
import { Bytes, type Files, proberOf, TestTables, testTables } from "./fixtures.ts";
import { encodeTable, Placements } from "./table_encoder.ts";
import { tries } from "../effort.ts";

const ROOK_WINS = "8/8/8/8/2k5/8/8/KR6 w - - 0 1";
/** Tables of different kinds: with single values, both sides, pawns and maps, and the tables that captures lead to. */
const NAMES = ["KQvK", "KRvK", "KPvK", "KBvK", "KNvK", "KQvKR", "KPvKP"];
/** Maximum milliseconds for probing damaged tables, even on a busy machine; more counts as a hang. */
const PATIENCE_MS = 100_000;
/** The two files of KRvK with every result and many distances, so that there is much to damage. */
const VARIED = encodeTable("KRvK", [0, 1].map(variedDistances), { symbols: 8 });

function variedDistances(side: number): Int32Array {
  return new Int32Array(new Placements("KRvK").size).map((_, index) => {
    const noise = Math.imul(index >> 3 << 1 | side, 0x9e3779b1) >>> 12;
    const plies = 1 + noise % 60;
    return [-100 - plies, 0 - plies, 0, plies, 100 + plies][(noise >> 8) % 5];
  });
}

/** The files of the tables in `NAMES`, with `VARIED` in place of the written KRvK. */
function readTables(tables: TestTables): Files {
  const names = NAMES.flatMap((name) => [`${name}.rtbw`, `${name}.rtbz`]);
  const files = Object.fromEntries(names.map((name) => [name, tables.read(name)]));
  return tables.isReal ? files : { ...files, ...VARIED };
}

Deno.test("a file with other contents counts as a missing table, and is reported once for any number of probes", () => {
  const random = new Random(1n);
  const noise = (size: number) => Uint8Array.from({ length: size }, () => random.below(256));
  const magic = (size: number) => Uint8Array.from([0x71, 0xe8, 0x23, 0x5d, ...noise(size - 4)]);
  const contents = [new Uint8Array(0), new Uint8Array(4), new Uint8Array(80), noise(16), noise(80), noise(10_000)];
  for (let size = 80; size < 4000; size += 64) contents.push(magic(size), magic(size + 1));
  for (const content of contents) {
    const { prober, faults } = proberOf({ "KRvK.rtbw": content, "KRvK.rtbz": content });
    for (let i = 0; i < 3; i++) {
      assertEquals(prober.result(parseFen(ROOK_WINS)), UNKNOWN);
      assertEquals(prober.distance(parseFen(ROOK_WINS)), UNKNOWN);
    }
    assertEquals(faults.length, 1);
    assertMatch(faults[0], /^The tablebase file KRvK\.rtbw is not usable: Expected/);
  }
});

Deno.test("a file that cannot be opened counts as a missing table", () => {
  const faults: string[] = [];
  const opener = () => {
    throw new Error("Permission denied");
  };
  const prober = new Prober(createCatalog(["KRvK.rtbw"]), opener, (fault) => faults.push(fault));
  for (let i = 0; i < 2; i++) assertEquals(prober.result(parseFen(ROOK_WINS)), UNKNOWN);
  assertEquals(faults, ["The tablebase file KRvK.rtbw is not usable: Permission denied"]);
});

testTables("a file that is cut off anywhere counts as a missing table", (tables) => {
  const whole = tables.read("KRvK.rtbw");
  // Every size within the header, and every ninth size after it.
  for (let size = 0; size < whole.length; size += size < 200 ? 1 : 9) {
    const { prober, faults } = proberOf({ "KRvK.rtbw": whole.subarray(0, size) });
    assertEquals(prober.result(parseFen(ROOK_WINS)), UNKNOWN, `${size} bytes`);
    assertEquals(faults.length, 1, `${size} bytes`);
  }
  assertEquals(proberOf({ "KRvK.rtbw": whole }).prober.result(parseFen(ROOK_WINS)), WIN);
});

testTables("a file of another table under the wrong name counts as a missing table", (tables) => {
  const files = readTables(tables);
  for (const other of ["KPvK", "KQvK", "KQvKR"]) {
    const { prober, faults } = proberOf({ ...files, ["KRvK.rtbw"]: files[`${other}.rtbw`] });
    assertEquals(prober.result(parseFen(ROOK_WINS)), UNKNOWN, other);
    assertEquals(faults.length, 1, other);
  }
});

Deno.test("a file that is overwritten after it was opened counts as a missing table from then on", () => {
  const source = new Bytes(VARIED["KRvK.rtbw"].slice());
  const faults: string[] = [];
  const bounds = { pages: 4 };
  const prober = new Prober(createCatalog(["KRvK.rtbw"]), () => source, (fault) => faults.push(fault), bounds);
  const position = parseFen(ROOK_WINS);
  assertNotEquals(prober.result(position), UNKNOWN);
  source.bytes.fill(0);
  const random = new Random(1n);
  for (let i = 0; i < 300; i++) prober.result(randomPosition("KRvK", random));
  assertEquals(faults.length, 1);
  assertEquals([prober.result(position), source.isClosed], [UNKNOWN, true]);
});

Deno.test("most stretches of zeros, as in an incomplete download, are detected", () => {
  const files = readTables(new TestTables(false));
  const random = new Random(3n);
  let found = 0;
  for (let i = 0; i < tries(10, 20); i++) {
    const name = ["KRvK.rtbw", "KPvK.rtbw", "KRvK.rtbz", "KPvK.rtbz"][i & 3];
    const damaged = files[name].slice();
    const start = random.below(damaged.length / 2);
    damaged.fill(0, start, start + damaged.length / 4);
    const { prober, faults } = proberOf({ ...files, [name]: damaged });
    for (let j = 0; j < 40; j++) prober.distance(randomPosition(name.slice(0, name.indexOf(".")), random));
    if (faults.length > 0) found++;
  }
  assertGreater(found, tries(6, 14));
});

testTables("a file of distances with the wrong side to move counts as a missing table", (tables) => {
  // The header has six bytes for each of the leading pawn's four files. The flags of the first file follow.
  const damaged = tables.read("KPvKP.rtbz").slice();
  damaged[30] ^= 1;
  const { prober, faults } = proberOf({ ...readTables(tables), "KPvKP.rtbz": damaged });
  const random = new Random(5n);
  const positions = Array.from({ length: 100 }, () => randomPosition("KPvKP", random));
  for (const position of [parseFen("8/8/8/8/7P/6p1/1k6/4K3 w - - 0 1"), ...positions]) {
    const before = formatFen(position);
    prober.distance(position);
    assertEquals(formatFen(position), before);
  }
  assertEquals(faults.length, 1);
  assertStringIncludes(faults[0], "with White to move");
});

testTables("despite any wrong byte, probing returns an answer in time", (tables) => {
  const files = readTables(tables);
  const names = Object.keys(files);
  const random = new Random(4n);
  let faulty = 0;
  const start = performance.now();
  for (let i = 0; i < tries(100, 250); i++) {
    const name = names[random.below(names.length)];
    const damaged = files[name].slice();
    // Half of the wrong bytes are near the start, because most faults are possible in the header.
    const at = random.below(random.below(2) === 0 ? Math.min(700, damaged.length) : damaged.length);
    damaged[at] = random.below(256);
    const { prober, faults } = proberOf({ ...files, [name]: damaged });
    for (let j = 0; j < 20; j++) {
      const position = randomPosition(name.slice(0, name.indexOf(".")), random);
      const result = prober.result(position);
      const distance = prober.distance(position);
      assert(result === UNKNOWN || Math.abs(result) <= 2, `${name} ${at}: ${result}`);
      assert(distance === UNKNOWN || Math.abs(distance) <= 2 * 0xffff + 101, `${name} ${at}: ${distance}`);
    }
    assertLess(faults.length, 2);
    faulty += faults.length;
  }
  assertLess(performance.now() - start, PATIENCE_MS);
  assertGreater(faulty, tries(20, 50));
});
