import { assertEquals } from "@std/assert";
import { Random } from "../../core/random.ts";
import { LineQueue } from "../../uci/line_queue.ts";

Deno.test("a queue returns lines in order, even if adding and taking alternate", () => {
  const random = new Random(7n);
  const queue = new LineQueue();
  const expected: string[] = [];
  let count = 0;
  for (const adds of [5, 3000, 2, 9000, 0]) {
    for (let i = 0; i < adds; i++) {
      const line = `line ${count++}`;
      queue.push(line);
      expected.push(line);
      if (random.below(4) === 0) assertEquals(queue.shift(), expected.shift());
      assertEquals(queue.head, expected[0]);
    }
    // Takes half of the lines, and after the last group all of them.
    const left = adds === 0 ? 0 : expected.length >> 1;
    while (expected.length > left) {
      assertEquals(queue.shift(), expected.shift());
      assertEquals(queue.head, expected[0]);
    }
  }
  assertEquals([queue.shift(), queue.head], [undefined, undefined]);
});

Deno.test("a queue of lines is full when it reaches its limit, and even an empty line takes up room", () => {
  const queue = new LineQueue(1000);
  queue.push("x".repeat(900));
  assertEquals(queue.isFull, false);
  queue.push("");
  assertEquals(queue.isFull, true);
  queue.shift();
  assertEquals(queue.isFull, false);
  for (let i = 0; i < 14; i++) queue.push("");
  assertEquals(queue.isFull, false);
  queue.push("");
  assertEquals(queue.isFull, true);
});

Deno.test("a line queue's `room()` settles immediately, or for all callers once enough lines were taken", async () => {
  const queue = new LineQueue(200);
  await queue.room();
  for (const line of ["a", "b", "c", "d"]) queue.push(line);
  const settled: number[] = [];
  const waits = [1, 2].map((n) => queue.room().then(() => settled.push(n)));
  queue.shift();
  await Promise.resolve();
  assertEquals(settled, []);
  queue.shift();
  await Promise.all(waits);
  assertEquals(settled.sort(), [1, 2]);
});

Deno.test("a line queue's `room()` continues to wait if the queue is full again before its turn", async () => {
  const queue = new LineQueue(100);
  queue.push("x".repeat(100));
  let isSettled = false;
  const wait = queue.room().then(() => isSettled = true);
  await Promise.resolve();
  queue.shift();
  queue.push("y".repeat(100));
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(isSettled, false);
  queue.shift();
  await wait;
});

Deno.test("a queue of lines knows whether a line is still waiting", () => {
  const queue = new LineQueue();
  assertEquals([queue.end, queue.has(0), queue.has(-1)], [0, false, false]);
  for (let i = 0; i < 3000; i++) {
    queue.push(`${i}`);
    assertEquals([queue.has(queue.end - 1), queue.has(queue.end)], [true, false]);
    if (i % 3 > 0) queue.shift();
  }
  // 2000 lines were taken.
  assertEquals([queue.has(1999), queue.has(2000), queue.has(2999)], [false, true, true]);
});
