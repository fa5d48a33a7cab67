/**
 * What tests of training share: they run the programs of `tools/train` on a few games, or on records made up.
 *
 * @module
 */

import { assert } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { WHITE } from "../../../core/types.ts";
import { parseNetwork } from "../../../nnue/network_file.ts";
import { Random } from "../../../core/random.ts";
import { drawOpening } from "../../../uci/random_openings.ts";
import { packRecord, RECORD_BYTES } from "../../../tools/games/records.ts";
import { SelfPlay } from "../../../tools/games/self_play.ts";
import { DRAWN, WHITE_WON } from "../../../tools/games/viriformat.ts";
import { withFolder } from "../../folder.ts";
import { NETWORK } from "../../search/evaluators.ts";
import { projectPath } from "../../../tools/paths.ts";

/** The folder of the programs. */
export const TOOLS: string = projectPath("tools/train");
/** The interpreter. */
export const PYTHON = "python3";

/** Whether the programs can run here. */
export const hasTorch: boolean = await probe();

async function probe(): Promise<boolean> {
  const code = "import importlib.util as u, sys; sys.exit(not (u.find_spec('torch') and u.find_spec('numpy')))";
  try {
    const { success } = await new Deno.Command(PYTHON, { args: ["-c", code], stdout: "null", stderr: "null" }).output();
    return success;
  } catch {
    return false;
  }
}

/** Runs `train.py` and returns what it prints. */
export function train(args: readonly string[]): Promise<string> {
  return interpret([`${TOOLS}/train.py`, ...args]);
}

/** Runs a few lines that import modules of `tools/train` and returns what they print. */
export function script(lines: string, input = ""): Promise<string> {
  return interpret(["-c", `import sys; sys.path.insert(0, sys.argv[1])\n${lines}`, TOOLS], input);
}

async function interpret(args: readonly string[], input = ""): Promise<string> {
  const child = new Deno.Command(PYTHON, {
    args: ["-W", "error::UserWarning", ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  const said = new TextDecoder().decode(stdout);
  assert(success, new TextDecoder().decode(stderr) + said);
  return said;
}

/** Python for {@link runAll}. Where the network is called "broken", no loss is a number from the second epoch on. */
const RUN_ALL = `
import contextlib, importlib, io, json, math
import torch
import train

usual = train.Trainer.wdl
def wdl(trainer):
    return math.nan if trainer.options.out.stem == "broken" and trainer.epoch > 0 else usual(trainer)
train.Trainer.wdl = wdl

class Without:
    @staticmethod
    def main():
        source, target, *names = sys.argv[1:]
        prefixes = tuple(names)
        state = torch.load(source)
        state["shape"] = {n: v for n, v in state["shape"].items() if not f"shape.{n}".startswith(prefixes)}
        torch.save({n: v for n, v in state.items() if not n.startswith(prefixes)}, target)
sys.modules["without"] = Without

def run(program, arguments, given=""):
    sys.argv = [program, *arguments]
    sys.stdin = io.StringIO(given)
    said = io.StringIO()
    code = 0
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            importlib.import_module(program).main()
        except SystemExit as error:
            code = error.code
    # As Python itself does when a program ends with a text.
    return [code, said.getvalue()] if isinstance(code, int) else [1, said.getvalue() + code]

print(json.dumps([run(*each) for each in json.loads(sys.stdin.read())]))
`;

/**
 * A program of `tools/train`, its arguments, and what it reads from its standard input.
 *
 * "without" copies a checkpoint, and leaves out entries whose names begin as its further arguments do; `shape.hidden`
 * is one within another.
 */
export type Run = readonly [
  program: "train" | "verify" | "export" | "without",
  args: readonly string[],
  input?: string,
];

/** The exit code of a program and all it printed. */
export type Outcome = [code: number, said: string];

/** Runs programs in one process, since to load PyTorch takes longer than what they do here. */
export async function runAll(runs: readonly Run[]): Promise<Outcome[]> {
  const said = await script(RUN_ALL, JSON.stringify(runs));
  // Before it stands what other processes printed.
  return JSON.parse(said.trimEnd().split("\n").at(-1)!);
}

/** Runs `train.py` several times in one process. */
export function trainAll(runs: readonly (readonly string[])[]): Promise<Outcome[]> {
  return runAll(runs.map((args) => ["train", args]));
}

/** Calls `body` with a folder of twelve games. */
export function withGames(body: (folder: string) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const player = new SelfPlay({ nodes: 20, chess960: 0, network: NETWORK });
    for (let index = 0; index < 12; index++) {
      const game = player.play(new Random(4n, 0, index));
      assert(game !== null);
      Deno.writeFileSync(`${folder}/${index}.vf`, game);
    }
    await body(folder);
  });
}

/**
 * Writes records in which the side to move always has the same score.
 *
 * @param path The file.
 * @param score Centipawns from the side to move.
 * @param resultOf The result for the side to move: 0 lost, 1 drawn, 2 won.
 * @param count How many.
 */
export function writeRecords(
  path: string,
  score: number,
  resultOf = (_index: number): number => DRAWN,
  count = 1024,
): void {
  const random = new Random(8n);
  const records = new Uint8Array(count * RECORD_BYTES);
  for (let index = 0; index < count; index++) {
    const position = parseFen(drawOpening(random, 0));
    const isWhite = position.sideToMove === WHITE;
    const result = resultOf(index);
    packRecord(
      position,
      isWhite ? score : -score,
      isWhite ? result : WHITE_WON - result,
      records,
      index * RECORD_BYTES,
    );
  }
  Deno.writeFileSync(path, records);
}

/** Writes the file that says how the records of a folder were made. */
export function writeAbout(folder: string, about: Record<string, unknown>): void {
  Deno.writeTextFileSync(`${folder}/about.json`, JSON.stringify(about));
}

/** What a network's file says of its training. */
export function summaryOf(path: string): Record<string, unknown> & { loss: { epoch: number } } {
  return JSON.parse(parseNetwork(Deno.readFileSync(path)).summary);
}

/** Options of a training of seconds, the same on every machine. */
export const SMALL: readonly string[] = ["--hidden=32", "--batch=64", "--threads=1", "--device=cpu", "--lr=0.01"];
