/**
 * The worker's side of a search thread: it receives requests, carries them out one after the other, and answers them.
 * During a request it reads only the control words, or a signal if memory is not shared.
 * @module
 */

import { type GameRecord, replay } from "../../core/game_record.ts";
import { messageOf } from "../../core/errors.ts";
import { divide } from "../../core/perft.ts";
import { Position } from "../../core/position.ts";
import { Corrections } from "../../learning/corrections.ts";
import { Histories } from "../../learning/histories.ts";
import { Evaluator } from "../evaluate.ts";
import type { SearchInfo, SearchResult } from "../info.ts";
import { inspect, liveInspection } from "../inspect.ts";
import { harvest } from "../experience.ts";
import { helperLimits } from "../limits.ts";
import { giveWay, processorCount } from "./give_way.ts";
import { releaseSharedMemory } from "./memory.ts";
import type { EvaluatorMemory, Harvest, RequestMessage, Searched, SearchRequest, StartRequest } from "./messages.ts";
import type { NetworkSource, Parameters, TableMemory, WorkerAnswer, WorkerRequest } from "./messages.ts";
import { isNetwork } from "./messages.ts";
import { now, onReceiversClock } from "./moment.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { type Network, networkChecksum } from "../../nnue/network.ts";
import { parseNetwork } from "../../nnue/network_file.ts";
import { runSearch } from "../run.ts";
import { Search } from "../search.ts";
import { Prober } from "../../tablebase/prober.ts";
import type { SourceOpener } from "../../tablebase/source.ts";
import { type SearchSignals, SignalWatch } from "./stop_signal.ts";
import { CONTROL_PONDER, CONTROL_STOP, isInSharedMemory, ThreadSlot } from "../thread_slot.ts";
import { TranspositionTable } from "../transposition.ts";
import { warmUp } from "./warm_up.ts";

/** Megabytes of a weaker player's hash table: such a player's searches visit few nodes. */
const PLAYER_MEGABYTES = 2;

/** The thread's end of the message channel. A worker's global scope has this type. */
export interface WorkerPort {
  /** Sends an answer. */
  postMessage(answer: WorkerAnswer): void;
  /** Ends the thread. */
  close(): void;
  /** Calls the listener with each request. */
  addEventListener(type: "message", listener: (event: { readonly data: RequestMessage }) => void): void;
}

/** Sets tunable parameters of the search. */
export type ParameterSetter = (parameters: Parameters) => void;

/** Only the tunable build accepts parameters. In all other builds, V8 can treat them as constants. */
const refuseParameters: ParameterSetter = () => {
  throw new TypeError("Expected no parameters in a search request: only the tunable build takes them");
};

/** The default for `openFile`: a thread that can open no files has no tablebases. */
const refuseFiles: SourceOpener = (path) => {
  throw new TypeError(`Expected a thread that can open files, to open '${path}'`);
};

/** Serves the requests that arrive at `port`. `setParameters` is called with a search request's parameters. */
export function serveSearch(
  port: WorkerPort,
  setParameters: ParameterSetter = refuseParameters,
  openFile: SourceOpener = refuseFiles,
): void {
  const thread = new SearchThread(port, setParameters, openFile);
  port.addEventListener("message", (event) => thread.serve(event.data));
}

/** The state of one thread between requests. */
class SearchThread {
  private readonly position: Position = new Position();
  private search: Search | null = null;
  /** Chooses the moves of a weaker player while `search` finds the lines; `null` until it is needed. */
  private player: Search | null = null;
  private network: Network | null = null;
  /** Checksum of the network; `null` until it is needed. */
  private checksum: number | null = null;
  private control: Int32Array = new Int32Array(0);
  /** The ticket of the request that is being carried out. */
  private ticket = 0;
  private thread = 0;
  /** Whether this thread was able to watch the signals of an earlier search. */
  private signalsWork = false;

  constructor(
    private readonly port: WorkerPort,
    private readonly setParameters: ParameterSetter,
    private readonly openFile: SourceOpener,
  ) {}

