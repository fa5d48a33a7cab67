/** Training, from games to a network. Skipped without PyTorch, which takes seconds to load in each run. @module */

import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import type { Network } from "../../../nnue/network.ts";
import { parseNetwork } from "../../../nnue/network_file.ts";
import { referenceEvaluate } from "../../../nnue/reference.ts";
import { Random } from "../../../core/random.ts";
import { drawOpening } from "../../../engine/games/random_openings.ts";
import { packRecord, RECORD_BYTES } from "../../games/records.ts";
import { DRAWN, WHITE_WON } from "../../games/viriformat.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { FENS, hasTorch, type Outcome, PYTHON, type Run, runAll, script, SMALL, summaryOf } from "./training.ts";
import { testWithGames, TOOLS, train, trainAll, writeAbout, writeRecords } from "./training.ts";

/** A low learning rate keeps the weights small, so that rough steps are still exact enough. */
const ROUGH: readonly string[] = ["--mirror", "--king-buckets=8", "--qa=100", "--kernel=torch", "--lr=0.003"];

const KINDS: readonly [kind: string, isMirrored: boolean, kingBuckets: number, options: readonly string[]][] = [
  ["a network", false, 1, ["--kernel=torch"]],
  ["a mirrored network", true, 1, ["--mirror"]],
  ["a network with king buckets", true, 4, ["--mirror", "--king-buckets=4"]],
  ["a network with rough steps, by PyTorch,", true, 8, ROUGH],
  ["a network with small layers", true, 1, ["--mirror", "--layers", "--hidden=64"]],
];

for (const [kind, isMirrored, kingBuckets, kindOptions] of KINDS) {
  testWithGames(`games become ${kind}, which the engine and Python evaluate alike`, async (folder) => {
    const out = `${folder}/net.hnet`;
    const options = [...SMALL, ...kindOptions];
    const log = await train([`--data=${folder}`, `--out=${out}`, "--epochs=4", ...options]);
    const losses = Array.from(log.matchAll(/training ([\d.]+)/g), (match) => Number(match[1]));
    assertEquals(losses.length, 4);
    assertLess(losses[3], losses[0] * 0.8);
    const history = JSON.parse(Deno.readTextFileSync(`${folder}/net.losses.json`));
    assertEquals(history.map(({ epoch }: { epoch: number }) => epoch), [1, 2, 3, 4]);

    const network = parseNetwork(Deno.readFileSync(out));
    const qa = kind.includes("rough") ? 100 : 255;
    const size = kind.includes("layers") ? 64 : 32;
    assertEquals([network.hiddenSize, network.isMirrored, network.qa, network.qb], [size, isMirrored, qa, 64]);
    assertEquals(network.kingBucketCount, kingBuckets);
    const { hidden, kingBuckets: said } = JSON.parse(network.summary);
    assertEquals([hidden, said], [size, kingBuckets]);
    const random = new Random(6n);
    const fens = [...FENS, ...Array.from({ length: 20 }, () => drawOpening(random, 0))];
    const expected = fens.map((fen) => referenceEvaluate(network, parseFen(fen)));
    assert(new Set(expected).size > 20, "the network gives most positions the same score");

    const records = new Uint8Array(fens.length * RECORD_BYTES);
    fens.forEach((fen, i) => packRecord(parseFen(fen), 0, 1, records, i * RECORD_BYTES));
    Deno.writeFileSync(`${folder}/fens.bin`, records);
    Deno.mkdirSync(`${folder}/more`);
    Deno.copyFileSync(`${folder}/0.vf`, `${folder}/more/0.vf`);
    const [byFen, byRecord, compared, late] = await runAll([
      ["verify", [out], fens.join("\n")],
      ["verify", [out, `--records=${folder}/fens.bin`]],
      ["verify", [out, `--checkpoint=${folder}/net.ckpt`, `--data=${folder}/records`]],
      ["train", [`--data=${folder}`, `--out=${folder}/late.hnet`, "--epochs=1", ...options]],
    ]);
    assertEquals(byFen, [0, fens.map((fen, i) => `${expected[i]} ${fen}\n`).join("")]);
    assertEquals(byRecord, [0, expected.map((value) => `${value}\n`).join("")]);
    assertEquals(compared[0], 0, compared[1]);
    assertMatch(compared[1], /^\d+ positions: mean difference [\d.]+ centipawns/);
    assertEquals(late[0], 0, late[1]);
    assertMatch(late[1], /^Some games are newer than the records in .*; use --expand to include them$/m);
  });
}

