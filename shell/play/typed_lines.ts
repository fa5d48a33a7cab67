/**
 * The lines that a person types, or that come through a pipe.
 *
 * @module
 */

import { terminalColumns } from "../analyse/progress_bar.ts";
import { readLines } from "../../system/input.ts";
import { LineEditor } from "./line_editor.ts";

/** Most bytes that are read from a terminal at once. */
const INPUT_BYTES = 4096;

/**
 * Reads line after line until the input ends or one of them says to leave. On a terminal the person can edit the lines.
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
  const encoder = new TextEncoder();
  const editor = new LineEditor({
    write: (text) => Deno.stdout.writeSync(encoder.encode(text)),
    columns: terminalColumns,
  });
  // Ctrl-C stays a signal. Windows does not offer that: there the editor takes it for the end.
  Deno.stdin.setRaw(true, { cbreak: Deno.build.os !== "windows" });
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(INPUT_BYTES);
  editor.begin(prompt());
  for (let count = await Deno.stdin.read(buffer); count !== null; count = await Deno.stdin.read(buffer)) {
    editor.push(decoder.decode(buffer.subarray(0, count), { stream: true }));
    for (let line = editor.next(); line !== null; line = editor.next()) {
      if (line === "end" || !await obey(line.text)) return;
      editor.begin(prompt());
    }
  }
}

/** Gives the terminal back as it was. */
export function releaseTerminal(): void {
  if (Deno.stdin.isTerminal()) Deno.stdin.setRaw(false);
}
