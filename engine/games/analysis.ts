/** Analyses a game from its end, so that the transposition table helps with earlier positions. @module */

import type { GameRecord } from "../../core/game_record.ts";
import { formatSan, formatUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { WHITE } from "../../core/types.ts";
import { type Evaluation, evaluationOf, winChance } from "./evaluation.ts";
import { givesPiece, judge, type JudgedMove, type PlayerSummary, summarizePlayer } from "./judgement.ts";
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

/** Maximum length of a reported line, in plies. */
const LINE_PLIES = 10;
/** Each search for praise follows a short one, `plies` plies shallower or with 1/`part` of the nodes or time. */
const SHORT = { part: 8, plies: 3 };

/** The result of searching a position. */
export type EvaluatedPosition = {
  readonly evaluation: Evaluation;
  /** The best line; `null` if the game is over. */
  readonly line: Line | null;
  readonly others: readonly Line[];
};

type Moves = Analysis["moves"];
type Positions = readonly (EvaluatedPosition | null)[];

/** A line other than the best. */
export interface OtherLine {
  /** Its first moves, at most 10. */
  readonly san: readonly string[];
  /** The evaluation of the position if this line is played. */
  readonly evaluation: Evaluation;
}

/** A move of the game with its analysis. */
export interface AnalysedMove extends JudgedMove {
  /** The move's number in the game. */
  readonly fullmove: number;
  /** Whether White played it. */
  readonly isWhite: boolean;
  /** The move. */
  readonly san: string;
  /** The move in UCI notation. */
  readonly uci: string;
  /** The evaluation of the position after the move. */
  readonly evaluation: Evaluation;
  /** The first moves of the best line, at most 10. */
  readonly best: readonly string[];
  /** The best move in UCI notation. */
  readonly bestUci: string;
  /** Why the move is an error, in one or two sentences; "" if it is not an error, or if no reason was found. */
  readonly reason: string;
  /** The same reason, without the better move. */
  readonly hint: string;
  /** Why the move deserves praise, in a sentence; "" for most moves. */
  readonly praise: string;
  /** The next best lines, if several lines were requested. */
  readonly others: readonly OtherLine[];
  /** Depth, in plies, of the search before the move. */
  readonly depth: number;
  /** Number of nodes in that search. */
  readonly nodes: number;
}

/** The analysis of a game. */
export interface Analysis {
  /** Its moves; `null` for a move that was not analysed, because of an interruption or because the game was over. */
  readonly moves: readonly (AnalysedMove | null)[];
  /** Evaluations of the position at the start and after each move, `null` if not analysed. */
  readonly evaluations: readonly (Evaluation | null)[];
  /** Totals for White's and Black's moves. After an interruption, accuracy and mean loss are `null`. */
  readonly players: { readonly white: PlayerSummary; readonly black: PlayerSummary };
  /** The same totals for each phase of the game. */
  readonly phases: { readonly white: PhaseSummaries; readonly black: PhaseSummaries };
  /** The opening, `null` if it has no name. */
  readonly opening: Opening | null;
  /** Whether every position was analysed. */
  readonly isComplete: boolean;
}

/** A game from a PGN file; its analysis is `null` at first. */
export type AnalysedGame = {
  readonly game: PgnGame;
  /** Its legal moves; `null` if it is not a game of chess. */
  readonly replay: Replay | null;
  /** The game's name and the reason why some moves could not be read; `null` if all could be read. */
  readonly fault: string | null;
  analysis: Analysis | null;
};

/** Prepares a game for analysis. */
export function toBeAnalysed(game: PgnGame): AnalysedGame {
  const fault = game.fault === null ? null : `${nameOf(game)}: ${game.fault}`;
  return { game, replay: game.isUnplayable ? null : playThrough(game), fault, analysis: null };
}

/** The limits and goals of each position's search. */
export interface GameSearch extends SearchBounds, Pick<AnalyseOptions, "lines"> {
  /** Whether to look for moves that deserve praise, with additional searches; true by default. */
  readonly praise?: boolean;
}

/**
 * Makes the engine forget its lessons, then searches the positions of a game. Without a limit, the first search does
 * not end. If the signal ends the analysis early, the result contains what was found so far.
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
    // The result of an interrupted search is not reliable.
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

async function praised(moves: Moves, positions: Positions, record: GameRecord, ask: Ask): Promise<Moves> {
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

/** The best line from a ply. If its first move was played, the rest comes from the searches of later positions. */
function bestFrom(ply: number, moves: Moves, positions: Positions, plies = LINE_PLIES): Line | null {
  const line = positions[ply]?.line ?? null;
  const isPlayed = line !== null && moves[ply]?.uci === line.moves[0];
  return (isPlayed ? playedFrom(ply, moves, positions, plies) : null) ?? line;
}

/** The move of the game at a ply, followed by the best line after it; `null` if either is unknown. */
function playedFrom(ply: number, moves: Moves, positions: Positions, plies = LINE_PLIES): Line | null {
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

/** The evaluation of a finished game, otherwise `null`. After the last move of a game, claimable draws also count. */
export function evaluateEnd(position: Position, isLast: boolean): EvaluatedPosition | null {
  const outcome = outcomeOf(position);
  if (outcome === null || (!outcome.isFinal && !isLast)) return null;
  const type = outcome.result === "1/2-1/2" ? "cp" : "mate";
  return { evaluation: evaluationOf({ type, value: 0 }, position.sideToMove === WHITE), line: null, others: [] };
}

function compare(positions: Positions, { record, first }: Replay): Analysis {
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
  const isGiven = givesPiece(position, move, after.line?.moves[0]);
  const judged = judge(before.evaluation, after.evaluation, isWhite, line.moves[0] === uci, isGiven);
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
