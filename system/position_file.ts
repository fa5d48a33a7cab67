/**
 * A file of positions from which games start, in EPD (extended position description): one position in each line, as the
 * first four fields of a FEN, followed by operations that end with a semicolon.
 *
 * The operations `hmvc` and `fmvn` are the two clocks of a FEN; all others are ignored. Complete FENs are also read.
 *
 * @module
 */

import { parseSetup } from "../core/fen.ts";
import { readParsed } from "./files.ts";

/** Maximum size of a file in bytes: three million positions, as in large books. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
/** Number of fields of a FEN that every line has. */
const POSITION_FIELDS = 4;

/**
 * Reads a file of positions; the path "" means that there is none. Returns a FEN for each line that is not empty; only
 * the first is checked.
 *
 * @throws {Error} If the file cannot be read, or contains no positions.
 */
export function readPositions(path: string): string[] {
  if (path === "") return [];
  return readParsed(path, "read the book", MAX_FILE_BYTES, (bytes) => parsePositions(new TextDecoder().decode(bytes)));
}

/** The FENs of an EPD file. Throws an Error if it is empty, or its first line is not a position. */
export function parsePositions(text: string): string[] {
  const fens = text.split(/\r?\n/).filter((line) => line.trim() !== "").map(fenOf);
  if (fens.length === 0) throw new SyntaxError("Expected a position in each line, but got an empty file");
  parseSetup(fens[0]);
  return fens;
}

/** The FEN of a line. */
function fenOf(line: string): string {
  const fields = line.trim().split(/\s+/);
  const [halfmoves = "", fullmoves = ""] = fields.slice(POSITION_FIELDS);
  // The line is a FEN rather than an EPD, since operations start with a letter.
  if (/^\d+$/.test(halfmoves) && /^\d+;?$/.test(fullmoves)) return line.trim().replace(/;$/, "");
  const clock = (name: string, fallback: string) => new RegExp(`\\b${name}\\s+(\\d+)\\s*;`).exec(line)?.[1] ?? fallback;
  return [...fields.slice(0, POSITION_FIELDS), clock("hmvc", "0"), clock("fmvn", "1")].join(" ");
}
