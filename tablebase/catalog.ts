/**
 * The list of available tables with their files and men. It is plain data, so that it can be sent to the search
 * threads.
 * @module
 */

import { MAX_MEN, menOfName } from "./material.ts";

/** The files for one kind of material. */
export interface TableFiles {
  /** Name of the table, such as `KQvKR`. */
  readonly name: string;
  /** Path of the file of results, `null` if there is none. */
  wdl: string | null;
  /** Path of the file with distances to the next capture or pawn move, `null` if there is none. */
  dtz: string | null;
}

/** Suffixes of files: results (win, draw, loss); plies to the next capture or pawn move ("distance to zeroing"). */
export const WDL_SUFFIX = ".rtbw", DTZ_SUFFIX = ".rtbz";

/**
 * Sorts paths into tables. Paths whose last part is not the name of a table file are ignored. Of several files with the
 * same name, the first counts.
 */
export function createCatalog(paths: Iterable<string>): TableFiles[] {
  const tables = new Map<string, TableFiles>();
  for (const path of paths) {
    const fileName = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
    const isWdl = fileName.endsWith(WDL_SUFFIX);
    if (!isWdl && !fileName.endsWith(DTZ_SUFFIX)) continue;
    const name = fileName.slice(0, -WDL_SUFFIX.length);
    if (menOfName(name) === null) continue;
    const table = tables.get(name) ?? { name, wdl: null, dtz: null };
    tables.set(name, table);
    if (isWdl) table.wdl ??= path;
    else table.dtz ??= path;
  }
  return Array.from(tables.values());
}

/** The maximum number of men in any table of results; 0 if there is none. A file of distances alone is useless. */
export function mostMen(tables: readonly TableFiles[]): number {
  const counts = tables.map(({ wdl, name }) => wdl === null ? 0 : name.length - 1);
  return Math.min(Math.max(0, ...counts), MAX_MEN);
}
