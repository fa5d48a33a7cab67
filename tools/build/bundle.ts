/** Bundles an entry point of the engine into one file. @module */

import { parseNetwork } from "../../nnue/network_file.ts";
import { toPrintable } from "../../nnue/printable.ts";
import { outputOf } from "../output.ts";
import { projectPath } from "../paths.ts";
import { runTool } from "../usage.ts";
import { withConstantBindings } from "./constant_bindings.ts";
import { withUnrolledLoops } from "./unroll.ts";

const USAGE = `Usage: tools/build/bundle.ts ENTRY OUTPUT

Bundles an entry point of the engine; both paths are relative to the root of the project.`;

/** Matches a network: a very long string. The string for the kernel is shorter. */
export const NETWORK_TEXT = /"([ !#-[\]-~]{100000,})"/g;
/** Matches a network's bytes in the bundler's output, as base64. */
const NETWORK_BYTES = /\b__toBinary\("([A-Za-z0-9+/=]{100000,})"\)/g;

/** Replaces the network in a bundle with `text`, and also returns the network's literal. */
export function withoutNetwork(bundle: string, text: string): { code: string; literal: string } {
  const found = Array.from(bundle.matchAll(NETWORK_TEXT), ([literal]) => literal);
  if (found.length !== 1) throw new Error(`Expected one network in the bundle, but found ${found.length}`);
  return { code: bundle.replace(found[0], text), literal: found[0] };
}

/** Runs Deno's bundler in a checkout, and returns what it prints. */
export function runBundler(args: readonly string[], root: string = projectPath()): Promise<string> {
  return outputOf(Deno.execPath(), ["bundle", "--quiet", ...args], root);
}

/**
 * Bundles an entry point, with unrolled loops (unroll.ts) and constant bindings (constant_bindings.ts).
 *
 * @param root The checkout.
 * @param entry Path from the root.
 * @param output Absolute path, in a folder that exists.
 * @param options More options for `deno bundle`.
 */
export async function writeBundle(
  root: string,
  entry: string,
  output: string,
  options: readonly string[] = [],
): Promise<void> {
  await runBundler([...options, `--output=${output}`, entry], root);
  const bundle = withUnrolledLoops(withPrintableNetwork(withPackageNames(await Deno.readTextFile(output))));
  await Deno.writeTextFile(output, withConstantBindings(bundle));
}

/**
 * Makes the bundle the same on every machine, by shortening the paths of packages in Deno's cache:
 * `../../home/ann/.cache/deno/npm/registry.npmjs.org/NAME/file.js` becomes `npm/NAME/file.js`.
 */
export function withPackageNames(bundle: string): string {
  return bundle.replaceAll(/(?:\.\.\/)+[^\s"]*?\/npm\/[^\s"\/]+\//g, "npm/");
}

/**
 * Replaces the network in a bundle with printable text (embedded.ts), which gzip compresses better. Throws the errors
 * of `parseNetwork`.
 */
export function withPrintableNetwork(bundle: string): string {
  return bundle.replace(NETWORK_BYTES, (_, base64: string) => {
    const bytes = Uint8Array.fromBase64(base64);
    parseNetwork(bytes);
    return `"${toPrintable(bytes)}"`;
  });
}

function readBundleOptions(args: readonly string[]): { entry: string; output: string } {
  const [entry, output] = args;
  if (args.length !== 2) throw new RangeError(`Expected an entry point and an output, but got "${args.join(" ")}"`);
  return { entry, output };
}

if (import.meta.main) {
  await runTool(USAGE, readBundleOptions, async ({ entry, output }) => {
    await Deno.mkdir(projectPath("dist"), { recursive: true });
    await writeBundle(projectPath(), entry, projectPath(output));
  });
}
