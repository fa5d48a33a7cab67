/** The search threads of an engine of the library, with what it learns and keeps, if it does. @module */

import { messageOf } from "../core/errors.ts";
import type { GameRecord } from "../core/game_record.ts";
import type { Position } from "../core/position.ts";
import { NO_MOVE } from "../core/types.ts";
import type { SearchResult } from "../search/info.ts";
import type { SearchLimits } from "../search/limits.ts";
import type { EngineChanges, EngineOptions } from "./engine_options.ts";
import { changeService } from "./engine_start.ts";
import { EngineError } from "./errors.ts";
import { judgesPosition, Learning } from "./learning.ts";
import type { SearchListeners, SearchService } from "./search_service.ts";

/** Search threads that may learn for other times. */
export class Learner {
  /** The search threads. */
  readonly service: SearchService;
  /** What was learned; `null` where nothing is kept. */
  readonly learning: Learning | null;

  private constructor(service: SearchService, learning: Learning | null) {
    this.service = service;
    this.learning = learning;
  }

  /**
   * Begins with what the options hold.
   *
   * @throws {EngineError} With the code `start` if it cannot be used. The service is closed then.
   */
  static async start(service: SearchService, { learned, onNotice }: EngineOptions): Promise<Learner> {
    if (learned === undefined) return new Learner(service, null);
    const learning = new Learning(service);
    try {
      for (const notice of await learning.load(learned)) onNotice?.(notice);
    } catch (error) {
      service.close();
      throw new EngineError("start", `The engine cannot use what was learned. ${messageOf(error)}`);
    }
    return new Learner(service, learning);
  }

  /** Searches, see `SearchService.search`; `position` is the last one of the game. */
  async search(
    game: GameRecord,
    position: Position,
    limits: SearchLimits,
    ponder: boolean,
    listeners: SearchListeners,
  ): Promise<SearchResult> {
    const { service, learning } = this;
    const isPlain = judgesPosition(limits);
    const known = learning !== null && isPlain ? learning.around(position, limits) : null;
    const result = await service.search(game, limits, ponder, { ...listeners, known });
    if (learning !== null && isPlain && result.bestMove !== NO_MOVE) await learning.learn(game, result);
    return result;
  }

  /** Forgets the game before, but for what was learned. */
  async newGame(): Promise<void> {
    if (this.learning === null) this.service.newGame();
    else await this.learning.newGame();
  }

  /**
   * Gives the search threads what options ask for. What was learned with another network is forgotten; a learning file is
   * added to what was learned.
   */
  async change(options: EngineChanges): Promise<void> {
    const { learned } = options;
    await changeService(this.service, options);
    if (options.network !== undefined) this.learning?.forget();
    else if (options.hash !== undefined) this.learning?.settle();
    if (learned === undefined) return;
    if (this.learning === null) throw new TypeError("Expected an engine that was started with the option `learned`");
    await this.learning.merge(learned, true);
  }
}
