/**
 * What the tests of the npm package share: the package, built and packed once, and programs to run it with.
 *
 * @module
 */

import { assert } from "@std/assert";
import { projectPath } from "../../../tools/paths.ts";
import { ENGINE_SOURCES } from "../../engine_bundle.ts";
import { digestOf, makeOnce } from "../../kept.ts";

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

/** The packages for npm and JSR, in folders with these names. They are built once, whatever tests need them. */
async function buildPackages(): Promise<string> {
  return await makeOnce("packages", await digestOf([...ENGINE_SOURCES, "tools", "LICENSE"]), async (folder) => {
    for (const name of ["jsr", "npm"]) {
      const { code, errors } = await runProgram(Deno.execPath(), ["task", "--quiet", `build:${name}`], projectPath());
      assert(code === 0, errors);
      await Deno.rename(projectPath(`dist/${name}`), `${folder}/${name}`);
    }
  });
}

/** Builds the package for npm; returns its folder. */
export async function buildPackage(): Promise<string> {
  return `${await buildPackages()}/npm`;
}

/** Builds the package for JSR; returns its folder. */
export async function buildJsrPackage(): Promise<string> {
  return `${await buildPackages()}/jsr`;
}
