/** Reads lines from a person or a pipe. @module */

import { nodeModule } from "../../engine/runtime.ts";
import { readLines } from "../../system/input.ts";

interface LineEditor {
  on(event: "line" | "close", listener: (line: string) => void): void;
  setPrompt(prompt: string): void;
  prompt(keepsCursor: boolean): void;
  close(): void;
}

type ReadLine = { createInterface(streams: { readonly input: unknown; readonly output: unknown }): LineEditor };
type Streams = Readonly<Record<"stdin" | "stdout", unknown>>;

/** How to handle typed lines. */
export type TypedTalk = {
  readonly prompt: () => string;
  readonly begin?: () => Promise<void>;
  /** Handles a line. `isUrgent` says whether `hurry` returned true for it. Returns false if the person quits. */
  readonly obey: (line: string, isUrgent: boolean) => Promise<boolean>;
  /**
   * Called if a line arrives while another is being handled. If it is urgent, interrupts the other and returns true.
   */
  readonly hurry?: (line: string) => boolean;
};

/** Reads lines until the input ends or the person quits. On a terminal, lines can be edited and recalled. */
export async function readTyped(talk: TypedTalk): Promise<void> {
  if (Deno.stdin.isTerminal() && Deno.stdout.isTerminal()) return await readTerminal(talk);
  await talk.begin?.();
  for await (const lines of readLines(Deno.stdin)) {
    for (const line of lines) if (!await talk.obey(line, false)) return;
  }
}

async function readTerminal({ prompt, begin, obey, hurry }: TypedTalk): Promise<void> {
  const { stdin, stdout } = nodeModule<Streams>("process");
  const editor = nodeModule<ReadLine>("readline").createInterface({ input: stdin, output: stdout });
  // Ctrl-C should still send a signal. On Windows, this is impossible, so Ctrl-C ends the input.
  Deno.stdin.setRaw(true, { cbreak: Deno.build.os !== "windows" });
  const typed: { readonly line: string; readonly isUrgent: boolean }[] = [];
  let isOpen = true;
  let isBusy = true;
  let wake = (): void => {};
  editor.on("line", (line) => {
    typed.push({ line, isUrgent: (isBusy || typed.length > 0) && hurry?.(line) === true });
    wake();
  });
  editor.on("close", () => {
    isOpen = false;
    wake();
  });
  await begin?.();
  while (true) {
    isBusy = false;
    if (typed.length === 0 && isOpen) {
      editor.setPrompt(prompt());
      // Keep the text that was already typed.
      editor.prompt(true);
      await new Promise<void>((resolve) => wake = resolve);
    }
    const next = typed.shift();
    if (next === undefined) return;
    isBusy = true;
    if (!await obey(next.line, next.isUrgent)) return editor.close();
  }
}

/** Waits until the talk ends or the signal is aborted, then restores the terminal. */
export async function endOfTalk(talk: Promise<void>, signal: AbortSignal): Promise<void> {
  const left = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  try {
    await Promise.race([talk, left]);
  } finally {
    if (Deno.stdin.isTerminal()) Deno.stdin.setRaw(false);
  }
}
