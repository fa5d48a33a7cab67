/** Runs an engine as a process that speaks UCI, for tools that test engines. @module */

import { linesOf } from "../tools/output.ts";

/** Milliseconds: far more than an engine needs, even on a busy machine. */
const PATIENCE_MS = 60_000;

/** The bundle's name must end with `.js`. */
export function engineCommand(file: string): string[] {
  if (!file.endsWith(".js")) return [file];
  return [Deno.execPath(), "run", "--quiet", "--no-prompt", "--no-config", "--no-lock", `--allow-read=${file}`, file];
}

function limit(ms: number, onExpire: () => void): Disposable {
  const timer = setTimeout(onExpire, ms);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

export type Engine = Pick<UciEngine, "send" | "until" | "ready" | "quit"> & AsyncDisposable;

/** A running engine. Dispose of it with `await using`. */
export class UciEngine implements AsyncDisposable {
  private readonly child: Deno.ChildProcess;
  private readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  private readonly reader: ReadableStreamDefaultReader<string>;
  private readonly encoder = new TextEncoder();
  /** The output on standard error, once the engine has ended; "" unless that stream is piped. */
  readonly errors: Promise<string>;
  private readonly program: string;

  constructor(command: readonly string[], stderr: "inherit" | "piped" = "inherit") {
    const [program, ...args] = command;
    this.program = program;
    this.child = new Deno.Command(program, { args, stdin: "piped", stdout: "piped", stderr }).spawn();
    this.errors = stderr === "piped" ? new Response(this.child.stderr).text() : Promise.resolve("");
    this.writer = this.child.stdin.getWriter();
    this.reader = linesOf(this.child.stdout).getReader();
  }

  async send(...lines: string[]): Promise<void> {
    try {
      await this.writer.write(this.encoder.encode(lines.map((line) => `${line}\n`).join("")));
    } catch (error) {
      if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
      throw new Error(`Expected '${this.program}' to read "${lines[0]}", but it has ended`);
    }
  }

  /** Returns the next line that matches. Throws an Error if the engine exits, or is killed after `patienceMs`. */
  async until(
    pattern: RegExp,
    visit: (line: string) => void = () => {},
    patienceMs: number = PATIENCE_MS,
  ): Promise<RegExpExecArray> {
    let isLate = false;
    using _limit = limit(patienceMs, () => {
      isLate = true;
      this.child.kill("SIGKILL");
    });
    while (true) {
      const { value, done } = await this.reader.read();
      if (done) {
        const errors = (await this.errors).trim();
        const cause = errors === "" ? "" : `, and prints:\n${errors}`;
        const fault = isLate ? `printed none in ${patienceMs / 1000} s` : "ended without one";
        throw new Error(`Expected a line that matches ${pattern}, but the engine ${fault}${cause}`);
      }
      const line = value.trimEnd();
      const found = pattern.exec(line);
      if (found !== null) return found;
      visit(line);
    }
  }

  async ready(visit?: (line: string) => void): Promise<void> {
    await this.send("isready");
    await this.until(/^readyok$/, visit);
  }

  async quit(): Promise<number> {
    await this.send("quit");
    using _limit = limit(PATIENCE_MS, () => this.child.kill("SIGKILL"));
    return (await this.child.status).code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.child.kill("SIGKILL");
    } catch {
      // The process has already ended.
    }
    await this.child.status;
    await this.errors;
    await this.reader.cancel();
    await this.writer.close().catch(() => {});
  }
}

export async function setUp(engine: Engine, options: Record<string, string | number | boolean>): Promise<void> {
  await engine.send("uci", ...Object.entries(options).map(([name, value]) => `setoption name ${name} value ${value}`));
  await engine.ready();
}
