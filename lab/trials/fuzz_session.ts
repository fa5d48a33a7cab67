/**
 * Fuzzing of the protocol: lines for a session with a search thread.
 *
 * Each case sends a few lines, right or wrong, to one session that all cases of a run share. Then it checks that the
 * session still works: every `go` was answered, `isready` is, and a search gives a legal move.
 *
 * Lines that would take long or write files are excluded: `bench`, `genfens`, deep `perft`, `export_net`, large tables
 * and many threads.
 *
 * @module
 */

import * as fc from "fast-check";
import { messageOf } from "../../core/errors.ts";
import { formatFen } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { formatUci } from "../../core/notation.ts";
import { findCommand } from "../../uci/commands.ts";
import { describeOptions } from "../../uci/options.ts";
import { tokenize } from "../../uci/parse.ts";
import { Session } from "../../uci/session.ts";
import { expectClearError, expectClearMessage, expectSame, type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { FENS } from "./fuzz_text.ts";

/** Milliseconds until a command that waits for the end of a search stops it. */
const STOP_AFTER_MS = 20;

const NUMBERS = ["0", "1", "2", "3", "-1", "1.5", "NaN", "1e3", "+2", "", "true"];
/** The options that there are, and some that are wrong. */
const OPTIONS = [
  ...describeOptions().map((line) => /^option name (.+?) type /.exec(line)![1]),
  "hash ",
  "No Such Option",
  "__proto__",
];
const GO_WORDS = ("depth nodes movetime wtime btime winc movestogo mate infinite ponder searchmoves e2e4 e7e8q " +
  "perft").split(" ");
const WORDS = [
  ...("position startpos fen moves setoption name value isready ucinewgame stop ponderhit debug register d eval flip " +
    "histories uci help version constructor toString \u0000 ü").split(" "),
  "=".repeat(300),
];
const MOVES = ["e2e4", "e7e5", "g1f3", "b8c6", "e1g1", "e1h1", "a7a8q", "0000", "e2e5", "x"];

function words(pool: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pool), { maxLength }).map((chosen) => chosen.join(" "));
}

/** Lines, about half of them right. */
export const LINES: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(fc.constantFrom("depth", "nodes", "movetime", "mate", "wtime"), fc.constantFrom("1", "2", "3")).map((pair) =>
    `go ${pair.join(" ")}`
  ),
  fc.constantFrom(
    ...["go infinite", "go ponder wtime 10 btime 10", "go", "stop", "ponderhit", "isready", "ucinewgame", "d", "eval"],
    ...["flip", "histories 2"],
  ),
  words([...GO_WORDS, ...NUMBERS], 6).map((text) => `go ${text}`),
  words(MOVES, 6).map((moves) => `position startpos moves ${moves}`),
  fc.tuple(FENS, words(MOVES, 3)).map(([fen, moves]) => `position fen ${fen} moves ${moves}`),
  fc.tuple(fc.constantFrom(...OPTIONS), fc.constantFrom(...NUMBERS, "false", "<empty>", "no/such/file"))
    .map(([name, value]) => `setoption name ${name} value ${value}`),
  words([...WORDS, ...GO_WORDS, ...NUMBERS], 6),
  fc.string({ maxLength: 40, unit: "binary" }),
);

/** What every case begins with, so that it does not depend on the cases before. */
const FRESH_START = [
  ...["stop", "setoption name UCI_Chess960 value false", "setoption name UCI_LimitStrength value false"],
  ...["setoption name Skill Level value 20", "setoption name UCI_ShowWDL value false"],
  ...["setoption name OwnBook value false", "setoption name MultiPV value 1", "setoption name Threads value 1"],
  "position startpos",
];

/** A session and the lines that it wrote. */
class Trial {
  readonly written: string[] = [];
  private readonly session: Session;
  private goes = 0;
  /** Whether the latest `position` was refused: then nothing is searched. */
  private isRefused = false;

