/** The core: its order of work, what a search receives and leaves, and changes that happen completely or not at all. */

import { assertEquals, assertRejects } from "@std/assert";
import { Core } from "../../engine/core.ts";
import { Engine } from "../../engine/engine.ts";
import { EngineError } from "../../engine/errors.ts";
import { Learner } from "../../engine/learner.ts";
import type { LearningStore } from "../../engine/learning_store.ts";
import { readPosition } from "../../engine/position_input.ts";
import type { SearchOrder } from "../../engine/search_order.ts";
import type { SearchTask } from "../../engine/search_task.ts";
import { Settings } from "../../engine/settings.ts";
import { readRecord } from "../../experience/experience.ts";
import { concatenated } from "../../experience/journal.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { networkChecksum } from "../../nnue/network.ts";
import type { RequestMessage, WorkerAnswer } from "../../search/threads/messages.ts";
import { parseGo, tokenize } from "../../uci/parse.ts";
import { Session } from "../../uci/session.ts";
import { startEngineWorker } from "../engine_bundle.ts";
import { decodeLearned } from "../experience/journals.ts";
import { randomNetwork } from "../nnue/random_network.ts";
import { startSameThread } from "../shell/same_thread.ts";
import { wait } from "./shared_engine.ts";

const FEN = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
const OTHER_FEN = "4k3/3p4/8/8/8/8/3P4/4K3 w - - 0 1";
const CLOCK = { wtime: 1_000_000, btime: 1_000_000 };
const NOTHING = new Uint8Array(0);
const OTHER_NETWORK = randomNetwork();

/** A search thread that records its requests, and returns harvests only when the test allows it. */
class WatchedThread {
  /** The requests that it received, and the test's notes. */
  readonly log: string[] = [];
  /** For each search, how many words its known results have, or `null`. */
  readonly known: (number | null)[] = [];
  private held: (() => void)[] | null = null;

  readonly start = (): Worker => {
    const worker = startSameThread();
    const tickets = new Set<number>();
    return {
      postMessage: (message: RequestMessage) => {
        const { ticket, request } = message;
        this.log.push(request.kind);
        if (request.kind === "search") this.known.push(request.known?.length ?? null);
        if (request.kind === "harvest") tickets.add(ticket);
        worker.postMessage(message);
      },
      addEventListener: (type: string, listener: (event: MessageEvent<WorkerAnswer>) => void) => {
        worker.addEventListener(
          type,
          ((event: MessageEvent<WorkerAnswer>) => {
            if (this.held !== null && tickets.has(event.data.ticket)) this.held.push(() => listener(event));
            else listener(event);
          }) as EventListener,
        );
      },
      terminate: () => worker.terminate(),
    } as unknown as Worker;
  };

  /** Holds harvests back from now on. */
  hold(): void {
    this.held = [];
  }

  /** Releases the harvests that were held back. */
  release(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const deliver of held) deliver();
  }

  /** The entries of the log since the last call. */
  take(): string[] {
    return this.log.splice(0);
  }
}

class MemoryStore implements LearningStore {
  bytes: Uint8Array = NOTHING;
  /** Whether the store never answers. */
  isStuck = false;
  appends = 0;
  onAppend: () => void = () => {};

  read(): Promise<Uint8Array> {
    return this.isStuck ? new Promise(() => {}) : Promise.resolve(this.bytes);
  }

  append(blocks: Uint8Array, head: Uint8Array): Promise<Uint8Array> {
    if (this.isStuck) return new Promise(() => {});
    this.bytes = concatenated([this.bytes.length === 0 ? head : this.bytes, blocks]);
    this.appends++;
    this.onAppend();
    return Promise.resolve(NOTHING);
  }
}

/** Runs `body` with an engine that learns into a store, whose thread without shared memory reports on request. */
async function withCore(
  body: (core: Core, thread: WatchedThread, store: MemoryStore) => Promise<void>,
  sharesMemory = true,
): Promise<void> {
  const [thread, store] = [new WatchedThread(), new MemoryStore()];
  const settings = { ...new Settings(), hashMegabytes: 1, network: embeddedNetwork() };
  const core = new Core({ settings, startWorker: thread.start, warmUp: false, sharesMemory });
  try {
    await core.useLearner(new Learner(core, store));
    await core.learner?.opened;
    thread.take();
    await body(core, thread, store);
  } finally {
    core.close();
  }
}

