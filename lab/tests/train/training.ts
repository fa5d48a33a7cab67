/** Shared by the tests of training, which run the programs in `lab/train` on few games or invented records. @module */

import { assert } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { WHITE } from "../../../core/types.ts";
import { parseNetwork } from "../../../nnue/network_file.ts";
import { Random } from "../../../core/random.ts";
import { drawOpening } from "../../../engine/games/random_openings.ts";
import { packRecord, RECORD_BYTES } from "../../games/records.ts";
import { DRAWN, WHITE_WON } from "../../games/viriformat.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { selfPlay } from "../games/recorded.ts";
import { projectPath } from "../../../tools/paths.ts";
import { findProgram, type Run as Ended, runProgram } from "../../../tests/program.ts";

export const TOOLS: string = projectPath("lab/train");
export const PYTHON = "python3";

/** Positions with every output bucket, with both sides to move, and with kings on both halves of the board. */
export const FENS: readonly string[] = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
  "2kr3r/ppp2ppp/2n1bn2/3p4/3P4/2N1PN2/PPP2PPP/2KR3R w - - 0 12",
  "6k1/5ppp/3r4/8/2p5/2P1R3/5PPP/6K1 w - - 4 33",
  "8/1P3k2/4p1p1/3pPp1p/1p1P1P1P/p3K1P1/P7/8 b - - 0 40",
  "1k6/8/8/8/8/2n5/R6P/6K1 b - - 3 40",
  "8/8/3k4/8/8/3QK3/8/8 b - - 0 1",
  "8/8/3k4/8/8/4K3/8/8 w - - 0 1",
];

export const hasPython: boolean = findProgram(PYTHON) !== null;

const IMPORTS = "import importlib.util as u, sys; sys.exit(not (u.find_spec('torch') and u.find_spec('numpy')))";
export const hasTorch: boolean = hasPython && (await runProgram(PYTHON, ["-c", IMPORTS])).code === 0;

export const hasCompiler: boolean = Deno.build.os !== "windows" && findProgram("cc") !== null;

export function train(args: readonly string[]): Promise<string> {
  return interpret([`${TOOLS}/train.py`, ...args]);
}

/** Runs a few lines that import modules of `lab/train` and returns what they print. */
export function script(lines: string, input = ""): Promise<string> {
  return interpret(["-c", `import sys; sys.path.insert(0, sys.argv[1])\n${lines}`, TOOLS], input);
}

/** Runs a program of training with only Python's own packages, as if nothing else were installed. */
export function runWithoutPackages(program: string): Promise<Ended> {
  const args = ["-S", `${TOOLS}/${program}.py`, "--help"];
  return runProgram(PYTHON, args, undefined, undefined, { PYTHONPATH: "" });
}

async function interpret(args: readonly string[], input = ""): Promise<string> {
  const { code, stdout, stderr } = await runProgram(PYTHON, ["-W", "error::UserWarning", ...args], undefined, input);
  assert(code === 0, stderr + stdout);
  return stdout;
}

/** Python for {@link runAll}. If the network is called "broken", every loss is NaN from the second epoch on. */
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
 * A program of `lab/train`, its arguments, and its standard input. "without" copies a checkpoint and omits the entries
 * that begin with one of its other arguments; `shape.hidden` is an entry within `shape`.
 */
export type Run = readonly [
  program: "train" | "verify" | "export" | "blend" | "without",
  args: readonly string[],
  input?: string,
];

export type Outcome = [code: number, said: string];

/** Runs programs in one process, because loading PyTorch takes longer than their work here. */
export async function runAll(runs: readonly Run[]): Promise<Outcome[]> {
  const said = await script(RUN_ALL, JSON.stringify(runs));
  // Other processes may have printed lines before it.
  return JSON.parse(said.trimEnd().split("\n").at(-1)!);
}

export function trainAll(runs: readonly (readonly string[])[]): Promise<Outcome[]> {
  return runAll(runs.map((args) => ["train", args]));
}

/** Registers a test with a folder of twelve games, if there is PyTorch. */
export function testWithGames(name: string, body: (folder: string) => Promise<void>, ignore: boolean = false): void {
  testInFolder(name, async (folder) => {
    selfPlay(12, 4n, { nodes: 20 }).forEach((game, index) => Deno.writeFileSync(`${folder}/${index}.vf`, game));
    await body(folder);
  }, ignore || !hasTorch);
}

/**
 * Writes records in which the side to move always has the same score.
 *
 * @param score Centipawns from the side to move's point of view.
 * @param resultOf The result for the side to move: 0 lost, 1 drawn, 2 won.
 */
export function writeRecords(path: string, score: number, resultOf = (_index: number): number => DRAWN, count = 1024) {
  const random = new Random(8n);
  const records = new Uint8Array(count * RECORD_BYTES);
  for (let index = 0; index < count; index++) {
    const position = parseFen(drawOpening(random, 0));
    const isWhite = position.sideToMove === WHITE;
    const result = resultOf(index);
    const own = isWhite ? result : WHITE_WON - result;
    packRecord(position, isWhite ? score : -score, own, records, index * RECORD_BYTES);
  }
  Deno.writeFileSync(path, records);
}

/** Writes the file that says how the records of a folder were made. */
export function writeAbout(folder: string, about: Record<string, unknown>): void {
  Deno.writeTextFileSync(`${folder}/about.json`, JSON.stringify(about));
}

export function summaryOf(path: string): Record<string, unknown> & { loss: { epoch: number } } {
  return JSON.parse(parseNetwork(Deno.readFileSync(path)).summary);
}

export const SMALL: readonly string[] = ["--hidden=32", "--batch=64", "--threads=1", "--device=cpu", "--lr=0.01"];
