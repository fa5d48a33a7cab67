/**
 * The tables that tests use: real tables of three and four men if they are in a folder beside the checkout, and tables
 * that tests write. Of these, the tables of three men have the true values, and those of four men have made-up values.
 *
 * @module
 */

import { parseFen } from "../../core/fen.ts";
import { createCatalog, DTZ_SUFFIX, WDL_SUFFIX } from "../../tablebase/catalog.ts";
import type { TableBounds } from "../../tablebase/files.ts";
import { DRAWN, Prober } from "../../tablebase/prober.ts";
import type { ByteSource } from "../../tablebase/source.ts";
import { projectPath } from "../../tools/paths.ts";
import { findTables } from "../../system/table_files.ts";
import { withFolder } from "../folder.ts";
import { digestOf, keptFile, keptFolder } from "../kept.ts";
import { solve } from "./retrograde.ts";
import { encodeTable, Placements } from "./table_encoder.ts";

/** File name → bytes. */
export type Files = Readonly<Record<string, Uint8Array>>;

const REAL_FOLDER = projectPath("../shared/suites/syzygy/regular34");
/** How many tables of three and four men exist. */
const REAL_COUNT = 35;
/** Written tables that contain the true values. */
const TRUE_TABLES: readonly string[] = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];

export class Bytes implements ByteSource {
  reads = 0;
  isClosed = false;
  readonly size: number;

  constructor(readonly bytes: Uint8Array) {
    this.size = bytes.length;
  }

  read(offset: number, into: Uint8Array): void {
    const part = this.bytes.subarray(offset, offset + into.length);
    if (part.length < into.length) throw new RangeError("Expected a read within the file");
    this.reads++;
    into.set(part);
  }

  close(): void {
    this.isClosed = true;
  }
}

/** A prober of tables in memory, and the faults that it reports. */
export function proberOf(files: Files, pages: number = 64): { prober: Prober; faults: string[] } {
  const faults: string[] = [];
  const opener = (path: string) => new Bytes(files[path]);
  const prober = new Prober(createCatalog(Object.keys(files)), opener, (fault) => faults.push(fault), { pages });
  return { prober, faults };
}

const solved = (name: string): Files => encodeTable(name, solve(name, () => DRAWN));
const drawn = (name: string): Files => encodeTable(name, [0, 0]);
const won = (name: string): Files => encodeTable(name, [21, -21]);

/** Functions that write the tables, by name. */
const TABLES: Readonly<Record<string, (name: string) => Files>> = {
  ...{ KQvK: solved, KRvK: solved, KBvK: drawn, KNvK: drawn },
  KPvK: (name) => {
    const files = filesOf(["KQvK", "KRvK", "KBvK", "KNvK"]).map((file) => [file, writtenFile(file)]);
    const { prober } = proberOf(Object.fromEntries(files));
    return encodeTable(name, solve(name, (position) => prober.result(position)));
  },
  ...{ KBNvK: bishopAndKnight, KQvKR: won, KQvKP: won, KRvKP: won, KNPvK: won, KRvKN: drawn, KPvKP: pawnAgainstPawn },
};

/** White wins sooner if its bishop is near Black's king and one step from the edge. */
function bishopAndKnight(name: string): Files {
  const black = new Placements(name).map(([, bishop, , other]) => {
    const [file, rank] = [bishop & 7, bishop >> 3];
    const toEdge = Math.min(file, 7 - file, rank, 7 - rank);
    const steps = Math.max(Math.abs(file - (other & 7)), Math.abs(rank - (other >> 3)));
    return -30 - 2 * steps - 8 * Math.abs(toEdge - 1);
  });
  return encodeTable(name, [1, black], { side: 1 });
}

/** Pawn against pawn. All positions are draws except a few with White to move. */
function pawnAgainstPawn(name: string): Files {
  const placements = new Placements(name);
  const distances = new Int32Array(placements.size);
  const decided = [
    // The pawn cannot advance without being lost.
    ["4K3/k7/8/1Pp5/8/8/8/8 w - - 0 1", -3],
    // The pawn can advance, but then Black wins.
    ["4k3/1K6/8/6Pp/8/8/8/8 w - - 0 1", -1],
    ["8/8/8/8/7P/6p1/1k6/4K3 w - - 0 1", 1],
    ["8/8/8/2K1pP1k/8/8/8/8 w - - 0 1", 3],
  ] as const;
  for (const [fen, distance] of decided) {
    const { mailbox } = parseFen(fen);
    distances[placements.numberOf(placements.men.map((piece) => mailbox.indexOf(piece)))] = distance;
  }
  return encodeTable(name, [distances, 0]);
}

/** The folder in which tables are kept: writing them all takes seconds, and many test files need them. */
const KEPT = keptFolder("tables", await digestOf(["core", "tablebase", "tests/tablebase"]));
const writtenTable = once((name) => TABLES[name](name));
const writtenFile = once((file) => keptFile(KEPT, file, () => writtenTable(file.split(".")[0])[file]));

/** A function that returns what `make` returned when it was first called with the same key. */
function once<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

function filesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => [name + WDL_SUFFIX, name + DTZ_SUFFIX]);
}

/** A set of tables for a test: the real ones, or the written ones. */
export class TestTables {
  readonly names: readonly string[];
  /** Names of the tables in which every value is right. */
  readonly trueNames: readonly string[];

  constructor(readonly isReal: boolean) {
    this.names = isReal ? findTables(REAL_FOLDER).tables.map(({ name }) => name) : Object.keys(TABLES);
    this.trueNames = isReal ? this.names : TRUE_TABLES;
  }

  /** The bytes of a table's file, such as KQvK.rtbw. */
  read(fileName: string): Uint8Array {
    return this.isReal ? Deno.readFileSync(`${REAL_FOLDER}/${fileName}`) : writtenFile(fileName);
  }

  /** A prober of all tables; a fault fails the test. */
  createProber(bounds: Partial<TableBounds> = {}): Prober {
    const opener = (fileName: string) => new Bytes(this.read(fileName));
    return new Prober(createCatalog(filesOf(this.names)), opener, (fault) => {
      throw new Error(fault);
    }, bounds);
  }

  /** Calls `body` with a folder that contains copies of files. */
  async withFolder(body: (folder: string) => Promise<void>, fileNames: readonly string[] = filesOf(this.names)) {
    await withFolder(async (folder) => {
      for (const name of fileNames) Deno.writeFileSync(`${folder}/${name}`, this.read(name));
      await body(folder);
    });
  }
}

const hasRealTables = findTables(REAL_FOLDER).tables.length >= REAL_COUNT;

/** Registers a test with the written tables, and the same test with the real tables if they exist. */
export function testTables(name: string, fn: (tables: TestTables) => void | Promise<void>): void {
  Deno.test(`${name}, on written tables`, () => fn(new TestTables(false)));
  testRealTables(name, fn);
}

/** Registers a test with the real tables if they exist. */
export function testRealTables(name: string, fn: (tables: TestTables) => void | Promise<void>): void {
  if (hasRealTables) Deno.test(`${name}, on real tables`, () => fn(new TestTables(true)));
}
