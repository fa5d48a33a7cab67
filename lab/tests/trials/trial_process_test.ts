/** Games of an engine against itself: correct games, and a game for each way in which an engine can fail. @module */

import { assertEquals, assertGreater, assertRejects, assertThrows } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { legalMoves } from "../../../core/movegen.ts";
import { formatUci, parseUci } from "../../../core/notation.ts";
import { projectPath } from "../../../tools/paths.ts";
import { BRIEF_OPTIONS, engineArguments } from "../../../tests/engine_bundle.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { TrialGame, type TrialSetting } from "../../trials/arbiter.ts";
import { describeSetting, endEngine, playSetting, readTrialOptions, SETTINGS } from "../../trials/trial.ts";
import { UciEngine } from "../../uci_engine.ts";
import { OwnEngine } from "./own_engine.ts";

const PLAIN: TrialSetting = {
  ...{ baseMs: 30_000, incrementMs: 1000, nodes: null, threads: 1, multiPv: 1, chess960: false, ponder: false },
};

/** Only kings and pawns, so that the games are short. */
const START = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";

type Mistake = "none" | "slow" | "illegal" | "warning" | "reply" | "line";

/** An engine that plays without a plan and prefers captures and promotions, so that the games are short. */
function playerOf(how: Mistake): OwnEngine {
  let position = parseFen(START);
  let isPondering = false;
  const answer = (): string[] => {
    isPondering = false;
    const moves = legalMoves(position);
    const move = moves.find((each) => position.isNoisy(each)) ?? moves[position.gamePly * 7 % moves.length];
    const text = formatUci(move, false);
    position.make(move);
    const [reply] = legalMoves(position);
    position.undo();
    const expected = how === "reply" ? "a1a1" : reply === undefined ? "" : formatUci(reply, false);
    return [
      `info depth 1 score cp 0 pv ${text}${how === "line" ? " a1a1" : ""}`,
      ...how === "warning" ? ["info string Something is wrong"] : [],
      `bestmove ${how === "illegal" ? "a1a1" : text}${expected === "" ? "" : ` ponder ${expected}`}`,
    ];
  };
  return new OwnEngine(async (line) => {
    if (line.startsWith("position fen ")) {
      const [fen, moves] = line.slice("position fen ".length).split(" moves ");
      position = parseFen(fen);
      for (const move of moves?.split(" ") ?? []) position.make(parseUci(position, move));
    } else if (line.startsWith("go ponder")) isPondering = true;
    else if (line === "ponderhit" || (line === "stop" && isPondering)) return answer();
    else if (line.startsWith("go ")) {
      if (how === "slow") await new Promise((resolve) => setTimeout(resolve, 3));
      return answer();
    }
    return [];
  });
}

async function faultsOf(how: Mistake, changes: Partial<TrialSetting> = {}): Promise<string[]> {
  const game = new TrialGame([playerOf(how), playerOf(how)], { ...PLAIN, ...changes }, START, 0);
  await game.play();
  return Array.from(new Set(game.faults.map(({ kind }) => kind)));
}

Deno.test("an engine that plays by the rules has no fault, pondering or not, and with fixed nodes no clock runs", async () => {
  assertEquals(await faultsOf("none"), []);
  assertEquals(await faultsOf("none", { ponder: true }), []);
  assertEquals(await faultsOf("slow", { baseMs: 0, incrementMs: 0, nodes: 100 }), []);
});

Deno.test("each fault of an engine in a game is found", async () => {
  const found: [Mistake, string][] = [["illegal", "illegal"], ["warning", "warning"], ["reply", "warning"]];
  for (const [how, kind] of [...found, ["line", "warning"] as const]) assertEquals(await faultsOf(how), [kind]);
  assertEquals(await faultsOf("slow", { baseMs: 1 }), ["time"]);
});

