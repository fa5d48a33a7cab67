/**
 * Lines in and lines out, over pipes that split and stall.
 *
 * @module
 */

import { assertEquals, assertGreater } from "@std/assert";
import { type ByteStream, MAX_LINE_LENGTH, readLines } from "../../system/input.ts";
import { LineWriter } from "../../system/output.ts";

/** A stream that delivers the given pieces one by one. */
function streamOf(...pieces: string[]): ByteStream {
  const queue = pieces.map((piece) => new TextEncoder().encode(piece));
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

Deno.test("`readLines()` groups the lines that arrive together and joins those that do not", async () => {
  assertEquals(await groupsOf(streamOf("uci\nis", "rea", "dy\ngo\n", "stop\n")), [["uci"], ["isready", "go"], [
    "stop",
  ]]);
});

Deno.test("`readLines()` takes a last line without a line feed", async () => {
  assertEquals(await groupsOf(streamOf("uci\nquit")), [["uci"], ["quit"]]);
  assertEquals(await groupsOf(streamOf("\n")), [[""]]);
  assertEquals(await groupsOf(streamOf()), []);
});

Deno.test("`readLines()` joins a character that arrives in two pieces", async () => {
  const bytes = new TextEncoder().encode("é\n");
  const queue = [bytes.slice(0, 1), bytes.slice(1)];
  const stream: ByteStream = {
    read: (buffer) => {
      const piece = queue.shift();
      if (piece !== undefined) buffer.set(piece);
      return Promise.resolve(piece?.length ?? null);
    },
  };
  assertEquals(await groupsOf(stream), [["é"]]);
});

Deno.test("`readLines()` omits a line that is too long, in one piece or in many, and reads the others", async () => {
  const most = "x".repeat(MAX_LINE_LENGTH);
  const pieces = Array.from({ length: 40 }, () => "y".repeat(60_000));
  // The streams of these tests deliver pieces that fit into the buffer.
  const split = (text: string): string[] => text.match(/[^]{1,50000}/g) ?? [];
  const lines: string[] = [];
  let count = 0;
  const stream = streamOf("go\n", ...split(`${most}\n`), ...pieces, "z\nstop\n", ...split(`${most}z\nd`), "\nquit");
  for await (const group of readLines(stream, () => count++)) lines.push(...group);
  assertEquals(lines.map((line) => line.length < 9 ? line : line.length), ["go", MAX_LINE_LENGTH, "stop", "d", "quit"]);
  assertEquals(count, 2);
});

Deno.test("`readLines()` ends when the source fails", async () => {
  let calls = 0;
  const stream: ByteStream = {
    read: (buffer) => {
      if (calls++ > 0) return Promise.reject(new Error("Input/output error"));
      buffer.set([117, 99, 105, 10]);
      return Promise.resolve(4);
    },
  };
  assertEquals(await groupsOf(stream), [["uci"]]);
});

Deno.test("`LineWriter` completes a line that the sink takes in pieces", () => {
  let written = "";
  const sink = {
    writeSync: (bytes: Uint8Array) => {
      written += new TextDecoder().decode(bytes.subarray(0, 3));
      return Math.min(3, bytes.length);
    },
  };
  new LineWriter(sink, (error) => {
    throw error;
  }).write("bestmove e2e4");
  assertEquals(written, "bestmove e2e4\n");
});

Deno.test("`LineWriter` writes a text of megabytes as it is, its large characters included", () => {
  for (const head of ["", "x"]) {
    const text = head + "\u{1f600}é".repeat(1_000_000);
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const sink = { writeSync: (bytes: Uint8Array) => pieces.push(bytes.slice()) && bytes.length };
    new LineWriter(sink, (error) => {
      throw error;
    }).write(text);
    const written = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const piece of pieces) {
      written.set(piece, end);
      end += piece.length;
    }
    assertEquals(new TextDecoder().decode(written) === `${text}\n`, true);
    assertGreater(pieces.length, 1);
  }
});

Deno.test("`LineWriter` tries again when a sink that does not block is full", () => {
  let written = "";
  let calls = 0;
  const sink = {
    writeSync: (bytes: Uint8Array) => {
      if (calls++ % 3 !== 2) throw new Deno.errors.WouldBlock("Resource temporarily unavailable");
      written += new TextDecoder().decode(bytes.subarray(0, 5));
      return Math.min(5, bytes.length);
    },
  };
  new LineWriter(sink, (error) => {
    throw error;
  }).write("readyok");
  assertEquals(written, "readyok\n");
});

Deno.test("`LineWriter` calls its owner when the output is closed", () => {
  const errors: unknown[] = [];
  const sink = {
    writeSync: (): number => {
      throw new Deno.errors.BrokenPipe("Broken pipe");
    },
  };
  new LineWriter(sink, (error) => errors.push(error)).write("readyok");
  assertEquals(errors.map((error) => error instanceof Deno.errors.BrokenPipe), [true]);
});
