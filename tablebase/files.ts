/**
 * The open tables of one thread. They are opened at their first use, and closed when there are too many.
 *
 * Two things are limited: the number of open files, because the system limits it, too, and the memory of the tables'
 * headers. The least recently used are closed or dropped first. If a table cannot be opened or is damaged, this is
 * reported once, and the table counts as missing from then on.
 * @module
 */

import { messageOf } from "../core/errors.ts";
import type { TableFiles } from "./catalog.ts";
import { flipMaterial, materialOfMen, menOfName } from "./material.ts";
import { type ByteSource, PageCache, type PagedFile, type SourceOpener } from "./source.ts";
import { DTZ, Table, WDL } from "./table.ts";

/** Maximum number of files that one thread keeps open. */
const MAX_OPEN_FILES = 32;
/** Approximate maximum number of bytes of headers that one thread keeps. */
const MAX_HEADER_BYTES: number = 8 * 1024 * 1024;

/** Called with one sentence about an unusable table. */
export type FaultListener = (message: string) => void;

/**
 * Limits for the tables of a thread, for tests: the maximum number of open files, the maximum bytes of headers, and the
 * number of pages in the cache, a multiple of 4.
 */
export type TableBounds = Partial<Readonly<Record<"openFiles" | "headerBytes" | "pages", number>>>;

/** A table. Its file may be open or closed. */
export class TableHandle implements PagedFile {
  /** Length in bytes, known after the file was opened once. */
  size = 0;
  /** The table, while its header is in memory. */
  table: Table | null = null;
  /** The file, while it is open. */
  open: ByteSource | null = null;
  /** Whether the table is unusable. */
  isFaulty = false;
  /** When it was last used. */
  stamp = 0;

  /** A closed table: the number of its file in the cache, its path, `WDL` or `DTZ`, and the piece codes of the men. */
  constructor(
    private readonly owner: OpenTables,
    readonly id: number,
    readonly path: string,
    readonly kind: number,
    readonly men: readonly number[],
  ) {}

  /** The file, opened again if it was closed. Throws an Error if that fails. */
  source(): ByteSource {
    return this.open ?? this.owner.openFile(this);
  }
}

/** The tables for one kind of material. */
export interface TableSet {
  /** The material in the order of the table's name, White first. */
  readonly material: number;
  /** The table of results, `null` if there is none. */
  readonly wdl: TableHandle | null;
  /** The table of distances, `null` if there is none. */
  readonly dtz: TableHandle | null;
}

/** All tables of a thread. */
export class OpenTables {
  /** The tables, keyed by material. Each table has two keys, one for each assignment of the colours. */
  readonly sets: ReadonlyMap<number, TableSet>;
  /** Pages of all files. */
  readonly cache: PageCache;

  private readonly handles: TableHandle[] = [];
  private clock = 0;

  /**
   * The tables of a catalog. No file is opened before it is needed; `onFault` is called for tables that are not usable.
   */
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

  /** Approximate bytes of the headers in memory. */
  get headerBytes(): number {
    return this.handles.reduce((sum, handle) => sum + (handle.table?.memory ?? 0), 0);
  }

  /** The table of a handle, `null` if it is missing or unusable. */
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

  /** Treats a table as missing from now on, and reports it. */
  fail(handle: TableHandle, error: unknown): void {
    handle.isFaulty = true;
    handle.table = null;
    this.close(handle);
    this.onFault(`The tablebase file ${handle.path} is not usable: ${messageOf(error)}`);
  }

  /** Opens the file of a table. If too many files are open, closes another one first. Throws an Error if this fails. */
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

  /** Closes every file. The tables can still be used; their files are opened again on demand. */
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

  /** Drops the least recently used headers until the rest fits. Keeps the newest. */
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