  /** Carries out a request. The last answer is `done` or `failed`. */
  serve({ ticket, request }: RequestMessage): void {
    this.ticket = ticket;
    try {
      let result: SearchResult | null = null;
      if (request.kind === "search") result = this.run(request, ticket);
      else this.execute(request, ticket);
      this.port.postMessage({ kind: "done", ticket, result });
      if (request.kind === "end") this.port.close();
    } catch (error) {
      this.port.postMessage({ kind: "failed", ticket, message: messageOf(error) });
    }
  }

  private execute(request: Exclude<WorkerRequest, SearchRequest>, ticket: number): void {
    switch (request.kind) {
      case "start":
        return this.start(request, ticket);
      case "table":
        this.started().tt = tableIn(request.table);
        return releaseSharedMemory();
      case "tablebases": {
        const notify = (message: string) => this.port.postMessage({ kind: "notice", ticket: this.ticket, message });
        const prober = request.tables.length > 0 ? new Prober(request.tables, this.openFile, notify) : null;
        return this.started().tablebases.setProber(prober);
      }
      case "network":
        return this.setNetwork(request);
      case "shareNetwork":
        return this.port.postMessage({ kind: "network", ticket, network: this.readNetwork() });
      case "newGame":
        this.started().newGame();
        this.player = null;
        if (request.tableParts > 0) this.started().tt.clear(this.thread, request.tableParts);
        return;
      case "end":
        // Closes the tablebase files.
        return this.search?.tablebases.setProber(null);
      case "harvest":
        return this.port.postMessage({ kind: "harvest", ticket, harvest: this.harvest(request) });
      case "recall":
        return this.started().recall(request.snapshot);
      case "perft":
        return this.perft(request.game, request.depth, ticket);
      case "inspect": {
        replay(this.position, request.game);
        const inspection = inspect(this.started(), this.position);
        return this.port.postMessage({ kind: "inspection", ticket, inspection, depth: 0 });
      }
    }
  }

  private start(request: StartRequest, ticket: number): void {
    const { state, thread, corrections, network, accumulators } = request;
    this.control = state.control;
    this.thread = thread;
    this.network = isNetwork(network) ? network : ownNetwork(network);
    const evaluator = new Evaluator(this.network, isNetwork(network) ? accumulators : undefined);
    const learned = { histories: new Histories(), corrections: new Corrections(corrections ?? undefined) };
    this.search = new Search(tableIn(request.table), state.control, evaluator, new ThreadSlot(state, thread), learned);
    if (request.warmUp === null) return;
    // A thread's first message changes the runtime's prototypes, and V8 discards optimized code that relies on them. So
    // send a message before the warm-up.
    this.port.postMessage({ kind: "starting", ticket });
    warmUp(request.warmUp, evaluator);
  }

  private harvest({ searched, withSnapshot }: { searched: Searched | null; withSnapshot: boolean }): Harvest {
    const { histories, corrections, tt } = this.started();
    this.position.listener = null;
    if (searched !== null) replay(this.position, searched.game);
    return {
      records: searched === null ? new Int32Array(0) : harvest(this.position, tt, searched.result),
      snapshot: withSnapshot
        ? { histories: histories.entries.slice(), corrections: new Int16Array(corrections.entries) }
        : null,
      network: this.checksum ??= networkChecksum(this.readNetwork()),
    };
  }

  private setNetwork({ network, accumulators }: EvaluatorMemory): void {
    const { evaluator } = this.started();
    this.checksum = null;
    this.player = null;
    this.network = isNetwork(network) ? network : ownNetwork(network);
    evaluator.setNetwork(this.network, isNetwork(network) ? accumulators : undefined);
  }

  private readNetwork(): Network {
    if (this.network === null) throw new TypeError("Expected 'start' to be the first request");
    return this.network;
  }

  private started(): Search {
    if (this.search === null) throw new TypeError("Expected 'start' to be the first request");
    return this.search;
  }

