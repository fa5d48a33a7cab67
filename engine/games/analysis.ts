/**
 * Analyses a game: searches each of its positions, and compares the played moves with the best moves.
 *
 * The positions are searched from the last to the first. So the transposition table already has the results of the
 * later positions, and the scores of the earlier positions are better than after searches in the order of the game.
 *
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import { formatSan, formatUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { WHITE } from "../../core/types.ts";
import { type Evaluation, evaluationOf, winChance } from "./evaluation.ts";
import { judge, type JudgedMove, type PlayerSummary, summarizePlayer } from "./judgement.ts";
import { type Opening, openingOf } from "./openings.ts";
import { outcomeOf } from "./outcome.ts";
import { nameOf, type PgnGame } from "./pgn.ts";
import { phasesOf, type PhaseSummaries, summarizePhases } from "./phases.ts";
import { firstMove, playThrough, positionAfter, type Replay } from "./replay.ts";
import type { Engine } from "../engine.ts";
import type { AnalyseOptions, SearchBounds } from "../engine_options.ts";
import type { Line } from "../line.ts";
import { explainMistake } from "./explain_mistake.ts";
import { type Ask, praiseOf } from "./praise.ts";

/** Maximum length of a shown line, in plies. */
const LINE_PLIES = 10;
/**
 * The short first search for praise, compared with the other searches: its nodes or time are divided by `part`, and its
 * depth is less by `plies`.
 */
const SHORT = { part: 8, plies: 3 };

/** The results of the search of a position. */
export interface EvaluatedPosition {
  /** Its evaluation. */
  readonly evaluation: Evaluation;
  /** The best line, `null` if the game is over. */
  readonly line: Line | null;
  /** The other lines, best first. */
  readonly others: readonly Line[];
}

/** A line that is not the best one. */
export interface OtherLine {
  /** Its moves, at most `LINE_PLIES`. */
  readonly san: readonly string[];
  /** The evaluation of the position if this line is played. */
  readonly evaluation: Evaluation;
}

/** A move of the game with its analysis. */
export interface AnalysedMove extends JudgedMove {
  /** Number of the move. */
  readonly fullmove: number;
  /** Whether White played it. */
  readonly isWhite: boolean;
  /** The move. */
  readonly san: string;
  /** The move in UCI notation. */
  readonly uci: string;
  /** Evaluation of the position after the move. */
  readonly evaluation: Evaluation;
  /** The best line: at most `LINE_PLIES` moves. */
  readonly best: readonly string[];
  /** The best move in UCI notation. */
  readonly bestUci: string;
  /** Why the move is an error, in a sentence or two; "" if nothing can be named, and for moves that are not errors. */
  readonly reason: string;
  /** The same reason, without the better move. */
  readonly hint: string;
  /**
   * Why the move deserves praise, in a sentence: it is the only good move, one of two good moves, or a sound sacrifice;
   * "" for most moves.
   */
  readonly praise: string;
  /** The next best moves with their lines, if several lines were requested. */
  readonly others: readonly OtherLine[];
  /** The depth, in plies, to which the position before the move was searched. */
  readonly depth: number;
  /** The number of nodes of that search. */
  readonly nodes: number;
}

/** The analysis of a game. */
export interface Analysis {
  /** Its moves; `null` if not analysed: after an interruption, and after a position in which neither side can mate. */
  readonly moves: readonly (AnalysedMove | null)[];
  /** Evaluations of the position at the start and after each move, `null` if not analysed. */
  readonly evaluations: readonly (Evaluation | null)[];
  /**
   * Sums over White's and over Black's moves. If the analysis was interrupted, they have no accuracy and no mean loss.
   */
  readonly players: { readonly white: PlayerSummary; readonly black: PlayerSummary };
  /** The same numbers by phase of the game. */
  readonly phases: { readonly white: PhaseSummaries; readonly black: PhaseSummaries };
  /** The opening, `null` if it has no name. */
  readonly opening: Opening | null;
  /** Whether every position was analysed. */
  readonly isComplete: boolean;
}

