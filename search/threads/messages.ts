/**
 * The messages between the engine's main thread and a search thread. They consist of plain data and shared memory.
 *
 * A search thread carries out its requests in the order in which they were sent. The last answer to each request is
 * `done` or `failed`. Stop and ponderhit must not wait: they use the control words of thread_slot.ts or, if memory is
 * not shared, the signals of stop_signal.ts.
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import type { Snapshot } from "../../experience/snapshot.ts";
import type { Network } from "../../nnue/network.ts";
import type { SearchInfo, SearchResult } from "../info.ts";
import type { Inspection } from "../inspect.ts";
import type { SearchLimits } from "../limits.ts";
import type { SharedState } from "../thread_slot.ts";
import type { Moment } from "./moment.ts";
import type { TableFiles } from "../../tablebase/catalog.ts";
import type { SearchSignals } from "./stop_signal.ts";

/** The shared memory of a transposition table; or the size in MiB of a table that the thread allocates for itself. */
export type TableMemory = ArrayBufferLike | number;

/** The bytes of a network file that has already been checked. */
export type CheckedFile = { readonly checked: Uint8Array<ArrayBuffer> };

/** A network in shared memory, or the bytes of a network file; `null` for the embedded network. */
export type NetworkSource = Network | Uint8Array<ArrayBuffer> | CheckedFile | null;

/** A search that has ended: the game, with the root as its last position, and the result. */
export type Searched = { readonly game: GameRecord; readonly result: SearchResult };

/** What is worth keeping after a search. */
export interface Harvest {
  /** Records of positions (see experience/experience.ts). */
  readonly records: Int32Array;
  /** The histories; `null` if they were not requested. */
  readonly snapshot: Snapshot | null;
  /** Checksum of the network with which the thread searched. */
  readonly network: number;
}

/** Whether this source is a network in memory, not a file. */
export function isNetwork(source: NetworkSource): source is Network {
  return source !== null && "memory" in source;
}

/** A thread's network, and the location of its accumulators. */
export interface EvaluatorMemory {
  network: NetworkSource;
  /** Offset of this thread's accumulators in a shared network's memory; 0 if the network is not shared. */
  accumulators: number;
}

/** The first request to a thread: it contains the thread's memory. */
export interface StartRequest extends EvaluatorMemory {
  kind: "start";
  table: TableMemory;
  state: SharedState;
  /** The thread's number; 0 is the main thread. */
  thread: number;
  /** Correction histories that all threads share; `null` for a thread that has its own. */
  corrections: Int16Array | null;
  /** Control words of the warm-up; `CONTROL_STOP` ends it early. `null` for no warm-up. */
  warmUp: Int32Array | null;
}

/** Values for tunable parameters, keyed by their names in params.ts. */
export type Parameters = Readonly<Record<string, number>>;

/** Requests a search. Answered by `info`s, by `inspection`s if requested, and by the result. */
export interface SearchRequest {
  kind: "search";
  /** The game; its last position is the root. */
  game: GameRecord;
  /** The limits of the search, measured on the sender's clock. Only the main thread obeys them. */
  limits: SearchLimits;
  sentAt: Moment;
  search: number;
  threads: number;
  /** Number of searches since the transposition table was last empty. */
  searchesBefore: number;
  /** Values for tunable parameters; `null` except in the tunable build. */
  parameters: Parameters | null;
  /** Milliseconds between two reports (`inspection`) of the learned data; 0 for no reports. */
  inspectEveryMs: number;
  inspectDepths: boolean;
  /** The experience records around the root (see search/experience.ts); `null` if experience is not used. */
  known: Int32Array | null;
  /** The stop and ponderhit signals for a thread that shares no memory; `null` if the control words are shared. */
  signals: SearchSignals | null;
}

/** Every request. */
export type WorkerRequest =
  | StartRequest
  | SearchRequest
  // Evaluate with another network. `newGame` must follow, because the lessons are valid only for the previous network.
  | { kind: "network" } & EvaluatorMemory
  // Count the leaves of the game tree. Answered by a `perftMove` for each legal move. `CONTROL_STOP` ends the count.
  | { kind: "perft"; game: GameRecord; depth: number }
  // Report what is worth keeping after this search, with the histories if requested. Answered by a `harvest`.
  | { kind: "harvest"; searched: Searched | null; withSnapshot: boolean }
  // Use a new, empty transposition table.
  | { kind: "table"; table: TableMemory }
  // Use these tablebases; empty for none.
  | { kind: "tablebases"; tables: readonly TableFiles[] }
  // Report the network that this thread has read into shared memory. Answered by a `network`.
  | { kind: "shareNetwork" }
  // Forget the learned data and the previous game, and clear one of `tableParts` parts of the table; 0 clears none.
  | { kind: "newGame"; tableParts: number }
  // Look up the learned data about a position; answered by an `inspection`.
  | { kind: "inspect"; game: GameRecord }
  // Load these histories.
  | { kind: "recall"; snapshot: Snapshot }
  // End the thread. This is the last request.
  | { kind: "end" };

/** A message with a request. The ticket is unique among the requests to one thread, and its answers contain it. */
export type RequestMessage = { ticket: number; request: WorkerRequest };

/** Every answer, with the ticket of its request. */
export type WorkerAnswer =
  & { ticket: number }
  & (
    // A thread has received its first request and begins to warm up.
    | { kind: "starting" }
    // A search that shares no memory has begun. The message says whether signals can stop it.
    | { kind: "signals"; work: boolean }
    // A search reports a line; the line of a helper thread is its vote.
    | { kind: "info"; info: SearchInfo }
    // A sentence about a fault that the user should know about. The request continues.
    | { kind: "notice"; message: string }
    // A search has reached another root move. `depth` is the iteration's depth; `number` counts the moves from 1.
    | { kind: "rootMove"; depth: number; move: number; number: number }
    // A perft has counted the leaves after one move.
    | { kind: "perftMove"; move: number; nodes: number }
    // The learned data about a position. `depth` is the depth that has just been completed, or 0.
    | { kind: "inspection"; inspection: Inspection; depth: number }
    // What is worth keeping after a search.
    | { kind: "harvest"; harvest: Harvest }
    // The network of a thread, in shared memory, for the other threads.
    | { kind: "network"; network: Network }
    // A request is complete. If it was a search, `result` is its result.
    | { kind: "done"; result: SearchResult | null }
    // A request ended with this error. The thread is ready for the next one.
    | { kind: "failed"; message: string }
  );
