/**
 * What the threads say to each other: requests of the UCI thread, answers of a search thread.
 *
 * A search thread works its requests off one after the other, in the order they were sent, and ends each with exactly
 * one `done` or `failed` that carries the request's ticket; all other answers, with the same ticket, come before. Two
 * things must not wait in that order, stopping and ponderhit, and go through the shared control words of limits.ts.
 *
 * Everything here is plain data or shared memory, so that it can be cloned between threads.
 *
 * @module
 */

import type { GameRecord } from "../../core/game_record.ts";
import type { Network } from "../../nnue/network.ts";
import type { SearchInfo, SearchResult } from "../info.ts";
import type { Inspection } from "../inspect.ts";
import type { SearchLimits } from "../limits.ts";
import type { SharedState } from "../thread_slot.ts";
import type { TableFiles } from "../../tablebase/catalog.ts";

/** First request to a thread: what it shares with the others. */
export interface StartRequest {
  /** Discriminates the union. */
  kind: "start";
  /** Memory of the transposition table, from `TranspositionTable.allocate`. */
  table: SharedArrayBuffer;
  /** Control words and counters that the threads share. */
  team: SharedState;
  /** Number of this thread, from 0; 0 is the main thread. */
  thread: number;
  /** The evaluation network; its memory is shared. */
  network: Network;
  /** Where in that memory this thread's accumulators lie, see areas.ts. */
  area: number;
  /** Control words of the warm-up: `CONTROL_STOP` ends it early. `null` for no warm-up. */
  warmUp: Int32Array | null;
}

/** Use another transposition table from now on. */
export interface TableRequest {
  /** Discriminates the union. */
  kind: "table";
  /** Memory of the new table, from `TranspositionTable.allocate`. */
  table: SharedArrayBuffer;
}

/** Use these endgame tables from now on. */
export interface TablebasesRequest {
  /** Discriminates the union. */
  kind: "tablebases";
  /** The tables; empty for none. */
  tables: readonly TableFiles[];
}

/** Evaluate with another network from now on. Follow it by `newGame`: what was learned comes from the one before. */
export interface NetworkRequest {
  /** Discriminates the union. */
  kind: "network";
  /** The network; its memory is shared. */
  network: Network;
  /** Where in that memory this thread's accumulators lie, see areas.ts. */
  area: number;
}

/** Forget what was learned. */
export interface NewGameRequest {
  /** Discriminates the union. */
  kind: "newGame";
  /** In how many parts the shared table is cleared, one by each thread; 0 if it is clear. */
  tableParts: number;
}

/** Values of numbers of the search, by their names in params.ts. */
export type Parameters = Readonly<Record<string, number>>;

/** Search; answered by `info`s and the result. */
export interface SearchRequest {
  /** Discriminates the union. */
  kind: "search";
  /** Where to search. */
  game: GameRecord;
  /** What bounds the search. Only the main thread keeps to it. */
  limits: SearchLimits;
  /** Number of this search, see team.ts. */
  search: number;
  /** Threads that take part. */
  threads: number;
  /** Searches since the transposition table was last empty. */
  searchesBefore: number;
  /** Values for numbers of params.ts, by name; `null` unless the build is a tunable one. */
  parameters: Parameters | null;
}

/**
 * Count the leaves of the game tree, in a `perftMove` for each legal move; `CONTROL_STOP` ends it early.
 */
export interface PerftRequest {
  /** Discriminates the union. */
  kind: "perft";
  /** Where to count. */
  game: GameRecord;
  /** Depth in plies, at least 1. */
  depth: number;
}

/** End the thread: the last request. */
export interface EndRequest {
  /** Discriminates the union. */
  kind: "end";
}

/** Tell what was learned about a position; answered by an `inspection`. */
export interface InspectRequest {
  /** Discriminates the union. */
  kind: "inspect";
  /** The position, with the moves before it. */
  game: GameRecord;
}

/** Everything that the UCI thread asks of a search thread. */
export type WorkerRequest =
  | StartRequest
  | TableRequest
  | TablebasesRequest
  | NetworkRequest
  | NewGameRequest
  | SearchRequest
  | PerftRequest
  | InspectRequest
  | EndRequest;

/** A request on its way, with the number that its answers carry. */
export interface RequestMessage {
  /** Unique among the requests to one thread. */
  ticket: number;
  /** What to do. */
  request: WorkerRequest;
}

/** A thread has received its first request and begins to warm up. */
export interface StartingAnswer {
  /** Discriminates the union. */
  kind: "starting";
  /** Ticket of the request. */
  ticket: number;
}

/** A search reports a line; the line of a helper thread is its vote. */
export interface InfoAnswer {
  /** Discriminates the union. */
  kind: "info";
  /** Ticket of the request. */
  ticket: number;
  /** The line. */
  info: SearchInfo;
}

/** Something is wrong that the user should know, though the request goes on. */
export interface NoticeAnswer {
  /** Discriminates the union. */
  kind: "notice";
  /** Ticket of the request. */
  ticket: number;
  /** What it is, in a sentence. */
  message: string;
}

/** A search has come to another move of the root. */
export interface RootMoveAnswer {
  /** Discriminates the union. */
  kind: "rootMove";
  /** Ticket of the request. */
  ticket: number;
  /** Depth of the iteration. */
  depth: number;
  /** The move, encoded. */
  move: number;
  /** Its number, from 1. */
  number: number;
}

/** A perft has counted the tree behind one move. */
export interface PerftMoveAnswer {
  /** Discriminates the union. */
  kind: "perftMove";
  /** Ticket of the request. */
  ticket: number;
  /** The move, encoded. */
  move: number;
  /** Leaves behind it. */
  nodes: number;
}

/** What the tables hold for the position that was asked about. */
export interface InspectionAnswer {
  /** Discriminates the union. */
  kind: "inspection";
  /** Ticket of the request. */
  ticket: number;
  /** What was learned. */
  inspection: Inspection;
}

/** A request is complete. */
export interface DoneAnswer {
  /** Discriminates the union. */
  kind: "done";
  /** Ticket of the request. */
  ticket: number;
  /** How the search ended; `null` for other requests. */
  result: SearchResult | null;
}

/** A request ended with an error. The thread lives on. */
export interface FailedAnswer {
  /** Discriminates the union. */
  kind: "failed";
  /** Ticket of the request. */
  ticket: number;
  /** What went wrong. */
  message: string;
}

/** Everything that a search thread answers. */
export type WorkerAnswer =
  | StartingAnswer
  | InfoAnswer
  | NoticeAnswer
  | RootMoveAnswer
  | PerftMoveAnswer
  | InspectionAnswer
  | DoneAnswer
  | FailedAnswer;
