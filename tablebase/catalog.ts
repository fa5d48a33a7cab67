/** The available tables as data for the search threads. @module */

import { MAX_MEN, menOfName } from "./material.ts";

/** The paths of a table's files, with a name such as `KQvKR`: results, and distances; `null` for none. */
export type TableFiles = { readonly name: string; wdl: string | null; dtz: string | null };

/** Suffixes of files: results (win, draw, loss), and distances to the next capture or pawn move ("zeroing"). */
export const WDL_SUFFIX = ".rtbw", DTZ_SUFFIX = ".rtbz";

/** Sorts paths into tables, and ignores paths of other files. Of several files with the same name, the first counts. */
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

/** The maximum number of men in a table of results; 0 without one. A file of distances alone is useless. */
export function mostMen(tables: readonly TableFiles[]): number {
  const counts = tables.map(({ wdl, name }) => wdl === null ? 0 : name.length - 1);
  return Math.min(Math.max(0, ...counts), MAX_MEN);
}
