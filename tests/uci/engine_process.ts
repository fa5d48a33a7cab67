/**
 * The engine as a GUI sees it: a process with a standard input and output. Every wait has a time-out and fails with the
 * transcript, so a hang is a failed test.
 *
 * @module
 */

import { settlesWithin } from "../../core/patience.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { MESSAGE, SIGN_OF_LIFE } from "./protocol_fixtures.ts";
import { projectPath } from "../../tools/paths.ts";
import { BRIEF_OPTIONS, engineArguments, releasedArguments } from "../engine_bundle.ts";

const ROOT = projectPath();
/** Milliseconds that an answer may take before a test gives up: many, because machines may be busy. */
const PATIENCE_MS = 300_000;
/** The line with which the engine begins. */
export const GREETING = /^Hindsight \d\S* by .+$/;

/** How a process ended: its exit code or signal, and the milliseconds from the call to the end. */
export type Ending = Pick<Deno.CommandStatus, "code" | "signal"> & { ms: number };

/** The permissions of an engine, and its folder. */
export interface EngineOptions {
  /** Additional folders that the engine may read. */
  read?: string;
  /** Whether the engine may read everything. */
  readsAll?: boolean;
  /** A folder that the engine may write to. */
  write?: string;
  /** Working directory; by default that of the tests. */
  cwd?: string;
  /** The path, from the root of the project, of a program to run instead of the engine. */
  program?: string;
  /** Whether the engine has its released form; otherwise it has the form for short tests, see engine_bundle.ts. */
  isReleased?: boolean;
}

type EngineCase = (engine: EngineProcess) => Promise<void>;

/**
 * Registers tests that share one engine, as steps of one test, because starting it costs more than most tests. Each
 * begins with the initial position, the options at their defaults, nothing learned in a search and no unread line.
 *
 * @returns A function that adds a case.
 */
export function engineTests(name: string, options: EngineOptions = {}): (name: string, body: EngineCase) => void {
  const cases = new Map<string, EngineCase>();
  Deno.test(name, async (t) => {
    await using engine = new EngineProcess(options);
    const declared = await engine.answers("uci");
    const defaults = declared.flatMap((line) => {
      const [, option, value] = /^option name (.+) type \w+ default (\S+)/.exec(line) ?? [];
      return option === undefined ? [] : [`setoption name ${option} value ${value}`];
    });
    for (const [name, body] of cases) {
      await t.step(name, async () => {
        await engine.answers("stop", ...defaults, "ucinewgame", "position startpos");
        await body(engine);
      });
    }
  });
  return (name, body) => void cases.set(name, body);
}

/** A running engine. Dispose of it with `await using`. */
export class EngineProcess {
  private readonly child: Deno.ChildProcess;
  private readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  private readonly reader: ReadableStreamDefaultReader<string>;
  private readonly transcript: string[] = [];
  private readonly errorOutput: Promise<string>;
  private readonly lines: string[] = [];
  private hasEnded = false;
  private wake: () => void = () => {};
  private readonly pumping: Promise<void>;

