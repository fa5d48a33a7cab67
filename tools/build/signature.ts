/**
 * Prints the engine's signature: the number of nodes that `bench` searches, which is the same on every machine.
 *
 * @module
 */

import { projectPath } from "../paths.ts";
import { readOptions, refuseWords, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../usage.ts";
import { outputOf } from "../output.ts";

const USAGE = `Usage: deno task signature [--check]

Prints the number of nodes of the engine's bench command.

  --check             compare the number with the line "Bench: N" of the newest commit that has one
  --help              print this`;

/** Throws a SyntaxError if the output of `bench` contains no signature. */
export function readSignature(output: string): number {
  const nodes = /^(\d+) nodes \d+ nps\r?$/m.exec(output)?.[1];
  if (nodes === undefined) throw new SyntaxError(`Expected "bench" to print "N nodes N nps", but got:\n${output}`);
  return Number(nodes);
}

export async function measureSignature(): Promise<number> {
  const args = ["run", "--quiet", "--no-prompt", "--allow-read=.", "main.ts", "bench"];
  return readSignature(await outputOf(Deno.execPath(), args, projectPath()));
}

/** Returns N from the newest commit message with a line `Bench: N`. Throws a RangeError if there is none. */
export async function newestBench(root: string): Promise<number> {
  const git = (...args: string[]): Promise<string> => outputOf("git", ["-C", root, ...args]);
  const message = await git("log", "-1", "--extended-regexp", "--grep=^Bench: [1-9][0-9]*$", "--format=%B");
  // The message may also quote earlier results, so take the last one.
  const bench = Array.from(message.matchAll(/^Bench: ([1-9]\d*)\r?$/gm), (found) => found[1]).at(-1);
  if (bench !== undefined) return Number(bench);
  const isShallow = (await git("rev-parse", "--is-shallow-repository")).trim() === "true";
  const cause = isShallow
    ? 'this clone is shallow and has none; "git fetch --unshallow" gets the other commits'
    : "no commit has one";
  throw new RangeError(`Expected a commit with a line "Bench: N", but ${cause}`);
}

function readCheck(args: readonly string[]): boolean {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  return flags.check === true;
}

async function run(check: boolean): Promise<void> {
  const expected = check ? await newestBench(projectPath()) : undefined;
  const signature = await measureSignature();
  console.log(signature);
  if (expected === undefined) return;
  if (signature === expected) return console.error('This is the number in the newest line "Bench: N"');
  throw new Error(
    `Expected the signature ${expected}, as in the newest line "Bench: N" of a commit's message, but it is ${signature}. ` +
      `If this change is intended, end the commit's message with the line "Bench: ${signature}"`,
  );
}

if (import.meta.main) await runTool(USAGE, readCheck, run);
