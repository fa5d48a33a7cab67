/** The state of the engine between commands: settings, the game on the board, and at most one search. @module */

import { messageOf } from "../core/errors.ts";
import { START_FEN } from "../core/fen.ts";
import { hasLegalMove } from "../core/legality.ts";
import { settlesWithin } from "../core/patience.ts";
import type { Position } from "../core/position.ts";
import { Core } from "../engine/core.ts";
import { LOST } from "../engine/learner.ts";
import { isBounded, type SearchOrder } from "../engine/search_order.ts";
import type { SearchTask } from "../engine/search_task.ts";
import { Settings } from "../engine/settings.ts";
import { embeddedNetwork } from "../nnue/embedded.ts";
import type { Network } from "../nnue/network.ts";
import type { Inspection } from "../search/inspect.ts";
import { type CheckedFile, isNetwork, type Parameters } from "../search/threads/messages.ts";
import type { WorkerFactory } from "../search/threads/thread_handle.ts";
import { type Game, readSearchMoves, setUpGame, withChess960 } from "./game.ts";
import { SessionLearning } from "./learning.ts";
import { answerFromBook } from "./opening_book.ts";
import { type Change, type Networks, type Option, OPTIONS, readOption } from "./options.ts";
import { type GoCommand, leftOut, parsePosition, parseSetOption, quoteAll, remarksOn } from "./parse.ts";
import { RefusedSearch } from "./refused_search.ts";
import { formatMessage } from "./report.ts";
import { SearchReport } from "./search_report.ts";

/** Maximum milliseconds that `quit` waits for a `bestmove`, which may take several hundred on a busy machine. */
const QUIT_PATIENCE_MS = 1000;

/** Maximum milliseconds that `quit` waits for writing. The wait for another program's lock is shorter. */
const WRITE_PATIENCE_MS = 20_000;

/** What a session needs. */
export type SessionOptions = Readonly<{
  startWorker: WorkerFactory;
  /** The options in the order of `uci`; by default the engine's own. */
  options?: readonly Option[];
  /** The network for the threads; by default the embedded one. */
  network?: CheckedFile;
  /** Called if a search thread fails. By default, an `info string` is written. */
  onFault?: (message: string) => void;
  /** Values of tunable numbers, which are read before every search. */
  parameters?: Parameters | null;
  /** Whether `help` names the programs for people. */
  hasPrograms?: boolean;
  /** Whether threads warm up before the first `readyok`. */
  warmUp: boolean;
  /** Called before the first search, perft or bench. */
  beforeSearch?: () => void;
  write: (line: string) => void;
}>;

/** The state of the engine between two commands. */
export class Session {
  /** The engine. */
  readonly core: Core;
  /** The options in the order of `uci`. */
  readonly options: readonly Option[];
  /** Whether the build includes the programs for people. */
  readonly hasPrograms: boolean;
  /** Writes a line to the GUI. */
  readonly write: (line: string) => void;
  /** The part of the session that learns. */
  readonly learning: SessionLearning;

  private embedded: Network | null = null;
  private readonly networks: Networks = {
    embedded: () => this.embedded ??= embeddedNetwork(),
    current: () => this.network,
  };
  private beforeSearch: (() => void) | null;
  private game: Game = setUpGame({ fen: START_FEN, moves: [] }, false);
  /** Why the latest `position` was refused; `null` if it was not. */
  private refusal: string | null = null;
  private active: SearchTask | RefusedSearch | null = null;
  /** The number of waiting `isready` commands. */
  private readinessCount = 0;
  private isHurried = false;
  private isClosing = false;
  private readonly remarks: Set<string> = new Set();
  /** The latest change of each option, keyed by name. If the same value is set again, its file is not read again. */
  private readonly latest: Map<string, { readonly value: string | undefined; readonly change: Change }> = new Map();
  /** Settles when all options that were waiting for the end of a search have changed. */
  private changing: Promise<void> = Promise.resolve();

  /** Starts the search threads. The initial position is on the board. */
  constructor(options: SessionOptions) {
    this.write = options.write;
    this.hasPrograms = options.hasPrograms ?? false;
    this.options = options.options ?? OPTIONS;
    this.beforeSearch = options.beforeSearch ?? null;
    this.core = new Core({
      settings: { ...new Settings(), network: options.network ?? this.networks.embedded() },
      startWorker: options.startWorker,
      warmUp: options.warmUp,
      parameters: options.parameters,
      onFault: options.onFault ?? ((message) => this.writeInfo(`The search thread failed: ${message}`)),
      onNotice: (message) => this.writeInfo(message),
    });
    this.learning = new SessionLearning(this.core, (text) => this.writeInfo(text));
  }

  /** The position on the board. Callers must not change it. Throws a RangeError if `position` was refused. */
  get position(): Position {
    if (this.refusal !== null) throw new RangeError(`The latest position was refused. ${this.refusal}`);
    return this.game.position;
  }

