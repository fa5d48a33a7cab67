/**
 * Lists every command with its name, help and action: first those of the UCI protocol, then those for people and tools.
 * @module
 */

import { flip, formatFen } from "../core/fen.ts";
import { formatUci } from "../core/notation.ts";
import { embeddedNetworkFile } from "../nnue/embedded.ts";
import { explainNetwork } from "../nnue/explain.ts";
import { BENCH_DEPTH, BENCH_MEGABYTES } from "../engine/bench_positions.ts";
import { parseBench, runBench } from "./bench.ts";
import { drawPosition } from "../engine/view/position_view.ts";
import { formatEvaluation } from "../engine/view/eval_view.ts";
import { writeNewFile } from "../system/files.ts";
import { GENFENS_PARAMETERS, parseGenfens, writeOpenings } from "./genfens.ts";
import { readPositions } from "../system/position_file.ts";
import { readMove } from "../engine/position_input.ts";
import { explainMove, movesBefore, nameMoves } from "../engine/reasons.ts";
import type { Inspection } from "../search/inspect.ts";
import { formatExplanation } from "../engine/view/explanation_view.ts";
import { formatHistories, isEmpty, NOTHING_LEARNED, SHOWN_MOVES } from "../engine/view/histories_view.ts";
import type { Command } from "./extension.ts";
import { LEARNED_PARAMETERS } from "./learning.ts";
import { describeOptions, describeValues } from "./options.ts";
import { parseCount, parseGo } from "./parse.ts";
import { nodesPerSecond } from "../engine/line.ts";
import { describeBuild } from "../system/process.ts";
import type { Session } from "./session.ts";
import { ENGINE_AUTHOR, ENGINE_TITLE } from "../engine/version.ts";

/** The command that ends the program. */
export const QUIT = "quit";
const EXPORTED_NETWORK = "hindsight.net";

const UNFINISHED = "A search is running, and its lessons are known only after it has ended; 'stop' ends it";

