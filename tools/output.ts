/** Runs another program for what it prints. @module */

/**
 * Runs a program and collects what it prints.
 *
 * @throws Error if it does not end well; the message ends with what it printed.
 */
export async function outputOf(program: string, args: readonly string[], cwd?: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd, stdin: "null" }).output();
  const decoder = new TextDecoder();
  if (!success) {
    throw new Error(
      `Expected "${program} ${args.join(" ")}" to succeed, but it prints:\n${decoder.decode(stderr).trim()}`,
    );
  }
  return decoder.decode(stdout);
}
