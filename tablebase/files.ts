/**
 * The open tables of one thread, which are opened at their first use. The number of files and the memory of headers are
 * limited: the least recently used are closed or dropped. A table that cannot be used is reported once, and counts as
 * missing from then on.
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

/** Limits for tests: open files, bytes of headers, and pages of the cache, a multiple of 4. */
export type TableBounds = Partial<Readonly<Record<"openFiles" | "headerBytes" | "pages", number>>>;

/** A table with an open or closed file. */
export class TableHandle implements PagedFile {
  /** Bytes of the file, known once it was opened. */
  size = 0;
  /** The table, if its header is in memory. */
  table: Table | null = null;
  /** The file, if it is open. */
  open: ByteSource | null = null;
  /** Whether it is unusable. */
  isFaulty = false;
  /** The time of its last use. */
  stamp = 0;

  /** A closed table: its number in the cache, its path, `WDL` or `DTZ`, and its men as piece codes. */
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

/** The tables of one material, with White first in `material`; `null` for none. */
export type TableSet = {
  readonly material: number;
  readonly wdl: TableHandle | null;
  readonly dtz: TableHandle | null;
};

/** All tables of a thread. */
export class OpenTables {
  /** The tables by material, each under two keys, one for each assignment of the colours. */
  readonly sets: ReadonlyMap<number, TableSet>;
  /** Pages of all files. */
  readonly cache: PageCache;

  private readonly handles: TableHandle[] = [];
  private clock = 0;

  /** The tables of a catalog. `onFault` is called for unusable ones. */
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

  /** Approximate bytes of headers in memory. */
  get headerBytes(): number {
    return this.handles.reduce((sum, handle) => sum + (handle.table?.memory ?? 0), 0);
  }

  /** The table of a handle; `null` if it is missing or unusable. */
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

  /** Reports a table. From now on, it counts as missing. */
  fail(handle: TableHandle, error: unknown): void {
    handle.isFaulty = true;
    handle.table = null;
    this.close(handle);
    this.onFault(`The tablebase file ${handle.path} is not usable: ${messageOf(error)}`);
  }

  /** Opens a file, and closes another one if there are too many. Throws an Error if that fails. */
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

  /** Drops headers, except the newest, until the others fit. */
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
