/**
 * Builds executables: bundles `main.ts`, then lets `deno compile` wrap the one file.
 *
 *     deno task compile                       this machine's system → dist/hindsight
 *     deno task compile --target=linux-arm64  one system by name    → dist/hindsight-linux-arm64
 *     deno task compile:all                   all five              → dist/hindsight-…
 *
 * The compile step runs in a temporary folder that holds only the bundle, since `deno compile` embeds every
 * package.json and node_modules that it finds beside the entry point. The program gets two permissions: to read files,
 * those that its user names, and to write them, for `export_net` and the programs at a shell. As a UCI engine it gives
 * up the permission to write before its first search, see uci/system/files.ts. With `--no-prompt` it never asks for
 * another permission in the middle of a game.
 *
 * Environment: `DENORT_BIN` is Deno's own variable, the runtime to embed where it cannot be downloaded;
 * `DENO_FOR_COMPILE` names another deno executable for the compile step, for a runtime of another version.
 *
 * @module
 */

import { parseArgs } from "@std/cli";
import { projectPath } from "../paths.ts";
import { refuseUnknown, runTool, textOf } from "../usage.ts";

const USAGE = `Usage: deno task compile [options]

Builds executables into the folder dist.

  --target=SYSTEM     for another system: linux-x64, linux-arm64, macos-x64, macos-arm64 or windows-x64
  --all               for all five, as 'deno task compile:all'
  --help              print this`;

/** Name of the system in the file name → its name for `deno compile --target`. */
const TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-gnu",
  "linux-arm64": "aarch64-unknown-linux-gnu",
  "macos-x64": "x86_64-apple-darwin",
  "macos-arm64": "aarch64-apple-darwin",
  "windows-x64": "x86_64-pc-windows-msvc",
};

/** Runs a program in a folder; throws an Error if its exit code is not 0. */
async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { success, code } = await new Deno.Command(program, { args: [...args], cwd, stdin: "null" }).spawn().status;
  if (!success) throw new Error(`Expected "${program} ${args.join(" ")}" to succeed, but its exit status is ${code}`);
}

/** The file to write for a target, or for this machine where there is none. */
function fileName(target: string | undefined): string {
  const windows = target === undefined ? Deno.build.os === "windows" : target.startsWith("windows");
  return `hindsight${target === undefined ? "" : `-${target}`}${windows ? ".exe" : ""}`;
}

/** Compiles the bundle in `folder` for one target into the folder `dist`. */
async function compile(folder: string, dist: string, target: string | undefined): Promise<void> {
  const args = ["compile", "--quiet", "--no-config", "--no-lock", "--no-check", "--no-prompt"];
  args.push("--allow-read", "--allow-write");
  // The code cache saves some 20 ms at start, but it is a file with a predictable name in the temporary folder of all
  // users.
  args.push("--no-code-cache");
  if (target !== undefined) args.push(`--target=${TARGETS[target]}`);
  const output = `${dist}/${fileName(target)}`;
  // Written under another name and renamed: if the compiler fails, the old executable stays. The name gets a prefix,
  // because the compiler adds `.exe` to every other suffix for Windows.
  const part = `${dist}/part-${fileName(target)}`;
  args.push(`--output=${part}`, "hindsight.js");
  await run(Deno.env.get("DENO_FOR_COMPILE") ?? Deno.execPath(), args, folder);
  await Deno.rename(part, output);
  const { size } = await Deno.stat(output);
  console.log(`${output}  ${(size / 1e6).toFixed(1)} MB`);
}

/** What the command line asks for. */
interface CompileOptions {
  /** Whether only help is wanted. */
  readonly help: boolean;
  /** Names of the systems; `undefined` is this machine. */
  readonly targets: readonly (string | undefined)[];
}

/** Reads the command line; throws a RangeError if something in it is unknown or makes no sense. */
function readCompileOptions(args: readonly string[]): CompileOptions {
  const flags = parseArgs(args, { boolean: ["all", "help"], string: ["target"], unknown: refuseUnknown });
  if (flags._.length > 0) throw new RangeError(`Expected options only, but got "${flags._[0]}"`);
  const targets = flags.all ? Object.keys(TARGETS) : [textOf(flags, "target")];
  for (const target of targets) {
    if (target === undefined) continue;
    if (!Object.hasOwn(TARGETS, target)) {
      throw new RangeError(`Expected a target out of ${Object.keys(TARGETS).join(", ")}, but got "${target}"`);
    }
    // deno compile embeds that runtime for every target.
    if (Deno.env.has("DENORT_BIN") && TARGETS[target] !== Deno.build.target) {
      throw new RangeError(`Expected no DENORT_BIN for ${target}: it holds the runtime of ${Deno.build.target}`);
    }
  }
  return { help: flags.help === true, targets };
}

async function runCompile({ help, targets }: CompileOptions): Promise<void> {
  if (help) return console.log(USAGE);
  const root = Deno.realPathSync(projectPath());
  const folder = await Deno.makeTempDir({ prefix: "hindsight-compile-" });
  try {
    await Deno.mkdir(`${root}/dist`, { recursive: true });
    await run(Deno.execPath(), ["bundle", "--quiet", `--output=${folder}/hindsight.js`, "main.ts"], root);
    for (const target of targets) await compile(folder, `${root}/dist`, target);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

await runTool(USAGE, readCompileOptions, runCompile);
