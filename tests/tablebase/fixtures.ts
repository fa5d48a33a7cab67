/**
 * The tables that tests use: those of three and four men, if they are in a folder beside the checkout.
 *
 * @module
 */

import { createCatalog } from "../../tablebase/catalog.ts";
import type { TableBounds } from "../../tablebase/files.ts";
import { Prober } from "../../tablebase/prober.ts";
import type { ByteSource } from "../../tablebase/source.ts";
import { findTables, openTableFile } from "../../uci/system/table_files.ts";
import { projectPath } from "../../tools/paths.ts";

/** Folder of all tables of three and four men. */
export const FOLDER = projectPath("../shared/suites/syzygy/regular34");

/** Whether there are no tables here, so that tests of them cannot run. */
export const NO_TABLES: boolean = findTables(FOLDER).tables.length < 35;

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

/** A prober of the tables on disk; a fault fails the test. */
export function createProber(bounds: Partial<TableBounds> = {}): Prober {
  return new Prober(findTables(FOLDER).tables, openTableFile, (fault) => {
    throw new Error(fault);
  }, bounds);
}

/** The bytes of a table's file. */
export function readTable(fileName: string): Uint8Array {
  return Deno.readFileSync(`${FOLDER}/${fileName}`);
}

/** A prober of tables in memory, file name → bytes, and the faults that it reports. */
export function proberOf(files: Record<string, Uint8Array>): { prober: Prober; faults: string[] } {
  const faults: string[] = [];
  const opener = (path: string) => new Bytes(files[path]);
  const prober = new Prober(createCatalog(Object.keys(files)), opener, (fault) => faults.push(fault), { pages: 64 });
  return { prober, faults };
}
