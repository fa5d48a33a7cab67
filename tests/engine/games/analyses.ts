/** Invented analyses, each for one test case. */

import type { AnalysedMove, Analysis } from "../../../engine/games/analysis.ts";
import { type Evaluation, winChance } from "../../../engine/games/evaluation.ts";
import { type JudgedMove, summarizePlayer } from "../../../engine/games/judgement.ts";
import { summarizePhases } from "../../../engine/games/phases.ts";

/** An analysis with these evaluations and judged moves. */
export function analysisOf(
  evaluations: readonly (Evaluation | null)[],
  moves: readonly (AnalysedMove | null)[] = evaluations.slice(1).map(() => null),
): Analysis {
  const chances = evaluations.map((evaluation) => evaluation === null ? null : winChance(evaluation));
  const [white, black] = [0, 1].map((parity) => summarizePlayer(moves, chances, parity));
  const [whitePhases, blackPhases] = [0, 1].map((parity) => summarizePhases(moves, chances, parity, []));
  const phases = { white: whitePhases, black: blackPhases };
  const isComplete = !evaluations.includes(null);
  return { moves, evaluations, players: { white, black }, phases, opening: null, isComplete };
}

/** A move with this judgement, number, names and evaluation after it. */
export function inventMove(
  judged: JudgedMove,
  move: Pick<AnalysedMove, "fullmove" | "isWhite" | "san" | "best"> & Partial<AnalysedMove>,
  evaluation: Evaluation,
): AnalysedMove {
  const rest = { uci: "", bestUci: "", reason: "", hint: "", praise: "", others: [], depth: 1, nodes: 1 };
  return { ...judged, ...rest, ...move, evaluation };
}