/** Searches, and records the answer. */
function search(core: Core, thread: WatchedThread, order: Partial<SearchOrder> = {}, fen: string = FEN): SearchTask {
  const game = readPosition(fen, false);
  const asked = { game, settings: { ...core.settings }, clock: {}, depth: 8, searchMoves: [], ...order };
  return core.search(asked, { onLine: () => {}, onEnd: () => thread.log.push("answer") });
}

Deno.test("a search answers before the engine learns from it, and the next search on a clock does not wait for learning or a disk", () =>
  withCore(async (core, thread, store) => {
    store.isStuck = true;
    thread.hold();
    for (let i = 0; i < 3; i++) {
      const { known } = thread;
      await search(core, thread, { clock: CLOCK }).finished;
      assertEquals([thread.take(), known.length], [["search", "answer", "harvest"], i + 1]);
    }
  }, false));

Deno.test("searches that follow each other are written together, within a second of the first, or when the engine is closed", () =>
  withCore(async (core, thread, store) => {
    const own = networkChecksum(embeddedNetwork());
    const { setTimeout } = globalThis;
    // The timers for writing, which fire only when the test calls them.
    const due: (() => void)[] = [];
    const isSoon = (ms?: number): boolean => ms !== undefined && ms >= 50 && ms <= 1000;
    globalThis.setTimeout = ((run: () => void, ms?: number) =>
      isSoon(ms) ? due.push(run) : setTimeout(run, ms)) as typeof setTimeout;
    try {
      const written = new Promise<void>((resolve) => store.onAppend = resolve);
      for (const fen of [FEN, OTHER_FEN]) await search(core, thread, { clock: CLOCK }, fen).finished;
      await core.settled();
      assertEquals([due.length, store.appends], [1, 0]);
      due[0]();
      await written;
      assertEquals([store.appends, await knownIn(store.bytes, own)], [1, [true, true]]);
      store.bytes = NOTHING;
      await search(core, thread, { clock: CLOCK }).finished;
      await core.settled();
      const rest = new Promise<void>((resolve) => store.onAppend = resolve);
      core.close();
      await rest;
    } finally {
      globalThis.setTimeout = setTimeout;
    }
    assertEquals([store.appends, await knownIn(store.bytes, own)], [2, [true, false]]);
  }));

Deno.test("with shared memory, a search on a clock does not wait for known results, and learning from it disturbs no thread", () =>
  withCore(async (core, thread) => {
    for (const depth of [7, 8]) {
      await search(core, thread, { clock: CLOCK, depth }).finished;
      assertEquals([thread.take(), thread.known.splice(0)], [["search", "answer"], [null]]);
      const learned = core.learner?.learning.of(readPosition(FEN, false).position);
      assertEquals(learned?.depth, depth < 8 ? undefined : depth);
    }
  }));

/** Calls that would change data from which the engine still has to learn, each with the first request it sends. */
const WAITING: readonly [name: string, change: (core: Core) => Promise<unknown>, first: string][] = [
  ["a new game", (core) => core.newGame(), "newGame"],
  ["another network", (core) => core.configure({ network: OTHER_NETWORK }), "network"],
  ["another size of the table", (core) => core.configure({ hashMegabytes: 2 }), "table"],
  ["other tablebases", (core) => core.configure({ tables: [] }), "tablebases"],
  ["a look at what was learned", (core) => core.inspect(readPosition(FEN, false).record), "inspect"],
];

for (const [name, change, first] of WAITING) {
  Deno.test(`${name} waits until the engine has learned from the previous search`, () =>
    withCore(async (core, thread) => {
      thread.hold();
      await search(core, thread, { clock: CLOCK }).finished;
      const changed = change(core);
      await wait(20);
      assertEquals(thread.take(), ["search", "answer", "harvest"]);
      thread.release();
      await changed;
      assertEquals(thread.take()[0], first);
    }, false));
}

Deno.test("closing the engine waits until everything is learned and written, and leaves a file of two networks intact", () =>
  withCore(async (core, thread, store) => {
    await search(core, thread, { clock: CLOCK }).finished;
    await core.configure({ network: OTHER_NETWORK });
    await search(core, thread, { clock: CLOCK }, OTHER_FEN).finished;
    await core.finish();
    assertEquals(await knownIn(store.bytes, networkChecksum(embeddedNetwork())), [true, false]);
    assertEquals(await knownIn(store.bytes, networkChecksum(OTHER_NETWORK)), [false, true]);
  }));