  /** Starts the engine. The first argument may be options; the engine receives the others as its commands. */
  constructor(...args: (EngineOptions | string)[]) {
    const options = typeof args[0] === "object" ? args[0] : {};
    const commands = args.filter((arg) => typeof arg === "string");
    const folders = [ROOT, options.read].filter((folder) => folder !== undefined);
    const permissions = [options.readsAll ? "--allow-read" : `--allow-read=${folders}`];
    if (options.write !== undefined) permissions.push(`--allow-write=${options.write}`);
    this.child = new Deno.Command(Deno.execPath(), {
      args: [
        ...(options.program === undefined
          ? (options.isReleased ? releasedArguments : engineArguments)(...permissions)
          : ["run", "--no-check", "--no-prompt", ...BRIEF_OPTIONS, ...permissions, `${ROOT}/${options.program}`]),
        ...commands,
      ],
      cwd: options.cwd,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.writer = this.child.stdin.getWriter();
    this.reader = this.child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.errorOutput = new Response(this.child.stderr).text();
    this.pumping = this.pump();
  }

  get pid(): number {
    return this.child.pid;
  }

  send(...lines: string[]): Promise<void> {
    return this.sendRaw(lines.map((line) => line + "\n").join(""));
  }

  /** Sends text unchanged. */
  async sendRaw(text: string): Promise<void> {
    for (const line of text.split("\n")) this.transcript.push(`> ${line}`);
    await this.writer.write(new TextEncoder().encode(text));
  }

  /** Sends lines, and returns all lines up to and including the first match. Fails if no match comes in time. */
  async until(pattern: RegExp, ...sent: string[]): Promise<string[]> {
    if (sent.length > 0) await this.send(...sent);
    const deadline = performance.now() + PATIENCE_MS;
    for (let checked = 0;;) {
      for (; checked < this.lines.length; checked++) {
        if (pattern.test(this.lines[checked])) return this.lines.splice(0, checked + 1);
      }
      if (this.hasEnded) throw new Error(`The engine ended without ${pattern}:\n${this.tail()}`);
      if (performance.now() >= deadline) throw new Error(`No line matched ${pattern}:\n${this.tail()}`);
      await settlesWithin(new Promise<void>((resolve) => this.wake = resolve), deadline - performance.now());
    }
  }

  /** Sends lines, and returns the first line that matches; drops the lines before it. */
  async line(pattern: RegExp, ...sent: string[]): Promise<string> {
    return (await this.until(pattern, ...sent)).pop()!;
  }

  /** All lines that arrive within this many milliseconds, without the regular progress lines of a search. */
  async during(ms: number): Promise<string[]> {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return this.lines.splice(0).filter((line) => !SIGN_OF_LIFE.test(line));
  }

  /** The engine's answer to these lines, without the final `readyok`. */
  async answers(...lines: string[]): Promise<string[]> {
    return (await this.until(/^readyok$/, ...lines, "isready")).slice(0, -1);
  }

  /** The engine's only answer to this line, a message. */
  async message(line: string): Promise<string> {
    const lines = await this.answers(line);
    assertEquals(lines.length, 1, `${line}\n${lines.join("\n")}`);
    assertMatch(lines[0], MESSAGE);
    return lines[0];
  }

  /** The FEN that `d` shows. */
  async fen(): Promise<string> {
    const fen = (await this.answers("d")).find((line) => line.startsWith("Fen: "));
    if (fen === undefined) throw new Error(`No FEN among the answers to 'd':\n${this.tail()}`);
    return fen.slice("Fen: ".length);
  }

  closeInput(): Promise<void> {
    return this.writer.close();
  }

  /** Closes the reading end of the engine's standard output. */
  closeOutput(): Promise<void> {
    return this.reader.cancel();
  }

  kill(signal: Deno.Signal): void {
    this.child.kill(signal);
  }

  /** Waits for the process to end. */
  async ending(): Promise<Ending> {
    const start = performance.now();
    if (!await settlesWithin(this.child.status, PATIENCE_MS)) {
      throw new Error(`The engine did not end:\n${this.tail()}`);
    }
    const { code, signal } = await this.child.status;
    return { code, signal, ms: performance.now() - start };
  }

  /** All lines until the process ends. */
  async rest(): Promise<string[]> {
    await this.ending();
    await this.pumping;
    return this.lines.splice(0);
  }

  /** The standard error of the process. Waits until the process has ended. */
  errors(): Promise<string> {
    return this.errorOutput;
  }

  /** Kills the process in any state. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.child.kill("SIGKILL");
    } catch {
      // The process has already ended.
    }
    await this.child.status;
    await this.writer.abort().catch(() => {});
    await this.pumping;
    await this.errorOutput;
  }

  private async pump(): Promise<void> {
    let rest = "";
    while (true) {
      const { value } = await this.reader.read().catch(() => ({ value: undefined }));
      if (value === undefined) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop()!;
      // The greeting is not an answer.
      this.lines.push(...lines.filter((line) => !GREETING.test(line)));
      this.transcript.push(...lines.map((line) => `< ${line}`));
      this.wake();
    }
    this.hasEnded = true;
    this.wake();
  }

  private tail(): string {
    return this.transcript.slice(-40).join("\n");
  }
}