testWithGames("an interrupted training run continues, and ends with the same network", async (folder) => {
  // Enough epochs that the signal arrives before the last one.
  const options = [`--data=${folder}`, "--epochs=60", "--average=0.99", ...SMALL];
  const start = `--start-from=${folder}/first.ckpt`;
  const out = `--out=${folder}/parted.hnet`;
  const done = await trainAll([
    [...options, "--epochs=1", `--out=${folder}/first.hnet`],
    [...options, start, `--out=${folder}/whole.hnet`],
  ]);
  assertEquals(done.map(([code]) => code), [0, 0]);
  const args = [`${TOOLS}/train.py`, ...options, start, out];
  const child = new Deno.Command(PYTHON, { args, stdout: "piped", stderr: "null" }).spawn();
  let said = "";
  let isStopping = false;
  const decoder = new TextDecoder();
  for await (const bytes of child.stdout) {
    said += decoder.decode(bytes, { stream: true });
    if (isStopping || !said.includes("epoch 1/60")) continue;
    isStopping = true;
    child.kill("SIGTERM");
  }
  assert((await child.status).success);
  assertMatch(said, /Stopped; --resume continues/);
  assertMatch(await train([...options, out, "--resume"]), /Continuing from epoch \d+, batch [1-9]/);
  assertEquals(summaryOf(`${folder}/parted.hnet`).startFrom, "first.ckpt");
  assertEquals(Deno.readFileSync(`${folder}/parted.hnet`), Deno.readFileSync(`${folder}/whole.hnet`));
}, Deno.build.os === "windows");

testWithGames("a training run can start from the best network of another run", async (folder) => {
  const options = [`--data=${folder}`, ...SMALL, "--overwrite"];
  const start = `--start-from=${folder}/first.ckpt`;
  const second = [...options, "--epochs=1", "--lr=0.0001", `--out=${folder}/second.hnet`];
  // A wider network begins as the same function, and hardly changes in a training run with tiny steps.
  const still = [...options, "--epochs=1", "--lr=1e-12"];
  const [first, fromScratch, goingOn, wider, narrower, otherScale] = await trainAll([
    [...options, "--epochs=8", `--out=${folder}/first.hnet`],
    second,
    [...second, start],
    [...still, "--hidden=96", `--start-from=${folder}/second.ckpt`, `--out=${folder}/wider.hnet`],
    [...still, "--hidden=64", `--start-from=${folder}/wider.ckpt`, `--out=${folder}/other.hnet`],
    [...still, "--scale=400", start, `--out=${folder}/other.hnet`],
  ]);
  for (const [code, said] of [first, fromScratch, goingOn, wider]) assertEquals(code, 0, said);
  const lossOf = ([, said]: Outcome) => Number(/epoch 1\/1: training ([\d.]+)/.exec(said)?.[1]);
  assertLess(lossOf(goingOn), lossOf(fromScratch) * 0.8);
  assertEquals(summaryOf(`${folder}/second.hnet`).startFrom, "first.ckpt");

  const [narrow, wide] = ["second", "wider"].map((name) => parseNetwork(Deno.readFileSync(`${folder}/${name}.hnet`)));
  assertEquals([narrow.hiddenSize, wide.hiddenSize], [32, 96]);
  const evaluate = (network: Network) => FENS.map((fen) => referenceEvaluate(network, parseFen(fen)));
  assertEquals(evaluate(wide), evaluate(narrow));

  for (const [code, said] of [narrower, otherScale]) {
    assertEquals(code, 1, said);
    assertMatch(said, /Expected .*\.ckpt to hold a network with .*, but got /);
  }
});

