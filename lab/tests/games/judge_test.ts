import {
  assertAlmostEquals,
  assertEquals,
  assertGreater,
  assertLess,
  assertMatch,
  assertRejects,
  assertThrows,
} from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { Random } from "../../../core/random.ts";
import type { Network } from "../../../nnue/network.ts";
import { serialiseNetwork } from "../../../nnue/network_file.ts";
import { estimateMean } from "../../estimate.ts";
import { askEngine, compareNetworks, readJudgeOptions } from "../../games/judge/judge.ts";
import { formatJudged, readJudged } from "../../games/judge/judged_positions.ts";
import { fitCurve, quietOnes, squaredErrors } from "../../games/judge/network_error.ts";
import { SelfPlay } from "../../games/self_play.ts";
import { embeddedNetwork } from "../../../nnue/embedded.ts";
import { ENGINE_BUNDLE } from "../../../tests/engine_bundle.ts";
import { withFolder } from "../../../tests/folder.ts";
import { EVALUATOR, NETWORK } from "../../../tests/search/evaluators.ts";
import { drawOpening } from "../../../engine/games/random_openings.ts";

const curve = (score: number): number => 1 / (1 + Math.exp(-score));

Deno.test("`fitCurve()` finds the factor and the offset that targets come from", () => {
  const scores = Array.from({ length: 60 }, (_, i) => (i - 30) / 10);
  const targets = scores.map((score) => curve(0.6 * score + 0.3));
  fitCurve(scores, targets).forEach((expected, i) => assertAlmostEquals(expected, targets[i], 1e-6));
  // Too few to fit anything to.
  assertEquals(fitCurve([1, 2], [0, 0]), [curve(1), curve(2)]);
  // All alike: only the offset can be found.
  fitCurve(Array(40).fill(1), Array(40).fill(0.7)).forEach((expected) => assertAlmostEquals(expected, 0.7, 1e-4));
});

Deno.test("positions and verdicts are read as they were written, and other lines are refused", () => {
  const fen = "6k1/5ppp/3r4/8/2p5/2P1R3/5PPP/6K1 w - - 4 33";
  const lines = [
    formatJudged({ origin: "game", fen }, "cp 200"),
    formatJudged({ origin: "tree", fen }, "mate -3"),
    formatJudged({ origin: "tree", fen }, "mate 1"),
  ];
  const judged = readJudged(lines.join("\n") + "\n");
  assertEquals(judged.map(({ origin }) => origin), ["game", "tree", "tree"]);
  assertAlmostEquals(judged[0].expected, curve(1), 1e-12);
  assertEquals(judged.slice(1).map(({ expected }) => expected), [0, 1]);
  assertThrows(() => readJudged(`${lines[0]}\nbook\t${fen}\tcp 1`), SyntaxError, "in line 2, but got 'book");
  assertThrows(() => readJudged(lines[0].replace("6k1", "7k1")));
});

Deno.test("a position whose best move captures is not quiet, and one where nothing happens is", () => {
  const position = (fen: string) => ({ origin: "game" as const, fen, expected: 0.5 });
  const quiet = position(START_FEN);
  const hanging = position("6k1/5ppp/8/3q4/8/2N5/5PPP/6K1 w - - 0 1");
  assertEquals(quietOnes([quiet, hanging], NETWORK), [quiet]);
});

/** A network that lacks a part of its neurons in the output. */
function worseNetwork(): Network {
  const worse = embeddedNetwork();
  for (let i = 0; i < worse.outputWeights.length; i += 3) worse.outputWeights[i] = 0;
  return worse;
}

Deno.test("the error of a network is next to nothing where verdicts are its own scores, and larger for a worse one", () => {
  const random = new Random(5n);
  const positions = Array.from({ length: 300 }, () => {
    const fen = drawOpening(random, 0);
    const position = parseFen(fen);
    EVALUATOR.attach(position);
    return { origin: "game" as const, fen, expected: curve(0.004 * EVALUATOR.evaluate(position) + 0.1) };
  });
  const mean = (errors: Float64Array) => estimateMean(Array.from(errors)).value;
  // Some buckets have too few positions to be fitted.
  const own = mean(squaredErrors(positions, NETWORK));
  assertLess(own, 0.05);
  assertGreater(mean(squaredErrors(positions, worseNetwork())), 10 * own);
});

Deno.test("an engine is asked about positions of games and trees, and networks are compared by what it says", () =>
  withFolder(async (folder) => {
    const player = new SelfPlay({ nodes: 20, chess960: 0, network: NETWORK });
    const games = Array.from({ length: 48 }, (_, i) => player.play(new Random(4n, 0, i))!);
    games.forEach((game, i) => Deno.writeFileSync(`${folder}/${i}.vf`, game));
    const out = `${folder}/judged.txt`;
    const args = ["ask", folder, `--engine=${ENGINE_BUNDLE}`, "--nodes=60", "--trees=24"];
    const options = readJudgeOptions([...args, `--out=${out}`, "--games=24"]);
    assertEquals(await askEngine(options), `48 positions in ${out}`);
    const text = Deno.readTextFileSync(out);
    assertEquals(readJudged(text).map(({ origin }) => origin), [...Array(24).fill("game"), ...Array(24).fill("tree")]);
    await assertRejects(() => askEngine(options), RangeError, "to be a new file, but there is");
    const many = readJudgeOptions([...args, `--out=${folder}/many.txt`, "--games=60"]);
    await assertRejects(() => askEngine(many), RangeError, "Expected 60 positions of games and 24 of trees, but got ");

    const files = [`${folder}/own.hnet`, `${folder}/worse.hnet`];
    Deno.writeFileSync(files[0], serialiseNetwork(NETWORK));
    Deno.writeFileSync(files[1], serialiseNetwork(worseNetwork()));
    const [title, , own, worse] = compareNetworks(out, files).split("\n");
    assertMatch(title, /^\d+ of 48 positions are quiet \(\d+ of games, \d+ of trees\)$/);
    assertMatch(own, /own\.hnet +\d+\.\d{3} \(\+0\.000 ± 0\.000\) /);
    assertMatch(worse, /worse\.hnet +\d+\.\d{3} \(\+\d+\.\d{3} ± \d+\.\d{3}\) /);
  }));

Deno.test("a command line that makes no sense is refused", () => {
  const refused: [args: string[], message: string][] = [
    [[], "Expected 'ask' or 'compare', but got nothing"],
    [["tell"], "Expected 'ask' or 'compare', but got \"tell\""],
    [["ask", "games"], "Expected --out=FILE, but got none"],
    [["ask", "games", "--out=a"], "Expected --engine=FILE, but got none"],
    [["ask", "--out=a", "--engine=b"], "Expected folders or files of games, but got none"],
    [["ask", "games", "--out=a", "--engine=b", "--games=0", "--trees=0"], "Expected --games or --trees to be above 0"],
    [["compare", "judged.txt"], "Expected a file of positions and networks, but got too few files"],
    [["ask", "games", "--out=a", "--engine=b", "--nodes=0"], "Expected a number of at least 1 after '--nodes'"],
    [
      ["compare", "judged.txt", "a.hnet", "--nodes=9"],
      "Expected 'compare' to have no options, but got '--nodes' too",
    ],
    [["compare", "judged.txt", "a.hnet", "--node=5"], "Unknown option '--node=5'"],
  ];
  for (const [args, message] of refused) assertThrows(() => readJudgeOptions(args), Error, message);
});