  /** The network that evaluates positions. */
  get network(): Network {
    const { network } = this.core.settings;
    return isNetwork(network) ? network : this.networks.embedded();
  }

  /** The game on the board, even after a refused `position`. */
  get currentGame(): Game {
    return this.game;
  }

  /** Writes an `info string`. */
  writeInfo(text: string): void {
    this.write(formatMessage(text));
  }

  /** Reports a fault of the engine. */
  writeInternalError(error: unknown): void {
    this.writeInfo(`Internal error: ${messageOf(error)}`);
  }

  /** Handles `isready`. Answers immediately during a search, otherwise after all earlier commands. */
  async isReady(): Promise<void> {
    if (this.active === null) {
      this.readinessCount++;
      if (this.isHurried) this.hurry();
      await this.changing;
      await this.core.pool.settled();
      this.readinessCount--;
    }
    this.write("readyok");
  }

  /** Whether an `isready` is waiting for threads. */
  get isAwaitingThreads(): boolean {
    return this.readinessCount > 0;
  }

  /** Whether there is a search. */
  get isSearching(): boolean {
    return this.active !== null;
  }

  /** Called when input arrives. If an `isready` is waiting for a warm-up, ends the warm-up. */
  noticeInput(): void {
    if (this.isAwaitingThreads) this.core.pool.endWarmUp();
  }

  /** Called when the program is about to end. From then on, no answer waits for a warm-up or for new threads. */
  hurry(): void {
    this.isHurried = true;
    if (this.isAwaitingThreads) this.core.pool.endGrowth();
    this.core.pool.endWarmUp();
  }

  /** `ucinewgame`. */
  async newGame(): Promise<void> {
    await this.endSearch();
    await this.core.newGame();
  }

  /**
   * Handles `position`. If the command is refused, throws a SyntaxError or a RangeError, and each `go` is refused until
   * the next `position`. If a move is illegal, the board shows the position before that move. Other refused commands do
   * not change the board.
   */
  setPosition(words: readonly string[]): void {
    try {
      this.game = setUpGame(parsePosition(words), this.core.settings.chess960);
      if (this.game.mended.length > 0) {
        this.writeInfo(["The FEN was corrected", ...this.game.mended].join(". "));
      }
      if (this.game.fault !== null) throw new RangeError(this.game.fault);
      this.refusal = null;
    } catch (error) {
      this.refusal = messageOf(error);
      throw error;
    }
  }

  /**
   * Handles `setoption`; `text` is what follows the command's name. If necessary, the option changes only when the
   * search has ended. Throws an Error if the value is refused. Even then, `Book File` becomes empty, and `SyzygyPath`
   * uses the folders that can be read.
   */
  async setOption(text: string): Promise<void> {
    const change = this.changeOf(text);
    const { settings = {}, forgets = false, remark } = change;
    // All values beyond the same end of a range have the same effect, so remark on them only once.
    if (remark !== undefined) this.remarkOnce(remark, JSON.stringify(settings));
    const waits = forgets || this.changesLearning(settings) || this.core.disturbs(settings);
    if (!waits || this.active === null) return await this.apply(change);
    const apply = (): Promise<void> | undefined => this.isClosing ? undefined : this.apply(change);
    const changed = this.changing.then(() => this.answered()).then(apply);
    this.changing = changed.catch((error) => this.writeInfo(messageOf(error)));
  }

  /**
   * The change that a `setoption` asks for. Some programs set all options again before each game, so the latest changes
   * are cached.
   */
  private changeOf(text: string): Change {
    const { name, value } = parseSetOption(text);
    const key = name.toLowerCase();
    const latest = this.latest.get(key);
    if (latest !== undefined && latest.value === value) return latest.change;
    this.latest.delete(key);
    const change = readOption(name, value, this.networks, this.options);
    if (change.fault === undefined) this.latest.set(key, { value, change });
    return change;
  }

  /** Applies a change. No search may be running, except for settings that can change during a search. */
  private async apply({ settings = {}, forgets = false, message, fault }: Change): Promise<void> {
    const { core, learning } = this;
    const [isNew, isOfLearning] = [core.changed(settings).length > 0, this.changesLearning(settings)];
    if (forgets) await core.newGame();
    await core.configure(settings);
    if (isOfLearning) await learning.change();
    else if (isNew && settings.network !== undefined) await learning.opened();
    if (settings.chess960 !== undefined) this.game = withChess960(this.game, settings.chess960);
    if (fault !== undefined) throw new Error(fault);
    if (isNew && message !== undefined) this.writeInfo(message);
  }

  private changesLearning({ learning, learningFile }: Partial<Settings>): boolean {
    return this.core.changed({ learning, learningFile }).length > 0;
  }

