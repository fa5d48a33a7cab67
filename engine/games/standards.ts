/** Checks text against the standards of PGN and FEN, for programs that are stricter than this library. @module */

import { parseFen } from "../../core/fen.ts";
import { messageOf } from "../../core/errors.ts";
import { moveFrom, moveTo, PAWN, pieceType, squareName } from "../../core/types.ts";
import { expect } from "../arguments.ts";
import { boardAt } from "./board_at.ts";
import { nameOf, type PgnGame } from "./pgn.ts";
import { readPgn } from "./pgn_reader.ts";
import { writePgn } from "./pgn_writer.ts";
import { PositionSetup } from "./position_setup.ts";
import { POSITION, type ReadablePosition } from "./readable_position.ts";

/** Matches what is not a move: tags, comments, lines for other programs, glyphs. */
const ASIDE = /^\s*\[\w+\s+"(?:\\.|[^"\\])*"\s*\]|\{[^}]*\}|;.*$|^%.*$|\$\d+/gm;
const WORDS = /[()]|[^\s()]+/g;
/** Matches a number before a move, or marks after it. */
const MARKS = /^\d+\.*(?!-|\/)|[+#!?]+$/g;
const RESULT = /^(?:1-0|0-1|1\/2-1\/2|\*)$/;
/** Matches the tag FEN or SetUp in any other capitalisation. */
const OTHER_FEN = /^\s*\[(?!FEN\b|SetUp\b)(?:[Ff][Ee][Nn]|[Ss][Ee][Tt][Uu][Pp])\b/m;

/** Matches the six fields of a FEN. `TWO_DIGITS` matches adjacent counts of empty squares, which are forbidden. */
const SIX_FIELDS = /^\S+ [wb] (?:-|(?=\w)(?:K?Q?k?q?|[A-H]{0,2}[a-h]{0,2})) \S+ (?:0|[1-9]\d*) [1-9]\d*$/;
const TWO_DIGITS = /^\S*\d\d/;

/**
 * Describes the first departure from the PGN standard in a sentence that names the game; `null` if there is none.
 * Departures are malformed tags, a start position without the tag `SetUp`, moves in another form (`e2e4`, `0-0`, `Nge7`
 * for `Ne7`), and faults.
 *
 * @example
 * ```ts
 * import { pgnFault } from "@hindsight/engine/rules";
 *
 * console.log(pgnFault("1. e2e4 *")); // Game 1: Expected 'e4', but got 'e2e4'
 * ```
 */
export function pgnFault(text: string): string | null {
  for (const game of readPgn(text)) {
    const fault = tagFault(game) ?? game.fault ?? game.warnings[0] ?? moveFault(game);
    if (fault !== null) return `${nameOf(game)}: ${fault}`;
  }
  return null;
}

/**
 * Describes a FEN's first departure from the standard in a sentence; `null` if there is none. Departures are missing or
 * malformed fields, adjacent counts of empty squares, and castling rights or an en-passant square that do not fit the
 * board.
 */
export function fenFault(fen: string): string | null {
  if (!SIX_FIELDS.test(fen)) return `Expected the six fields of a FEN, but got '${fen}'`;
  if (TWO_DIGITS.test(fen)) return `Expected one number for empty squares side by side, but got '${fen}'`;
  try {
    parseFen(fen);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * Writes a position as FEN, always with the square that a pawn has just passed, as some programs expect. `fen` contains
 * this square only if an en-passant capture is legal.
 */
export function fenWithPassedSquare(position: ReadablePosition | PositionSetup): string {
  if (position instanceof PositionSetup) return position.fen;
  expect(position, POSITION);
  const { current, fen } = position;
  const fields = fen.split(" ");
  const { move, parent, start } = current;
  const isPush = parent !== null && (moveFrom(move) ^ moveTo(move)) === 16 &&
    pieceType(boardAt(current).mailbox[moveTo(move)]) === PAWN;
  if (isPush) fields[3] = squareName(moveTo(move) ^ 8);
  else if (parent === null) fields[3] = start.fen.split(/\s+/)[3] ?? "-";
  return fields.join(" ");
}

function tagFault({ tags, source }: PgnGame): string | null {
  const other = OTHER_FEN.exec(source);
  if (other !== null) return `Expected the tag FEN or SetUp, but got '${other[0].trim().slice(1)}'`;
  return tags.has("FEN") === (tags.get("SetUp") === "1") ? null : 'Expected the tags FEN and SetUp "1" together';
}

function moveFault(game: PgnGame): string | null {
  const written = movesOf(game.source);
  const standard = movesOf(writePgn(game));
  const at = standard.findIndex((move, i) => move !== written[i]);
  return at < 0 ? null : `Expected '${standard[at]}', but got '${written[at] ?? ""}'`;
}

/** The moves of a game and the brackets around variations, without numbers and marks. */
function movesOf(text: string): string[] {
  const words = text.replace(ASIDE, " ").match(WORDS) ?? [];
  return words.map((word) => word.replace(MARKS, "")).filter((word) => word !== "" && !RESULT.test(word));
}
