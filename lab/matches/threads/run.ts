/**
 * Long runs of games, such as a tuning run or a factorial experiment: each keeps its state in a file and goes on from
 * there after an interrupt.
 *
 * @module
 */

import { untilInterrupted } from "../../../system/interrupt.ts";
import { isThere } from "../../games/game_files.ts";
import { Progress } from "../../progress.ts";
import { readNamedFile, StateFile } from "../../state_file.ts";
import type { Game } from "../tally.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Assignment } from "./player_worker.ts";
import type { Player } from "./players.ts";
import { playWork, type Session, type Work } from "./work.ts";

/** Milliseconds between two savings. */
const SAVE_MS = 5000;

/** The state of a run: it hands out batches and takes in their games. */
export abstract class LongRun<Batch extends Assignment> implements Work<Batch> {
  /** How the engine plays that the run began with, see fingerprint.ts; "" if that is not known. */
  engine = "";
  /** Seconds that it took so far, in all sessions. */
  seconds = 0;

  private readonly file: StateFile = new StateFile();

  /** Hands out a batch, `null` if there is none left. */
  abstract next(): Batch | null;

  /** Takes the games of a batch in, as the plus side sees them. */
  abstract finish(batch: Batch, games: readonly Game[]): void;

  /** What its file holds. */
  abstract content(): { readonly format: string };

  /** The state as text. */
  serialise(): string {
    return JSON.stringify(this.content()) + "\n";
  }

  /** Writes the file. Throws an Error if that fails, or another program has written it meanwhile. */
  save(path: string): void {
    this.file.write(path, this.serialise());
  }
}

/**
 * Reads what the file of a run holds.
 *
 * @param text The file, JSON whose field `format` is `format`.
 * @param what What it should be, for the message, such as "a tuning run".
 * @throws SyntaxError if it is something else, or its parts contradict each other.
 */
export function parseRun<Content extends { readonly format: string }>(
  text: string,
  source: string,
  what: string,
  format: string,
  isSound: (content: Content) => boolean,
): Content {
  const expected = `Expected ${source} to be the state of ${what}`;
  let content: Content;
  try {
    content = JSON.parse(text);
  } catch {
    throw new SyntaxError(`${expected}, but it is not JSON`);
  }
  if (content?.format !== format) throw new SyntaxError(`${expected} ("${format}"), but it is something else`);
  if (!isSound(content)) throw new SyntaxError(`${expected}, but its parts do not agree`);
  return content;
}

/** The text of the file that `--state` names. Throws a RangeError if it cannot be read. */
export function readState(path: string): string {
  return readNamedFile(path, "--state to name the file of a run");
}

/** Throws a RangeError if the file that `--state` names for a new run is there. */
export function expectNewState(path: string): void {
  if (isThere(path)) throw new RangeError(`There is a "${path}" already: go on with --resume, or name another file`);
}

/** A warning if a run began with an engine that plays differently, else "". */
export function describeOtherEngine({ engine }: { readonly engine: string }): string {
  if (engine === "" || engine === fingerprint()) return "";
  return "Warning: the engine has changed since this run began. Its games do not belong together.";
}

/**
 * Plays a run until nothing is left or the signal comes. The state is saved before the first game, every few seconds,
 * and at the end.
 *
 * @param players Play at the same time; they are closed when this settles.
 * @param signal Breaks the games in progress off. They are played again when the run goes on.
 * @throws Error if a player fails, or the state cannot be written.
 */
export async function playRun<Batch extends Assignment>(
  run: LongRun<Batch>,
  path: string,
  players: readonly Player[],
  onTick: (session: Session) => void,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const secondsBefore = run.seconds;
  let savedAt = startedAt;
  const save = () => {
    savedAt = performance.now();
    run.seconds = secondsBefore + (savedAt - startedAt) / 1000;
    run.save(path);
  };
  const finish: Work<Batch>["finish"] = (batch, games) => {
    run.finish(batch, games);
    if (performance.now() - savedAt >= SAVE_MS) save();
  };
  try {
    // Before a game is played: a file that cannot be written would cost the games until then.
    save();
  } catch (error) {
    for (const player of players) player.close();
    throw error;
  }
  try {
    await playWork({ next: () => run.next(), finish }, players, onTick, signal);
  } finally {
    save();
  }
}

/** What a program says about its run. */
export interface RunReport {
  /** How far it is, in one line. */
  readonly progress: (session: Session) => string;
  /** What came of it so far. */
  readonly result: () => string;
  /** How to go on if it was stopped, `null` if it is complete. */
  readonly goOn: () => string | null;
}

/** Plays a run as a program: with a progress line, until it is complete or Ctrl-C comes, and prints the result. */
export async function playWithProgress<Batch extends Assignment>(
  run: LongRun<Batch>,
  path: string,
  players: readonly Player[],
  report: RunReport,
): Promise<void> {
  const progress = new Progress();
  const warning = describeOtherEngine(run);
  if (warning !== "") console.error(warning);
  const onTick = (session: Session) => {
    if (session.games > 0) progress.show(report.progress(session));
  };
  await untilInterrupted((signal) => playRun(run, path, players, onTick, signal));
  progress.clear();
  console.log(report.result());
  const command = report.goOn();
  if (command !== null) console.log(`\nStopped. Go on with: ${command}`);
}
