/**
 * Builds executables: bundles the engine into one file, then runs `deno compile` on that file in a folder of its own,
 * because the compiler embeds every package.json and node_modules that it finds.
 *
 * The executable may read the files that its user names, and write files for `export_net` and the programs in shell/.
 * As a UCI engine it gives up the permission to write before its first search (see system/files.ts).
 *
 * If Deno cannot download the runtime that it embeds, set `DENORT_BIN` to its path. If the versions of the
 * runtime and of Deno differ, set `DENO_FOR_COMPILE` to the path of a Deno with the runtime's version.
 *
 * @module
 */

import type { ParsedArgs } from "@std/cli";
import { absolutePath, projectPath } from "../paths.ts";
import { writeBundle } from "./bundle.ts";
import { writeImportMap } from "./other_network.ts";
import { readOptions, refuseWords, textOf, wordsOf } from "../../terminal/command_line.ts";
import { runTool } from "../usage.ts";

const USAGE = `Usage: deno task compile [options]

Builds executables into the folder dist.

  --target=SYSTEM     build for another system: linux-x64, linux-arm64, macos-x64, macos-arm64 or windows-x64
  --all               build for all five systems
  --tunable           build the engine with every number of the search as an option
  --network=FILE      embed the network from this file
  --output=FILE       write this file, for one system; for Windows, '.exe' is added to its name if it is missing
  --help              print this`;

/** The targets, as `deno compile --target` names them. */
export const TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-gnu",
  "linux-arm64": "aarch64-unknown-linux-gnu",
  "macos-x64": "x86_64-apple-darwin",
  "macos-arm64": "aarch64-apple-darwin",
  "windows-x64": "x86_64-pc-windows-msvc",
};

/**
 * V8 may inline up to 3000 bytes of bytecode into a function, instead of 920. docs/ARCHITECTURE.md says what this
 * gains.
 */
const V8_FLAGS = "--max-inlined-bytecode-size-cumulative=3000";

/** Throws an Error if the exit code is not 0. */
async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { success, code } = await new Deno.Command(program, { args: [...args], cwd, stdin: "null" }).spawn().status;
  if (!success) throw new Error(`Expected "${program} ${args.join(" ")}" to succeed, but its exit status is ${code}`);
}

/** A target of `undefined` means this machine. */
function outputOf({ output, tunable }: CompileOptions, dist: string, target: string | undefined): string {
  const windows = target === undefined ? Deno.build.os === "windows" : target.startsWith("windows");
  const name = `hindsight${tunable ? "-tune" : ""}${target === undefined ? "" : `-${target}`}`;
  const path = output ?? `${dist}/${name}`;
  return windows && !path.toLowerCase().endsWith(".exe") ? `${path}.exe` : path;
}

/**
 * Compiles `hindsight.js`, which must be the only file in `folder`. If that fails, throws an Error and keeps any older
 * output.
 *
 * @param target One of `TARGETS`; `undefined` is this machine.
 */
export async function compile(folder: string, output: string, target: string | undefined): Promise<void> {
  const args = ["compile", "--quiet", "--no-config", "--no-lock", "--no-check", "--no-prompt"];
  args.push("--allow-read", "--allow-write", "--allow-sys=systemMemoryInfo", `--v8-flags=${V8_FLAGS}`);
  // The code cache makes starting about 20 ms faster. But other users could replace it, because its name in the
  // temporary folder is predictable.
  args.push("--no-code-cache");
  if (target !== undefined) args.push(`--target=${TARGETS[target]}`);
  // For Windows, the compiler adds `.exe` to names that do not end in it. So the temporary name gets a prefix and keeps
  // the ending.
  const part = output.replace(/[^\\/]+$/, "part-$&");
  args.push(`--output=${part}`, "hindsight.js");
  await run(Deno.env.get("DENO_FOR_COMPILE") ?? Deno.execPath(), args, folder);
  await Deno.rename(part, output);
  const { size } = await Deno.stat(output);
  console.log(`${output}  ${(size / 1e6).toFixed(1)} MB`);
}

/** `folder` must be empty. */
async function bundle({ tunable, network }: CompileOptions, root: string, folder: string): Promise<void> {
  const entry = tunable ? "tools/build/tunable_engine.ts" : "main.ts";
  const imports = await Deno.makeTempDir({ prefix: "hindsight-network-" });
  try {
    const options = network === undefined ? [] : [`--import-map=${await writeImportMap(network, imports)}`];
    await writeBundle(root, entry, `${folder}/hindsight.js`, options);
  } finally {
    await Deno.remove(imports, { recursive: true });
  }
}

/** A target of `undefined` means this machine; paths are absolute. */
export type CompileOptions = Readonly<{
  targets: readonly (string | undefined)[];
  tunable: boolean;
  network: string | undefined;
  output: string | undefined;
}>;

function pathOf(flags: ParsedArgs, name: string): string | undefined {
  const path = textOf(flags, name);
  return path === undefined ? undefined : absolutePath(path);
}

export function readCompileOptions(args: readonly string[]): CompileOptions {
  const flags = readOptions(USAGE, args);
  refuseWords(wordsOf(flags));
  const one = textOf(flags, "target");
  if (flags.all === true && one !== undefined) throw new RangeError("Expected either --all or --target, but got both");
  const targets = flags.all === true ? Object.keys(TARGETS) : [one];
  if (one !== undefined && !Object.hasOwn(TARGETS, one)) {
    throw new RangeError(`Expected --target to be one of ${Object.keys(TARGETS).join(", ")}, but got "${one}"`);
  }
  // `deno compile` would embed the same runtime for every target.
  if (flags.all === true && Deno.env.get("DENORT_BIN") !== undefined) {
    throw new RangeError("Expected no DENORT_BIN with --all, because it is the runtime of one system");
  }
  const [network, output] = [pathOf(flags, "network"), pathOf(flags, "output")];
  if (output !== undefined && targets.length > 1) throw new RangeError("Expected no --output with --all");
  return { targets, tunable: flags.tunable === true, network, output };
}

async function runCompile(options: CompileOptions): Promise<void> {
  const root = Deno.realPathSync(projectPath());
  const folder = await Deno.makeTempDir({ prefix: "hindsight-compile-" });
  try {
    await Deno.mkdir(`${root}/dist`, { recursive: true });
    await bundle(options, root, folder);
    for (const target of options.targets) await compile(folder, outputOf(options, `${root}/dist`, target), target);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await runTool(USAGE, readCompileOptions, runCompile);
