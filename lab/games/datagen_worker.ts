/**
 * A thread of `deno task datagen`: plays game after game until it is stopped or the tickets are used up.
 *
 * It does not return to its event loop before that, so it reads from shared memory when it must stop. A ticket is the
 * permission to start a game; all threads take theirs from one counter.
 *
 * @module
 */

import { CONTROL_STOP, CONTROL_WORDS } from "../../search/thread_slot.ts";
import { Random } from "../../core/random.ts";
import { SelfPlay, type SelfPlayOptions } from "./self_play.ts";

/** Word of the shared control array, after those of the search: games that may still be started. */
export const CONTROL_TICKETS: number = CONTROL_WORDS;
/** Number of 32-bit words in the shared control array. */
export const DATAGEN_WORDS: number = CONTROL_WORDS + 1;

/** What a thread is to do. */
export interface DatagenRequest extends SelfPlayOptions {
  /** Shared control words, `DATAGEN_WORDS` of them. */
  readonly control: Int32Array;
  /** Seed of all games. */
  readonly seed: bigint;
  /** Number of the thread. */
  readonly thread: number;
  /** Index of its first game. */
  readonly first: number;
}

/** What a thread reports: it has started, it has played a game (in viriformat), it has ended. */
export type DatagenAnswer =
  | { readonly kind: "started" }
  | { readonly kind: "game"; readonly game: Uint8Array<ArrayBuffer> }
  | { readonly kind: "done" };

/** The thread's end of the message channel: the global scope of a worker has this shape. */
export interface DatagenPort {
  /** Sends an answer. */
  postMessage(answer: DatagenAnswer): void;
  /** Listens for the request. */
  addEventListener(type: "message", listener: (event: MessageEvent<DatagenRequest>) => void): void;
}

/** Serves the one request that arrives at `port`. */
export function serveDatagen(port: DatagenPort): void {
  port.addEventListener("message", ({ data }) => {
    // Sent before anything is compiled: V8 throws optimized code away with the first message of a thread.
    port.postMessage({ kind: "started" });
    playGames(data, (game) => port.postMessage({ kind: "game", game }));
    port.postMessage({ kind: "done" });
  });
}

/**
 * Plays games while there are tickets, until `CONTROL_STOP` is set.
 *
 * @param request What to play. Game number n depends on seed, thread and n alone.
 * @param onGame Called with each game in viriformat.
 */
function playGames(request: DatagenRequest, onGame: (game: Uint8Array<ArrayBuffer>) => void): void {
  const { control, seed, thread, first } = request;
  const player = new SelfPlay(request, control);
  for (let index = first; Atomics.load(control, CONTROL_STOP) === 0; index++) {
    if (Atomics.sub(control, CONTROL_TICKETS, 1) <= 0) return;
    const game = player.play(new Random(seed, thread, index));
    if (game !== null) onGame(game);
  }
}
