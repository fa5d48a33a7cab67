/** Finds and opens Syzygy tables on disk. @module */

import { createCatalog, DTZ_SUFFIX, mostMen, type TableFiles, WDL_SUFFIX } from "../tablebase/catalog.ts";
import type { ByteSource } from "../tablebase/source.ts";
import { reasonOf } from "./files.ts";

/**
 * Finds tables in folders. `path` is a list as in `SyzygyPath`, and may be "". If several files have the same name, the
 * first one is used. Returns the tables in the order of the folders, a message for the user, and whether every folder
 * could be read.
 */
export function findTables(path: string): { tables: TableFiles[]; message: string; isComplete: boolean } {
  const folders = splitFolders(path);
  if (folders.length === 0) {
    return { tables: [], message: "No folder of tablebases is set: none will be used", isComplete: true };
  }
  const paths: string[] = [];
  const faults: string[] = [];
  for (const folder of folders) {
    try {
      paths.push(...listFiles(folder).sort());
    } catch (error) {
      faults.push(`Cannot read the folder '${folder}': ${reasonOf(error, "list")}`);
    }
  }
  const tables = createCatalog(paths);
  return { tables, message: [describe(tables, path), ...faults].join(". "), isComplete: faults.length === 0 };
}

/** The folders in a `SyzygyPath`, which are separated by `:` or, on Windows, by `;`. */
export function splitFolders(path: string): string[] {
  return path.split(Deno.build.os === "windows" ? ";" : ":").map((folder) => folder.trim()).filter((folder) =>
    folder !== ""
  );
}

/** Opens a table. Throws an Error if that fails. */
export function openTableFile(path: string): ByteSource {
  const file = Deno.openSync(path);
  return {
    size: file.statSync().size,
    read: (offset, into) => {
      file.seekSync(offset, Deno.SeekMode.Start);
      for (let filled = 0; filled < into.length;) {
        const count = file.readSync(filled === 0 ? into : into.subarray(filled));
        if (count === null) throw new RangeError(`Expected ${into.length} bytes at ${offset}, but got ${filled}`);
        filled += count;
      }
    },
    close: () => file.close(),
  };
}

function listFiles(folder: string): string[] {
  const paths: string[] = [];
  for (const entry of Deno.readDirSync(folder)) {
    if (!entry.name.endsWith(WDL_SUFFIX) && !entry.name.endsWith(DTZ_SUFFIX)) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isFile || (entry.isSymlink && leadsToFile(path))) paths.push(path);
  }
  return paths;
}

function leadsToFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function describe(tables: readonly TableFiles[], path: string): string {
  const wdl = tables.filter((table) => table.wdl !== null).length;
  const dtz = tables.filter((table) => table.dtz !== null).length;
  if (wdl + dtz === 0) return `Found no tablebases in '${path}'`;
  if (wdl === 0) {
    return `Found ${dtz} DTZ tablebases in '${path}', but none can be used without its ${WDL_SUFFIX} file`;
  }
  return `Found ${wdl} WDL and ${dtz} DTZ tablebases of up to ${mostMen(tables)} men`;
}
