/** Running programs until they end. @module */

import { outputOf } from "../tools/output.ts";

export { outputOf };

export type Run = { code: number; stdout: string; stderr: string };

/**
 * Runs a program, and waits until it ends.
 *
 * @param cwd The folder in which the program runs; by default the current folder.
 * @param input The text of standard input, which is closed afterwards.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  cwd?: string,
  input?: string,
  env: Record<string, string> = {},
): Promise<Run> {
  const stdin = input === undefined ? "null" : "piped";
  const child = new Deno.Command(program, { args: [...args], cwd, env, stdin, stdout: "piped", stderr: "piped" })
    .spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    // A program that ends early does not read all of its input.
    writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
  }
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

export async function git(folder: string, ...args: string[]): Promise<string> {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
  return (await outputOf("git", ["-C", folder, ...identity, ...args])).trim();
}

/** Calls `body` while an environment variable has this value. */
export async function withVariable(name: string, value: string, body: () => Promise<void> | void): Promise<void> {
  const before = Deno.env.get(name);
  Deno.env.set(name, value);
  try {
    await body();
  } finally {
    if (before === undefined) Deno.env.delete(name);
    else Deno.env.set(name, before);
  }
}

/** The path of the first program that exists, or `null`. Names without a slash are searched for in `PATH`. */
export function findProgram(...names: string[]): string | null {
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  const paths = names.flatMap((name) => name.includes("/") ? [name] : folders.map((folder) => `${folder}/${name}`));
  return paths.find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  }) ?? null;
}
