import { assert, assertEquals } from "@std/assert";
import { parseFen, START_FEN } from "../../core/fen.ts";
import type { SearchInfo } from "../../search/info.ts";
import { unlimited } from "../../search/limits.ts";
import { Search } from "../../search/search.ts";
import { CONTROL_RUNNING, createSharedState, ThreadSlot } from "../../search/thread_slot.ts";
import { TranspositionTable } from "../../search/transposition.ts";
import { runSearch } from "../../search/run.ts";
import { EVALUATOR } from "./evaluators.ts";

/** Three threads in search number 5. */
function threeSeats(): { seats: ThreadSlot[]; control: Int32Array } {
  const memory = createSharedState();
  Atomics.store(memory.control, CONTROL_RUNNING, 5);
  const seats = [0, 1, 2].map((index) => new ThreadSlot(memory, index));
  for (const seat of seats) seat.join(5, 3);
  return { seats, control: memory.control };
}

Deno.test("the total of nodes is that of all threads, the own ones as exact as they are given", () => {
  const { seats } = threeSeats();
  assertEquals(seats[0].totalNodes(7), 7);
  seats[1].publish(100, 0);
  seats[2].publish(2 ** 40, 0);
  assertEquals(seats[0].totalNodes(7), 107 + 2 ** 40);
  assertEquals(seats[1].totalNodes(130), 130 + 2 ** 40);
});

Deno.test("nodes of a thread that is still in an earlier search do not count", () => {
  const { seats } = threeSeats();
  seats[1].publish(100, 0);
  seats[2].publish(1000, 0);
  seats[0].join(6, 3);
  assertEquals(seats[0].totalNodes(1), 1);
  seats[1].publish(101, 0);
  assertEquals(seats[0].totalNodes(1), 1);
  seats[1].join(6, 3);
  assertEquals(seats[0].totalNodes(1), 1);
  seats[1].publish(10, 0);
  assertEquals(seats[0].totalNodes(1), 11);
});

Deno.test("nodes of threads that do not take part do not count", () => {
  const { seats } = threeSeats();
  seats[2].publish(1000, 0);
  seats[0].join(5, 2);
  assertEquals(seats[0].totalNodes(1), 1);
});

Deno.test("positions found in the endgame tables are added up as nodes are, and told", () => {
  const { seats, control } = threeSeats();
  seats[1].publish(100, 20);
  seats[2].publish(1000, 300);
  assertEquals(seats[0].totalTablebaseHits(4), 324);
  assertEquals(seats[0].totalNodes(4), 1104);
  const search = new Search(new TranspositionTable(TranspositionTable.allocate(1)), control, EVALUATOR, seats[0]);
  const lines: SearchInfo[] = [];
  runSearch(search, parseFen(START_FEN), { ...unlimited(), depth: 1 }, (info) => lines.push(info));
  assertEquals(lines.map(({ tbhits, nodes }) => [tbhits, nodes]), [[320, search.nodes + 1100]]);
  seats[1].join(6, 3);
  assertEquals(seats[0].totalTablebaseHits(4), 304);
});

Deno.test("the main thread ends a search for all, a helper does not", () => {
  const { seats } = threeSeats();
  seats[1].finish();
  assert(seats.every((seat) => !seat.isOver()));
  seats[0].finish();
  assert(seats.every((seat) => seat.isOver()));
});

Deno.test("a search is over for who has not joined the one that runs now", () => {
  const { seats, control } = threeSeats();
  Atomics.store(control, CONTROL_RUNNING, 6);
  assert(seats[1].isOver());
  seats[1].join(6, 3);
  assert(!seats[1].isOver());
  // A main thread that is late does not end the next search.
  seats[0].finish();
  assert(!seats[1].isOver());
});
