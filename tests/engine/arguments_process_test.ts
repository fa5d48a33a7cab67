/** The public functions of all three entry points refuse wrong arguments with a documented error. */

import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import * as library from "../../engine/mod.ts";
import * as view from "../../engine/view/mod.ts";

const { Engine, EnginePool, Game, Position, PositionSetup, RunningSearch } = library;
/** Values that an untyped program may pass. Each of them is wrong nearly everywhere. */
const WRONG: readonly unknown[] = [undefined, null, true, 0.5, -1, NaN, "", "x9", [], [null], {}, { x: 1 }, () => 1];
// The values of `WRONG` that are valid for an argument that may be missing, is an object of options, or is any string.
const OPTIONAL = [undefined];
const OPTIONS = [undefined, {}];
const TEXT = ["", "x9"];

/** A library function, valid arguments, and which values of `WRONG` each argument accepts. */
type Case = readonly [
  name: string,
  call: (...args: readonly unknown[]) => unknown,
  args: readonly unknown[],
  ...accepts: readonly (readonly unknown[])[],
];

/** A method of an object; each call makes a new object. */
function method(subject: () => object, name: string): Case[1] {
  return (...args) => {
    const made = subject();
    return Reflect.apply(Reflect.get(made, name), made, args);
  };
}

/** A function, or a class with `new`. */
function free(callee: object): Case[1] {
  return (...args) => Reflect.apply(callee as () => unknown, undefined, args);
}
function made(callee: object): Case[1] {
  return (...args) => Reflect.construct(callee as new () => unknown, args);
}

/** Sets a field, and then reads the field `read`, which shows whether the value can be used. */
function field(subject: () => object, name: string, read: string = name): Case[1] {
  return (value) => {
    const made = subject();
    Reflect.set(made, name, value, made);
    return Reflect.get(made, read, made);
  };
}

const FEN = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
const FOUND = { moves: ["e4"], score: { type: "cp", value: 30 } };
const PGN = "1. e4 e5 *";
const position = () => new Position(FEN);
const setup = () => new PositionSetup(new Position());
const game = library.gameFromPgn(PGN);
const node = () => new Game().root;

