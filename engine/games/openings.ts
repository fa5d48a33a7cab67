/**
 * Names of openings: the ECO code (Encyclopaedia of Chess Openings) and the English name. A game is named after its
 * last position that has a name, so the order of the moves does not matter.
 *
 * `openings.txt` has a line for each opening: code, name and keys, separated by tabs. Each position of the opening has
 * a key of twelve hexadecimal digits. `tools/build/build_openings.ts` writes that file.
 *
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import type { Position } from "../../core/position.ts";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { formatUci } from "../../core/notation.ts";
import { expect, isObject, objectWith } from "../arguments.ts";
import { type HasRecord, type PositionInput, readPosition } from "../position_input.ts";
import { positionAfter } from "./replay.ts";
import text from "./openings.txt" with { type: "text" };

/** The opening of a game. */
export interface Opening {
  /** ECO code: `B90`. */
  readonly eco: string;
  /** Name: `Sicilian Defense: Najdorf Variation`. */
  readonly name: string;
  /** Number of plies up to the position that has this name. */
  readonly plies: number;
}

/** Named lines are counted up to this length, in plies, to find out how common a move is. */
const FORESIGHT = 3;
/** A move is chosen only if at least half this many named lines follow it. */
const FEW = 20;
const KEY_DIGITS = 12;

/** The lines of the file, keyed by position. They are read when first needed, which takes a few milliseconds. */
let lines: ReadonlyMap<string, string> | null = null;

/** The opening of a game, or of the moves that led to a position; `null` if it has no name. */
export function openingOf(game: GameRecord | PositionInput): Opening | null {
  const { record } = readPosition(isRecord(game) ? { record: game } : game, false);
  const position = positionAfter(record, 0);
  if (record.chess960 || openingKey(position) !== openingKey(parseFen(START_FEN))) return null;
  lines ??= readLines();
  let found: Opening | null = null;
  for (let ply = 1; ply <= record.moves.length; ply++) {
    position.make(record.moves[ply - 1]);
    const line = lines.get(openingKey(position));
    if (line === undefined) continue;
    const [eco, name] = line.split("\t");
    found = { eco, name, plies: ply };
  }
  return found;
}

function isRecord(game: GameRecord | PositionInput): game is GameRecord {
  return isObject(game) && "chess960" in game && !("record" in game);
}

/**
 * A random move that leads to a named opening, in UCI notation; `null` if there is none. Only moves that can lead to
 * many named positions are chosen, such as `1. e4`, but not `1. g4`.
 */
export function openingMove(game: GameRecord | HasRecord, random: () => number = Math.random): string | null {
  const record = "record" in game ? game.record : game;
  if (record.chess960) return null;
  const named = lines ??= readLines();
  const position = positionAfter(record, record.moves.length);
  const counts = new Map<number, number>();
  for (const move of namedMoves(position, named)) counts.set(move, namedAfter(position, named, FORESIGHT));
  const most = Math.max(FEW, ...counts.values());
  const usual = [...counts].filter(([, count]) => count * 2 >= most);
  return usual.length === 0 ? null : formatUci(usual[Math.floor(random() * usual.length)][0], false);
}

/** The moves to named positions. Each is played on the board, and taken back when the next one is requested. */
function* namedMoves(position: Position, named: ReadonlyMap<string, string>): Generator<number> {
  for (const move of legalMoves(position)) {
    position.make(move);
    if (named.has(openingKey(position))) yield move;
    position.undo();
  }
}

/** Number of lines with at most `plies` moves in which every position is named. */
function namedAfter(position: Position, named: ReadonlyMap<string, string>, plies: number): number {
  if (plies === 0) return 0;
  let count = 0;
  for (const _ of namedMoves(position, named)) count += 1 + namedAfter(position, named, plies - 1);
  return count;
}

/** An opening as text: `B90 Sicilian Defense: Najdorf Variation`. */
export function describeOpening(opening: Opening): string {
  expect(opening, objectWith("an opening with 'eco' and 'name'", "eco", "name"));
  return `${opening.eco} ${opening.name}`;
}

/** The key of a position: 48 bits of its hash key. About 1 in 10^11 other positions matches a key in the file. */
export function openingKey({ keyLo, keyHi }: Pick<Position, "keyLo" | "keyHi">): string {
  return ((keyHi & 0xffff) * 2 ** 32 + (keyLo >>> 0)).toString(16).padStart(KEY_DIGITS, "0");
}

function readLines(): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const line of text.trimEnd().split("\n")) {
    const keys = line.slice(line.lastIndexOf("\t") + 1);
    for (let i = 0; i < keys.length; i += KEY_DIGITS) lines.set(keys.slice(i, i + KEY_DIGITS), line);
  }
  return lines;
}
