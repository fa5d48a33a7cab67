/**
 * Positions from which games start, in EPD (extended position description): each line has the first four fields of a
 * FEN, then operations that end in semicolons. `hmvc` and `fmvn` are the clocks of a FEN; other operations are ignored.
 * FENs are read, too.
 *
 * @module
 */

import { parseSetup } from "../core/fen.ts";
import { readParsed } from "./files.ts";

/** Maximum size of a file in bytes. Large books, with three million positions, fit. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
const POSITION_FIELDS = 4;

/**
 * Reads the FENs of a file, checking only the first; an empty `path` gives an empty list. Throws an Error if the file
 * has no positions.
 */
export function readPositions(path: string): string[] {
  if (path === "") return [];
  return readParsed(path, "read the book", MAX_FILE_BYTES, (bytes) => parsePositions(new TextDecoder().decode(bytes)));
}

/** The FENs of an EPD text. Throws an Error if there are none, or the first is invalid. */
export function parsePositions(text: string): string[] {
  const fens = text.split(/\r?\n/).filter((line) => line.trim() !== "").map(fenOf);
  if (fens.length === 0) throw new SyntaxError("Expected one position per line, but the file is empty");
  parseSetup(fens[0]);
  return fens;
}

function fenOf(line: string): string {
  const fields = line.trim().split(/\s+/);
  const [halfmoves = "", fullmoves = ""] = fields.slice(POSITION_FIELDS);
  // The line is a FEN, since the operations of EPD begin with a letter.
  if (/^\d+$/.test(halfmoves) && /^\d+;?$/.test(fullmoves)) return line.trim().replace(/;$/, "");
  const clock = (name: string, fallback: string) => new RegExp(`\\b${name}\\s+(\\d+)\\s*;`).exec(line)?.[1] ?? fallback;
  return [...fields.slice(0, POSITION_FIELDS), clock("hmvc", "0"), clock("fmvn", "1")].join(" ");
}
