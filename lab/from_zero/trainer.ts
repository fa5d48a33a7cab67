/** Starts the trainer, a Python program, for a from-zero run. @module */

import { linesOf } from "../../tools/output.ts";
import { projectPath } from "../../tools/paths.ts";
import { SCALE } from "./first_networks.ts";

const PYTHON = "python3";
const RATE = 0.001, LAST_RATE = 0.00005;
const AVERAGE = 0.3;

export interface TrainingOptions {
  readonly records: string;
  readonly out: string;
  readonly startFrom: string;
  readonly hidden: number;
  readonly epochs: number;
  /** Positions per step, a multiple of 16. */
  readonly batch: number;
  /** The weight of results, 0 … 1; scores get the rest. */
  readonly results: number;
  readonly threads: number;
  readonly seed: string;
  readonly isResumed: boolean;
}

export type Losses = { readonly training: number; readonly validation: number };

/** Checks that Python, PyTorch and NumPy are installed. If not, throws an Error that says how to install them. */
export async function expectTrainer(): Promise<void> {
  const remedy = "pip install -r lab/train/requirements.txt";
  try {
    const { success, stderr } = await run(["-c", "import numpy, torch"]).output();
    if (success) return;
    const reason = new TextDecoder().decode(stderr).trim().split("\n").at(-1);
    throw new Error(`${PYTHON} cannot import PyTorch and NumPy: ${reason}. To install them, run: ${remedy}`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error(`${PYTHON} was not found: install Python 3.10 or later, then run: ${remedy}`);
  }
}

/** Returns false if the signal stopped the training. If the trainer fails, throws an Error with its output. */
export async function train(
  options: TrainingOptions,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { records, out, startFrom, hidden, epochs, batch, results, threads, seed, isResumed } = options;
  const child = run([
    ...[projectPath("lab/train/train.py"), `--data=${records}`, `--out=${out}`, `--hidden=${hidden}`, "--mirror"],
    ...[`--scale=${SCALE}`, `--epochs=${epochs}`, `--batch=${batch}`, `--lr=${RATE}`, `--lr-end=${LAST_RATE}`],
    ...[`--average=${AVERAGE}`, `--wdl-start=${results}`, `--wdl-end=${results}`, `--threads=${threads}`],
    ...[`--seed=${seed}`, "--device=cpu"],
    ...(isResumed ? ["--resume"] : [`--start-from=${startFrom}`, "--overwrite"]),
  ]).spawn();
  const stop = () => child.kill("SIGINT");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const faults = new Response(child.stderr).text();
    for await (const line of linesOf(child.stdout)) onLine(line);
    const { success } = await child.status;
    if (signal.aborted) return false;
    if (!success) throw new Error(`Training failed with this output:\n${(await faults).trim()}`);
    return true;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Reads the losses of the epoch with the lowest validation loss. The network of that epoch is kept. */
export function readLosses(network: string): Losses {
  const history: { training: number; validation?: number; learned?: number }[] = JSON.parse(
    Deno.readTextFileSync(network.replace(/\.hnet$/, ".losses.json")),
  );
  const losses = history.map(({ training, validation, learned }) => ({
    training,
    validation: validation ?? learned ?? Infinity,
  }));
  return losses.reduce((best, each) => each.validation < best.validation ? each : best);
}

function run(args: readonly string[]): Deno.Command {
  return new Deno.Command(PYTHON, { args: [...args], stdin: "null", stdout: "piped", stderr: "piped" });
}