testInFolder("each fault of a process is found", async (folder) => {
  const path = `${folder}/engine.js`;
  Deno.writeTextFileSync(
    path,
    `const [how] = Deno.args;
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  for (const line of text.split("\\n")) {
    if (line === "uci" && how === "start") Deno.exit(1);
    if (line === "uci") console.log("uciok");
    if (line === "isready") console.log("readyok");
    if (line.startsWith("go ")) Deno.exit(1);
    if (line === "quit" && how === "stderr") console.error("a fault");
    if (line === "quit") Deno.exit(how === "code" ? 3 : 0);
  }
}`,
  );
  const command = [Deno.execPath(), "run", "--no-prompt", ...BRIEF_OPTIONS, path];
  for (const how of ["go", "start"]) {
    const plan = { setting: PLAIN, games: 1, seed: 1n, marginMs: 0, command: [...command, how] };
    const { games, faults } = await playSetting(plan);
    assertEquals([games, ...faults.map(({ kind }) => kind)], [1, "disconnect"]);
  }
  await using failing = new UciEngine([...command, "code"], "piped");
  await assertRejects(() => endEngine(failing), Error, "exit code 0, but it ended with 3");
  await using printing = new UciEngine([...command, "stderr"], "piped");
  assertEquals(await endEngine(printing), [{ kind: "warning", text: "Printed on standard error: a fault" }]);
});

Deno.test("a game of the engine itself in Chess960, pondering, with three lines, has no fault", async () => {
  const command = [Deno.execPath(), ...engineArguments(`--allow-read=${projectPath()}`)];
  const setting = { ...PLAIN, nodes: 20, multiPv: 3, chess960: true, ponder: true };
  const { faults, plies } = await playSetting({ command, setting, games: 1, seed: 2n, marginMs: 0 });
  assertEquals(faults, []);
  assertGreater(plies, 10);
});

Deno.test("the settings cover both clocks, both numbers of threads and every kind of game", () => {
  assertEquals(SETTINGS.length, 16);
  assertEquals(new Set(SETTINGS.map(describeSetting)).size, 16);
  assertEquals(describeSetting(SETTINGS[0]), "1+0.01, 1 thread");
  assertEquals(describeSetting(SETTINGS[15]), "0.1+0.01, 4 threads, ponder");
});

Deno.test("the command line of the trial divides the games among the settings", () => {
  const { plans, engine } = readTrialOptions(["--games=20", "--engine=e", "--seed=5", "--margin=3"]);
  assertEquals(engine, "e");
  assertEquals(plans.map(({ games }) => games), [2, 2, 2, 2, ...Array(12).fill(1)]);
  assertEquals([plans[1].seed, plans[1].marginMs, plans[1].command], [6n, 3, ["e"]]);
  assertEquals(readTrialOptions(["--games=3"]).plans.length, 3);
  assertEquals(readTrialOptions(["--setting=0.1+0.01, 4 threads, ponder"]).plans.length, 1);
  const { plans: fixed, bench } = readTrialOptions(["--nodes=500", "--games=5", "--bench"]);
  assertEquals([fixed.map(({ games }) => games), bench], [[3, 2], true]);
  const found = fixed.map(({ setting }) => describeSetting(setting));
  assertEquals(found, ["500 nodes, 1 thread", "500 nodes, 1 thread, Chess960"]);
  assertThrows(() => readTrialOptions(["--nodes=5", "--setting=1+0.01, 1 thread"]), RangeError, "got both");
});

Deno.test("a setting is named by its description; an unknown description is refused with a list of all settings", () => {
  const all = SETTINGS.map(describeSetting);
  const chosen = (...texts: string[]): string[] =>
    readTrialOptions(["--games=100", ...texts.map((text) => `--setting=${text}`)]).plans
      .map(({ setting }) => describeSetting(setting));
  assertEquals(chosen(), all);
  assertEquals(chosen(all[3], all[0], all[3]), [all[0], all[3]]);
  assertThrows(() => chosen("ponder"), RangeError, `but got "ponder":\n${all.join("\n")}`);
});