  /**
   * Handles `go`: stops the current search, and starts another after its `bestmove`. Throws an Error if the command is
   * refused.
   */
  async go(go: GoCommand): Promise<void> {
    const startedAt = performance.now();
    await this.prepareSearch();
    const order = this.orderOf(go, startedAt);
    const { core, write } = this;
    const { game, settings } = order;
    const fromBook = answerFromBook(settings, this.game, go, Math.random());
    for (const line of fromBook) write(line);
    if (fromBook.length > 0) return;
    remarksOn(go).forEach((remark) => this.writeInfo(remark));
    const isUnused = settings.learning === "off" && settings.learningFile !== "";
    if (isUnused) this.remarkOnce("The learning file is not used while the option Learning is off");
    const isSearching = (): boolean => core.pool.isSearching;
    const report = new SearchReport(game.position, { showWdl: settings.showWdl, write, isSearching });
    this.follow(core.search(order, report));
  }

  /** Stops the current search, and answers a refused `go`. If `isHeld`, the answer waits for `stop` or `ponderhit`. */
  async refuseSearch(reason: string, isHeld: boolean): Promise<void> {
    await this.endSearch();
    this.writeInfo(reason);
    this.follow(new RefusedSearch(isHeld, this.write));
  }

  private remarkOnce(remark: string, key = remark): void {
    if (!this.remarks.has(key)) this.writeInfo(remark);
    this.remarks.add(key);
  }

  /** `stop`. */
  stop(): void {
    this.active?.stop();
  }

  /** `ponderhit`. */
  ponderhit(): void {
    this.active?.ponderhit();
  }

  /** Settles when no search is running and no option is waiting. */
  async idle(): Promise<void> {
    await this.answered();
    await this.changing;
  }

  private async answered(): Promise<void> {
    while (this.active !== null) await this.active.finished;
  }

  /** Stops the search. Settles when it has answered and the options that were waiting for this have changed. */
  async endSearch(): Promise<void> {
    this.stop();
    await this.idle();
  }

  /** Stops the running search, because another search, perft or bench is about to begin. */
  async prepareSearch(): Promise<void> {
    await this.endSearch();
    if (this.learning.mayWrite) return;
    this.beforeSearch?.();
    this.beforeSearch = null;
  }

  /**
   * Waits for the search to end; aborting the signal stops the search. Returns false if only `stop` or `ponderhit` can
   * end it.
   */
  async searchEnded(signal: AbortSignal): Promise<boolean> {
    if (this.active?.isHeld) return false;
    signal.addEventListener("abort", () => this.stop(), { once: true });
    await this.idle();
    return true;
  }

  /** What has been learned about the position on the board; `null` if `searchEnded` returns false. */
  async inspect(signal: AbortSignal): Promise<Inspection | null> {
    return await this.searchEnded(signal) ? await this.core.inspect(this.game.record) : null;
  }

  /** Stops everything. Waits at most `QUIT_PATIENCE_MS` for a search and `WRITE_PATIENCE_MS` for writing. */
  async close(): Promise<void> {
    // Start no more threads, because they would delay the search's answer.
    this.core.pool.endGrowth();
    this.isClosing = true;
    const ended = this.endSearch();
    await Promise.race([ended, this.core.pool.settled()]);
    // If the search has not answered, there is nothing to learn from it, so only write earlier results.
    const written = await settlesWithin(ended, QUIT_PATIENCE_MS) ? this.core.finish() : this.core.learner?.keep();
    if (written !== undefined && !await settlesWithin(written, WRITE_PATIENCE_MS)) this.writeInfo(LOST);
    this.core.close();
  }

  /** Makes a search the active one until it has answered. */
  private follow(search: SearchTask | RefusedSearch): void {
    this.active = search;
    const end = (): void => {
      if (this.active === search) this.active = null;
    };
    search.finished.then(end, end);
  }

  /** Converts a `go` into a search order. Throws an Error if the `go` is refused. */
  private orderOf(go: GoCommand, startedAt: number): SearchOrder {
    const { position, game, core } = this;
    const isUnbounded = !isBounded(go) && !go.ponder && !go.infinite;
    if (isUnbounded && leftOut(go).length > 0) throw new SyntaxError(leftOut(go).join(". "));
    const { moves: searchMoves, refused } = readSearchMoves(position, go.searchMoves);
    if (refused.length > 0) {
      if (searchMoves.length === 0 && hasLegalMove(position)) {
        throw new RangeError(`Expected a legal move after 'go searchmoves', but got ${quoteAll(refused)}`);
      }
      this.writeInfo(`Not legal, so excluded from 'go searchmoves': ${quoteAll(refused)}`);
    }
    const infinite = go.infinite || isUnbounded;
    return { ...go, game, settings: { ...core.settings }, searchMoves, infinite, fullLines: true, startedAt };
  }
}
