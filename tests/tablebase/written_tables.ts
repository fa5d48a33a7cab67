/**
 * The tables that tests write themselves. Those of three men hold the truth, from a retrograde analysis. Those of four
 * men would take too long, so they hold made-up values, which are enough to test what the engine does with them.
 *
 * @module
 */

import { parseFen } from "../../core/fen.ts";
import type { Position } from "../../core/position.ts";
import { createCatalog, DTZ_SUFFIX, WDL_SUFFIX } from "../../tablebase/catalog.ts";
import { menOfName } from "../../tablebase/material.ts";
import { BLESSED_LOSS, CURSED_WIN, DRAWN, LOSS, WIN } from "../../tablebase/prober.ts";
import { Ending, ILLEGAL } from "./retrograde.ts";
import { digestOf, keptFile, keptFolder } from "../kept.ts";
import type { PairOptions } from "./pair_encoder.ts";
import {
  ANY,
  constantDistances,
  constantResults,
  type DistanceOptions,
  encodeDistances,
  encodeResults,
  type Side,
} from "./table_encoder.ts";

/** Tables that hold the truth. */
export const TRUE_TABLES: readonly string[] = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];

/** Tables in which all placements have the same result, for either side to move, and a distance of 21 plies. */
const CONSTANT_TABLES: Readonly<Record<string, [white: number, black: number]>> = {
  KQvKR: [WIN, LOSS],
  KQvKP: [WIN, LOSS],
  KRvKP: [WIN, LOSS],
  KNPvK: [WIN, LOSS],
  KRvKN: [DRAWN, DRAWN],
};
const CONSTANT_MOVES = 10;

/**
 * Pawn against pawn: the positions with another value than a draw. Those with Black to move are stored upside down, so
 * that White is to move.
 */
const PAWN_AGAINST_PAWN: readonly [fen: string, distance: number][] = [
  // The pawn cannot advance without being lost.
  ["8/8/8/8/1pP5/8/K7/4k3 b - - 0 1", -3],
  // It can, but White wins then.
  ["8/8/8/8/6pP/8/1k6/4K3 b - - 0 1", -1],
  ["8/8/8/8/7P/6p1/1k6/4K3 w - - 0 1", 1],
  ["8/8/8/2K1pP1k/8/8/8/8 w - - 0 1", 3],
];

/** Written tables that are soon written. */
export const QUICK_TABLES: readonly string[] = [...TRUE_TABLES, "KBNvK", ...Object.keys(CONSTANT_TABLES)];
/** Names of all written tables. */
export const WRITTEN_TABLES: readonly string[] = [...QUICK_TABLES, "KPvKP"];

/** A placement's distance as `DistanceAt`, or `ANY`, for either side to move. */
export type TwoSidedDistance = (squares: Int32Array, side: Side) => number;

const endings = new Map<string, Ending>();
const written = new Map<string, Uint8Array>();
/** Where written tables are kept: writing all of them takes seconds, and many files of tests need them. */
const KEPT = keptFolder("tables", await digestOf(["core", "tablebase", "tests/tablebase"]));

/** The bytes of a written table's file, such as KQvK.rtbw. */
export function writtenTable(fileName: string): Uint8Array {
  let bytes = written.get(fileName);
  if (bytes === undefined) {
    bytes = keptFile(KEPT, fileName, () => writeFile(fileName));
    written.set(fileName, bytes);
  }
  return bytes;
}

function writeFile(fileName: string): Uint8Array {
  const [{ name, wdl }] = createCatalog([fileName]);
  const constant = CONSTANT_TABLES[name];
  if (constant !== undefined) {
    return wdl === null ? constantDistances(name, CONSTANT_MOVES) : constantResults(name, constant[0], constant[1]);
  }
  if (name === "KBNvK") {
    return wdl === null ? distanceFile(name, bishopAndKnight, { side: 1 }) : constantResults(name, WIN, LOSS);
  }
  const distanceAt = name === "KPvKP" ? pawnAgainstPawn() : truth(name);
  return wdl === null ? distanceFile(name, distanceAt) : resultFile(name, distanceAt);
}

/** The two files of a table with made-up distances, and results that agree with them. */
export function tableOf(
  name: string,
  distanceAt: TwoSidedDistance,
  options: Partial<DistanceOptions> = {},
): Record<string, Uint8Array> {
  return {
    [name + WDL_SUFFIX]: resultFile(name, distanceAt, options),
    [name + DTZ_SUFFIX]: distanceFile(name, distanceAt, options),
  };
}

