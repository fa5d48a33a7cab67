/**
 * A search thread as seen from inside: takes requests, runs them one after the other, answers.
 *
 * The thread is told everything by messages, so it neither knows nor needs the UCI protocol. Between requests
 * it sleeps in the event loop; during one it listens to nothing but the shared control words.
 *
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import { messageOf } from "../../core/errors.ts";
import { loadFen } from "../../core/fen.ts";
import { ALL, generate } from "../../core/movegen.ts";
import { perft } from "../../core/perft.ts";
import { Position } from "../../core/position.ts";
import { MAX_MOVES } from "../../core/types.ts";
import { Evaluator } from "../evaluate.ts";
import type { SearchInfo, SearchResult } from "../info.ts";
import { inspect } from "../inspect.ts";
import { helperLimits } from "../limits.ts";
import { releaseSharedMemory } from "./memory.ts";
import type {
  Parameters,
  PerftRequest,
  RequestMessage,
  SearchRequest,
  StartRequest,
  WorkerAnswer,
  WorkerRequest,
} from "./messages.ts";
import { Search } from "../search.ts";
import { Prober } from "../../tablebase/prober.ts";
import type { SourceOpener } from "../../tablebase/source.ts";
import { CONTROL_STOP, ThreadSlot } from "../thread_slot.ts";
import { TranspositionTable } from "../transposition.ts";
import { warmUp } from "./warm_up.ts";

/** Plies of a perft between two looks at the stop flag: some ten milliseconds. */
const UNPOLLED_PERFT_DEPTH = 4;

/** The thread's end of the message channel: the global scope of a worker has this shape. */
export interface WorkerPort {
  /** Sends an answer. */
  postMessage(answer: WorkerAnswer): void;
  /** Ends the thread. */
  close(): void;
  /** Listens for requests. */
  addEventListener(type: "message", listener: (event: MessageEvent<RequestMessage>) => void): void;
}

/** Gives numbers of the search other values. */
export type ParameterSetter = (parameters: Parameters) => void;

/** The engine proper has no such thing: numbers that never change are constants to the compiler. */
const refuseParameters: ParameterSetter = () => {
  throw new TypeError("Expected no parameters in a search request: only the tunable build takes them");
};

/** Without a way to open files there are no endgame tables. */
const refuseFiles: SourceOpener = (path) => {
  throw new TypeError(`Expected a thread that can open files, to open '${path}'`);
};

/**
 * Serves the requests that arrive at `port` for as long as the thread lives.
 *
 * @param setParameters Called before a search whose request carries parameters.
 * @param openFile Opens files of endgame tables.
 */
export function serveSearch(
  port: WorkerPort,
  setParameters: ParameterSetter = refuseParameters,
  openFile: SourceOpener = refuseFiles,
): void {
  const thread = new SearchThread(port, setParameters, openFile);
  port.addEventListener("message", (event) => thread.serve(event.data));
}

/** What one thread keeps between requests. */
class SearchThread {
  private readonly port: WorkerPort;
  private readonly setParameters: ParameterSetter;
  private readonly openFile: SourceOpener;
  private readonly position: Position = new Position();
  private search: Search | null = null;
  private table: TranspositionTable | null = null;
  private control: Int32Array = new Int32Array(0);
  /** Ticket of the request that is being carried out. */
  private ticket = 0;
  private thread = 0;

  constructor(port: WorkerPort, setParameters: ParameterSetter, openFile: SourceOpener) {
    this.port = port;
    this.setParameters = setParameters;
    this.openFile = openFile;
  }

  /** Carries a request out and ends it with `done` or `failed`. */
  serve(message: RequestMessage): void {
    const ticket = message.ticket;
    this.ticket = ticket;
    try {
      const result = this.execute(message.request, ticket);
      this.port.postMessage({ kind: "done", ticket, result });
      if (message.request.kind === "end") this.port.close();
    } catch (error) {
      this.port.postMessage({
        kind: "failed",
        ticket,
        message: messageOf(error),
      });
    }
  }

