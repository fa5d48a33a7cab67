/**
 * `deno task recipe`: follows a recipe to train a network on games, and plays that network against the previous one.
 *
 * A recipe is a JSON file in `lab/recipes/`. It lists the games with their checksums, and the steps with everything
 * that determines their results. A step runs one of the lab's programs: `expand`, `train`, `blend` or `match`. The
 * results go into one folder, under the names that the recipe gives them. A step whose result exists is not repeated,
 * and an interrupted training run continues from its checkpoint. At the end, the network's checksum is compared with
 * the checksum in the recipe.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { numberOf, readOptions, wordsOf } from "../../terminal/command_line.ts";
import { projectPath } from "../../tools/paths.ts";
import { runTool } from "../../tools/usage.ts";
import { isThere, readGames } from "../games/game_files.ts";
import { expectedFolder } from "../options.ts";

const USAGE = `Usage: deno task recipe <recipe> --games=FOLDER --out=FOLDER [options]

Makes the network of a recipe (a file in lab/recipes) from its games, and plays it against the previous network. After
an interruption, the same command continues. It needs what training needs, and the repository with its history.

  --games=FOLDER      where the games are: files in viriformat with the names in the recipe
  --out=FOLDER        where records, checkpoints and networks go
  --share=X           below 1, a trial: this share of the games in each file that exists, and a match of one pair (1)
  --help              print this`;

interface GamesFile {
  readonly name: string;
  readonly games: number;
  /** SHA-256 of the whole file, hexadecimal. */
  readonly sha256: string;
}

/** A step: a program, its options, and the name of its result. */
export interface RecipeStep {
  readonly step: "expand" | "train" | "blend" | "match";
  /**
   * The files that the step reads. `expand` reads games, by default all of them; `match` reads networks; `blend` reads
   * networks or checkpoints, each with its share of the mean (`=0.8`).
   */
  readonly from?: readonly string[];
  /** What the step writes: a folder of records, a network file, or a text file with a match result. */
  readonly to: string;
  /** Options for the program, as on its command line. A value `{x}` stands for the path of the result x. */
  readonly options: readonly string[];
}

export interface Recipe {
  readonly name: string;
  readonly made: string;
  readonly games: readonly GamesFile[];
  /** Files from the repository's history, as `revision:path`. Their keys are the names that steps use. */
  readonly history: Readonly<Record<string, string>>;
  readonly steps: readonly RecipeStep[];
  /** The final network's name, and the SHA-256 that it had when the recipe was written. */
  readonly network: { readonly file: string; readonly sha256: string };
}

export function readRecipeOptions(args: readonly string[]) {
  const flags = readOptions(USAGE, args);
  const [path, ...others] = wordsOf(flags);
  if (path === undefined || others.length > 0) {
    throw new RangeError(`Expected one recipe, but got ${path === undefined ? "none" : others.length + 1}`);
  }
  const [games, out] = ["games", "out"].map((name) => expectedFolder(flags, name));
  const share = numberOf(flags, "share", 0, 1) ?? 1;
  if (share === 0) throw new RangeError("Expected --share to be above 0, but got 0");
  return { path, games, out, share };
}

const DENO = [
  ...[Deno.execPath(), "run", "--quiet", "--no-prompt", `--config=${projectPath("deno.json")}`],
  ...["--allow-read", "--allow-write"],
];
const PROGRAMS: Readonly<Record<RecipeStep["step"], readonly string[]>> = {
  expand: [...DENO, projectPath("lab/games/data.ts"), "expand"],
  train: ["python3", projectPath("lab/train/train.py")],
  blend: ["python3", projectPath("lab/train/blend.py")],
  match: [...DENO, projectPath("lab/matches/network_match.ts")],
};

/** The arguments of a step's program; paths are relative to the folder of results. */
export function argumentsOf({ step, from, to, options }: RecipeStep, games: readonly GamesFile[]): string[] {
  const own = options.map((option) => option.replace(/\{([^}]+)\}/g, "$1"));
  switch (step) {
    case "expand":
      return [
        ...games.filter(({ name }) => from?.includes(name) ?? true).map(({ name }) => `games/${name}`),
        ...[`--out=${to}`, ...own],
      ];
    case "train":
      return [`--out=${to}`, ...own];
    case "blend":
      return [to, ...from ?? [], ...own];
    case "match":
      return [...from ?? [], ...own];
  }
}