testWithGames("training can start from a network's file, and with king buckets from one without", async (folder) => {
  const options = [`--data=${folder}`, ...SMALL, "--mirror"];
  const still = [...options, "--epochs=1", "--lr=1e-12"];
  const done = await trainAll([
    [...options, "--epochs=6", `--out=${folder}/first.hnet`],
    [...still, "--king-buckets=8", `--start-from=${folder}/first.hnet`, `--out=${folder}/buckets.hnet`],
    [...still, "--king-buckets=8", "--hidden=64", `--start-from=${folder}/buckets.ckpt`, `--out=${folder}/wide.hnet`],
    [...still, "--king-buckets=8", `--start-from=${folder}/buckets.hnet`, `--out=${folder}/again.hnet`],
    [...still, "--king-buckets=4", `--start-from=${folder}/buckets.hnet`, `--out=${folder}/none.hnet`],
    [...still, `--start-from=${folder}/0.vf`, `--out=${folder}/none.hnet`],
  ]);
  for (const [code, said] of done.slice(0, 4)) assertEquals(code, 0, said);
  const scores = ["first", "buckets", "wide", "again"].map((name) => {
    const network = parseNetwork(Deno.readFileSync(`${folder}/${name}.hnet`));
    return FENS.map((fen) => referenceEvaluate(network, parseFen(fen)));
  });
  assertEquals(scores.slice(1), [scores[0], scores[0], scores[0]]);
  assertEquals(done[4][0], 1, done[4][1]);
  assertMatch(done[4][1], /Expected .*buckets\.hnet to hold a network with .*, 1 or 4 king buckets, .* and 32$/);
  assertEquals(done[5][0], 1, done[5][1]);
});

testInFolder("validation games decide which epoch is best, and when to stop", async (folder) => {
  // The validation games contradict the training games: the more the network learns, the worse it does.
  writeRecords(`${folder}/positions-0000.bin`, 300);
  writeRecords(`${folder}/validation.bin`, -300);
  writeAbout(folder, { training: 1024, validation: 1024, games: 7, lambda: 0.4, scale: 180 });
  const options = [`--data=${folder}`, ...SMALL, "--lr=0.001", "--epochs=6", "--schedule=step", "--patience=2"];
  const usual = [...options, `--out=${folder}/net.hnet`];
  const refusals: [args: readonly string[], code: number, message: RegExp][] = [
    [usual, 2, /expected --resume or --overwrite, but got neither/],
    [
      [...usual, "--resume", "--lr=0.002", "--lr-end=0.00001"],
      ...[1, /: lr 0\.001, lr-end [\de.-]+, but got lr 0\.002, lr-end 1e-05$/] as const,
    ],
    [[...options, `--out=${folder}/new.hnet`, "--resume"], 2, /expected a checkpoint .*new\.ckpt for --resume/],
    [[...usual, "--overwrite", "--scale=400"], 1, /Expected --scale 180, .*, but got 400$/],
    [
      [...usual, "--overwrite", "--batch=4096"],
      ...[1, /Expected 16 blocks of 256 records for a batch, but got 4: --batch 4096 .* 1024 records$/] as const,
    ],
    [[...usual, "--overwrite", "--batch=100"], 2, /expected --batch to be a multiple of 16, but got 100$/m],
    [[...usual, "--overwrite", "--decay=-1"], 2, /expected --decay to be at least 0, but got -1\.0$/m],
    [[...usual, "--overwrite", "--lr-end=0.1"], 2, /expected --lr-end to be .* at most 0\.001, but got 0\.1$/m],
    [[...options, `--out=${folder}/net.bin`], 2, /expected --out to end in \.hnet, but got .*net\.bin$/m],
    [[...options, `--out=${folder}/none/net.hnet`], 2, /expected the folder of --out to exist/],
    [[...options, `--out=${folder}/broken.hnet`], 1, /Expected a finite loss, but got nan in epoch 2/],
  ];
  const [[code, said], [codeAgain, saidAgain], exported, ...refused] = await runAll([
    ["train", usual],
    ["train", [...usual, "--resume"]],
    ["export", [`${folder}/net.ckpt`, `${folder}/again.hnet`]],
    ...refusals.map(([args]): Run => ["train", args]),
  ]);
  assertEquals(code, 0, said);
  const epochs = Array.from(said.matchAll(/^epoch (\d)\/6: training ([\d.]+), .*rate ([\de.-]+),/gm));
  assertEquals(epochs.map((match) => match[1]), ["1", "2", "3"]);
  assertLess(Number(epochs[2][2]), Number(epochs[0][2]));
  assertEquals(epochs.map((match) => match[3]), ["3.00e-04", "9.00e-05", "2.70e-05"]);
  assertEquals(Array.from(said.matchAll(/validation [\d.]+ \(best\)/g)).length, 1);
  assertMatch(said, /^epoch 1\/6: .*\(best\)[^]*No improvement in 2 epochs: done\n$/m);
  assertMatch(said, /^1024 records to learn from, .*; each epoch is judged by 1024 validation records, with wdl 0\.4;/);
  assertEquals(codeAgain, 0, saidAgain);
  assertMatch(saidAgain, /^Continuing from epoch 4, batch 0\n.*\nNo improvement in 2 epochs: done\n$/);
  refusals.forEach(([, code, message], i) => {
    assertEquals(refused[i][0], code, refused[i][1]);
    assertMatch(refused[i][1], message);
  });

  const { games, lambda, recordsScale, loss } = summaryOf(`${folder}/net.hnet`);
  assertEquals([games, lambda, recordsScale, loss.epoch], [7, 0.4, 180, 1]);
  assertEquals(summaryOf(`${folder}/broken.hnet`).loss.epoch, 1);
  assertEquals(exported[0], 0, exported[1]);
  assertEquals(Deno.readFileSync(`${folder}/again.hnet`), Deno.readFileSync(`${folder}/net.hnet`));
}, !hasTorch);

