/**
 * Bundles an entry point of the engine into one file, as the executable and every match between engines use it.
 *
 * @module
 */

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

/**
 * Bundles an entry point.
 *
 * @param root The checkout.
 * @param entry Path of the entry point from there.
 * @param output Path of the bundle.
 * @throws Error if it cannot be bundled.
 */
export async function writeBundle(root: string, entry: string, output: string): Promise<void> {
  await outputOf(Deno.execPath(), ["bundle", "--quiet", `--output=${output}`, entry], root);
}