  private run(request: SearchRequest, ticket: number): SearchResult {
    const search = this.started();
    const limits = { ...request.limits, startedAt: onReceiversClock(request.limits.startedAt, request.sentAt, now()) };
    if (request.parameters !== null) this.setParameters(request.parameters);
    replay(this.position, request.game);
    search.tt.continueAfter(request.searchesBefore);
    const { clock, root } = search;
    clock.slot.join(request.search, request.threads);
    clock.onPoll = this.signalCheck(request.signals, ticket);
    root.onDepth = null;
    const player = limits.fullLines ? this.playerOf(search) : null;
    if (clock.slot.isMain) this.watchLearning(request, ticket);
    const report = (info: SearchInfo): void => this.port.postMessage({ kind: "info", ticket, info });
    if (!clock.slot.isMain) {
      clock.onPoll = giveWay(this.control, request.search, this.thread, request.threads, processorCount());
      return runSearch(search, this.position, helperLimits(limits), report);
    }
    root.onMove = (depth, move, number) => {
      this.port.postMessage({ kind: "rootMove", ticket, depth, move, number });
    };
    return runSearch(search, this.position, limits, report, request.known, player);
  }

  /** The search object that chooses a weaker player's moves. It has its own tables. */
  private playerOf({ evaluator, clock: { control, slot, onPoll } }: Search): Search {
    this.player ??= new Search(tableIn(PLAYER_MEGABYTES), control, evaluator, slot);
    this.player.clock.onPoll = onPoll;
    return this.player;
  }

  /** A function that copies a search's signals into this thread's own control words; `null` if these are shared. */
  private signalCheck(signals: SearchSignals | null, ticket: number): (() => void) | null {
    if (signals === null) return null;
    const { control } = this;
    const stop = new SignalWatch(signals.stop, this.signalsWork);
    const ponder = signals.ponder === null ? null : new SignalWatch(signals.ponder, stop.works);
    this.signalsWork = stop.works;
    this.port.postMessage({ kind: "signals", ticket, work: stop.works });
    control[CONTROL_STOP] = 0;
    control[CONTROL_PONDER] = ponder === null ? 0 : 1;
    return () => {
      if (stop.isSent()) control[CONTROL_STOP] = 1;
      if (ponder?.isSent()) control[CONTROL_PONDER] = 0;
    };
  }

  /** Reports the learned data at intervals, after each depth, or both, as requested. */
  private watchLearning({ game, inspectEveryMs, inspectDepths }: SearchRequest, ticket: number): void {
    if (inspectEveryMs === 0 && !inspectDepths) return;
    const search = this.started();
    const { clock, root } = search;
    const copy = new Position();
    replay(copy, game);
    const inspectLive = liveInspection(search, this.position, copy);
    const post = (depth: number): void =>
      this.port.postMessage({ kind: "inspection", ticket, inspection: inspectLive(), depth });
    if (inspectDepths) root.onDepth = post;
    if (inspectEveryMs === 0) return;
    const checkSignals = clock.onPoll;
    let next = performance.now() + inspectEveryMs;
    clock.onPoll = () => {
      checkSignals?.();
      if (performance.now() < next) return;
      post(0);
      next = performance.now() + inspectEveryMs;
    };
  }

  private perft(game: GameRecord, depth: number, ticket: number): void {
    const { control, position } = this;
    // A perft evaluates nothing, so the evaluator need not follow the moves.
    position.listener = null;
    // If the stop word is still set, it was meant for an earlier search.
    if (!isInSharedMemory(control)) control[CONTROL_STOP] = 0;
    replay(position, game);
    const report = (move: number, nodes: number) => this.port.postMessage({ kind: "perftMove", ticket, move, nodes });
    divide(position, depth, report, () => Atomics.load(control, CONTROL_STOP) !== 0);
  }
}

function tableIn(memory: TableMemory): TranspositionTable {
  return new TranspositionTable(typeof memory === "number" ? TranspositionTable.allocate(memory, false) : memory);
}

function ownNetwork(source: Exclude<NetworkSource, Network>): Network {
  if (source === null) return embeddedNetwork();
  return "checked" in source ? parseNetwork(source.checked, true) : parseNetwork(source);
}