testInFolder("with too few validation games, all epochs are judged with the same weight of results", async (folder) => {
  // The scores say nothing, and the results are not learned completely: the more they weigh, the greater the loss.
  writeRecords(`${folder}/positions-0000.bin`, 0, (index) => index % 4 === 0 ? 0 : WHITE_WON);
  writeRecords(`${folder}/validation.bin`, 0, () => DRAWN, 900);
  writeAbout(folder, { training: 1024, validation: 900 });
  const options = [`--data=${folder}`, `--out=${folder}/net.hnet`, ...SMALL, "--lr=0.002", "--lr-end=0.002"];
  const more = ["--wdl-start=0", "--wdl-end=1", "--epochs=4", "--patience=1"];
  const [[code, said]] = await trainAll([[...options, ...more]]);
  assertEquals(code, 0, said);
  const judged =
    /^1024 records to learn from, 900 kept apart; each epoch is judged by 1024 training records, with wdl 1\.0;/;
  assertMatch(said, judged);
  const lines = Array.from(said.matchAll(/: training ([\d.]+), training records at the final wdl ([\d.]+) \(best\),/g));
  assertEquals(lines.length, 4, said);
  for (let epoch = 1; epoch < 4; epoch++) {
    assertLess(Number(lines[epoch - 1][1]), Number(lines[epoch][1]));
    assertLess(Number(lines[epoch][2]), Number(lines[epoch - 1][2]));
  }
  assertEquals(summaryOf(`${folder}/net.hnet`).loss.epoch, 4);
  assertMatch(Deno.readTextFileSync(`${folder}/net.losses.json`), /"learned": /);
}, !hasTorch);

