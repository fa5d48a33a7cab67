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

/** The output of an interrupted program, and whether it ended without an error. */
type Ended = [output: string, isSuccess: boolean];

/** Less than the time within which two signals count as one Ctrl-C. */
const AT_ONCE_MS = 400;

/**
 * Interrupts a program twice. After the first signal, the program needs `lastingMs` to end. The second signal comes
 * immediately (if a busy machine takes too long, this tries again), or `laterMs` after the program has received the
 * first signal.
 */
async function interruptTwice(lastingMs: number, laterMs: number | null = null): Promise<Ended> {
  const url = `data:application/typescript,${encodeURIComponent(PROGRAM)}`;
  const options = ["--quiet", "--no-prompt", "--no-config", "--no-lock", "--allow-import", "--allow-read"];
  const args = ["run", ...options, url, `${lastingMs}`];
  for (let attempt = 1;; attempt++) {
    const process = new Deno.Command(Deno.execPath(), { args, stdin: "null", stdout: "piped", stderr: "null" }).spawn();
    const reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let output = (await reader.read()).value ?? "";
    const start = performance.now();
    process.kill("SIGINT");
    while (laterMs !== null && !output.includes("interrupted")) output += (await reader.read()).value ?? "";
    await new Promise((resolve) => setTimeout(resolve, laterMs ?? 20));
    try {
      process.kill("SIGINT");
    } catch {
      // The program has already ended.
    }
    const isInTime = laterMs !== null || performance.now() - start < AT_ONCE_MS;
    for (let part = await reader.read(); !part.done; part = await reader.read()) output += part.value;
    const { success } = await process.status;
    if (isInTime || attempt === 50) return [output, success];
  }
}

Deno.test({
  name: "`untilInterrupted()` distinguishes one Ctrl-C from two",
  // On Windows, every signal ends the process that receives it.
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const runs = [interruptTwice(300), interruptTwice(0), interruptTwice(100_000, 1500)];
    const [twoAtOnce, quickEnd, later] = await Promise.all(runs);
    assertEquals(twoAtOnce, ["running\ninterrupted\nended\n", true]);
    assertEquals(quickEnd, ["running\ninterrupted\nended\n", true]);
    assertEquals(later, ["running\ninterrupted\n", false]);
  },
});
