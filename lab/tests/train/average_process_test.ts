/** Means of a training run's weights, and of networks. Skipped without Python and PyTorch. @module */

import { assertEquals, assertLess, assertMatch } from "@std/assert";
import { runAll, script, SMALL, summaryOf, testWithGames, trainAll } from "./training.ts";

/** Makes training steps one by one: the averaged weights should be the mean of the weights of the last half. */
const AVERAGE = `
import json
from pathlib import Path
from arguments import parse_arguments
from data_folder import find_records
from records import RecordSet
from train import Trainer

arguments = json.loads(sys.stdin.read())
options = parse_arguments(arguments)
trainer = Trainer(options, RecordSet(find_records(options.data, options.expand)))
weights = lambda: {name: value.clone() for name, value in trainer.network.state_dict().items()}
seen = []
for records in trainer.records.batches(options.batch, 1):
    trainer.learn(records)
    trainer.batch += 1
    seen.append(weights())
kept = seen[len(seen) - trainer.mean_steps:]
with trainer.averaged():
    inside = weights()
outside = weights()
far = lambda one, other: max(float((one[name] - other[name]).abs().max()) for name in one)
expected = {name: sum(each[name] for each in kept) / len(kept) for name in inside}
print(json.dumps({
    "steps": len(seen), "averaged": trainer.mean_steps, "error": far(inside, expected), "left": far(outside, seen[-1]),
    "moved": far(inside, seen[-1]),
}))
`;

testWithGames("--average judges the mean of the last weights, while the newest learn on", async (folder) => {
  const options = [`--data=${folder}`, `--out=${folder}/mean.hnet`, ...SMALL, "--epochs=1", "--average=0.5"];
  // Expanding the games prints other lines first.
  const said = (await script(AVERAGE, JSON.stringify(options))).trimEnd().split("\n").at(-1)!;
  const { steps, averaged, error, left, moved } = JSON.parse(said);
  assertLess(3, steps);
  assertEquals(averaged, Math.floor(steps / 2));
  assertLess(error, 1e-6);
  assertEquals(left, 0);
  assertLess(0.001, moved);
});

/** Compares the weights of three networks: the third should be 0.25 of the first and 0.75 of the second. */
const BLENDED = `
import json
import numpy as np
from pathlib import Path
from quantised import read

first, second, mean = [read(Path(path)) for path in json.loads(sys.stdin.read())]
names = ("feature_weights", "feature_bias", "output_weights", "output_bias")
both = [(getattr(mean, name), 0.25 * getattr(first, name) + 0.75 * getattr(second, name)) for name in names]
apart = max(int(np.abs(getattr(first, name).astype(int) - getattr(second, name)).max()) for name in names)
print(json.dumps([apart, max(float(np.abs(one - other).max()) for one, other in both)]))
`;

testWithGames("a mean of networks has their weights in given parts, and its rounding can be fitted", async (folder) => {
  const options = [`--data=${folder}`, ...SMALL, "--mirror"];
  const file = (name: string) => `${folder}/${name}`;
  const start = `--start-from=${file("first.hnet")}`;
  const buckets = ["--epochs=2", "--king-buckets=4", start];
  const trained = await trainAll([
    [...options, "--epochs=1", `--out=${file("first.hnet")}`],
    [...options, ...buckets, `--out=${file("one.hnet")}`],
    [...options, ...buckets, "--seed=2", "--huber=0.1", `--out=${file("two.hnet")}`],
  ]);
  assertEquals(trained.map(([code, said]) => code === 0 ? "" : said), ["", "", ""]);
  const [mean, , again, zero, unlike, none, fitted] = await runAll([
    ["blend", [file("mean.hnet"), `${file("one.hnet")}=1`, `${file("two.hnet")}=3`]],
    ["blend", [file("same.hnet"), `${file("one.ckpt")}=0.5`, `${file("two.ckpt")}=1.5`]],
    ["blend", [file("mean.hnet"), file("one.hnet")]],
    ["blend", [file("zero.hnet"), `${file("one.hnet")}=0`]],
    ["blend", [file("unlike.hnet"), file("one.hnet"), file("first.hnet")]],
    ["blend", [file("none.hnet"), file("missing.hnet")]],
    ["blend", [file("fitted.hnet"), `${file("one.ckpt")}=1`, `${file("two.ckpt")}=3`, `--round-with=${folder}`]],
  ]);
  assertEquals(mean[0], 0, mean[1]);
  const files = ["one.hnet", "two.hnet", "mean.hnet"].map(file);
  for (const name of ["mean.hnet", "same.hnet"]) {
    // The tolerance is half a step for the mean itself, and half a step for the rounding of each network's file.
    const [apart, error] = JSON.parse(await script(BLENDED, JSON.stringify([files[0], files[1], file(name)])));
    assertLess(2, apart);
    assertLess(error, name === "mean.hnet" ? 0.5001 : 1.0001);
  }
  const [one, two] = summaryOf(file("mean.hnet")).blend as { file: string; part: number }[];
  assertEquals([one.file, one.part, two.file, two.part], ["one.hnet", 0.25, "two.hnet", 0.75]);
  assertEquals(fitted[0], 0, fitted[1]);
  const { difference, differenceBefore } = summaryOf(file("fitted.hnet")).rounding as Record<string, number>;
  assertLess(0, difference);
  assertLess(difference, 0.9 * differenceBefore);
  assertEquals([again, zero, unlike, none].map(([code]) => code), [2, 2, 1, 1]);
  assertMatch(again[1], /expected a new file, but .*mean\.hnet exists; --overwrite replaces it/);
  assertMatch(zero[1], /expected a number above 0 after .*one\.hnet=, but got 0/);
  assertMatch(unlike[1], /Expected .*first\.hnet to be like .*one\.hnet .*, but got /);
  assertMatch(none[1], /Expected .*missing\.hnet to be the file of a network, but there is no such file/);
});