const PARTS = `
import json, tempfile
from pathlib import Path
import numpy as np, torch
from torch.nn import functional
from model import BagOnCpu
from quantised import MAGIC, read
from record_check import RECORDS_AT_A_TIME, count_bits, find_fault
from records import RecordSet

torch.manual_seed(1)
table, weights = torch.randn(768, 32, dtype=torch.float64), torch.randn(200, 32, dtype=torch.float64)
counts = torch.randint(0, 33, (200,))
features = torch.randint(0, 768, (int(counts.sum()),), dtype=torch.int32)
offsets = (torch.cumsum(counts, 0) - counts).to(torch.int32)
def gradient(bag):
    leaf = table.clone().requires_grad_()
    (bag(leaf) * weights).sum().backward()
    return leaf.grad
usual = gradient(lambda leaf: functional.embedding_bag(features, leaf, offsets, mode="sum"))
ours = gradient(lambda leaf: BagOnCpu.apply(leaf, features, offsets))

def is_refused(content):
    path = Path(folder) / "short.hnet"
    path.write_bytes(content)
    try:
        read(path)
    except ValueError:
        return True
    return False

words = np.random.default_rng(1).integers(0, 2**64, 1000, dtype=np.uint64)
bits = [int(word).bit_count() for word in [*words, 0, 2**64 - 1]]

# More records than are checked at a time, with pawns on the first squares and every possible number of pieces.
sound = np.zeros((RECORDS_AT_A_TIME + 40, 32), np.uint8)
sound[:, 0] = 3
for index in range(31):
    sound[index, :8] = np.frombuffer((2 ** (index + 2) - 1).to_bytes(8, "little"), np.uint8)
sound[:, 8:24], sound[:, 24:26] = 0x5D, 0xFF
sound[:, 26], sound[:, 27], sound[:, 28] = 2, 63, 63
def fault_of(*changes):
    records = sound.copy()
    for index, at, value in changes:
        records[index, at] = value
    return find_fault(records)
late = RECORDS_AT_A_TIME + 7
faults = [
    fault_of(),
    fault_of((late, 0, 1)),
    fault_of((9, 0, 0), (9, 1, 0)),
    fault_of((30, 4, 1)),
    fault_of((late, 8, 0x06), (late + 1, 0, 0)),
    fault_of((3, 23, 0xE0)),
    fault_of((3, 15, 0x0F)),
    fault_of((4, 27, 64)),
    fault_of((4, 28, 0x80)),
    fault_of((5, 26, 3)),
]

with tempfile.TemporaryDirectory() as folder:
    refused = [is_refused((MAGIC + bytes(80))[:length]) for length in (0, 7, 8, 20, 39, 43, 44, 80)]
    for file, count in enumerate((103, 75)):
        records = np.zeros((count, 32), np.uint8)
        # Two pieces, and a score that no other record has.
        records[:, 0], records[:, 24], records[:, 25] = 3, np.arange(count), file
        records.tofile(Path(folder) / f"positions-{file:04}.bin")
    (Path(folder) / "about.json").write_text(json.dumps({"training": 178, "validation": 0}))
    records = RecordSet(Path(folder))
    epochs = [list(records.batches(64, seed)) for seed in range(100)]
    distinct = [{bytes(record) for batch in epoch for record in batch} for epoch in epochs]
    parts = {
        "largest": float(usual.abs().max()),
        "difference": float((usual - ours).abs().max()),
        "refused": refused,
        "bits": [int(count) for count in count_bits(np.array([*words, 0, 2**64 - 1], np.uint64))] == bits,
        "late": late,
        "faults": faults,
        "batches": sorted({len(epoch) for epoch in epochs} | {records.batches_per_epoch(64)}),
        "perEpoch": sorted({len(seen) for seen in distinct}),
        "seen": len(set().union(*distinct)),
    }
print(json.dumps(parts))
`;

Deno.test("the parts of training do what their comments say", { ignore: !hasTorch }, async (t) => {
  const parts = JSON.parse(await script(PARTS));
  await t.step("the gradient of `BagOnCpu` is that of PyTorch", () => {
    assertLess(1, parts.largest);
    assertLess(parts.difference, 1e-9);
  });
  await t.step("an epoch reads a record at most once, and many epochs read all records", () => {
    assertEquals([parts.batches, parts.perEpoch, parts.seen], [[2], [128], 178]);
  });
  await t.step("a network file that is too short is refused", () => assertEquals(parts.refused, Array(8).fill(true)));
  await t.step("`find_fault()` returns the first damaged record and its fault", () => {
    assertEquals(parts.bits, true);
    const [count, type, king, result] = ["a number of pieces", "a piece of an unknown type", "a king", "a result"];
    const expected = [[parts.late, count], [9, count], [30, count], [parts.late, type], [3, type], [3, type]];
    assertEquals(parts.faults[0], null);
    [...expected, [4, king], [4, king], [5, result]].forEach(([index, what], i) => {
      assertEquals(parts.faults[i + 1][0], index);
      assertStringIncludes(parts.faults[i + 1][1], `${what}`);
    });
  });
});
