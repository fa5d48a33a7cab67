/** An engine without a process, for tests of the trials. @module */

import type { Engine } from "../../uci_engine.ts";

/** Passes the lines that it receives to a function, which returns the engine's output. */
export class OwnEngine implements Engine {
  private readonly printed: string[] = [];

  constructor(private readonly answer: (line: string) => string[] | Promise<string[]>) {}

  async send(...lines: string[]): Promise<void> {
    for (const line of lines) this.printed.push(...line === "isready" ? ["readyok"] : await this.answer(line));
  }

  until(pattern: RegExp, visit: (line: string) => void = () => {}): Promise<RegExpExecArray> {
    for (let line = this.printed.shift(); line !== undefined; line = this.printed.shift()) {
      const found = pattern.exec(line);
      if (found !== null) return Promise.resolve(found);
      visit(line);
    }
    throw new Error(`Expected a line that matches ${pattern}, but there is none`);
  }

  async ready(visit?: (line: string) => void): Promise<void> {
    await this.send("isready");
    await this.until(/^readyok$/, visit);
  }

  quit(): Promise<number> {
    return Promise.resolve(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
