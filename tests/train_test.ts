/**
 * Training, from games to a network that the engine reads. Skipped where there is no Python with PyTorch.
 *
 * Each run of Python takes some seconds to load PyTorch: the whole file costs some twenty seconds.
 *
 * @module
 */

import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { parseFen } from "../core/fen.ts";
import type { Network } from "../nnue/network.ts";
import { parseNetwork } from "../nnue/network_file.ts";
import { referenceEvaluate } from "../nnue/reference.ts";
import { Random } from "../search/random.ts";
import { drawOpening } from "../search/random_openings.ts";
import { packRecord, RECORD_BYTES } from "../tools/records.ts";
import { SelfPlay } from "../tools/self_play.ts";
import { NETWORK } from "./search/evaluators.ts";

const TOOLS = new URL("../tools/train/", import.meta.url).pathname;
const PYTHON = "python3";

/** Every bucket, both sides to move, kings on both halves of the board. */
const FENS: readonly string[] = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
  "2kr3r/ppp2ppp/2n1bn2/3p4/3P4/2N1PN2/PPP2PPP/2KR3R w - - 0 12",
  "6k1/5ppp/3r4/8/2p5/2P1R3/5PPP/6K1 w - - 4 33",
  "8/1P3k2/4p1p1/3pPp1p/1p1P1P1P/p3K1P1/P7/8 b - - 0 40",
  "1k6/8/8/8/8/2n5/R6P/6K1 b - - 3 40",
  "8/8/3k4/8/8/3QK3/8/8 b - - 0 1",
  "8/8/3k4/8/8/4K3/8/8 w - - 0 1",
];

const hasTorch = await probe();

async function probe(): Promise<boolean> {
  const code = "import importlib.util as u, sys; sys.exit(not (u.find_spec('torch') and u.find_spec('numpy')))";
  try {
    const { success } = await new Deno.Command(PYTHON, { args: ["-c", code], stdout: "null", stderr: "null" }).output();
    return success;
  } catch {
    return false;
  }
}

