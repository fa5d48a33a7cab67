/**
 * The tables that tests use: some that the tests write themselves, and all real ones of three and four men, if they are
 * in a folder beside the checkout.
 *
 * @module
 */

import { createCatalog, DTZ_SUFFIX, WDL_SUFFIX } from "../../tablebase/catalog.ts";
import type { TableBounds } from "../../tablebase/files.ts";
import { Prober } from "../../tablebase/prober.ts";
import type { ByteSource } from "../../tablebase/source.ts";
import { projectPath } from "../../tools/paths.ts";
import { findTables } from "../../system/table_files.ts";
import { withFolder } from "../folder.ts";
import { QUICK_TABLES, TRUE_TABLES, WRITTEN_TABLES, writtenTable } from "./written_tables.ts";

/** Folder of the real tables. */
const REAL_FOLDER = projectPath("../shared/suites/syzygy/regular34");
/** How many tables of three and four men there are. */
const REAL_COUNT = 35;

/** A file that is bytes in memory. */
export class Bytes implements ByteSource {
  /** How often it was read. */
  reads = 0;
  /** Whether `close` was called last. */
  isClosed = false;
  readonly size: number;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
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

/** A set of tables for a test. */
export class TestTables {
  /** Whether they are the real ones. */
  readonly isReal: boolean;
  /** Names of the tables. */
  readonly names: readonly string[];
  /** Names of those in which every value is right. */
  readonly trueNames: readonly string[];
  /** Names of those in the folder of `withFolder`. */
  readonly folderNames: readonly string[];

  /** The real tables, or the written ones. */
  constructor(isReal: boolean) {
    this.isReal = isReal;
    this.names = isReal ? findTables(REAL_FOLDER).tables.map(({ name }) => name) : WRITTEN_TABLES;
    this.trueNames = isReal ? this.names : TRUE_TABLES;
    this.folderNames = isReal ? this.names : QUICK_TABLES;
  }

  /** The bytes of a table's file, such as KQvK.rtbw. */
  read(fileName: string): Uint8Array {
    return this.isReal ? Deno.readFileSync(`${REAL_FOLDER}/${fileName}`) : writtenTable(fileName);
  }

  /** Names of the files that `withFolder` copies. */
  get folderFiles(): string[] {
    return filesOf(this.folderNames);
  }

  /** A prober of all tables; a fault fails the test. */
  createProber(bounds: Partial<TableBounds> = {}): Prober {
    const opener = (fileName: string) => new Bytes(this.read(fileName));
    return new Prober(createCatalog(filesOf(this.names)), opener, (fault) => {
      throw new Error(fault);
    }, bounds);
  }

  /** Calls `body` with a folder of copies of files. */
  async withFolder(
    body: (folder: string) => Promise<void>,
    fileNames: readonly string[] = this.folderFiles,
  ): Promise<void> {
    await withFolder(async (folder) => {
      for (const name of fileNames) Deno.writeFileSync(`${folder}/${name}`, this.read(name));
      await body(folder);
    });
  }
}

function filesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => [name + WDL_SUFFIX, name + DTZ_SUFFIX]);
}

const hasRealTables = findTables(REAL_FOLDER).tables.length >= REAL_COUNT;

/** Registers a test on the written tables, and the same on the real ones if they are there. */
export function testTables(name: string, fn: (tables: TestTables) => void | Promise<void>): void {
  Deno.test(`${name}, on written tables`, () => fn(new TestTables(false)));
  testRealTables(name, fn);
}

/** Registers a test on the real tables if they are there. */
export function testRealTables(name: string, fn: (tables: TestTables) => void | Promise<void>): void {
  if (hasRealTables) Deno.test(`${name}, on real tables`, () => fn(new TestTables(true)));
}

/** A prober of tables in memory, file name → bytes, and the faults that it reports. */
export function proberOf(files: Record<string, Uint8Array>): { prober: Prober; faults: string[] } {
  const faults: string[] = [];
  const opener = (path: string) => new Bytes(files[path]);
  const prober = new Prober(createCatalog(Object.keys(files)), opener, (fault) => faults.push(fault), { pages: 64 });
  return { prober, faults };
}
