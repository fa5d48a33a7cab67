/**
 * Keeps the tables of one thread. Each is opened when it is first used. The number of open files and the memory for
 * headers are limited: the least recently used files are closed, and their headers are dropped. A table that cannot be
 * used is reported once, and then counts as missing.
 *
 * @module
 */

import { messageOf } from "../core/errors.ts";
import type { TableFiles } from "./catalog.ts";
import { flipMaterial, materialOfMen, menOfName } from "./material.ts";
import { type ByteSource, PageCache, type PagedFile, type SourceOpener } from "./source.ts";
import { DTZ, Table, WDL } from "./table.ts";

const MAX_OPEN_FILES = 32;
const MAX_HEADER_BYTES: number = 8 * 1024 * 1024;

/** Called with a sentence about an unusable table. */
export type FaultListener = (message: string) => void;

/** Limits that only tests set: open files, bytes of headers, and pages in the cache (a multiple of 4). */
export type TableBounds = Partial<Readonly<Record<"openFiles" | "headerBytes" | "pages", number>>>;

/** A table, whose file may be open or closed. */
export class TableHandle implements PagedFile {
  /** Size of the file in bytes, known once it has been opened. */
  size = 0;
  /** The table, if its header is in memory. */
  table: Table | null = null;
  /** The file, if it is open. */
  open: ByteSource | null = null;
  /** Whether the table is unusable. */
  isFaulty = false;
  /** When the table was last used. */
  stamp = 0;

  /** Describes a closed file: its number in the cache, path, kind (`WDL` or `DTZ`), and men as piece codes. */
  constructor(
    private readonly owner: OpenTables,
    readonly id: number,
    readonly path: string,
    readonly kind: number,
    readonly men: readonly number[],
  ) {}

  /** The file, which is opened if necessary. Throws an Error if that fails. */
  source(): ByteSource {
    return this.open ?? this.owner.openFile(this);
  }
}

/** The two files for the same men; `null` for a missing file. The colours in `material` are those in the file name. */
export type TableSet = {
  readonly material: number;
  readonly wdl: TableHandle | null;
  readonly dtz: TableHandle | null;
};

/** All tables of a thread. */
export class OpenTables {
  /** The tables, keyed by material. Each table has two keys, because either side may be White. */
  readonly sets: ReadonlyMap<number, TableSet>;
  /** The cache for the pages of all files. */
  readonly cache: PageCache;

  private readonly handles: TableHandle[] = [];
  private clock = 0;

  /** Uses the tables of a catalog. `onFault` is called for each table that turns out to be unusable. */
  constructor(
    tables: readonly TableFiles[],
    private readonly opener: SourceOpener,
    private readonly onFault: FaultListener,
    private readonly bounds: TableBounds = {},
  ) {
    this.cache = new PageCache(bounds.pages);
    const sets = new Map<number, TableSet>();
    for (const { name, wdl, dtz } of tables) {
      const men = menOfName(name);
      if (men === null) throw new SyntaxError(`Expected a table's name such as KQvKR, but got '${name}'`);
      const material = materialOfMen(men);
      const set: TableSet = { material, wdl: this.addHandle(wdl, WDL, men), dtz: this.addHandle(dtz, DTZ, men) };
      sets.set(material, set);
      sets.set(flipMaterial(material), set);
    }
    this.sets = sets;
  }

  /** The number of open files. */
  get openFiles(): number {
    return this.handles.filter((handle) => handle.open !== null).length;
  }

  /** Approximate memory that the headers take, in bytes. */
  get headerBytes(): number {
    return this.handles.reduce((sum, handle) => sum + (handle.table?.memory ?? 0), 0);
  }

  /** The table that a handle stands for; `null` if it is missing or unusable. */
  use(handle: TableHandle | null): Table | null {
    if (handle === null || handle.isFaulty) return null;
    handle.stamp = ++this.clock;
    if (handle.table !== null) return handle.table;
    try {
      if (handle.open === null) this.openFile(handle);
      handle.table = new Table(this.cache, handle, handle.kind, handle.men);
    } catch (error) {
      this.fail(handle, error);
      return null;
    }
    this.boundHeaders(handle);
    return handle.table;
  }

  /** Reports an unusable table, which from now on counts as missing. */
  fail(handle: TableHandle, error: unknown): void {
    handle.isFaulty = true;
    handle.table = null;
    this.close(handle);
    this.onFault(`The tablebase file ${handle.path} is not usable: ${messageOf(error)}`);
  }

  /** Opens a file, and closes another one if too many are open. Throws an Error if that fails. */
  openFile(handle: TableHandle): ByteSource {
    const { openFiles = MAX_OPEN_FILES } = this.bounds;
    if (this.openFiles >= openFiles) {
      const open = this.handles.filter((other) => other.open !== null);
      this.close(open.reduce((oldest, other) => other.stamp < oldest.stamp ? other : oldest));
    }
    const source = this.opener(handle.path);
    handle.open = source;
    if (handle.table !== null && handle.size !== source.size) {
      throw new RangeError(`Expected ${handle.size} bytes as before, but got ${source.size}`);
    }
    handle.size = source.size;
    return source;
  }

  /** Closes every file. They are opened again when they are needed. */
  closeAll(): void {
    for (const handle of this.handles) this.close(handle);
  }

  private close(handle: TableHandle): void {
    handle.open?.close();
    handle.open = null;
  }

  private addHandle(path: string | null, kind: number, men: readonly number[]): TableHandle | null {
    if (path === null) return null;
    const handle = new TableHandle(this, this.handles.length + 1, path, kind, men);
    this.handles.push(handle);
    return handle;
  }

  /** Drops the least recently used headers, but never the newest, until the rest fit. */
  private boundHeaders(newest: TableHandle): void {
    const { headerBytes = MAX_HEADER_BYTES } = this.bounds;
    const loaded = this.handles.filter((handle) => handle.table !== null).sort((a, b) => a.stamp - b.stamp);
    let bytes = this.headerBytes;
    for (const handle of loaded) {
      if (bytes <= headerBytes || handle === newest) return;
      bytes -= handle.table?.memory ?? 0;
      handle.table = null;
    }
  }
}
