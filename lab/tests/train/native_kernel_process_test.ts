/** The C code that computes training steps, compared with PyTorch. Skipped without PyTorch or a C compiler. @module */

import { assertAlmostEquals, assertEquals, assertLess, assertMatch } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { Random } from "../../../core/random.ts";
import { packRecord, RECORD_BYTES } from "../../games/records.ts";
import { drawOpening } from "../../../engine/games/random_openings.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { FENS, hasCompiler, hasTorch, type Outcome, script, SMALL, testWithGames, trainAll } from "./training.ts";

testWithGames("the native kernel and PyTorch train the same network, within rounding", async (folder) => {
  const options = [`--data=${folder}`, ...SMALL, "--mirror", "--king-buckets=4", "--epochs=5"];
  const [torch, native] = await trainAll(
    ["torch", "native"].map((kernel) => [...options, `--kernel=${kernel}`, `--out=${folder}/${kernel}.hnet`]),
  );
  const lossesOf = ([code, said]: Outcome) => {
    assertEquals(code, 0, said);
    const lines = said.matchAll(/: training ([\d.]+), \w[^\d]* ([\d.]+)/g);
    return Array.from(lines, (match) => [match[1], match[2]].map(Number));
  };
  const [ours, theirs] = [lossesOf(native), lossesOf(torch)];
  assertEquals(ours.length, 5);
  ours.flat().forEach((loss, i) => assertAlmostEquals(loss, theirs.flat()[i], 0.003 * loss));
  assertMatch(torch[1], /, PyTorch$/m);
  assertMatch(native[1], /, native kernel$/m);
}, !hasCompiler);

const GRADIENTS = `
import json
import numpy as np, torch
from model import Network
from native import NativeSteps
from steps import TorchSteps

records = np.fromfile(sys.stdin.read(), np.uint8).reshape(-1, 32)
worst = {}
# If the steps divided 1, sums could be exactly at a limit of the clamp, where the order of additions would decide.
runs = ((32, False, 1, 1, None, 1, False), (64, True, 8, 2, 20.3, 0.3, False), (96, True, 16, 3, None, 0.05, False))
runs += ((128, True, 1, 1, None, 1, True), (192, True, 4, 2, 256, 0.3, True))
for hidden, mirror, buckets, threads, qa, huber, layers in runs:
    torch.manual_seed(hidden)
    network = Network(hidden, mirror, buckets, layers)
    network.qa = qa
    network.penalty = 0.5
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.uniform_(-0.3, 0.3)
    kernels = TorchSteps(network, 180, huber, torch.device("cpu")), NativeSteps(network, 180, huber, threads)
    # Twice: the gradients of the first call must not be part of the second's.
    results = []
    for kernel in kernels:
        kernel.learn(records[:1500], 0.3)
        loss = float(kernel.learn(records, 0.3))
        gradients = {name: parameter.grad.clone() for name, parameter in network.named_parameters()}
        results.append((loss, kernel.loss(records, 0.3), gradients))
    said = float(np.abs(kernels[1].outputs(records) - network.outputs_of(records)).max())
    (loss, judged, theirs), (our_loss, our_judged, ours) = results
    errors = {name: float((theirs[name] - ours[name]).abs().max() / theirs[name].abs().max()) for name in theirs}
    worst[hidden] = [abs(our_loss / loss - 1), abs(our_judged / judged - 1), abs(our_loss / our_judged - 1), said, *errors.values()]
print(json.dumps(worst))
`;

/** Writes records of random positions, including full boards and two kings alone. */
function writeSome(path: string, count: number): void {
  const random = new Random(3n);
  const records = new Uint8Array(count * RECORD_BYTES);
  for (let i = 0; i < count; i++) {
    const fen = i % 10 === 0 ? FENS[random.below(FENS.length)] : drawOpening(random, 0.5);
    const score = random.below(2000) - 1000;
    packRecord(parseFen(fen, { chess960: true }), score, random.below(3), records, i * RECORD_BYTES);
  }
  Deno.writeFileSync(path, records);
}

testInFolder("the native kernel computes the losses and gradients of PyTorch", async (folder) => {
  // These records are more than two groups of the kernel.
  writeSome(`${folder}/some.bin`, 2500);
  const errors: Record<string, number[]> = JSON.parse(await script(GRADIENTS, `${folder}/some.bin`));
  assertEquals(Object.values(errors).map((each) => each.length), [8, 9, 9, 13, 14]);
  for (const each of Object.values(errors)) for (const error of each) assertLess(error, 1e-4);
}, !hasTorch || !hasCompiler);

const ROUNDING = `
import json
import numpy as np, torch
from model import Network
from quantised import dequantise, quantise
from steps import TorchSteps

records = np.fromfile(sys.stdin.read(), np.uint8).reshape(-1, 32)
torch.manual_seed(1)
network = Network(64, True, 4)
network.qa = 40
steps = TorchSteps(network, 180, 1, torch.device("cpu"))
before = [parameter.detach().clone() for parameter in network.parameters()]
optimiser = torch.optim.AdamW(network.parameters(), lr=0.0001)
losses = []
for _ in range(60):
    losses.append(float(steps.learn(records, 0.3)))
    optimiser.step()
moved = max(float((old - new).detach().abs().max()) for old, new in zip(before, network.parameters()))
rounded = steps.loss(records, 0.3)
in_file = TorchSteps(dequantise(quantise(network, 180, {}, 40)), 180, 1, torch.device("cpu")).loss(records, 0.3)
network.qa = None
print(json.dumps({"losses": losses, "moved": moved, "rounded": rounded, "file": in_file, "full": steps.loss(records, 0.3)}))
`;

testInFolder(
  "quantisation-aware training learns by steps smaller than those of the file, and judges the network in the file",
  async (folder) => {
    writeSome(`${folder}/some.bin`, 512);
    const { losses, moved, rounded, file, full } = JSON.parse(await script(ROUNDING, `${folder}/some.bin`));
    // No weight has moved by half a step of the hidden layer or of the output.
    assertLess(moved, 0.5 / 64);
    assertLess(rounded, losses[0] * 0.999);
    assertAlmostEquals(rounded, file, 1e-6 * file);
    assertLess(1e-4 * file, Math.abs(full - file));
  },
  !hasTorch,
);
