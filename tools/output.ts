/** Runs other programs, lists files, and makes folders. @module */

import { readdirSync } from "node:fs";
import { TextLineStream } from "@std/streams";
import { projectPath } from "./paths.ts";

/** Runs a program, and returns its output. If it fails, throws an Error with what it wrote to standard error. */
export async function outputOf(
  program: string,
  args: readonly string[],
  cwd?: string,
  env: Record<string, string> = {},
): Promise<string> {
  const command = new Deno.Command(program, { args: [...args], cwd, env, stdin: "null" });
  const { success, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  if (!success) {
    throw new Error(
      `Expected "${program} ${args.join(" ")}" to succeed, but it prints:\n${decoder.decode(stderr).trim()}`,
    );
  }
  return decoder.decode(stdout);
}

export function linesOf(output: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<string> {
  return output.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
}

/**
 * Returns the sorted paths of all files below `folder` that match `pattern`. They are relative to the root, and use
 * slashes.
 */
export function filesBelow(folder: string, pattern: RegExp): string[] {
  const names = readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" });
  return names.map((name) => `${folder}/${name.replaceAll("\\", "/")}`).filter((path) => pattern.test(path)).sort();
}

export async function makeEmpty(folder: string): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
}

export async function writeWithFolders(path: string, text: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
}