/** Calls of functions that need no engine. */
const RULES: readonly Case[] = [
  ["Position", made(Position), [FEN, {}], OPTIONAL, OPTIONS],
  ["Game", made(Game), [FEN, {}], OPTIONAL, OPTIONS],
  ["PositionSetup", made(PositionSetup), [new Position(FEN)], OPTIONAL],
  ["GameNode", made(library.GameNode), [game.root, 0], [], WRONG],
  ["Position.play", method(position, "play"), ["e4"]],
  ["Position.isLegal", method(position, "isLegal"), ["e4"], WRONG],
  ["Position.moves", method(position, "moves"), [{ square: "e2" }], OPTIONS],
  ["Position.legalMoves", method(position, "legalMoves"), [{ piece: "k" }], OPTIONS],
  ["Position.get", method(position, "get"), ["e2"]],
  ["Position.pieces", method(position, "pieces"), [{ type: "k", colour: "b" }], OPTIONS],
  ["Position.attackers", method(position, "attackers"), ["d3", "w"], [], OPTIONAL],
  ["Position.isAttacked", method(position, "isAttacked"), ["d3", "w"], [], OPTIONAL],
  ["PositionSetup.get", method(setup, "get"), ["e2"]],
  ["PositionSetup.put", method(setup, "put"), [{ type: "n", colour: "b" }, "e2"]],
  ["PositionSetup.remove", method(setup, "remove"), ["e2"]],
  ["PositionSetup.toPosition", method(setup, "toPosition"), [{}], OPTIONS],
  ["PositionSetup.turn", field(setup, "turn", "fen"), ["b"]],
  ["PositionSetup.castling", field(setup, "castling", "fen"), ["KQ"], TEXT],
  ["PositionSetup.enPassant", field(setup, "enPassant", "fen"), ["e3"], [null, ...TEXT]],
  ["PositionSetup.halfmoves", field(setup, "halfmoves", "fen"), [3]],
  ["PositionSetup.fullmove", field(setup, "fullmove", "fen"), [3]],
  ["Game.move", method(() => new Game(FEN), "move"), ["e4"]],
  ["Game.add", method(() => game, "add"), [game.root, "e4"]],
  ["Game.goTo", method(() => game, "goTo"), [game.root]],
  ["Game.promote", method(() => game, "promote"), [game.root]],
  // Each call first adds the move that it deletes.
  ["Game.delete", (place) => method(() => game, "delete")(place === "new" ? game.add(game.root, "d4") : place), [
    "new",
  ]],
  ["Game.history", method(() => game, "history"), [{}], OPTIONS],
  ["Game.toPgn", method(() => game, "toPgn"), [{ maxWidth: 40 }], OPTIONS],
  ["Game.tags", method(() => new Game().tags, "set"), ["WhiteElo", "2500"], ["x9"], TEXT],
  ["GameNode.comments", field(node, "comments"), [["a"]], [[]]],
  ["GameNode.commentsBefore", field(node, "commentsBefore"), [["a"]], [[]]],
  ["GameNode.glyphs", field(node, "glyphs"), [[1]], [[]]],
  ["GameNode.clock", field(node, "clock"), [60], [null, 0.5]],
  ["GameNode.elapsed", field(node, "elapsed"), [60], [null, 0.5]],
  ["GameNode.evaluation", field(node, "evaluation"), [{ cp: 3, mate: null }], [null]],
  ["GameNode.arrows", field(node, "arrows"), [[{ from: "e2", to: "e4", colour: "red" }]], [[]]],
  ["GameNode.squares", field(node, "squares"), [[{ square: "e2", colour: "red" }]], [[]]],
  ["gameFromPgn", free(library.gameFromPgn), [PGN]],
  ["gamesFromPgn", free(library.gamesFromPgn), [PGN], [""]],
  ["readAllGames", free(library.readAllGames), [PGN], TEXT],
  ["readGames", async (source) => await library.readGames(source as string).next(), [PGN], [...TEXT, []]],
  ["perft", free(library.perft), [new Position(FEN), 1]],
  ["glyphSign", free(library.glyphSign), [1]],
  ["squareColour", free(library.squareColour), ["e2"]],
  ["chess960Start", free(library.chess960Start), [518, 518], [], OPTIONAL],
  ["fenFault", free(library.fenFault), [FEN], WRONG],
  ["fenWithPassedSquare", free(library.fenWithPassedSquare), [new Position(FEN)]],
  ["pgnFault", free(library.pgnFault), [PGN], TEXT],
  ["openingOf", free(library.openingOf), [new Game()]],
  ["openingOf", free(library.openingOf), [{ moves: ["e4"] }]],
  ["describeOpening", free(library.describeOpening), [{ eco: "A00", name: "Grob", plies: 1 }]],
  ["explainMistake", free(library.explainMistake), [FEN, "Kd2", { best: FOUND, answer: null }]],
  ["judgeMove", free(library.judgeMove), [FEN, "Kd2", { best: FOUND, answer: { ...FOUND, moves: ["Kd7"] } }]],
  ["formatScore", free(library.formatScore), [FOUND.score, "w"], [], OPTIONAL],
  ["formatScore", free(library.formatScore), [{ cp: 3, mate: null }]],
  ["compactLearned", free(library.compactLearned), [new Uint8Array()]],
  ["RunningSearch", made(RunningSearch), [null, () => Promise.resolve()], WRONG, [() => 1]],
  ["Engine", made(Engine), [], []],
  ["EnginePool", made(EnginePool), [], [], []],
];

/** Calls that need an engine and its learned data. */
async function engineCases(engine: library.Engine): Promise<Case[]> {
  const start = new Game();
  await engine.analyse(start, { depth: 2 }).result;
  const inspection = await engine.inspect(start);
  const explanation = await engine.explain(start, "e4");
  const subject = () => engine;
  const search = (name: string): Case[1] => async (...args) =>
    await (method(subject, name)(...args) as library.RunningSearch).stopOn(AbortSignal.timeout(0)).result;
  const { butterfly } = inspection;
  return [
    ["Engine.start", async (options) => (await Engine.start(options as object)).close(), [{}], OPTIONS],
    ["EnginePool.start", async (options) => (await EnginePool.start(options as object)).close(), [{}], OPTIONS],
    ["Engine.setOptions", method(subject, "setOptions"), [{ level: 20 }], [{}]],
    ["Engine.analyse", search("analyse"), ["startpos", { depth: 1 }], [], OPTIONS],
    ["Engine.play", search("play"), ["startpos", { depth: 1 }]],
    ["Engine.inspect", method(subject, "inspect"), ["startpos"]],
    ["Engine.explain", method(subject, "explain"), ["startpos", "e4"]],
    ["Engine.saveLearned", method(subject, "saveLearned"), [new Uint8Array()], OPTIONAL],
    ["RunningSearch.stopOn", (signal) => {
      const running = engine.analyse("startpos", { depth: 1 });
      return running.stopOn(signal as AbortSignal).result;
    }, [AbortSignal.timeout(0)]],
    ["analyseGame", free(library.analyseGame), [start, engine, { depth: 1 }]],
    ["describeHistories", free(view.describeHistories), [inspection, start]],
    ["formatHistories", free(view.formatHistories), [inspection, start, 5, 1], [], [], OPTIONAL, OPTIONAL],
    ["formatExplanation", free(view.formatExplanation), [explanation]],
    ["drawHeatMap", free(view.drawHeatMap), [{ position: start, butterfly, depth: 2 }]],
  ];
}

