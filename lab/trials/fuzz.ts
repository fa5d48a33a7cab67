/** Gives random inputs to everything that reads input, and accepts only sound results and clear errors. @module */

import { readOptions, refuseWords, textOf, wholeOf, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../../tools/usage.ts";
import { BOOK_TARGET } from "./fuzz_book.ts";
import { LEARNED_TARGET } from "./fuzz_learned.ts";
import type { FuzzTarget } from "./fuzz_target.ts";
import { FEN_TARGET, MOVE_TARGET, PGN_TARGET } from "./fuzz_text.ts";

/** Their shares add up to 100. */
export const TARGETS: readonly FuzzTarget[] = [FEN_TARGET, MOVE_TARGET, PGN_TARGET, BOOK_TARGET, LEARNED_TARGET];

const USAGE = `Usage: deno task fuzz [options]

Gives random inputs to everything that reads input. If an input fails, shows the smallest failing input that was found,
and ends with exit code 1.

  --runs=N            inputs in all, divided among the targets (10000)
  --seed=N            seed of the inputs (drawn from the clock)
  --only=NAME         only one target: ${TARGETS.map(({ name }) => name).join(", ")}
  --help              print this`;

type FuzzPlan = ReturnType<typeof readFuzzOptions>;

export function readFuzzOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  const only = textOf(flags, "only");
  const targets = TARGETS.filter(({ name }) => only === undefined || name === only);
  if (targets.length === 0) {
    throw new RangeError(
      `Expected --only to be one of ${TARGETS.map(({ name }) => name).join(", ")}, but got "${only}"`,
    );
  }
  return {
    runs: wholeOf(flags, "runs", 1) ?? 10000,
    seed: (wholeOf(flags, "seed", 0) ?? Date.now()) % 2 ** 31,
    targets,
  };
}

/** Returns how many inputs were tried. Throws an Error at the first input that fails. */
export async function fuzz({ runs, seed, targets }: FuzzPlan, print: (line: string) => void): Promise<number> {
  const shares = targets.reduce((sum, { share }) => sum + share, 0);
  let tried = 0;
  for (const target of targets) {
    const own = Math.max(1, Math.round(runs * target.share / shares));
    print(`${target.name}: ${own} inputs from --seed=${seed}; ${target.title}`);
    try {
      await target.run({ runs: own, seed });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? `\n${error.cause.stack}` : "";
      throw new Error(
        `${target.name} failed; --only=${target.name} --seed=${seed} --runs=${own} repeats it\n${error}${cause}`,
      );
    }
    tried += own;
  }
  return tried;
}

async function run(options: FuzzPlan): Promise<void> {
  const tried = await fuzz(options, (line) => console.log(line));
  console.log(`${tried} inputs, no failure`);
}

if (import.meta.main) await runTool(USAGE, readFuzzOptions, run);
