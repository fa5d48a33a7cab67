/** The engine's process: its arguments, input, output and exit. @module */

import { MAX_LINE_LENGTH, readLines } from "./input.ts";
import { LineWriter } from "./output.ts";

/** The arguments of the process. */
export function programArguments(): readonly string[] {
  return Deno.args;
}

/** Ends the process with an exit code. */
export function endProgram(code: number): never {
  Deno.exit(code);
}

/** Opens standard output. The process ends with code 0 if the reader closes the pipe, and with 1 if writing fails. */
export function openOutput(): LineWriter {
  return new LineWriter(Deno.stdout, (error) => Deno.exit(error instanceof Deno.errors.BrokenPipe ? 0 : 1));
}

/** The lines of standard input, in groups that arrived together. */
export function readInput(complain: (message: string) => void): AsyncGenerator<string[]> {
  return readLines(Deno.stdin, () => complain(`A line of more than ${MAX_LINE_LENGTH} characters was skipped`));
}

/** Whether standard input is a terminal. */
export function isInputTerminal(): boolean {
  return Deno.stdin.isTerminal();
}

/** The keys that end terminal input. */
export function endOfInputKeys(): string {
  return Deno.build.os === "windows" ? "Ctrl-Z and Enter" : "Ctrl-D";
}

/** Describes the runtime and the system. The npm package runs on Node, which has no TypeScript version. */
export function describeBuild(): string {
  const { deno, v8, typescript } = Deno.version;
  const { os, arch, standalone } = Deno.build;
  const runtime = typescript === "" ? `TypeScript on Node ${deno}` : `TypeScript ${typescript} on Deno ${deno}`;
  return `${runtime}, V8 ${v8}, ${os} ${arch}${standalone ? ", compiled" : ""}`;
}
