/** Lists the available tables, as plain data for the search threads. @module */

import { MAX_MEN, menOfName } from "./material.ts";

/** A table's name, such as `KQvKR`, and the paths of its two files; `null` for a file that is missing. */
export type TableFiles = { readonly name: string; wdl: string | null; dtz: string | null };

/** File suffixes for results (win, draw, loss) and for distances to the next capture or pawn move ("zeroing"). */
export const WDL_SUFFIX = ".rtbw", DTZ_SUFFIX = ".rtbz";

/** Groups paths by table, and ignores paths of other files. If several files have the same name, the first is used. */
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

/** The maximum number of men in a table with a results file; 0 if there is none. Distances alone cannot be used. */
export function mostMen(tables: readonly TableFiles[]): number {
  const counts = tables.map(({ wdl, name }) => wdl === null ? 0 : name.length - 1);
  return Math.min(Math.max(0, ...counts), MAX_MEN);
}