/** A game of a PGN file, with its analysis. */
export interface AnalysedGame {
  /** The game that was read. */
  readonly game: PgnGame;
  /** Its moves, as far as they could be read; `null` if none could be read, or if it is not a game of chess. */
  readonly replay: Replay | null;
  /** The reason if not all of its moves could be read, otherwise `null`. The message names the game. */
  readonly fault: string | null;
  /** Its analysis, `null` if there is none (yet). */
  analysis: Analysis | null;
}

/** A game that was read, before its analysis. */
export function toBeAnalysed(game: PgnGame): AnalysedGame {
  const fault = game.fault === null ? null : `${nameOf(game)}: ${game.fault}`;
  return { game, replay: game.isUnplayable ? null : playThrough(game), fault, analysis: null };
}

/** The limits and goals of each position's search. */
export interface GameSearch extends SearchBounds, Pick<AnalyseOptions, "lines"> {
  /** Whether additional searches look for moves that deserve praise; true by default. */
  readonly praise?: boolean;
}

/**
 * Searches the positions of a game with an engine, which first forgets its lessons.
 *
 * @param search The limits of the search of each position; without a limit, the first search does not end.
 * @param signal Interrupts the analysis; the results so far are kept.
 */
export async function analyse(
  { record, first }: Replay,
  engine: Pick<Engine, "analyse" | "newGame">,
  { praise = true, ...bounds }: GameSearch,
  signal: AbortSignal,
  onPosition: () => void,
): Promise<Analysis> {
  const positions: (EvaluatedPosition | null)[] = new Array(record.moves.length + 1).fill(null);
  await engine.newGame();
  for (let ply = record.moves.length; ply >= 0 && !signal.aborted; ply--) {
    const game = { ...record, moves: record.moves.slice(0, ply) };
    const position = positionAfter(game);
    let found = evaluateEnd(position, ply === record.moves.length);
    if (found === null) {
      const { lines: [line, ...others] } = await engine.analyse({ record: game }, bounds).stopOn(signal).result;
      found = { evaluation: evaluationOf(line.score, position.sideToMove === WHITE), line, others };
    }
    // Drop the result of a search that was ended early.
    if (signal.aborted) break;
    positions[ply] = found;
    onPosition();
  }
  const analysis = compare(positions, { record, first });
  if (!praise) return analysis;
  const ask: Ask = async (game, searchMoves, lines, isShort) => {
    if (signal.aborted) return [];
    const { depth, nodes, time } = isShort ? shorter(bounds) : bounds;
    const { result } = engine.analyse({ record: game }, { depth, nodes, time, lines, searchMoves }).stopOn(signal);
    const found = await result;
    return signal.aborted ? [] : found.lines;
  };
  return { ...analysis, moves: await praised(analysis.moves, positions, record, ask) };
}

function shorter({ depth, nodes, time }: SearchBounds): SearchBounds {
  const part = (bound: number | undefined): number | undefined => bound && Math.ceil(bound / SHORT.part);
  return { depth: depth && Math.max(1, depth - SHORT.plies), nodes: part(nodes), time: part(time) };
}

/** The moves, with praise for those that deserve it. */
async function praised(
  moves: Analysis["moves"],
  positions: readonly (EvaluatedPosition | null)[],
  record: GameRecord,
  ask: Ask,
): Promise<Analysis["moves"]> {
  const all: (AnalysedMove | null)[] = [];
  for (const [ply, move] of moves.entries()) {
    const found = positions[ply];
    if (move === null || found === null || found.line === null || move.uci !== move.bestUci) {
      all.push(move);
      continue;
    }
    const before = { ...record, moves: record.moves.slice(0, ply) };
    const chance = winChance(move.evaluation);
    const praise = await praiseOf({
      record: before,
      move: record.moves[ply],
      chance: move.isWhite ? chance : 100 - chance,
      lines: [found.line, ...found.others],
      replies: [bestFrom(ply + 1, moves, positions), playedFrom(ply + 1, moves, positions)].filter((line) =>
        line !== null
      ),
    }, ask);
    all.push({ ...move, praise });
  }
  return all;
}