const COMMANDS: readonly Command[] = [
  {
    name: "uci",
    help: "Print the name of the engine and its options",
    run: (session) => {
      session.write(`id name ${ENGINE_TITLE}`);
      session.write(`id author ${ENGINE_AUTHOR}`);
      for (const line of describeOptions(session.options)) session.write(line);
      session.write("uciok");
    },
  },
  {
    name: "isready",
    help: "Answer readyok when all earlier commands have finished; during a search, perft or bench, answer immediately",
    run: (session) => session.isReady(),
  },
  {
    name: "setoption",
    parameters: "name NAME [value VALUE]",
    help:
      "Set an option. During a search, Clear Hash and new values of Hash, Threads, EvalFile, SyzygyPath, Learning and " +
      "Learning File take effect when the search has finished. A file whose name does not change is not read again",
    run: (session, _words, _signal, text) => session.setOption(text),
  },
  {
    name: "ucinewgame",
    needsThreads: true,
    help: "Start a new game, and forget what was learned in the previous game",
    run: (session) => session.newGame(),
  },
  {
    name: "position",
    parameters: "startpos | [fen] FEN [moves MOVE ...]",
    help: "Set up a position",
    run: (session, words) => session.setPosition(words),
  },
  {
    name: "go",
    needsThreads: true,
    parameters: "[wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [movetime MS] [depth N] [nodes N] [mate N] " +
      "[searchmoves MOVE ...] [infinite] [ponder]",
    help:
      "Search the position. Without a limit, search until stop. Another go waits for the search to finish, but stops a " +
      "search that has no limit. With only 'mate N', the search ends only if it finds a mate in N moves; if there may be " +
      "no such mate, set a second limit. For 'go perft N', see perft",
    isBatch: (words) => parseGo(words).perft !== undefined,
    run: (session, words, signal) => {
      const go = parseGo(words);
      return go.perft === undefined ? session.go(go) : perft(session, go.perft, signal);
    },
    refuse: async (session, words, message) => {
      if (words.includes("perft")) session.writeInfo(message);
      else await session.refuseSearch(message, words.includes("infinite") || words.includes("ponder"));
    },
  },
  { name: "stop", help: "End the search, perft or bench", run: (session) => session.stop() },
  {
    name: "ponderhit",
    help: "Continue the search on the clock, now that the expected move has been played",
    run: (session) => session.ponderhit(),
  },
  { name: "debug", parameters: "on | off", help: "Accepted but ignored", run: () => {} },
  { name: "register", parameters: "...", help: "Accepted but ignored", run: () => {} },
  { name: QUIT, help: "End the program. The end of the input does the same", run: () => {} },

  {
    name: "d",
    help: "Draw the board, and print the FEN, the key and the checking pieces",
    run: (session) => session.write(drawPosition(session.currentGame.position)),
  },
  {
    name: "eval",
    help:
      "Show what each piece is worth and how the network judges the position. If a search is running, the command " +
      "waits for it to finish. A search without a limit continues, and what it has learned is not included",
    isBatch: () => true,
    isBrief: true,
    run: async (session, _words, signal) => {
      const { position, network } = session;
      const inspection = await session.inspect(signal);
      session.write(formatEvaluation(position, explainNetwork(network, position), inspection?.evaluation ?? null));
    },
  },
  {
    name: "export_net",
    needsSystem: true,
    parameters: "[FILE]",
    help: `Write the embedded network to a new file (${EXPORTED_NETWORK}). Do this before the first search`,
    run: (session, _words, _signal, text) => {
      const path = text.trim() || EXPORTED_NETWORK;
      const file = embeddedNetworkFile();
      writeNewFile(path, file);
      session.writeInfo(`The embedded network, ${file.length} bytes, was written to '${path}'`);
    },
  },
  {
    name: "histories",
    parameters: "[N]",
    help: `Show what the search has learned about the position, with N moves of each kind (${SHOWN_MOVES}). ` +
      "If a search is running, the command waits for it to finish; a search without a limit must be stopped first",
    isBatch: () => true,
    isBrief: true,
    run: async (session, words, signal) => {
      if (words.length > 1) {
        throw new SyntaxError(`Expected at most one number after 'histories', but got '${words.join(" ")}'`);
      }
      const limit = words.length > 0 ? parseCount(words[0], "histories") : SHOWN_MOVES;
      const { position, core: { pool } } = session;
      const inspection = await inspectLearned(session, signal);
      session.write(formatHistories(inspection, formatFen(position), limit, pool.threadCount));
    },
  },
  {
    name: "why",
    parameters: "MOVE",
    help: "Explain why the search tries a move early or late. The command waits for a search as 'histories' does",
    isBatch: () => true,
    isBrief: true,
    run: async (session, words, signal) => {
      if (words.length !== 1) {
        throw new SyntaxError(`Expected one move after 'why', but got '${words.join(" ")}'`);
      }
      const { position } = session;
      const move = formatUci(readMove(position, words[0]), position.chess960);
      const inspection = await inspectLearned(session, signal);
      if (isEmpty(inspection)) return session.write(NOTHING_LEARNED);
      session.write(formatExplanation(explainMove(nameMoves(inspection, position), move, movesBefore(position))));
    },
  },
  {
    name: "learned",
    needsSystem: true,
    parameters: LEARNED_PARAMETERS,
    help:
      "Show, save or change what was learned. 'show' prints what is known about the position and N of its moves. 'list' " +
      "prints the N known positions after it that were searched deepest. 'export' writes what is known after it as a PGN " +
      "game. 'save' writes everything to a learning file, 'load' replaces everything with FILE, and 'merge' adds FILE. " +
      "'remove' forgets the position; with 'all', also what is known after it. 'forget' forgets everything. POSITION is " +
      "written as after 'position'. See the options Learning and Learning File. The command " +
      "waits for a search as 'histories' does",
    isBatch: () => true,
    isBrief: true,
    run: async (session, _words, signal, text) => {
      if (!await session.searchEnded(signal)) throw new Error(UNFINISHED);
      await session.learning.run(text, session.position, session.write);
    },
  },
  {
    name: "flip",
    help: "Exchange the colours: turn the board upside down, and give each piece the other colour",
    run: (session) => session.setPosition(["fen", flip(session.position)]),
  },
  {
    name: "perft",
    needsThreads: true,
    parameters: "N",
    help: "Count the leaves of the game tree at depth N, for each move and in total",
    isBatch: () => true,
    run: (session, words, signal) => perft(session, parseCount(words[0], "perft"), signal),
  },
  {
    name: "bench",
    needsThreads: true,
    parameters: "[DEPTH] [HASH]",
    help: `Search fixed positions to depth DEPTH (${BENCH_DEPTH}) with a hash table of HASH MB (${BENCH_MEGABYTES}). ` +
      "'bench HASH THREADS LIMIT' is Stockfish's form, which can have more arguments. Both forms search with one thread",
    isBatch: () => true,
    run: async (session, words, signal) => {
      const { megabytes, ...limits } = parseBench(words);
      await session.prepareSearch();
      await session.core.turn(() => runBench(session.core.pool, { limits, megabytes, signal, write: session.write }));
    },
  },
  {
    name: "genfens",
    needsThreads: true,
    needsSystem: true,
    parameters: GENFENS_PARAMETERS,
    help:
      "Write N random openings with about equal chances. They start from the positions in FILE or from the initial " +
      "position; S is the random seed",
    isBatch: () => true,
    run: async (session, words, signal) => {
      const request = parseGenfens(words);
      const book = readPositions(request.bookPath);
      await session.prepareSearch();
      const { core, write } = session;
      const { pool, settings: { chess960 } } = core;
      await core.turn(() => writeOpenings(request, { pool, chess960, book, signal, write }));
    },
  },
  { name: "version", help: "Print the version", run: (session) => session.write(ENGINE_TITLE) },
  {
    name: "compiler",
    needsSystem: true,
    help: "Print what the program was built with, and what it runs on",
    run: (session) => session.write(describeBuild()),
  },
];

