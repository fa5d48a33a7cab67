/**
 * Runs programs of `shell/` one after the other in one process, which takes a fifth of the processor time that separate
 * processes need. Each run has its own arguments, working directory, streams, exit code and permission to write, in
 * place of those of the process.
 *
 * Each line of standard input is a run (`ServedRun`), and each line of standard output is its result (`ServedAnswer`).
 *
 * @module
 */

import { Engine } from "../../engine/engine.ts";
import { WorkerDiedError } from "../../engine/errors.ts";
import { runShell } from "../../shell/shell.ts";
import { readLines } from "../../system/input.ts";
import { startEngineWorker } from "../engine_bundle.ts";
import type { Run } from "../program.ts";
import { startSameThread } from "./same_thread.ts";

export interface RunOptions {
  /** The folder in which the program runs, and which it may read and write. Without a folder it may write nowhere. */
  folder?: string;
  input?: string;
  /** A signal that the process receives in the middle of the sixth search; only the signal ends that search. */
  signal?: Deno.Signal;
  /** The number of the search that fails, counted from 1. */
  failingSearch?: number;
  /** A folder that is removed when the first search begins. */
  lostFolder?: string;
}

export interface ServedRun extends RunOptions {
  readonly args: readonly string[];
}

/** The result of a run, or the reason why it failed without an exit code. */
export type ServedAnswer = Run | { readonly failure: string };

/** The number of the search that a signal interrupts. */
const INTERRUPTED = 6;

/** Thrown in place of an exit. */
class Exit extends Error {
  constructor(readonly code: number) {
    super(`The program ended with code ${code}`);
  }
}

/** An output stream that keeps what is written to it. */
class Sink {
  text = "";
  private readonly decoder = new TextDecoder();

  writeSync(bytes: Uint8Array): number {
    this.text += this.decoder.decode(bytes, { stream: true });
    return bytes.length;
  }

  isTerminal(): boolean {
    return false;
  }
}

const { stdin, stdout, openSync } = Deno;
const { analyse } = Engine.prototype;
const home = Deno.cwd();
let mayWrite = false;

Deno.exit = (code = 0) => {
  throw new Exit(code);
};
Deno.permissions.revokeSync = () => {
  mayWrite = false;
  return Deno.permissions.querySync({ name: "write" });
};
Deno.openSync = (path, options) => {
  if (options?.write && !mayWrite) throw new Deno.errors.NotCapable("The program may not write, or not any more");
  return openSync(path, options);
};

/** Standard input that holds `text`. */
function inputOf(text: string): unknown {
  const readable = new Blob([text]).stream();
  let rest = new TextEncoder().encode(text);
  const read = (buffer: Uint8Array): Promise<number | null> => {
    const piece = rest.subarray(0, buffer.length);
    rest = rest.subarray(piece.length);
    buffer.set(piece);
    return Promise.resolve(piece.length || null);
  };
  return { readable, read, isTerminal: () => false };
}

/** Makes searches fail, or interrupts them, as a run's options demand. */
function plan({ signal, failingSearch, lostFolder }: ServedRun): void {
  let searches = 0;
  Engine.prototype.analyse = function (position, options) {
    searches++;
    if (searches === 1 && lostFolder !== undefined) Deno.removeSync(lostFolder, { recursive: true });
    if (searches === failingSearch) throw new WorkerDiedError("The worker died");
    if (searches !== INTERRUPTED || signal === undefined) return analyse.call(this, position, options);
    // Without options, only the signal ends the search.
    const running = analyse.call(this, position);
    Deno.kill(Deno.pid, signal);
    return running;
  };
}

/** Runs a program. Throws an Error for an unknown program, or if the program fails without an exit code. */
async function serve(run: ServedRun): Promise<Run> {
  const { args, folder, input = "", signal } = run;
  plan(run);
  Deno.chdir(folder ?? home);
  mayWrite = folder !== undefined;
  const [output, errors] = [new Sink(), new Sink()];
  for (const [name, value] of Object.entries({ args, stdin: inputOf(input), stdout: output, stderr: errors })) {
    Object.defineProperty(Deno, name, { value, configurable: true });
  }
  try {
    // In the same thread, a signal could not reach a search.
    await runShell(signal === undefined ? startSameThread : startEngineWorker);
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, stdout: output.text, stderr: errors.text };
    throw error;
  } finally {
    Deno.chdir(home);
  }
  throw new TypeError(`Expected arguments of a program, but got commands of the engine: '${args.join("', '")}'`);
}

for await (const lines of readLines(stdin)) {
  for (const line of lines) {
    const answer: ServedAnswer = await serve(JSON.parse(line)).catch((error) => ({ failure: Deno.inspect(error) }));
    stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(answer)}\n`));
  }
}
