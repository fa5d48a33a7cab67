/**
 * Reads start positions from a file in EPD (extended position description). Each line has the first four fields of a
 * FEN, then operations that end in semicolons. `hmvc` and `fmvn` give the last two fields of a FEN; other operations
 * are ignored. Lines can also be FENs.
 *
 * @module
 */

import { parseSetup } from "../core/fen.ts";
import { readParsed } from "./files.ts";

/** Maximum size of a file in bytes. This is enough for a large book with three million positions. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
const POSITION_FIELDS = 4;

/**
 * Reads the positions in a file as FENs, and checks the first. Throws an Error if there are none and `path` is not "".
 */
export function readPositions(path: string): string[] {
  if (path === "") return [];
  return readParsed(path, "read the book", MAX_FILE_BYTES, (bytes) => parsePositions(new TextDecoder().decode(bytes)));
}

/** Reads the positions in an EPD text as FENs. Throws an Error if there are none, or if the first is invalid. */
export function parsePositions(text: string): string[] {
  const fens = text.split(/\r?\n/).filter((line) => line.trim() !== "").map(fenOf);
  if (fens.length === 0) throw new SyntaxError("Expected one position per line, but the file is empty");
  parseSetup(fens[0]);
  return fens;
}

function fenOf(line: string): string {
  const fields = line.trim().split(/\s+/);
  const [halfmoves = "", fullmoves = ""] = fields.slice(POSITION_FIELDS);
  // Two numbers here mean that the line is a FEN, because EPD operations begin with a letter.
  if (/^\d+$/.test(halfmoves) && /^\d+;?$/.test(fullmoves)) return line.trim().replace(/;$/, "");
  const clock = (name: string, fallback: string) => new RegExp(`\\b${name}\\s+(\\d+)\\s*;`).exec(line)?.[1] ?? fallback;
  return [...fields.slice(0, POSITION_FIELDS), clock("hmvc", "0"), clock("fmvn", "1")].join(" ");
}