/** The engine's own commands and `extra`. Without `hasSystem`, excludes those that need files or a process. */
export function allCommands(extra: readonly Command[] = [], hasSystem = true): Command[] {
  const help: Command = {
    name: "help",
    help: "List the commands and the options",
    run: (session) => session.write(describeCommands(commands, session)),
  };
  const commands = [...COMMANDS, help, ...extra].filter(({ needsSystem }) => hasSystem || needsSystem !== true);
  return commands;
}

/** The names of the engine's own commands. */
export function commandNames(): string[] {
  return allCommands().map(({ name }) => name);
}

/** The command with this name, if it exists. */
export function findCommand(name: string, extra: readonly Command[] = []): Command | undefined {
  return allCommands(extra).find((command) => command.name === name);
}

function describeCommands(commands: readonly Command[], { hasPrograms, options }: Session): string {
  const lines = [
    `${ENGINE_TITLE}, a chess engine that speaks UCI: start it from a chess GUI, or type commands.`,
    "Commands given as arguments run in order, then the program ends: hindsight 'position startpos' 'go depth 10'",
  ];
  if (hasPrograms) {
    lines.push(
      "Programs for people: hindsight play, hindsight analyse game.pgn, hindsight puzzle games.pgn, hindsight histories;",
      "each has --help.",
    );
  }
  lines.push("");
  for (const command of commands) {
    lines.push(`${command.name} ${command.parameters ?? ""}`.trimEnd(), `    ${command.help}`);
  }
  lines.push("", "Options of setoption:");
  for (const option of options) {
    lines.push([option.name, describeValues(option)].join(": "), `    ${option.help}`);
  }
  return lines.join("\n");
}

/** Returns what all searches have learned. Throws an Error if a search without a limit is running. */
async function inspectLearned(session: Session, signal: AbortSignal): Promise<Inspection> {
  const inspection = await session.inspect(signal);
  if (inspection === null) throw new Error(UNFINISHED);
  return inspection;
}

async function perft(session: Session, depth: number, signal: AbortSignal): Promise<void> {
  const { position } = session;
  await session.prepareSearch();
  const { record } = session.currentGame;
  const stopped = () => session.writeInfo(`Perft of '${formatFen(position)}' was stopped`);
  // A stop that came during the preparation would have no effect on the count.
  if (signal.aborted) return stopped();
  const start = performance.now();
  let total = 0;
  const onMove = (move: number, nodes: number): void => {
    total += nodes;
    if (!signal.aborted) session.write(`${formatUci(move, position.chess960)}: ${nodes}`);
  };
  await session.core.turn(() => session.core.pool.perft(record, depth, onMove));
  if (signal.aborted) return stopped();
  const timeMs = performance.now() - start;
  session.write(`\nNodes searched: ${total}`);
  session.write(`Time: ${Math.round(timeMs)} ms, ${nodesPerSecond(total, timeMs)} nps`);
}
