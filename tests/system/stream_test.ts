/** Reading and writing lines over pipes that split lines or stall. @module */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { type ByteStream, MAX_LINE_LENGTH, readLines } from "../../system/input.ts";
import { LineWriter } from "../../system/output.ts";

/** A stream that delivers the given pieces one by one. */
function streamOf(...pieces: (string | Uint8Array)[]): ByteStream {
  const queue = pieces.map((piece) => typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
  return {
    read: (buffer) => {
      const piece = queue.shift();
      if (piece === undefined) return Promise.resolve(null);
      buffer.set(piece);
      return Promise.resolve(piece.length);
    },
  };
}

async function groupsOf(stream: ByteStream): Promise<string[][]> {
  const groups: string[][] = [];
  for await (const lines of readLines(stream)) groups.push(lines);
  return groups;
}

Deno.test("`readLines()` groups the lines that arrive together, joins lines that arrive in parts, and accepts a last line without a line break", async () => {
  const cases: [pieces: string[], groups: string[][]][] = [
    [["uci\nis", "rea", "dy\ngo\n", "stop\n"], [["uci"], ["isready", "go"], ["stop"]]],
    [["uci\nquit"], [["uci"], ["quit"]]],
    [["\n"], [[""]]],
    [[], []],
  ];
  for (const [pieces, groups] of cases) assertEquals(await groupsOf(streamOf(...pieces)), groups);
  const [head, ...rest] = new TextEncoder().encode("é\n");
  assertEquals(await groupsOf(streamOf(Uint8Array.of(head), Uint8Array.from(rest))), [["é"]]);
});

Deno.test("`readLines()` skips a line that is too long, in one piece or in many, and reads the others", async () => {
  const most = "x".repeat(MAX_LINE_LENGTH);
  const pieces = Array.from({ length: 40 }, () => "y".repeat(60_000));
  // The streams in these tests deliver pieces that fit into the buffer.
  const split = (text: string): string[] => text.match(/[^]{1,50000}/g) ?? [];
  const lines: string[] = [];
  let count = 0;
  const stream = streamOf("go\n", ...split(`${most}\n`), ...pieces, "z\nstop\n", ...split(`${most}z\nd`), "\nquit");
  for await (const group of readLines(stream, () => count++)) lines.push(...group);
  assertEquals(lines.map((line) => line.length < 9 ? line : line.length), ["go", MAX_LINE_LENGTH, "stop", "d", "quit"]);
  assertEquals(count, 2);
});

Deno.test("`readLines()` ends when the source fails", async () => {
  const { read } = streamOf("uci\n");
  const failing = async (buffer: Uint8Array) => {
    const count = await read(buffer);
    if (count === null) throw new Error("Input/output error");
    return count;
  };
  assertEquals(await groupsOf({ read: failing }), [["uci"]]);
});

/** Writes text to a sink that accepts this many bytes at a time. Returns the written bytes and the number of calls. */
function written(text: string, most: number, isBlocked: (call: number) => boolean = () => false): [string, number] {
  const decoder = new TextDecoder();
  let [output, calls] = ["", 0];
  const sink = {
    writeSync: (bytes: Uint8Array) => {
      if (isBlocked(calls++)) throw new Deno.errors.WouldBlock("Resource temporarily unavailable");
      output += decoder.decode(bytes.subarray(0, most), { stream: true });
      return Math.min(most, bytes.length);
    },
  };
  new LineWriter(sink, (error) => {
    throw error;
  }).write(text);
  return [output, calls];
}

Deno.test("`LineWriter` completes a line that the sink accepts in pieces, and tries again when the sink is full", () => {
  assertEquals(written("bestmove e2e4", 3), ["bestmove e2e4\n", 5]);
  assertEquals(written("readyok", 5, (call) => call % 3 !== 2), ["readyok\n", 6]);
});

Deno.test("`LineWriter` writes megabytes of text unchanged, including characters of several bytes", () => {
  for (const head of ["", "x"]) {
    const text = head + "\u{1f600}é".repeat(700_000);
    const [output, calls] = written(text, Infinity);
    assert(output === `${text}\n`);
    assertGreater(calls, 1);
  }
});

Deno.test("`LineWriter` reports an error to its callback when the output is closed", () => {
  const errors: unknown[] = [];
  const writeSync = (): number => {
    throw new Deno.errors.BrokenPipe("Broken pipe");
  };
  new LineWriter({ writeSync }, (error) => errors.push(error)).write("readyok");
  assertEquals(errors.map((error) => error instanceof Deno.errors.BrokenPipe), [true]);
});