async function run({ path, games, out, share }: ReturnType<typeof readRecipeOptions>): Promise<void> {
  const recipe: Recipe = JSON.parse(Deno.readTextFileSync(path));
  Deno.mkdirSync(`${out}/games`, { recursive: true });
  const used = share < 1 ? recipe.games.filter((file) => isThere(`${games}/${file.name}`)) : recipe.games;
  if (used.length === 0) throw new RangeError(`Expected games of the recipe in "${games}", but found none`);
  const missing = recipe.games.length - used.length;
  if (missing > 0) console.log(`Continuing without ${missing} of ${recipe.games.length} files of games`);
  for (const file of used) takeGames(file, `${games}/${file.name}`, `${out}/games/${file.name}`, share);
  for (const [name, source] of Object.entries(recipe.history)) {
    if (!isThere(`${out}/${name}`)) Deno.writeFileSync(`${out}/${name}`, await fromHistory(source));
  }
  for (const step of recipe.steps) {
    if (isDone(step, out)) console.log(`${step.to}: exists already`);
    else await perform(share < 1 ? shortened(step) : step, used, out);
  }
  const { file, sha256 } = recipe.network;
  const made = hashOf(`${out}/${file}`);
  const same = made === sha256 ? "as in the recipe" : `not as in the recipe, which has ${sha256}`;
  console.log(`${out}/${file}: ${made}, ${share < 1 ? "a trial" : same}`);
}

/** Checks a file of games, and copies the requested share of it. Throws a RangeError if the checksum is wrong. */
function takeGames(file: GamesFile, from: string, to: string, share: number): void {
  if (isThere(to)) return;
  const actual = hashOf(from);
  if (actual !== file.sha256) {
    throw new RangeError(`Expected "${from}" to have SHA-256 ${file.sha256}, but got ${actual}`);
  }
  if (share === 1) return Deno.symlinkSync(Deno.realPathSync(from), to);
  let left = Math.ceil(file.games * share);
  using target = Deno.openSync(to, { write: true, createNew: true });
  for (const game of readGames(from)) {
    if (left-- === 0) break;
    target.writeSync(game);
  }
}

/** Reads a file from the repository's history. `source` has the form `revision:path`. */
async function fromHistory(source: string): Promise<Uint8Array> {
  const command = new Deno.Command("git", { args: ["show", source], cwd: projectPath(), stderr: "inherit" });
  const { success, stdout } = await command.output();
  if (!success) throw new Error(`Expected git to show ${source}, but it failed`);
  return stdout;
}

/** Shortens a step for a trial: a match then has only one pair of games. */
function shortened(step: RecipeStep): RecipeStep {
  return { ...step, options: step.options.map((option) => option.replace(/^--games=\d+$/, "--games=2")) };
}

/** Whether the result of a step exists and is complete. */
function isDone({ step, to }: RecipeStep, out: string): boolean {
  // Training writes the network after each epoch, so the network alone does not prove that training is complete.
  if (step === "train") return isThere(`${out}/${to}.done`);
  return isThere(step === "expand" ? `${out}/${to}/about.json` : `${out}/${to}`);
}

async function perform(step: RecipeStep, games: readonly GamesFile[], out: string): Promise<void> {
  const isMatch = step.step === "match";
  const isTraining = step.step === "train";
  let args = argumentsOf(step, games);
  if (isTraining && isThere(`${out}/${step.to.replace(/\.\w+$/, ".ckpt")}`)) {
    args = [...args.filter((arg) => !arg.startsWith("--start-from=")), "--resume"];
  }
  console.log(`${step.to}: ${step.step} ${args.join(" ")}`);
  const [program, ...first] = PROGRAMS[step.step];
  const child = new Deno.Command(program, {
    args: [...first, ...args],
    cwd: out,
    stdin: "null",
    stdout: isMatch ? "piped" : "inherit",
    stderr: "inherit",
  }).spawn();
  const said = isMatch ? await new Response(child.stdout).text() : "";
  const { success } = await child.status;
  if (!success) throw new Error(`Expected ${step.step} to make ${step.to}, but it failed`);
  if (isMatch) {
    console.log(said.trim());
    Deno.writeTextFileSync(`${out}/${step.to}`, said);
  }
  if (isTraining) Deno.writeTextFileSync(`${out}/${step.to}.done`, "");
}

function hashOf(path: string): string {
  return createHash("sha256").update(Deno.readFileSync(path)).digest("hex");
}

if (import.meta.main) await runTool(USAGE, readRecipeOptions, run);