/** The best line from a ply on. As long as the game follows this line, the results of the later positions are used. */
function bestFrom(
  ply: number,
  moves: Analysis["moves"],
  positions: readonly (EvaluatedPosition | null)[],
  plies = LINE_PLIES,
): Line | null {
  const line = positions[ply]?.line ?? null;
  const isPlayed = line !== null && moves[ply]?.uci === line.moves[0];
  return (isPlayed ? playedFrom(ply, moves, positions, plies) : null) ?? line;
}

/** The move that was played at a ply, followed by the best line after that move; `null` if there is none. */
function playedFrom(
  ply: number,
  moves: Analysis["moves"],
  positions: readonly (EvaluatedPosition | null)[],
  plies = LINE_PLIES,
): Line | null {
  const move = moves[ply];
  const after = plies === 0 ? null : bestFrom(ply + 1, moves, positions, plies - 1);
  const score = positions[ply + 1]?.line?.score;
  if (!move || after === null || score === undefined) return null;
  return {
    ...after,
    moves: [move.uci, ...after.moves],
    san: [move.san, ...after.san],
    score: { ...score, value: -score.value },
  };
}

/** The evaluation if the game is over, otherwise `null`. If no move follows, a draw that could be claimed ends the game. */
export function evaluateEnd(position: Position, isLast: boolean): EvaluatedPosition | null {
  const outcome = outcomeOf(position);
  if (outcome === null || (!outcome.isFinal && !isLast)) return null;
  const type = outcome.result === "1/2-1/2" ? "cp" : "mate";
  return { evaluation: evaluationOf({ type, value: 0 }, position.sideToMove === WHITE), line: null, others: [] };
}

function compare(positions: readonly (EvaluatedPosition | null)[], { record, first }: Replay): Analysis {
  const moves: (AnalysedMove | null)[] = [];
  const position = positionAfter(record, 0);
  for (let ply = 0; ply < record.moves.length; ply++) {
    const before = { ...record, moves: record.moves.slice(0, ply) };
    moves.push(compareMove(positions[ply], positions[ply + 1], position, record.moves[ply], before));
    position.make(record.moves[ply]);
  }
  const evaluations = positions.map((found) => found?.evaluation ?? null);
  const chances = evaluations.map((evaluation) => evaluation === null ? null : winChance(evaluation));
  const phases = phasesOf(record);
  const [white, black] = first.isWhite ? [0, 1] : [1, 0];
  const player = (parity: number): PlayerSummary => summarizePlayer(moves, chances, parity);
  const byPhase = (parity: number): PhaseSummaries => summarizePhases(moves, chances, parity, phases);
  return {
    moves,
    evaluations,
    players: { white: player(white), black: player(black) },
    phases: { white: byPhase(white), black: byPhase(black) },
    opening: openingOf(record),
    isComplete: !chances.includes(null),
  };
}

function compareMove(
  before: EvaluatedPosition | null,
  after: EvaluatedPosition | null,
  position: Position,
  move: number,
  record: GameRecord,
): AnalysedMove | null {
  const line = before?.line ?? null;
  if (before === null || after === null || line === null) return null;
  const { fullmove, isWhite } = firstMove(position);
  const uci = formatUci(move, position.chess960);
  const judged = judge(before.evaluation, after.evaluation, isWhite, line.moves[0] === uci);
  const { reason, hint } = judged.judgement === null
    ? { reason: "", hint: "" }
    : explainMistake({ record }, uci, { best: line, answer: after.line });
  return {
    ...judged,
    fullmove,
    isWhite,
    san: formatSan(position, move),
    uci,
    evaluation: after.evaluation,
    best: line.san.slice(0, LINE_PLIES),
    bestUci: line.moves[0],
    reason,
    hint,
    praise: "",
    others: before.others.map(({ san, score }) => ({
      san: san.slice(0, LINE_PLIES),
      evaluation: evaluationOf(score, isWhite),
    })),
    depth: line.depth,
    nodes: line.nodes,
  };
}
