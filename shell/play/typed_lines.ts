/** The lines that a person types, or that come through a pipe. @module */

import { readLines } from "../../system/input.ts";

/** The part of Node's `readline` that is used here. */
interface LineEditor {
  on(event: "line" | "close", listener: (line: string) => void): void;
  setPrompt(prompt: string): void;
  prompt(): void;
  pause(): void;
  close(): void;
}

/** Where Deno has it. To import it would cost time at every start, in every thread. */
interface NodeScope {
  readonly process: {
    readonly stdin: unknown;
    readonly stdout: unknown;
    getBuiltinModule(name: "node:readline"): {
      createInterface(streams: { readonly input: unknown; readonly output: unknown }): LineEditor;
    };
  };
}

/**
 * Reads line after line until the input ends or one of them says to leave. On a terminal the person can edit the lines,
 * and the arrow keys bring earlier ones back.
 *
 * @param prompt What is shown before a line on a terminal.
 * @param obey Does what a line says; `false` if it says to leave.
 */
export async function readTyped(prompt: () => string, obey: (line: string) => Promise<boolean>): Promise<void> {
  if (Deno.stdin.isTerminal() && Deno.stdout.isTerminal()) return await readTerminal(prompt, obey);
  for await (const lines of readLines(Deno.stdin)) {
    for (const line of lines) if (!await obey(line)) return;
  }
}

async function readTerminal(prompt: () => string, obey: (line: string) => Promise<boolean>): Promise<void> {
  const { process } = globalThis as unknown as NodeScope;
  const { createInterface } = process.getBuiltinModule("node:readline");
  const editor = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C stays a signal, also while a line is obeyed. Windows does not offer that: there it ends the input.
  Deno.stdin.setRaw(true, { cbreak: Deno.build.os !== "windows" });
  const typed: string[] = [];
  let isOpen = true;
  let wake = (): void => {};
  editor.on("line", (line) => {
    // What is typed meanwhile waits for the next prompt.
    editor.pause();
    typed.push(line);
    wake();
  });
  editor.on("close", () => {
    isOpen = false;
    wake();
  });
  while (true) {
    if (typed.length === 0 && isOpen) {
      editor.setPrompt(prompt());
      editor.prompt();
      await new Promise<void>((resolve) => wake = resolve);
    }
    const line = typed.shift();
    if (line === undefined) return;
    if (!await obey(line)) return editor.close();
  }
}

/** Lasts until a talk ends or the signal comes, and gives the terminal back as it was. */
export async function endOfTalk(talk: Promise<void>, signal: AbortSignal): Promise<void> {
  const left = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  try {
    await Promise.race([talk, left]);
  } finally {
    if (Deno.stdin.isTerminal()) Deno.stdin.setRaw(false);
  }
}