/** Runs a program of `tools/train` and returns what it prints. */
async function python(program: string, args: readonly string[], input = ""): Promise<string> {
  const child = new Deno.Command(PYTHON, {
    args: ["-W", "error::UserWarning", TOOLS + program, ...args],
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

async function withGames(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "hindsight-test-" });
  try {
    const player = new SelfPlay({ nodes: 20, chess960: 0, network: NETWORK });
    for (let index = 0; index < 12; index++) {
      const game = player.play(new Random(4n, 0, index));
      assert(game !== null);
      Deno.writeFileSync(`${folder}/${index}.vf`, game);
    }
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const SMALL = ["--hidden=32", "--batch=64", "--threads=1", "--device=cpu", "--lr=0.01"];

for (const isMirrored of [false, true]) {
  const kind = isMirrored ? "a mirrored network" : "a network";
  Deno.test(
    `games become ${kind} that the engine reads, and both compute the same`,
    { ignore: !hasTorch },
    () =>
      withGames(async (folder) => {
        const out = `${folder}/net.hnet`;
        const options = isMirrored ? [...SMALL, "--mirror"] : SMALL;
        const log = await python("train.py", [`--data=${folder}`, `--out=${out}`, "--epochs=4", ...options]);
        const losses = Array.from(log.matchAll(/training ([\d.]+)/g), (match) => Number(match[1]));
        assertEquals(losses.length, 4);
        assertLess(losses[3], losses[0] * 0.8);
        assertMatch(Deno.readTextFileSync(`${folder}/net.svg`), /^<svg [^]*<polyline [^]*<\/svg>\n$/);

        const network = parseNetwork(Deno.readFileSync(out));
        assertEquals([network.hiddenSize, network.isMirrored, network.qa, network.qb], [32, isMirrored, 255, 64]);
        assertEquals(JSON.parse(network.summary).hidden, 32);
        const random = new Random(6n);
        const fens = [...FENS, ...Array.from({ length: 20 }, () => drawOpening(random, 0))];
        const expected = fens.map((fen) => referenceEvaluate(network, parseFen(fen)));
        assert(new Set(expected).size > 20, "the network does not tell positions apart");
        const byFen = await python("verify.py", [out], fens.join("\n"));
        assertEquals(byFen.trim().split("\n"), fens.map((fen, i) => `${expected[i]} ${fen}`));

        const records = new Uint8Array(fens.length * RECORD_BYTES);
        fens.forEach((fen, i) => packRecord(parseFen(fen), 0, 1, records, i * RECORD_BYTES));
        Deno.writeFileSync(`${folder}/fens.bin`, records);
        const byRecord = await python("verify.py", [out, `--records=${folder}/fens.bin`]);
        assertEquals(byRecord.trim().split("\n").map(Number), expected);

        const compared = await python("verify.py", [
          ...[out, `--checkpoint=${folder}/net.ckpt`, `--data=${folder}/records`],
        ]);
        assertMatch(compared, /^\d+ positions: difference [\d.]+ centipawns in the mean/);

        await python("export.py", [`${folder}/net.ckpt`, `${folder}/again.hnet`]);
        const again = parseNetwork(Deno.readFileSync(`${folder}/again.hnet`));
        assertEquals(again.featureWeights, network.featureWeights);
        assertEquals(again.outputWeights, network.outputWeights);
        assertEquals(again.outputBias, network.outputBias);
      }),
  );
}

Deno.test("a training that was interrupted goes on to the same network", {
  ignore: !hasTorch || Deno.build.os === "windows",
}, () =>
  withGames(async (folder) => {
    const options = [`--data=${folder}`, "--epochs=40", ...SMALL];
    await python("train.py", [...options, `--out=${folder}/whole.hnet`]);
    const out = `--out=${folder}/parted.hnet`;
    const child = new Deno.Command(PYTHON, {
      args: [`${TOOLS}train.py`, ...options, out],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    let said = "";
    let isTold = false;
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) {
      said += decoder.decode(bytes, { stream: true });
      if (isTold || !said.includes("epoch 1/40")) continue;
      isTold = true;
      child.kill("SIGTERM");
    }
    assert((await child.status).success);
    assertMatch(said, /Stopped; --resume goes on/);
    assertMatch(await python("train.py", [...options, out, "--resume"]), /Going on from epoch \d+, batch [1-9]/);
    assertEquals(Deno.readFileSync(`${folder}/parted.hnet`), Deno.readFileSync(`${folder}/whole.hnet`));
  }));

Deno.test(
  "a training can start from the best network of another one",
  { ignore: !hasTorch },
  () =>
    withGames(async (folder) => {
      const options = [`--data=${folder}`, ...SMALL];
      await python("train.py", [...options, "--epochs=8", `--out=${folder}/first.hnet`]);
      const lossOf = (log: string) => Number(/epoch 1\/1: training ([\d.]+)/.exec(log)?.[1]);
      const last = [...options, "--epochs=1", "--lr=0.0001", `--out=${folder}/second.hnet`];
      const fromScratch = lossOf(await python("train.py", last));
      const goingOn = lossOf(await python("train.py", [...last, `--start-from=${folder}/first.ckpt`]));
      assertLess(goingOn, fromScratch * 0.8);
      const summary = JSON.parse(parseNetwork(Deno.readFileSync(`${folder}/second.hnet`)).summary);
      assertEquals(summary.startFrom, "first.ckpt");

      // A wider network begins as the same function: after a training without steps worth the name it still is.
      const wider = (hidden: number, start: string) => [
        ...[`--data=${folder}`, `--hidden=${hidden}`, "--epochs=1", "--batch=64", "--lr=1e-12", "--device=cpu"],
        ...[`--out=${folder}/wider.hnet`, `--start-from=${folder}/${start}.ckpt`],
      ];
      await python("train.py", wider(96, "second"));
      const [narrow, wide] = ["second", "wider"].map((name) =>
        parseNetwork(Deno.readFileSync(`${folder}/${name}.hnet`))
      );
      assertEquals([narrow.hiddenSize, wide.hiddenSize], [32, 96]);
      const evaluate = (network: Network) => FENS.map((fen) => referenceEvaluate(network, parseFen(fen)));
      assertEquals(evaluate(wide), evaluate(narrow));

      const refused = await new Deno.Command(PYTHON, { args: [`${TOOLS}train.py`, ...wider(64, "wider")] }).output();
      assert(!refused.success);
      assertMatch(new TextDecoder().decode(refused.stderr), /Expected .*wider\.ckpt to hold a network with/);
    }),
);
