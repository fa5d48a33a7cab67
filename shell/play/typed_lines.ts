/** Reads the lines that the user types, or that come through a pipe. @module */

import { nodeModule } from "../../engine/runtime.ts";
import { readLines } from "../../system/input.ts";

/** The part of Node's `readline` that is used here. */
interface LineEditor {
  on(event: "line" | "close", listener: (line: string) => void): void;
  setPrompt(prompt: string): void;
  prompt(keepsCursor: boolean): void;
  close(): void;
}

/** The parts of Node that are used here: the module `readline`, and the process with its streams. */
type ReadLine = { createInterface(streams: { readonly input: unknown; readonly output: unknown }): LineEditor };
type Streams = Readonly<Record<"stdin" | "stdout", unknown>>;

/** How a program handles typed lines. */
export interface TypedTalk {
  /** The prompt on a terminal. */
  readonly prompt: () => string;
  /** Called before the first line. */
  readonly begin?: () => Promise<void>;
  /**
   * Carries out a line; the second argument is the result of `hurry` for this line. Returns `false` if the user leaves
   * with this line.
   */
  readonly obey: (line: string, isUrgent: boolean) => Promise<boolean>;
  /**
   * Called on a terminal if a line must wait. Returns whether the line is urgent; if so, ends the current work early.
   */
  readonly hurry?: (line: string) => boolean;
}

/**
 * Reads line after line until the input ends or the user leaves. On a terminal, the user can edit the lines, and bring
 * back earlier lines with the arrow keys.
 */
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
  // Ctrl-C should stay a signal, even while a line is carried out. This is not possible on Windows, where it ends the
  // input.
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
      // Keep the part of the line that has already been typed.
      editor.prompt(true);
      await new Promise<void>((resolve) => wake = resolve);
    }
    const next = typed.shift();
    if (next === undefined) return;
    isBusy = true;
    if (!await obey(next.line, next.isUrgent)) return editor.close();
  }
}

/** Waits until the conversation with the user ends or the signal is sent, then restores the terminal. */
export async function endOfTalk(talk: Promise<void>, signal: AbortSignal): Promise<void> {
  const left = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  try {
    await Promise.race([talk, left]);
  } finally {
    if (Deno.stdin.isTerminal()) Deno.stdin.setRaw(false);
  }
}
