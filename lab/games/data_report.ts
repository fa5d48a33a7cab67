/** Statistics about a set of games. @module */

import { Position } from "../../core/position.ts";
import { countMen } from "../../tablebase/material.ts";
import { hashGame } from "./game_files.ts";
import { type FilterReason, reasonToDrop, type RecordFilter } from "./records.ts";
import { walkGame } from "./game_walk.ts";
import { resultByRule } from "./self_play.ts";
import { DRAWN, type PlayedGame } from "./viriformat.ts";

/** Centipawns. */
const SCORE_BIN = 50;
/** The number of score bins for each side's advantage. The outermost bins also hold all scores beyond them. */
const SCORE_BINS = 30;
/** Plies. */
const LENGTH_BIN = 10;
const LENGTH_BINS = 40;
/** Bins with fewer positions are ignored when the scale is fitted. */
const MEAN_MIN = 30;

const RESULT_NAMES = ["Black won", "draw", "White won"];

const ENDINGS = ["by mate", "drawn by the rules", "adjudicated as won", "adjudicated as drawn"] as const;

export class GameStatistics {
  games = 0;
  /** Plies with a score. */
  positions = 0;
  readonly dropped: Map<FilterReason, number> = new Map();
  /** Games whose start has a castling right that exists only in Chess960. */
  chess960 = 0;
  repeatedGames = 0;

  private readonly position: Position = new Position();
  private readonly results: number[] = [0, 0, 0];
  private readonly endings: number[] = ENDINGS.map(() => 0);
  private readonly lengths: number[] = new Array<number>(LENGTH_BINS).fill(0);
  private readonly pieces: number[] = new Array<number>(33).fill(0);
  /** Indexed by the result and the score's bin; scores are from White's point of view. */
  private readonly scores: number[][] = RESULT_NAMES.map(() => new Array<number>(2 * SCORE_BINS).fill(0));
  private readonly seenGames: Set<string> = new Set();

  constructor(private readonly filter: RecordFilter) {}

  add(game: PlayedGame, bytes: Uint8Array): void {
    const { position } = this;
    this.games++;
    this.positions += game.moves.length;
    this.results[game.result]++;
    if (game.start.chess960) this.chess960++;
    this.lengths[Math.min(LENGTH_BINS - 1, Math.floor(game.moves.length / LENGTH_BIN))]++;
    const hash = hashGame(bytes);
    if (this.seenGames.has(hash)) this.repeatedGames++;
    this.seenGames.add(hash);
    walkGame(position, game, (_, move, score, ply) => {
      const reason = reasonToDrop(position, move, score, ply, this.filter);
      if (reason === null) this.countKept(score, game.result);
      else this.dropped.set(reason, (this.dropped.get(reason) ?? 0) + 1);
    });
    const byRule = resultByRule(position);
    this.endings[(byRule === null ? 2 : 0) + (game.result === DRAWN ? 1 : 0)]++;
  }

  get kept(): number {
    return this.pieces.reduce((sum, count) => sum + count, 0);
  }

  describe(): string {
    const share = (part: number, whole: number) => `${(100 * part / Math.max(1, whole)).toFixed(1)} %`;
    const row = (name: string, count: number, whole: number) =>
      `  ${name.padEnd(22)} ${String(count).padStart(10)}  ${share(count, whole).padStart(7)}`;
    const { games, positions, kept, fittedScale } = this;
    return [
      `${games} games, ${positions} positions, ${(positions / Math.max(1, games)).toFixed(1)} a game`,
      ...this.results.map((count, result) => row(RESULT_NAMES[result], count, games)),
      ...this.endings.map((count, ending) => row(ENDINGS[ending], count, games)),
      row("castling of Chess960", this.chess960, games),
      row("same as earlier game", this.repeatedGames, games),
      `${kept} positions worth learning from`,
      ...Array.from(this.dropped, ([reason, count]) => row(`excluded: ${reason}`, count, positions)),
      Number.isNaN(fittedScale)
        ? "too few positions to fit a sigmoid to the results"
        : `results fit the sigmoid of score / ${fittedScale}`,
    ].join("\n");
  }

  /** The numbers that train/charts.py draws. */
  toJSON(): Record<string, unknown> {
    const { games, positions, kept, scores, lengths, pieces, fittedScale } = this;
    const scale = Number.isNaN(fittedScale) ? null : fittedScale;
    const bins = { scoreBin: SCORE_BIN, lengthBin: LENGTH_BIN };
    return { games, positions, kept, ...bins, scores, lengths, pieces, fittedScale: scale };
  }

  private countKept(score: number, result: number): void {
    const { position } = this;
    const bin = Math.floor(score / SCORE_BIN) + SCORE_BINS;
    this.scores[result][Math.max(0, Math.min(2 * SCORE_BINS - 1, bin))]++;
    this.pieces[countMen(position)]++;
  }

  /** The scale that makes sigmoid(score / scale) fit the mean results best; `NaN` if there are too few positions. */
  get fittedScale(): number {
    const bins = Array.from({ length: 2 * SCORE_BINS }, (_, bin) => {
      const [lost, drawn, won] = this.scores.map((values) => values[bin]);
      const weight = lost + drawn + won;
      return { bin, weight, mean: (won + drawn / 2) / weight };
    });
    // The outermost bins have no midpoint.
    const known = bins.slice(1, -1).filter(({ weight }) => weight >= MEAN_MIN);
    let best = NaN;
    let least = Infinity;
    for (let scale = 50; scale <= 1000; scale += 5) {
      const errorOf = ({ bin, mean }: typeof known[number]) => (mean - expectedResult(bin, scale)) ** 2;
      const error = known.reduce((sum, bin) => sum + bin.weight * errorOf(bin), 0);
      if (error > 0 && error < least) {
        least = error;
        best = scale;
      }
    }
    return best;
  }
}

function expectedResult(bin: number, scale: number): number {
  return 1 / (1 + Math.exp(-(bin - SCORE_BINS + 0.5) * SCORE_BIN / scale));
}
