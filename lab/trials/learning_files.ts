/** Starts engines with learning files, and makes files of connected positions, for the learning trials. @module */

import { parseFen, START_FEN } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import type { Position } from "../../core/position.ts";
import { isCertain } from "../../core/score.ts";
import { NO_MOVE } from "../../core/types.ts";
import { encodeRecords } from "../../experience/blocks.ts";
import { Experience, type PositionRecord, readRecord, recordOf } from "../../experience/experience.ts";
import { concatenated, encodeHead } from "../../experience/journal.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { networkChecksum } from "../../nnue/network.ts";
import { BOUND_EXACT } from "../../search/bound.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { experienceKeyLo } from "../../search/experience.ts";
import { Player } from "../games/player.ts";
import { epdOf } from "../matches/openings.ts";
import { setUp, UciEngine } from "../uci_engine.ts";

export const NETWORK: number = networkChecksum(embeddedNetwork());

/** Openings are taken this many plies below a tree's root, so that games from them reach many of its positions. */
const OPENING_PLIES = 4;
/** The greatest advantage of either side, in centipawns. */
const OPENING_SCORE = 80;
const TABLE_MEGABYTES = 64;

export async function startWith(bundle: string, file: string, mode: string): Promise<UciEngine> {
  const options = ["run", "--no-config", "--no-prompt", "--allow-read", "--allow-write"];
  const engine = new UciEngine([Deno.execPath(), ...options, bundle]);
  await setUp(engine, { Learning: mode, ...(mode === "off" ? {} : { "Learning File": file }) });
  return engine;
}

/** Makes records of the positions nearest to the initial position, with invented scores. */
export function connectedRecords(count: number): Int32Array {
  const experience = new Experience();
  experience.reserve(count);
  const position = parseFen(START_FEN);
  const addAt = (plies: number): void => {
    const legal = legalMoves(position);
    if (plies === 0) {
      const [key, score] = [{ keyLo: experienceKeyLo(position), keyHi: position.keyHi }, (position.keyLo & 63) - 32];
      const isNew = experience.find(key.keyLo, key.keyHi) < 0;
      const found = { move: legal[0] ?? 0, score, bound: BOUND_EXACT, depth: 8, visits: 1 };
      if (isNew) experience.add(recordOf({ ...key, ...found }));
      return;
    }
    for (const move of legal) {
      if (experience.size >= count) return;
      position.make(move);
      addAt(plies - 1);
      position.undo();
    }
  };
  for (let plies = 0; experience.size < count; plies++) addAt(plies);
  return experience.records;
}

export async function fileWith(records: Int32Array): Promise<Uint8Array> {
  const blocks = await encodeRecords({ network: NETWORK, tables: 0 }, records);
  return concatenated([encodeHead("lab", blocks), ...blocks]);
}

interface TreeOptions {
  readonly count: number;
  readonly depth: number;
  readonly width: number;
  /** The FEN of the root; by default the initial position. */
  readonly root?: string;
}

/** A tree's records, in order of their distance from the root, and its openings as EPD. */
type Tree = { readonly records: Int32Array; readonly openings: readonly string[] };

/** Grows a tree of records as in a long analysis of openings. A short search chooses the moves to follow. */
export function growTree(
  { count, depth, width, root = START_FEN }: TreeOptions,
  onJudged: (done: number) => void = () => {},
): Tree {
  const experience = new Experience();
  const openings: string[] = [];
  experience.reserve(count);
  const player = new Player(new Evaluator(embeddedNetwork()), TABLE_MEGABYTES);
  const note = (position: Position, score: number, found: Partial<PositionRecord>): void =>
    experience.add(recordOf({
      keyLo: experienceKeyLo(position),
      keyHi: position.keyHi,
      ...found,
      ...isCertain(score) ? { lines: 0 } : { score, bound: BOUND_EXACT },
    }));
  const judge = (position: Position, plies: number): number[] => {
    const at = experience.find(experienceKeyLo(position), position.keyHi);
    if (experience.size >= count || (at >= 0 && readRecord(experience.records, at).depth === depth)) return [];
    const { completed } = player.think(position, { depth, multiPv: width });
    for (const { score, pv: [move, reply = NO_MOVE] } of completed) {
      if (move === completed[0].pv[0]) note(position, score, { move, depth, lines: completed.length, visits: 1 });
      position.make(move);
      note(position, -score, { move: reply, depth: depth - 1 });
      position.undo();
    }
    onJudged(experience.size);
    if (plies === OPENING_PLIES && Math.abs(completed[0]?.score) <= OPENING_SCORE) openings.push(epdOf(position));
    return completed.map(({ pv }) => pv[0]);
  };
  const position = parseFen(root);
  let level: (readonly number[])[] = [[]];
  while (level.length > 0 && experience.size < count) {
    const next: (readonly number[])[] = [];
    for (const moves of level) {
      for (const move of moves) position.make(move);
      for (const move of judge(position, moves.length)) next.push([...moves, move]);
      for (const _ of moves) position.undo();
    }
    level = next;
  }
  return { records: experience.records, openings };
}
