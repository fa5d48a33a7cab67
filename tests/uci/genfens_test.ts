/**
 * The `genfens` command.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { parseFen } from "../../core/fen.ts";
import { judgeLimits } from "../../uci/random_openings.ts";
import { parseGenfens } from "../../uci/genfens.ts";
import { createSearch, legalMoves, run } from "../search/fixtures.ts";
import { projectPath } from "../../tools/paths.ts";

const ROOT = projectPath();
const PREFIX = "info string genfens ";

/** Runs the engine with commands as arguments, and returns the lines it writes. */
async function engine(...commands: string[]): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", `--allow-read=${ROOT}`, `${ROOT}/main.ts`, ...commands],
    stdin: "null",
    stderr: "inherit",
  }).output();
  return new TextDecoder().decode(stdout).trim().split("\n");
}

Deno.test("`genfens` as OpenBench calls it writes as many legal, even openings as it is asked for, and nothing else", async () => {
  const lines = await engine("genfens 12 seed 18446744073709551615 book None", "quit");
  assertEquals(lines.length, 12);
  assertEquals(new Set(lines).size, 12);
  // They are judged by what the engine evaluates with.
  for (const line of lines) {
    assert(line.startsWith(PREFIX), line);
    const fen = line.slice(PREFIX.length);
    const position = parseFen(fen);
    assert(!position.chess960 && legalMoves(position).length > 0, fen);
    assert(Math.abs(run(createSearch(16).search, position, judgeLimits()).score) <= 300, fen);
  }
});

Deno.test("the same seed gives the same openings, and more of them begin alike", async () => {
  const few = await engine("genfens 3 seed 5 book None");
  const more = await engine("go depth 6", "genfens 5 seed 5 book None");
  assertEquals(more.slice(-5, -2), few);
  assertNotEquals(await engine("genfens 3 seed 6 book None"), few);
});

Deno.test("with UCI_Chess960 the openings start from positions of Chess960", async () => {
  const lines = await engine("setoption name UCI_Chess960 value true", "genfens 8 seed 1");
  assertEquals(lines.length, 8);
  assert(lines.some((line) => parseFen(line.slice(PREFIX.length)).chess960));
});

Deno.test("what is not a request for openings is refused", async () => {
  assertEquals(parseGenfens(["7", "seed", "1", "book", "none"]), { count: 7, seed: 1n });
  for (
    const words of [
      "",
      "x seed 1",
      "5",
      "5 seed",
      "5 seed -1",
      "5 seeds 1",
      "5 seed 1 book None more",
      "5 seed 1 bock None",
    ]
  ) {
    assertThrows(() => parseGenfens(words.split(" ")), SyntaxError, "Expected 'genfens N seed S [book None]'");
  }
  assertThrows(() => parseGenfens(["5", "seed", "1", "book", "a.epd"]), RangeError, "takes no book");
  assertEquals(await engine("genfens 5 seed 1 book a.epd"), [
    "info string Expected 'book None', as the engine takes no book, but got 'book a.epd'",
  ]);
});
