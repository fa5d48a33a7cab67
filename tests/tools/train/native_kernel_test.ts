/**
 * The C code that computes steps of a training, against PyTorch. Skipped where there is no PyTorch or no C compiler.
 *
 * @module
 */

import { assertAlmostEquals, assertEquals, assertLess, assertMatch } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { Random } from "../../../core/random.ts";
import { packRecord, RECORD_BYTES } from "../../../tools/games/records.ts";
import { drawOpening } from "../../../uci/random_openings.ts";
import { withFolder } from "../../folder.ts";
import { FENS, hasCompiler, hasTorch, type Outcome, script, SMALL, trainAll, withGames } from "./training.ts";

Deno.test(
  "the native kernel and PyTorch train the same network, within rounding",
  { ignore: !hasTorch || !hasCompiler },
  () =>
    withGames(async (folder) => {
      const options = [`--data=${folder}`, ...SMALL, "--mirror", "--king-buckets=4", "--epochs=5"];
      const [torch, native] = await trainAll(
        ["torch", "native"].map((kernel) => [...options, `--kernel=${kernel}`, `--out=${folder}/${kernel}.hnet`]),
      );
      const lossesOf = ([code, said]: Outcome) => {
        assertEquals(code, 0, said);
        return Array.from(said.matchAll(/: training ([\d.]+), \w[^\d]* ([\d.]+)/g), (match) =>
          [match[1], match[2]].map(Number));
      };
      const [ours, theirs] = [lossesOf(native), lossesOf(torch)];
      assertEquals(ours.length, 5);
      ours.flat().forEach((loss, i) =>
        assertAlmostEquals(loss, theirs.flat()[i], 0.003 * loss)
      );
      assertMatch(torch[1], /, PyTorch$/m);
      assertMatch(native[1], /, native kernel$/m);
    }),
);

const GRADIENTS = `
import json
import numpy as np, torch
from model import Network
from native import NativeSteps
from steps import TorchSteps

records = np.fromfile(sys.stdin.read(), np.uint8).reshape(-1, 32)
worst = {}
for hidden, mirror, buckets, threads in ((32, False, 1, 1), (64, True, 8, 2), (96, True, 16, 3)):
    torch.manual_seed(hidden)
    network = Network(hidden, mirror, buckets)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.uniform_(-0.3, 0.3)
    kernels = TorchSteps(network, 180, torch.device("cpu")), NativeSteps(network, 180, threads)
    # Twice: the gradients of the first call must not be part of the second's.
    results = []
    for kernel in kernels:
        kernel.learn(records[:1500], 0.3)
        loss = float(kernel.learn(records, 0.3))
        gradients = {name: parameter.grad.clone() for name, parameter in network.named_parameters()}
        results.append((loss, kernel.loss(records, 0.3), gradients))
    (loss, judged, theirs), (our_loss, our_judged, ours) = results
    errors = {name: float((theirs[name] - ours[name]).abs().max() / theirs[name].abs().max()) for name in theirs}
    worst[hidden] = [abs(our_loss / loss - 1), abs(our_judged / judged - 1), abs(our_loss / our_judged - 1), *errors.values()]
print(json.dumps(worst))
`;

Deno.test(
  "the native kernel computes the losses and gradients of PyTorch",
  { ignore: !hasTorch || !hasCompiler },
  () =>
    withFolder(async (folder) => {
      const random = new Random(3n);
      // More than two groups of the kernel; full boards, and two kings alone.
      const count = 2500;
      const records = new Uint8Array(count * RECORD_BYTES);
      for (let i = 0; i < count; i++) {
        const fen = i % 10 === 0 ? FENS[random.below(FENS.length)] : drawOpening(random, 0.5);
        packRecord(
          parseFen(fen, { chess960: true }),
          random.below(2000) - 1000,
          random.below(3),
          records,
          i * RECORD_BYTES,
        );
      }
      Deno.writeFileSync(`${folder}/some.bin`, records);
      const errors: Record<string, number[]> = JSON.parse(await script(GRADIENTS, `${folder}/some.bin`));
      assertEquals(Object.values(errors).map((each) => each.length), [7, 8, 8]);
      for (const each of Object.values(errors)) for (const error of each) assertLess(error, 1e-4);
    }),
);
