import { assert, assertEquals } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import { Search } from "../../search/search.ts";
import { CONTROL_PONDER, CONTROL_RUNNING, createControl, createSharedState } from "../../search/thread_slot.ts";
import { MAX_THREADS, ThreadSlot } from "../../search/thread_slot.ts";
import { TranspositionTable } from "../../search/transposition.ts";
import { EVALUATOR } from "./evaluators.ts";
import { run } from "./fixtures.ts";

/** The slots of threads that take part in search number 5. */
function takeSeats(count = 3): { slots: ThreadSlot[]; control: Int32Array } {
  const memory = createSharedState();
  Atomics.store(memory.control, CONTROL_RUNNING, 5);
  const slots = Array.from({ length: count }, (_, index) => new ThreadSlot(memory, index));
  for (const slot of slots) slot.join(5, count);
  return { slots, control: memory.control };
}

Deno.test("the total of nodes is the sum of the other threads' published nodes and the given number for the thread itself", () => {
  const { slots } = takeSeats();
  assertEquals(slots[0].totalNodes(7), 7);
  slots[1].publish(100, 0);
  slots[2].publish(2 ** 40, 0);
  assertEquals(slots[0].totalNodes(7), 107 + 2 ** 40);
  assertEquals(slots[1].totalNodes(130), 130 + 2 ** 40);
});

Deno.test("each of `MAX_THREADS` threads has a place of its own", () => {
  const { slots } = takeSeats(MAX_THREADS);
  slots.forEach((slot, index) => slot.publish(index, 1));
  assertEquals(slots[0].totalNodes(0), MAX_THREADS * (MAX_THREADS - 1) / 2);
  assertEquals(slots[0].totalTablebaseHits(1), MAX_THREADS);
});

Deno.test("the nodes of a thread that is still in an earlier search do not count", () => {
  const { slots } = takeSeats();
  slots[1].publish(100, 0);
  slots[2].publish(1000, 0);
  slots[0].join(6, 3);
  assertEquals(slots[0].totalNodes(1), 1);
  slots[1].publish(101, 0);
  assertEquals(slots[0].totalNodes(1), 1);
  slots[1].join(6, 3);
  assertEquals(slots[0].totalNodes(1), 1);
  slots[1].publish(10, 0);
  assertEquals(slots[0].totalNodes(1), 11);
  // Nodes of a thread that does not take part do not count either.
  slots[0].join(6, 1);
  assertEquals(slots[0].totalNodes(1), 1);
});

Deno.test("positions found in the endgame tables are added up like nodes, and reported", () => {
  const { slots, control } = takeSeats();
  slots[1].publish(100, 20);
  slots[2].publish(1000, 300);
  assertEquals(slots[0].totalTablebaseHits(4), 324);
  assertEquals(slots[0].totalNodes(4), 1104);
  const search = new Search(new TranspositionTable(TranspositionTable.allocate(1)), control, EVALUATOR, slots[0]);
  const { infos } = run(search, parseFen(START_FEN), { depth: 1 });
  assertEquals(infos.map(({ tbhits, nodes }) => [tbhits, nodes]), [[320, search.clock.nodes + 1100]]);
  slots[1].join(6, 3);
  assertEquals(slots[0].totalTablebaseHits(4), 304);
});

Deno.test("the main thread ends a search for all threads, but a helper does not; a thread that has not joined the running search sees its search as over", () => {
  const { slots, control } = takeSeats();
  slots[1].finish();
  assert(slots.every((slot) => !slot.isOver()));
  slots[0].finish();
  assert(slots.every((slot) => slot.isOver()));
  assertEquals(control[CONTROL_RUNNING], 0);
  assert(control.buffer instanceof SharedArrayBuffer);
  Atomics.store(control, CONTROL_RUNNING, 6);
  assert(slots[1].isOver());
  slots[1].join(6, 3);
  assert(!slots[1].isOver());
  // A late main thread does not end the next search.
  slots[0].finish();
  assert(!slots[1].isOver());
});

Deno.test("threads see that their search is over if no search runs, and that it is replaced if a search with another number runs", () => {
  const { slots, control } = takeSeats();
  const states = () => slots.map((slot) => [slot.isOver(), slot.isReplaced()]);
  assertEquals(states(), slots.map(() => [false, false]));
  control[CONTROL_RUNNING] = 0;
  assertEquals(states(), slots.map(() => [true, false]));
  control[CONTROL_RUNNING] = 6;
  assertEquals(states(), slots.map(() => [true, true]));
});

Deno.test("a thread without shared control words marks the running search itself", () => {
  const memory = createSharedState(createControl(false), 1);
  const slot = new ThreadSlot(memory, 0);
  for (const search of [7, 8]) {
    slot.join(search, 1);
    assertEquals([slot.isOver(), memory.control[CONTROL_RUNNING]], [false, search]);
    slot.finish();
  }
});

Deno.test("a search of the main thread ends if it was already answered, and does not wait for the ponderhit of another search", () => {
  const { slots, control } = takeSeats(1);
  const search = new Search(new TranspositionTable(TranspositionTable.allocate(1)), control, EVALUATOR, slots[0]);
  const isOver: boolean[] = [];
  search.root.onDepth = (depth) => {
    if (depth < 3) return;
    // Another search begins and ponders.
    control[CONTROL_RUNNING] = 6;
    control[CONTROL_PONDER] = 1;
    isOver.push(slots[0].isOver());
  };
  const { depth } = run(search, parseFen(START_FEN), { depth: 30, hardMs: 60_000 });
  assertEquals([isOver, depth], [[true], 3]);
});
