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
import { DRAWN, LOSS, WIN } from "../../tablebase/prober.ts";
import { Ending, ILLEGAL } from "./retrograde.ts";
import { digestOf, keptFile, keptFolder } from "../kept.ts";
import { Placements } from "./placements.ts";
import {
  ANY,
  byPlacement,
  constantDistances,
  constantResults,
  type DistanceAt,
  encodeTable,
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

type Files = Readonly<Record<string, Uint8Array>>;

const endings = new Map<string, Ending>();
const tables = new Map<string, Files>();
/** Where tables are kept: writing all of them takes seconds, and many files of tests need them. */
const KEPT = keptFolder("tables", await digestOf(["core", "tablebase", "tests/tablebase"]));

/** The bytes of a written table's file, such as KQvK.rtbw. */
export function writtenTable(fileName: string): Uint8Array {
  const [{ name }] = createCatalog([fileName]);
  return keptTable("", name, () => writeTable(name))[fileName];
}

/** A table with every result and many distances, so that its files have many blocks. No rule of chess is behind them. */
export function variedTable(name: string): Files {
  return keptTable("varied-", name, () => {
    const placements = new Placements(name);
    const side = name === "KQvKR" ? 1 : 0;
    return encodeTable(
      name,
      (file, side) =>
        new Int32Array(placements.size(file)).map((_, index) => {
          const noise = Math.imul(file << 24 | index >> 3 << 1 | side, 0x9e3779b1) >>> 12;
          const plies = 1 + noise % 60;
          return [-100 - plies, 0 - plies, 0, plies, 100 + plies][(noise >> 8) % 5];
        }),
      { side, symbols: 8 },
    );
  });
}

/** The files of a table, made unless they are kept. */
function keptTable(kind: string, name: string, make: () => Files): Files {
  let files = tables.get(kind + name);
  if (files === undefined) {
    let made: Files | null = null;
    const bytesOf = (file: string): Uint8Array => keptFile(KEPT, kind + file, () => (made ??= make())[file]);
    files = Object.fromEntries([WDL_SUFFIX, DTZ_SUFFIX].map((suffix) => [name + suffix, bytesOf(name + suffix)]));
    tables.set(kind + name, files);
  }
  return files;
}

function writeTable(name: string): Files {
  const constant = CONSTANT_TABLES[name];
  if (constant !== undefined) {
    return {
      [name + WDL_SUFFIX]: constantResults(name, ...constant),
      [name + DTZ_SUFFIX]: constantDistances(name, CONSTANT_MOVES),
    };
  }
  if (name === "KBNvK") return encodeTable(name, byPlacement(name, bishopAndKnight), { side: 1 });
  return encodeTable(name, byPlacement(name, name === "KPvKP" ? pawnAgainstPawn() : truth(name)));
}

/** An ending of three men, solved. */
export function solvedEnding(name: string): Ending {
  const bytes = keptFile(KEPT, `${name}.distances`, () => new Uint8Array(new Ending(name, endings).distances.buffer));
  return endings.get(name) ?? new Ending(name, endings, new Int16Array(bytes.slice().buffer));
}

/** Distances by a retrograde analysis. */
function truth(name: string): DistanceAt {
  const ending = solvedEnding(name);
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

function pawnAgainstPawn(): DistanceAt {
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