/** A table with every result and many distances, so that its files have many blocks. */
export function variedTable(name: string): Record<string, Uint8Array> {
  let made: Record<string, Uint8Array> | null = null;
  const fileOf = (suffix: string): [string, Uint8Array] => {
    const make = (): Uint8Array => (made ??= makeVariedTable(name))[name + suffix];
    return [name + suffix, keptFile(KEPT, `varied-${name}${suffix}`, make)];
  };
  return Object.fromEntries([fileOf(WDL_SUFFIX), fileOf(DTZ_SUFFIX)]);
}

function makeVariedTable(name: string): Record<string, Uint8Array> {
  const side = name === "KQvKR" ? 1 : 0;
  return tableOf(name, (squares, side) => {
    let sum = side * 3;
    for (let i = 1; i < squares.length; i++) sum += (i + 1) * stepsBetween(squares[i - 1], squares[i]);
    const plies = 1 + sum % 60;
    return [-100 - plies, 0 - plies, 0, plies, 100 + plies][sum % 5];
  }, { side, symbols: 8 });
}

function resultFile(name: string, distanceAt: TwoSidedDistance, options: Partial<PairOptions> = {}): Uint8Array {
  return encodeResults(name, (squares, side) => {
    const distance = distanceAt(squares, side);
    return distance === ANY ? ANY : resultOf(distance);
  }, options);
}

function distanceFile(name: string, distanceAt: TwoSidedDistance, options: Partial<DistanceOptions> = {}): Uint8Array {
  const side = options.side ?? 0;
  return encodeDistances(name, (squares) => {
    const distance = distanceAt(squares, side);
    return distance === ANY ? 0 : distance;
  }, options);
}

/** The result that belongs to a distance. */
function resultOf(distance: number): number {
  if (distance === 0) return DRAWN;
  if (distance > 0) return distance > 100 ? CURSED_WIN : WIN;
  return distance < -100 ? BLESSED_LOSS : LOSS;
}

/** Distances by a retrograde analysis. */
export function truth(name: string): TwoSidedDistance {
  const ending = endings.get(name) ?? new Ending(name, endings);
  return (squares, side) => {
    const distance = ending.distances[ending.index(squares, side)];
    if (distance === ILLEGAL) return ANY;
    // For the loser the analysis counts from −1, which is a mate on the board; the tables use −1 for it, too.
    return distance >= 0 ? distance : Math.min(-1, 1 + distance);
  };
}

/** White wins sooner where its bishop is near the king of Black and one step from the edge. */
function bishopAndKnight([king, bishop, , other]: Int32Array, side: Side): number {
  if (stepsBetween(king, other) < 2) return ANY;
  const [file, rank] = [bishop & 7, bishop >> 3];
  const toEdge = Math.min(file, 7 - file, rank, 7 - rank);
  const plies = 30 + 2 * stepsBetween(bishop, other) + 8 * Math.abs(toEdge - 1);
  return side === 0 ? plies : 0 - plies;
}

function pawnAgainstPawn(): TwoSidedDistance {
  const keyOf = (squares: ArrayLike<number>, mirror: number): number => {
    let key = 0;
    for (let i = 0; i < squares.length; i++) key = key << 6 | squares[i] ^ mirror;
    return key;
  };
  const distances = new Map<number, number>();
  for (const [fen, distance] of PAWN_AGAINST_PAWN) {
    const position = parseFen(fen);
    const squares = squaresOf(position, "KPvKP");
    const [king, pawn, otherKing, otherPawn] = squares;
    const seen = position.sideToMove === 0 ? squares : [otherKing, otherPawn, king, pawn];
    const upsideDown = position.sideToMove === 0 ? 0 : 56;
    for (const mirror of [0, 7]) distances.set(keyOf(seen, upsideDown ^ mirror), distance);
  }
  return (squares) => distances.get(keyOf(squares, 0)) ?? 0;
}

/** The squares of a position's men in the order of a table's name; no man may be there twice. */
function squaresOf(position: Position, name: string): number[] {
  return (menOfName(name) ?? []).map((piece) => position.mailbox.indexOf(piece));
}

/** Moves of a king from one square to another. */
function stepsBetween(a: number, b: number): number {
  return Math.max(Math.abs((a & 7) - (b & 7)), Math.abs((a >> 3) - (b >> 3)));
}