  private execute(request: WorkerRequest, ticket: number): SearchResult | null {
    switch (request.kind) {
      case "start":
        this.start(request, ticket);
        return null;
      case "table":
        this.table = new TranspositionTable(request.table);
        this.started().setTable(this.table);
        releaseSharedMemory();
        return null;
      case "tablebases": {
        const notify = (message: string) => this.port.postMessage({ kind: "notice", ticket: this.ticket, message });
        const prober = request.tables.length > 0 ? new Prober(request.tables, this.openFile, notify) : null;
        this.started().tablebases.setProber(prober);
        return null;
      }
      case "network":
        this.started().evaluator.setNetwork(request.network, request.area);
        return null;
      case "newGame":
        this.started().newGame();
        if (request.tableParts > 0) this.table?.clear(this.thread, request.tableParts);
        return null;
      case "end":
        // Closes the files.
        this.search?.tablebases.setProber(null);
        return null;
      case "search":
        return this.run(request, ticket);
      case "perft":
        this.perft(request, ticket);
        return null;
      case "inspect":
        this.replay(request.game);
        this.port.postMessage({ kind: "inspection", ticket, inspection: inspect(this.started(), this.position) });
        return null;
    }
  }

  private start(request: StartRequest, ticket: number): void {
    const { team, thread } = request;
    this.control = team.control;
    this.thread = thread;
    this.table = new TranspositionTable(request.table);
    const evaluator = new Evaluator(request.network, request.area);
    this.search = new Search(this.table, team.control, evaluator, new ThreadSlot(team, thread));
    if (request.warmUp === null) return;
    // The first message that a thread sends changes prototypes of the runtime on which optimized code relies, and V8
    // throws that code away. Sent after the warm-up, it would undo it; so it is sent before.
    this.port.postMessage({ kind: "starting", ticket });
    warmUp(request.warmUp, evaluator);
  }

  private started(): Search {
    if (this.search === null) throw new TypeError("Expected the request 'start' before any other");
    return this.search;
  }

  private run(request: SearchRequest, ticket: number): SearchResult {
    const search = this.started();
    if (request.parameters !== null) this.setParameters(request.parameters);
    this.replay(request.game);
    this.table?.continueAfter(request.searchesBefore);
    search.seat.join(request.search, request.threads);
    const report = (info: SearchInfo): void => this.port.postMessage({ kind: "info", ticket, info });
    if (!search.seat.isMain) return search.run(this.position, helperLimits(request.limits), report);
    search.onRootMove = (depth, move, number) => {
      this.port.postMessage({ kind: "rootMove", ticket, depth, move, number });
    };
    return search.run(this.position, request.limits, report);
  }

  private perft(request: PerftRequest, ticket: number): void {
    const position = this.position;
    // Nothing is evaluated, so nobody need follow the moves.
    position.listener = null;
    this.replay(request.game);
    const moves = new Int32Array(MAX_MOVES);
    const count = generate(position, moves, 0, ALL);
    for (let i = 0; i < count; i++) {
      if (Atomics.load(this.control, CONTROL_STOP) !== 0) return;
      position.make(moves[i]);
      const nodes = this.countLeaves(request.depth - 1);
      position.undo();
      // Counted only in part.
      if (Atomics.load(this.control, CONTROL_STOP) !== 0) return;
      this.port.postMessage({ kind: "perftMove", ticket, move: moves[i], nodes });
    }
  }

  /**
   * Leaves below the current position; looks at the stop flag between trees of `UNPOLLED_PERFT_DEPTH`, then counts no
   * more.
   */
  private countLeaves(depth: number): number {
    if (Atomics.load(this.control, CONTROL_STOP) !== 0) return 0;
    const position = this.position;
    if (depth <= UNPOLLED_PERFT_DEPTH) return perft(position, depth);
    const moves = new Int32Array(MAX_MOVES);
    const count = generate(position, moves, 0, ALL);
    let nodes = 0;
    for (let i = 0; i < count; i++) {
      position.make(moves[i]);
      nodes += this.countLeaves(depth - 1);
      position.undo();
    }
    return nodes;
  }

  private replay(game: GameRecord): void {
    loadFen(this.position, game.fen, game.chess960);
    for (let i = 0; i < game.moves.length; i++) this.position.make(game.moves[i]);
  }
}
