/**
 * Ctrl-C, once and twice.
 *
 * @module
 */

import { assertEquals } from "@std/assert";

const PROGRAM = `
  import { untilInterrupted } from "${new URL("../../../uci/system/interrupt.ts", import.meta.url)}";
  const word = await untilInterrupted(async (signal) => {
    console.log("running");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    console.log("interrupted");
    await new Promise((resolve) => setTimeout(resolve, Number(Deno.args[0])));
    return "ended";
  });
  console.log(word);
  await new Promise((resolve) => setTimeout(resolve, 50));
`;

/** Interrupts a program that takes `lastingMs` to end, twice with a pause, and returns what it wrote and its status. */
async function interruptTwice(lastingMs: number, pauseMs: number): Promise<[output: string, isSuccess: boolean]> {
  const url = `data:application/typescript,${encodeURIComponent(PROGRAM)}`;
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      "--no-config",
      "--no-lock",
      "--allow-import",
      "--allow-read",
      url,
      `${lastingMs}`,
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let output = (await reader.read()).value ?? "";
  process.kill("SIGINT");
  // A busy machine takes a while until the program has the first signal.
  while (!output.includes("interrupted")) output += (await reader.read()).value ?? "";
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  try {
    process.kill("SIGINT");
  } catch {
    // It has ended.
  }
  for (let part = await reader.read(); !part.done; part = await reader.read()) output += part.value;
  return [output, (await process.status).success];
}

Deno.test({
  name: "`untilInterrupted()` takes two signals of one Ctrl-C for one, and a second Ctrl-C for the end",
  // Windows has no signals to send to another process but those that end it.
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const [twoAtOnce, quickEnd, later] = await Promise.all([
      interruptTwice(300, 20),
      interruptTwice(0, 20),
      interruptTwice(100_000, 1500),
    ]);
    assertEquals(twoAtOnce, ["running\ninterrupted\nended\n", true]);
    assertEquals(quickEnd, ["running\ninterrupted\nended\n", true]);
    assertEquals(later, ["running\ninterrupted\n", false]);
  },
});
