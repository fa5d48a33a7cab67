/** Runs the tests in groups, because Deno loads all modules again for every test file. @module */

import { filesBelow, linesOf } from "./output.ts";
import { projectPath } from "./paths.ts";

const FOLDERS = ["tests", "lab/tests"];
/** Matches the end of a test file's name. The capturing group is the kind of test. */
const KIND = /(?:_(process|browser|nightly))?_test\.ts$/;
/** Matches the name of a group file, which Deno writes before a test's name. */
const GROUP_NAME = /\S*hindsight-tests-\S+ => /;
/** The permissions of tests that stay in one process, and what all other tests need in addition. */
const UNIT_RIGHTS = ["--allow-read", "--allow-write", "--allow-env", "--allow-sys"];
const OTHER_RIGHTS = ["--allow-run", "--allow-net=127.0.0.1"];

/** Divides the test files of a kind among at most `count` modules, and returns their paths. */
async function group(kind: string, files: readonly string[], count: number, folder: string): Promise<string[]> {
  if (files.length <= count) return [...files];
  const groups = Array.from({ length: count }, (_, i) => `${folder}/${kind}_${i + 1}_test.ts`);
  for (const [i, path] of groups.entries()) {
    const own = files.filter((_, j) => j % count === i).map((file) => new URL(`../${file}`, import.meta.url).href);
    await Deno.writeTextFile(path, own.map((url) => `import ${JSON.stringify(url)};\n`).join(""));
  }
  return groups;
}

/** Separates the options of `deno test`, with their values, from files and folders. */
export function splitArguments(args: readonly string[]): { options: readonly string[]; places: readonly string[] } {
  const { options = [], places = [] } = Object.groupBy(args, (arg, i) => {
    const isValue = i > 0 && /^-[^=]*$/.test(args[i - 1]) && !/(^|\/)tests($|\/)/.test(arg);
    return arg.startsWith("-") || isValue ? "options" : "places";
  });
  return { options, places: places.map((place) => place.replace(/^\.\/|\/$/g, "")) };
}

/** With `hasOthers`, also runs tests that start programs, threads or browsers. Returns the exit code. */
async function runTests(hasOthers: boolean, args: readonly string[]): Promise<number> {
  const { options, places } = splitArguments(args);
  const isWanted = (file: string): boolean =>
    places.length === 0 || places.some((place) => file === place || file.startsWith(`${place}/`));
  const found = FOLDERS.flatMap((folder) => filesBelow(folder, KIND)).filter(isWanted);
  const processors = navigator.hardwareConcurrency;
  // Tests that start programs mostly wait, so run more of them at the same time. The slowest kind comes first.
  const kinds: [kind: string, count: number][] = [["browser", 2 * processors], ["process", 2 * processors]];
  const folder = await Deno.makeTempDir({ prefix: "hindsight-tests-" });
  try {
    const groups: string[] = [];
    for (const [kind, count] of [...(hasOthers ? kinds : []), ["", processors] as const]) {
      const files = found.filter((file) => (KIND.exec(file)?.[1] ?? "") === kind);
      groups.push(...await group(kind || "unit", files, count, folder));
    }
    if (groups.length === 0) {
      console.error(`Found no tests in ${places.join(", ")}`);
      return 1;
    }
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        ...["test", "--no-check", "--parallel", "--no-prompt", ...UNIT_RIGHTS, ...(hasOthers ? OTHER_RIGHTS : [])],
        ...options,
        ...groups,
      ],
      cwd: projectPath(),
      env: { DENO_JOBS: `${hasOthers ? 2 * processors : processors}` },
      stdout: "piped",
    }).spawn();
    for await (const line of linesOf(child.stdout)) console.log(line.replace(GROUP_NAME, ""));
    return (await child.status).code;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await runTests(Deno.args[0] === "all", Deno.args.slice(1)));