  private constructor(startWorker: () => Worker) {
    this.session = new Session({ startWorker, warmUp: false, write: (line) => this.written.push(line) });
  }

  /** Opens a session and waits until its search threads run, however long the machine takes for that. */
  static async open(): Promise<Trial> {
    const main = new URL("../../main.ts", import.meta.url);
    const trial = new Trial(() => new Worker(main, { type: "module", name: "search" }));
    try {
      await trial.send("isready");
    } catch (error) {
      await trial.close();
      throw error;
    }
    return trial;
  }

  /** Sends lines to a session that starts afresh, and checks afterwards that it works. */
  async check(lines: readonly string[]): Promise<void> {
    for (const line of FRESH_START) await this.send(line);
    await this.session.endSearch();
    this.written.length = 0;
    this.goes = 0;
    for (const line of lines) await this.send(line);
    await this.session.endSearch();
    expectSame(this.count("bestmove"), this.goes, "Answers to 'go'");
    for (const line of this.written) {
      if (line.startsWith("info string ")) expectClearMessage(line.slice("info string ".length));
    }
    await this.expectMove();
  }

  async close(): Promise<void> {
    await this.session.close();
  }

  /** Runs a line as the program does. */
  private async send(line: string): Promise<void> {
    const [name, ...rest] = tokenize(line);
    if (name === undefined || name.startsWith("#") || !this.isQuick(name, rest)) return;
    const command = findCommand(name);
    if (command === undefined) return;
    const before = formatFen(this.session.currentGame.position);
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), STOP_AFTER_MS);
    if (name === "go" && !rest.includes("perft")) this.goes++;
    try {
      await command.run(this.session, rest, controller.signal, line.trimStart().slice(name.length).trim());
      if (name === "position") this.isRefused = false;
    } catch (error) {
      expectClearError(error);
      if (name === "position") {
        this.isRefused = true;
        // The moves before an illegal one are on the board.
        const after = formatFen(this.session.currentGame.position);
        if (!rest.includes("moves")) expectSame(after, before, "The position after a refused one");
      }
      await command.refuse?.(this.session, rest, messageOf(error));
    } finally {
      clearTimeout(timer);
    }
  }

  private isQuick(name: string, rest: readonly string[]): boolean {
    if (["bench", "genfens", "perft", "export_net", "quit"].includes(name)) return false;
    // A depth of more digits would not end by itself.
    if (name === "go" && rest.includes("perft")) return rest.length === 2 && /^[12]$/.test(rest[1]);
    return name !== "setoption" || !rest.some((word) => /^\+?\d{3,}$/.test(word));
  }

  /** Checks that the session is ready and answers a `go` with a legal move, or with none after a refused position. */
  private async expectMove(): Promise<void> {
    this.written.length = 0;
    await this.send("isready");
    await this.send("setoption name MultiPV value 1");
    await this.send("setoption name UCI_Chess960 value false");
    await this.send("go nodes 20");
    await this.session.idle();
    expectSame(this.count("readyok"), 1, "Answers to 'isready'");
    const move = this.written.find((line) => line.startsWith("bestmove"))?.split(" ")[1] ?? "none";
    const { position } = this.session.currentGame;
    const legal = legalMoves(position).map((each) => formatUci(each, position.chess960));
    const isLegal = legal.length === 0 || this.isRefused ? move === "(none)" : legal.includes(move);
    if (!isLegal) throw new Error(`Expected a legal move of '${formatFen(position)}', but got '${move}'`);
  }

  private count(word: string): number {
    return this.written.filter((line) => line.split(" ")[0] === word).length;
  }
}

/** UCI lines: after any of them the session answers and its state is whole. */
export const SESSION_TARGET: FuzzTarget = fuzzTarget(
  { name: "session", title: "a session answers after any UCI lines", share: 2 },
  fc.array(LINES, { minLength: 1, maxLength: 6 }),
  {
    open: async () => {
      const trial = await Trial.open();
      return { check: (lines: readonly string[]) => trial.check(lines), close: () => trial.close() };
    },
  },
);
