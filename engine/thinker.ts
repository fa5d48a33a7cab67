/**
 * The engine as a library: searches positions one after the other and hands over what it found.
 *
 * @module
 */

import type { Settings } from "./settings.ts";
import type { GameRecord } from "../core/game_record.ts";
import { BOUND_EXACT, MAX_PLY } from "../core/score.ts";
import { messageOf } from "../core/errors.ts";
import { NO_MOVE } from "../core/types.ts";
import { embeddedNetwork } from "../nnue/embedded.ts";
import { type SearchInfo } from "../search/info.ts";
import { unlimited, type Weakness } from "../search/limits.ts";
import { ThreadPool } from "../search/threads/thread_pool.ts";
import { FULL_LEVEL } from "../search/weaker_play.ts";
import type { ProgramContext } from "../uci/system/program_context.ts";
import { findTables } from "../uci/system/table_files.ts";

/** What bounds a search; the bound that is reached first ends it. */
export interface Effort {
  /** Nodes to visit, `Infinity` for no bound. */
  readonly nodes: number;
  /** Last depth to complete, plies. */
  readonly depth: number;
  /** Milliseconds to think, `Infinity` for no bound. */
  readonly ms: number;
}

/** As much as so many milliseconds allow. */
export function effortOfTime(ms: number): Effort {
  return { nodes: Infinity, depth: MAX_PLY, ms };
}

/** A line that a search found. */
export interface Thought {
  /** Score from the side to move, internal units. */
  readonly score: number;
  /** The moves, the best one first; never empty. */
  readonly line: readonly number[];
  /** Depth searched, plies. */
  readonly depth: number;
  /** Nodes visited. */
  readonly nodes: number;
}

/** Searches positions. To be closed. */
export class Thinker {
  private readonly pool: ThreadPool;
  private readonly faults: string[] = [];
  private readonly settings: Settings;
  private wasStopped = false;

  /**
   * Starts the search threads.
   *
   * @param context Where it runs; hears what goes wrong in a search that goes on.
   * @throws {RangeError} If the settings name folders of endgame tables that hold none, or the system does not grant the
   *   memory.
   */
  constructor({ startWorker, complain }: Pick<ProgramContext, "startWorker" | "complain">, settings: Settings) {
    const { syzygyPath } = settings;
    const { tables, message } = findTables(syzygyPath);
    if (syzygyPath !== "" && tables.length === 0) throw new RangeError(message);
    this.settings = settings;
    this.pool = new ThreadPool({
      startWorker,
      megabytes: settings.hashMegabytes,
      network: embeddedNetwork(),
      warmUp: false,
      onFault: (fault) => this.faults.push(fault),
      onNotice: complain,
    });
    if (tables.length > 0) this.pool.setTablebases(tables);
    this.pool.setThreads(settings.threads).catch((error) => this.faults.push(messageOf(error)));
  }

  /** Whether a search was ended early. */
  get isStopped(): boolean {
    return this.wasStopped;
  }

  /** Forgets what was learned: the next search belongs to another game. */
  newGame(): void {
    this.pool.newGame();
  }

  /**
   * Searches the position at the end of a record. Rejects with an Error if the search fails.
   *
   * @param game Start and moves; there must be a legal move at their end.
   * @param effort How long.
   * @param lines How many best lines to find, at least 1.
   * @returns The lines found, best first; at least one.
   */
  think(game: GameRecord, effort: Effort, lines: number = 1): Promise<Thought[]> {
    return this.search(game, effort, lines, null);
  }

  /**
   * Searches for a move to play against a person. Rejects with an Error if the search fails.
   *
   * @param game Start and moves; there must be a legal move at their end.
   * @param ms Milliseconds to think at most.
   * @param skill 0, a beginner, up to `FULL_LEVEL`; see weaker_play.ts.
   * @returns The line that begins with the move to play, then perhaps others; at least one.
   */
  play(game: GameRecord, ms: number, skill: number): Promise<Thought[]> {
    const seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    return this.search(game, effortOfTime(ms), 1, skill < FULL_LEVEL ? { level: skill, seed } : null);
  }

  private async search(
    game: GameRecord,
    { nodes, depth, ms }: Effort,
    lines: number,
    weakness: Weakness | null,
  ): Promise<Thought[]> {
    // Threads that still start would cost the first search its time.
    await this.pool.settled();
    const tablebaseMen = this.settings.syzygyPath === "" ? 0 : this.settings.syzygyProbeLimit;
    // Who said `stop` while the threads started wants an answer now; what they are told then is lost.
    if (this.wasStopped) nodes = 1;
    const limits = { ...unlimited(), nodes, depth, softMs: ms, hardMs: ms, multiPv: lines, tablebaseMen, weakness };
    const found: SearchInfo[] = [];
    const result = await this.pool.search(game, limits, false, (info) => {
      // Several lines are told together at the end of a depth, as bounds where it was broken off. What the depth before
      // told is forgotten: its lines may come again with another rank.
      // A single line is told whenever its window failed, too: that is no score to keep.
      if (lines > 1 && info.multipv === 1) found.length = 0;
      if ((lines > 1 || info.bound === BOUND_EXACT) && info.pv.length > 0) found[info.multipv - 1] = info;
    });
    // A thread that died is replaced: its fault is told once, and the next search may go well.
    const [fault] = this.faults.splice(0);
    if (fault !== undefined) throw new Error(fault);
    if (result.bestMove === NO_MOVE) throw new Error("Expected a position with a legal move");
    const thoughts = Array.from(
      found.filter((info) => info !== undefined),
      ({ score, pv, depth, nodes }): Thought => ({ score, line: pv, depth, nodes }),
    );
    // A search that is broken off may prefer a move that no complete line has begun with; so may another thread, and a
    // weaker player.
    const isAgreed = thoughts.length > 0 && thoughts[0].line[0] === result.bestMove;
    if (isAgreed) return [{ ...thoughts[0], nodes: result.nodes }, ...thoughts.slice(1)];
    const best: Thought = {
      score: result.score,
      line: result.pv[0] === result.bestMove ? result.pv : [result.bestMove],
      depth: Math.max(1, result.depth),
      nodes: result.nodes,
    };
    return [best, ...thoughts.filter(({ line }) => line[0] !== result.bestMove)].slice(0, lines);
  }

  /** Ends the running search early; it still answers. */
  stop(): void {
    this.wasStopped = true;
    this.pool.stop();
  }

  /** Ends the search threads. */
  close(): void {
    this.pool.close();
  }
}
