/** Analyses the position on the board, records what the search learns, and reviews whole games. @module */

import type { Inspection, Line } from "../../engine/mod.ts";
import type { Analysis } from "../../engine/games/analysis.ts";
import { type Evaluation, evaluationOf } from "../../engine/games/evaluation.ts";
import { Position } from "../../engine/games/position.ts";
import { replayOf } from "../../engine/games/replay.ts";
import type { EngineLink } from "../engine/engine_link.ts";
import { type NumberedLine, numberLine } from "../state/numbering.ts";
import type { Store } from "../store.ts";
import { explainFailure } from "./failure.ts";
import type { Keeper } from "./keeper.ts";
import { accuraciesOf } from "./players.ts";

/** Nodes for each position in a review. */
const REVIEW_NODES = 60_000;

export type ShownLine = NumberedLine & { readonly evaluation: Evaluation };

export class AnalysisControl {
  /** The current review: the key of its game, and a promise that settles when it ends. */
  private running: { readonly key: string; readonly end: Promise<void> } | null = null;

  constructor(private readonly store: Store, private readonly link: EngineLink, private readonly keeper: Keeper) {
    store.onMove(() => this.refresh());
  }

  toggle(): void {
    const { store } = this;
    if (!store.isAnalysing && store.isPlaying) {
      return void store.refuse("Your game is in progress. The engine can help again when the game is over.");
    }
    store.isAnalysing = !store.isAnalysing;
    store.acted();
  }

  toggleThreat(): void {
    const { store } = this;
    if (!store.isThreat && store.line.isCheck) {
      return void store.refuse("There is no threat to show while the king is in check.");
    }
    store.isThreat = !store.isThreat;
    if (store.isThreat && !store.isAnalysing) this.toggle();
    else store.moved();
  }

  /** If the analysis is on, analyses the position on the board. Otherwise, stops. */
  refresh(): void {
    const { store } = this;
    // During a game, the engine must not help. In a puzzle, it would give away the answer.
    if (store.isPlaying || store.tab === "puzzle") store.isAnalysing = false;
    if (this.running !== null || store.isPlaying) return;
    store.isThreat &&= !store.line.isCheck;
    if (!store.isAnalysing || store.isOver) {
      if (store.about !== "" || store.isOver) this.link.stop();
      if (store.about !== store.line.placeKey) store.about = "";
      return;
    }
    void this.search(store.line.placeKey);
  }

  private async search(key: string): Promise<void> {
    const { store, link } = this;
    const isHere = (): boolean => store.about === key && store.isAnalysing;
    const isWatched = store.tab === "learned" && !store.isThreat;
    // Read the position now: the user may make moves while the search is waiting.
    const position = store.isThreat ? passed(store.line.position) : store.line.position;
    Object.assign(store, { about: key, found: [], latest: null });
    if (isWatched) Object.assign(store, { snapshots: [], replayed: null });
    // Only the tab “How it learns” needs this module.
    const later = isWatched ? await import("../engine/later.ts") : null;
    if (!isHere()) return;
    const take = (inspection: Inspection): void => {
      if (store.about === key) store.learned = later?.describeHistories(inspection, position) ?? null;
    };
    const keep = (inspection: Inspection, depth: number): void => {
      if (store.about === key) store.snapshots = [...store.snapshots, { depth, inspection }];
    };
    const { lines, depth } = store.settings;
    const options = {
      lines: store.isThreat ? 1 : lines,
      ...(depth === null ? {} : { depth }),
      ...(isWatched ? { onInspection: take, onDepth: keep } : {}),
    };
    try {
      const outcome = await link.search((engine) => engine.analyse(position, options), (line) => {
        if (isHere()) this.report(line);
      });
      if (outcome !== null && isWatched && store.about === key) {
        take(await link.ask((engine) => engine.inspect(position)));
      }
    } catch (error) {
      store.isAnalysing = false;
      store.fail(explainFailure(error, link));
    }
  }

  /** Shows what the search had learned by the end of `depth`. `null` shows what it has learned so far. */
  async replay(depth: number | null): Promise<void> {
    const { store } = this;
    const snapshot = store.snapshots.find((known) => known.depth === depth);
    const { describeHistories } = await import("../engine/later.ts");
    store.replayed = snapshot === undefined ? null : {
      depth: snapshot.depth,
      report: describeHistories(snapshot.inspection, store.line),
    };
  }

  private report(line: Line): void {
    const { store } = this;
    store.latest = line;
    if (line.bound === "exact" && line.moves.length > 0) {
      const found = [...store.found];
      found[line.rank - 1] = line;
      store.found = found;
    }
    store.reported();
  }

  /** Searches every position of the game. A running analysis pauses until the review ends. */
  review(): Promise<void> {
    const { store } = this;
    const { gameKey: key } = store.line;
    if (this.running?.key === key) return this.running.end;
    const end = this.searchGame(key).finally(() => {
      // A review of another game may have replaced this one.
      if (this.running?.end !== end) return;
      this.running = null;
      store.reviewing = null;
      store.moved();
    });
    this.running = { key, end };
    return end;
  }

  private async searchGame(key: string): Promise<void> {
    const { store, link } = this;
    const replay = replayOf(store.line.root);
    const all = replay.record.moves.length + 1;
    let done = 0;
    const show = (): void => void (store.reviewing = [done++, all]);
    show();
    try {
      // From here on, the user can stop the review.
      const analysis = await link.borrow(async (engine, signal) => {
        const { analyse } = await import("../engine/later.ts");
        return await analyse(replay, engine, { nodes: REVIEW_NODES }, signal, show);
      });
      if (analysis === null || !this.isWorthKeeping(key, analysis)) return;
      store.reviewed = { key, analysis };
      this.keeper.keepReview();
      store.speak(`The review is ready. ${accuraciesOf(store.line, analysis).join(". ")}`);
    } catch (error) {
      store.fail(explainFailure(error, link));
    }
  }

  /**
   * Whether to keep a review. An incomplete one must have results, be about the game on the board, and not replace a
   * complete one.
   */
  private isWorthKeeping(key: string, { isComplete, evaluations }: Analysis): boolean {
    const isSome = evaluations.some((evaluation) => evaluation !== null);
    return isComplete || (isSome && key === this.store.line.gameKey && this.store.review?.isComplete !== true);
  }

  get lines(): ShownLine[] {
    const { line, lines, isThreat } = this.store;
    const isWhite = (line.turn === "white") !== isThreat;
    return lines.map(({ score, san }) => ({
      evaluation: evaluationOf(score, isWhite),
      ...numberLine(line.offset + line.ply + (isThreat ? 1 : 0), san),
    }));
  }

  follow(index: number, count: number): void {
    const { store } = this;
    if (store.isThreat) return;
    for (const move of store.lines[index]?.moves.slice(0, count) ?? []) store.line.move(move);
    store.acted();
  }
}

function passed({ fen: before, chess960 }: Position): Position {
  const [board, side, castling, , halves, moves] = before.split(" ");
  const fen = [board, side === "w" ? "b" : "w", castling, "-", halves, moves].join(" ");
  return new Position(fen, { chess960 });
}
