/**
 * Ctrl-C, once and twice.
 *
 * @module
 */

import { assertEquals } from "@std/assert";

const PROGRAM = `
  import { untilInterrupted } from "${new URL("../../system/interrupt.ts", import.meta.url)}";
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

/** What an interrupted program wrote, and whether it ended well. */
type Ended = [output: string, isSuccess: boolean];

/** Less than the time within which two signals are of one Ctrl-C. */
const AT_ONCE_MS = 400;

/** Interrupts a program twice at once; once more if a busy machine has made that too long. */
async function interruptAtOnce(lastingMs: number): Promise<Ended> {
  let between = Infinity;
  let ended: Ended = ["", false];
  for (let attempt = 0; attempt < 50 && between >= AT_ONCE_MS; attempt++) {
    let start = 0;
    ended = await interruptTwice(lastingMs, async () => {
      start = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }, () => between = performance.now() - start);
  }
  return ended;
}

/**
 * Interrupts a program that takes `lastingMs` to end, twice.
 *
 * @param pause What comes before the second signal. It gets what waits until the program has the first one.
 * @param onSecond Called after the second signal.
 */
async function interruptTwice(
  lastingMs: number,
  pause: (received: () => Promise<void>) => Promise<void>,
  onSecond: () => void = () => {},
): Promise<Ended> {
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
  await pause(async () => {
    while (!output.includes("interrupted")) output += (await reader.read()).value ?? "";
  });
  try {
    process.kill("SIGINT");
  } catch {
    // It has ended.
  }
  onSecond();
  for (let part = await reader.read(); !part.done; part = await reader.read()) output += part.value;
  return [output, (await process.status).success];
}

Deno.test({
  name: "`untilInterrupted()` takes two signals of one Ctrl-C for one, and a second Ctrl-C for the end",
  // Windows has no signals to send to another process but those that end it.
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const [twoAtOnce, quickEnd, later] = await Promise.all([
      interruptAtOnce(300),
      interruptAtOnce(0),
      interruptTwice(100_000, async (received) => {
        await received();
        await new Promise((resolve) => setTimeout(resolve, 1500));
      }),
    ]);
    assertEquals(twoAtOnce, ["running\ninterrupted\nended\n", true]);
    assertEquals(quickEnd, ["running\ninterrupted\nended\n", true]);
    assertEquals(later, ["running\ninterrupted\n", false]);
  },
});
