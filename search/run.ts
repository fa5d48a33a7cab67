/**
 * Runs a search: sets up the root, searches deeper and deeper, and holds the result back until it may be reported.
 * @module
 */

import type { Position } from "../core/position.ts";
import { NO_MOVE } from "../core/types.ts";
import { plant } from "./experience.ts";
import { type Frame, PLIES_BEFORE_ROOT } from "./frame.ts";
import type { SearchInfo, SearchResult } from "./info.ts";
import { iterate } from "./iterate.ts";
import type { SearchLimits, Weakness } from "./limits.ts";
import type { Search } from "./search.ts";
import { CONTROL_STOP, isInSharedMemory } from "./thread_slot.ts";
import { CandidateList, chooseCandidate, weakLimits } from "./weaker_play.ts";

/** Maximum sleep, in milliseconds, while a finished search waits for the stop flag. */
const WAIT_SLICE_MS = 50;

/**
 * Searches a position until a limit is reached. `known` contains the experience records around the position. `player`
 * is another search object of the same thread. If it is given, it chooses a weaker player's move first; then `search`
 * finds the lines at full strength.
 */
export function runSearch(
  search: Search,
  position: Position,
  limits: SearchLimits,
  report: (info: SearchInfo) => void,
  known: Int32Array | null = null,
  player: Search | null = null,
): SearchResult {
  const { weakness } = limits;
  const choice = weakness === null || player === null ? null : chooseApart(player, position, limits, weakness);
  search.begin(position, limits);
  setRoot(search, position);
  if (known !== null) plant(search.tt, known);
  const isWeaker = weakness !== null && choice === null;
  const result = isWeaker ? iterateWeaker(search, weakness, report) : iterate(search, report, known);
  search.clock.slot.finish();
  if (search.clock.slot.isMain) waitUntilAllowed(search);
  return { ...result, ...choice, nodes: search.clock.totalNodes() };
}

/** Chooses a weaker player's move, using at most half of the time for the move. `player` has its own tables. */
function chooseApart(
  player: Search,
  position: Position,
  limits: SearchLimits,
  weakness: Weakness,
): Pick<SearchResult, "bestMove" | "ponderMove"> {
  player.begin(position, { ...limits, softMs: limits.softMs / 2, hardMs: limits.hardMs / 2 });
  setRoot(player, position);
  const { bestMove, ponderMove } = iterateWeaker(player, weakness, () => {});
  return { bestMove, ponderMove };
}

/** Searches within the limits, and chooses an answer of the given weakness. Reports only the requested lines. */
function iterateWeaker(s: Search, weakness: Weakness, report: (info: SearchInfo) => void): SearchResult {
  const { clock } = s;
  const { multiPv } = clock.limits;
  const list = new CandidateList();
  clock.limits = weakLimits(clock.limits, weakness);
  const result = iterate(s, (info) => {
    list.note(info);
    if (info.multipv <= multiPv) report(info);
  });
  if (list.candidates.length === 0 || result.bestMove === NO_MOVE) return result;
  const { move, score, pv } = chooseCandidate(s.position, list.candidates, weakness);
  return { ...result, bestMove: move, ponderMove: pv[1] ?? NO_MOVE, score, pv: Array.from(pv) };
}

/** Makes `position` the root. */
export function setRoot(search: Search, position: Position): void {
  search.position = position;
  recallGame(search.rootFrame, position);
  search.evaluator.attach(position);
}

/** Stores the last moves of the game in the frames before the root. Takes the moves back to find which pieces moved. */
export function recallGame(rootFrame: Frame, position: Position): void {
  const moves: number[] = [];
  let frame = rootFrame;
  frame.known = 0;
  for (let back = 1; back <= PLIES_BEFORE_ROOT; back++) {
    frame = frame.parent;
    frame.pieceTo = 0;
    const move = position.lastMove;
    // The game begins here, or there was a null move.
    if (move === NO_MOVE) continue;
    moves.push(move);
    position.undo();
    frame.pieceTo = position.pieceTo(move);
  }
  for (const move of moves.reverse()) position.make(move);
}

/** Holds a result back as long as `go infinite` or pondering forbids a report. */
function waitUntilAllowed(search: Search): void {
  const { clock } = search;
  const { control, limits } = clock;
  // A thread cannot wait for a word that is not shared. In that case, the caller holds the result back.
  if (!isInSharedMemory(control)) return;
  while (
    Atomics.load(control, CONTROL_STOP) === 0 && (limits.infinite || clock.isPondering()) && !clock.slot.isReplaced()
  ) {
    Atomics.wait(control, CONTROL_STOP, 0, WAIT_SLICE_MS);
  }
}