/** Objects and lists of all kinds, with small numbers, because `perft` does not limit the depth. */
const ANYTHING = fc.anything({
  values: [fc.boolean(), fc.integer({ min: -3, max: 3 }), fc.string(), fc.constantFrom(null, undefined, NaN, "e2")],
});

/** JavaScript's own errors, which do not say what was expected. */
const RAW = /is not (a function|iterable|defined)|Cannot |undefined \(|reading '|Invalid array|not an object|circular/;

/** Returns the message of the documented error that ends a call, or `null` without an error. */
async function refusalOf(call: () => unknown, what: string): Promise<string | null> {
  try {
    await call();
    return null;
  } catch (error) {
    assert(error instanceof Error, `${what} throws ${error}`);
    const isDocumented = [TypeError, RangeError, SyntaxError, library.EngineError].some((each) =>
      error instanceof each
    );
    assert(isDocumented && !RAW.test(error.message), `${what}: ${error.name}: ${error.message}`);
    return error.message;
  }
}

function withValue(args: readonly unknown[], place: number, value: unknown): unknown[] {
  return args.map((arg, i) => i === place ? value : arg);
}

async function checkCases(cases: readonly Case[]): Promise<void> {
  for (const [name, call, args, ...accepts] of cases) {
    for (let place = 0; place < Math.max(1, args.length); place++) {
      const accepted = (accepts[place] ?? []).map((value) => Deno.inspect(value));
      for (const value of WRONG) {
        const given = args.length === 0 ? [value] : withValue(args, place, value);
        const what = `${name}(${given.map((each) => Deno.inspect(each).slice(0, 30)).join(", ")})`;
        const refusal = await refusalOf(() => call(...given), what);
        assertEquals(refusal === null, accepted.includes(Deno.inspect(value)), `${what}: ${refusal}`);
      }
    }
    if (args.length > 0) {
      assertEquals(await refusalOf(() => call(...args), name), null, `${name} refuses what is right`);
    }
  }
}

Deno.test("every function that needs no engine refuses wrong arguments, and says what it expected", async () => {
  await checkCases(RULES);
});

Deno.test("every function of the engine and the views refuses wrong arguments, and says what it expected", async () => {
  await using engine = await Engine.start({ hash: 4, learned: new Uint8Array() });
  await checkCases(await engineCases(engine));
  const uciWords = { movetime: 100 } as Record<string, number>;
  assertThrows(() => engine.analyse("startpos", uciWords), TypeError, "here its name is time");
});

Deno.test("no value makes the functions of the rules throw one of JavaScript's own errors", async () => {
  for (const [name, call, args] of RULES) {
    for (let place = 0; place < args.length; place++) {
      for (const value of fc.sample(ANYTHING, { numRuns: 200, seed: 69 })) {
        await refusalOf(() => call(...withValue(args, place, value)), `${name}(${Deno.inspect(value)})`);
      }
    }
  }
});

Deno.test("the tests above call all public functions that have arguments", async () => {
  await using engine = await Engine.start({ hash: 4 });
  const cases = [...RULES, ...await engineCases(engine)].map(([name]) => name);
  const known = new Set(cases.flatMap((name) => [name, name.replace(/^Position\./, "Game.")]));
  const missing: string[] = [];
  for (const [name, value] of Object.entries({ ...library, ...view })) {
    if (typeof value !== "function" || value.prototype instanceof Error) continue;
    const isClass = /^class /.test(Function.prototype.toString.call(value));
    if (!isClass && value.length > 0 && !known.has(name)) missing.push(name);
    if (!isClass) continue;
    for (const [owner, of] of [[value, "static"], [value.prototype, ""]] as const) {
      for (const [key, { value: member, set }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
        const takes = set !== undefined || (typeof member === "function" && member.length > 0);
        const isInternal = of === "static" && value === library.GameNode || key === "constructor";
        // A pool is an engine with a queue: its calls check the same arguments as the engine's calls.
        const isKnown = [
          name,
          name.replace("EnginePool", "Engine"),
          name.replace(/^Readable(Position|Board)$/, "Position"),
        ]
          .some((each) => known.has(`${each}.${key}`));
        if (takes && !isInternal && !isKnown) missing.push(`${name}.${key}`);
      }
    }
  }
  assertEquals(missing, []);
});
