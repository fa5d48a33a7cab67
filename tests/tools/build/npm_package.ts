/**
 * What the tests of the npm package share: the package, built and packed once, and programs to run it with.
 *
 * @module
 */

import { assert } from "@std/assert";
import { projectPath } from "../../../tools/paths.ts";

/** How a program ended. */
export interface Ended {
  /** Its exit code. */
  code: number;
  /** What it wrote to standard output. */
  output: string;
  /** What it wrote to standard error. */
  errors: string;
}

/** Runs a program to its end. */
export async function runProgram(program: string, args: readonly string[], cwd: string, input = ""): Promise<Ended> {
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, output: text.decode(stdout), errors: text.decode(stderr) };
}

/** The path of a program that is on the search path, `null` if there is none of these. */
export function findProgram(...names: string[]): string | null {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    for (const name of names) {
      try {
        if (Deno.statSync(`${folder}/${name}`).isFile) return `${folder}/${name}`;
      } catch {
        // It is not in this folder.
      }
    }
  }
  return null;
}

/** Builds the package; returns its folder. */
export async function buildPackage(): Promise<string> {
  const { code, errors } = await runProgram(Deno.execPath(), ["task", "--quiet", "build:npm"], projectPath());
  assert(code === 0, errors);
  return projectPath("dist/npm");
}