/** Whether a file has this network's results for each of the two positions. */
async function knownIn(file: Uint8Array, network: number): Promise<boolean[]> {
  const { experience } = await decodeLearned(file, network);
  return [FEN, OTHER_FEN].map((fen) => {
    const { keyLo, keyHi } = readPosition(fen, false).position;
    return experience.find(keyLo, keyHi) >= 0;
  });
}

/** The same requests for the protocol and for the library. The engine does not learn from a search of only some moves. */
const REQUESTS: readonly [go: string, options: Record<string, unknown>][] = [
  ["depth 8", { depth: 8 }],
  ["depth 8 searchmoves e2e3", { depth: 8, searchMoves: ["e2e3"] }],
];

Deno.test("the library and the protocol give a search the same known results, and learn from the same searches", async () => {
  const results: (string | number)[][] = [];
  const { keyLo, keyHi } = readPosition(FEN, false).position;
  for (const frontEnd of ["library", "protocol"]) {
    const thread = new WatchedThread();
    const searched: (string | number)[] = [];
    const note = async (file: Uint8Array): Promise<void> => {
      const known = thread.known.splice(0).map((words) => words === null ? "unknown" : words > 0 ? "known" : "empty");
      const { experience } = await decodeLearned(file, networkChecksum(embeddedNetwork()));
      searched.push(...known, readRecord(experience.records, experience.find(keyLo, keyHi)).visits);
    };
    if (frontEnd === "library") {
      using engine = await Engine.start({ startWorker: thread.start, hash: 1, learned: NOTHING });
      for (const [, options] of [REQUESTS[0], ...REQUESTS]) {
        await engine.analyse(FEN, options).result;
        await note(await engine.saveLearned());
      }
      await engine.play(FEN, { depth: 8, level: 3 }).result;
      await note(await engine.saveLearned());
    } else {
      const session = new Session({ startWorker: thread.start, warmUp: false, write: () => {} });
      await session.setOption("name Learning value learn");
      const save = (): Promise<Uint8Array> => session.core.learner?.learning.save() ?? Promise.resolve(NOTHING);
      session.setPosition(tokenize(`fen ${FEN}`));
      for (const [go] of [REQUESTS[0], ...REQUESTS]) {
        await session.go(parseGo(tokenize(go)));
        await session.idle();
        await note(await save());
      }
      await session.setOption("name Skill Level value 3");
      await session.go(parseGo(tokenize("depth 8")));
      await session.idle();
      await note(await save());
      await session.close();
    }
    results.push(searched);
  }
  assertEquals(results[0], ["empty", 1, "known", 2, "known", 2, "unknown", 2]);
  assertEquals(results[1], results[0]);
});

Deno.test("the library changes all given options, or none", async () => {
  let started = 0;
  const startWorker = (): Worker => {
    if (++started > 2) throw new Error("No more");
    return startEngineWorker();
  };
  await using engine = await Engine.start({ startWorker, hash: 2 });
  const network = new Uint8Array(100);
  const refused: Parameters<typeof engine.setOptions>[0][] = [
    { threads: 2, hash: 4, network },
    { hash: 4, threads: 8 },
    { level: 3, tablebases: "/nowhere/at/all" },
    { hash: 4, learned: NOTHING },
  ];
  for (const options of refused) {
    await assertRejects(() => engine.setOptions(options), EngineError, "These options cannot be applied");
    assertEquals([engine.threads, engine.hash], [1, 2], JSON.stringify(options));
  }
  assertEquals((await engine.analyse("startpos", { depth: 3 }).result).depth, 3);
  await Promise.all([engine.setOptions({ hash: 4 }), engine.setOptions({ hash: 2 }), engine.setOptions({ hash: 3 })]);
  await Promise.all([engine.setOptions({ hash: 2 }), engine.setOptions({ hash: 3 })]);
  assertEquals(engine.hash, 3, "one change after the other");
});

Deno.test("settings that need no thread change immediately, even during a search", () =>
  withCore(async (core, thread) => {
    const running = search(core, thread, { infinite: true });
    const changes: Partial<Settings> = { multiPv: 3, elo: 1000 };
    await core.configure(changes);
    assertEquals([core.disturbs(changes), core.settings.multiPv, core.settings.elo], [false, 3, 1000]);
    running.stop();
    await running.finished;
  }));
