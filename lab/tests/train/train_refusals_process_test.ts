/** Training refuses wrong arguments and files with a message; a traceback fails the test. @module */

import { assertEquals, assertMatch } from "@std/assert";
import { parseNetwork } from "../../../nnue/network_file.ts";
import { testInFolder } from "../../../tests/folder.ts";
import { hasPython, hasTorch, type Run, runAll, runWithoutPackages, SMALL, summaryOf } from "./training.ts";
import { testWithGames, writeAbout, writeRecords } from "./training.ts";

const ABOUT = { games: 7, training: 1024, validation: 0, lambda: 0, scale: 180 };

/** The arguments of a program, and its expected result. */
type Expectation = readonly [run: Run, code: number, message: RegExp];

const verify = (...args: string[]): Run => ["verify", args];
const exportTo = (...args: string[]): Run => ["export", args];
const without = (...args: string[]): Run => ["without", args];

async function assertOutcomes(expectations: readonly Expectation[]): Promise<void> {
  const outcomes = await runAll(expectations.map(([run]) => run));
  expectations.forEach(([[program, args], code, message], i) => {
    const [actual, said] = outcomes[i];
    assertEquals(actual, code, `${program} ${args.join(" ")}: ${said}`);
    assertMatch(said, message);
  });
}

/** Registers a test with records in `data`; `train()`, given a network's name and options, succeeds there. */
function testWithRecords(
  name: string,
  body: (folder: string, train: (name: string, ...more: string[]) => Run) => Promise<void>,
): void {
  testInFolder(name, async (folder) => {
    Deno.mkdirSync(`${folder}/data`);
    writeRecords(`${folder}/data/positions-0000.bin`, 100);
    writeAbout(`${folder}/data`, ABOUT);
    Deno.writeTextFileSync(`${folder}/text.md`, "hello world, this is neither a checkpoint nor a network\n");
    const options = [`--data=${folder}/data`, ...SMALL, "--epochs=1"];
    await body(folder, (name, ...more) => ["train", [...options, `--out=${folder}/${name}.hnet`, ...more]]);
  }, !hasTorch);
}

Deno.test("if PyTorch is missing, each program says how to get it", { ignore: !hasPython }, async () => {
  for (const program of ["train", "blend", "export", "verify"]) {
    const { code, stderr } = await runWithoutPackages(program);
    assertEquals(code, 1);
    assertMatch(stderr, /^Missing .*torch: pip install -r train\/requirements\.txt\s*$/);
  }
});

testWithRecords("files that are not checkpoints or networks, and text that is no FEN, are refused", (folder, train) => {
  const [first, scaled] = ["first", "scaled"].map((name) => `${folder}/${name}.hnet`);
  const [firstPoint, otherPoint, copy] = ["first", "other", "copy"].map((name) => `${folder}/${name}.ckpt`);
  const [text, net, data] = [`${folder}/text.md`, `${folder}/new.hnet`, `--data=${folder}/data`];
  const of = (checkpoint: string) => `--checkpoint=${checkpoint}`;
  const board = (rows: string): Run => ["verify", [first], `${rows} w - - 0 1`];
  return assertOutcomes([
    [train("first"), 0, /^epoch 1\/1: /m],
    [train("other", "--seed=2"), 0, /^epoch 1\/1: /m],
    [train("new", `--start-from=${text}`), 1, /Expected .*text\.md to be a checkpoint/],
    [exportTo(text, net), 1, /Expected .*text\.md to be a checkpoint/],
    [exportTo(`${folder}/none.ckpt`, net), 1, /Expected .*, but there is no such file$/],
    [exportTo(firstPoint, `${folder}/none/new.hnet`), 2, /expected the network's folder to exist/],
    [without(firstPoint, copy, "best"), 0, /^$/],
    [exportTo(copy, net), 1, /Expected .*copy\.ckpt to be .*, but it lacks best$/],
    [without(firstPoint, copy, "shape.hidden"), 0, /^$/],
    [train("new", `--start-from=${copy}`), 1, /copy\.ckpt to be .*, but it lacks hidden$/],
    [verify(first, data, of(firstPoint)), 0, /^1024 positions: mean difference /],
    // Another scale does not make it another network.
    [exportTo(firstPoint, scaled, "--scale=300"), 0, /scaled\.hnet: \d+ neurons/],
    [verify(scaled, data, of(firstPoint)), 0, /^1024 positions: mean difference /],
    [verify(first, data, of(otherPoint)), 1, /to hold the best network of .*other\.ckpt, but it/],
    [verify(first, data, of(otherPoint), "--last"), 1, /to hold the newest network of .*other\./],
    [verify(text, "--summary"), 1, /Expected .*text\.md to begin with HINDSNET, but it begins/],
    [verify(`${folder}/none.hnet`, "--summary"), 1, /Expected .*none\.hnet .*, but there is no such file$/],
    [verify(first, `--records=${folder}/none.bin`), 1, /Expected .*none\.bin .*, but there is no such/],
    [["verify", [first], "hello world"], 1, /Expected a FEN with a board .*, but got "hello world"$/],
    [board("8/8/8/8/8/8/8/8"), 1, /Expected a board with one king of each side, but got "8\/8\/8\/8\/8\/8\/8\/8"$/],
    [board("k6K/8/8/8/8/8/8/7"), 1, /Expected a board of eight rows of eight squares, but got "k6K\/.*\/7"$/],
    [board("k6K/8/8/8/8/8/8"), 1, /Expected a board of eight rows of eight squares, but got /],
    [board("k6K/8/8/8/xx6/8/8/8"), 1, /Expected a board of eight rows of eight squares, but got /],
    [board("k6K/pppppppp/pppppppp/pppppppp/pppppppp/8/8/8"), 1, /Expected a board with at most 32 pieces, but got/],
  ]);
});

testWithRecords("a damaged record is refused before anything is learned", (folder, train) => {
  const path = `${folder}/data/positions-0000.bin`;
  const records = Deno.readFileSync(path);
  // The square of a king, in the third of 1024 records.
  records[2 * 32 + 27] = 64;
  Deno.writeFileSync(path, records);
  const message = /^Expected .*positions-0000\.bin to hold positions, but record 2, at byte 64, has a king outside /;
  return assertOutcomes([[train("new", "--kernel=torch"), 1, message], [train("new"), 1, message]]);
});

testWithRecords("options that the machine does not support, or that are out of range, are refused", (_, train) => {
  const again = (...more: string[]) => train("net", "--overwrite", ...more);
  return assertOutcomes([
    [train("net", "--device=foo"), 2, /expected --device to be a device .*\(cpu.*\), but got foo$/m],
    [train("net", "--device=cuda:99"), 2, /expected --device to be a device .*\(cpu.*\), but got cuda:99$/m],
    [train("net", "--seed=9223372036854775808"), 2, /expected --seed to be from 0 to 9223372036854775807, /],
    [train("net", "--seed=9223372036854775807"), 0, /^epoch 1\/1: /m],
    [again("--threads=9999999999"), 2, /expected --threads to be from 0 to 1024, but/],
    [again("--lr=1e9"), 1, /Expected weights that fit int32, .*; try a smaller --lr$/],
  ]);
});

testWithRecords("a network is overwritten, and a training run resumed, only on request", async (folder, train) => {
  const [net, old] = [`${folder}/net.ckpt`, `${folder}/old.ckpt`];
  const target = `${folder}/exported.hnet`;
  Deno.mkdirSync(`${folder}/data2`);
  Deno.copyFileSync(`${folder}/data/positions-0000.bin`, `${folder}/data2/positions-0000.bin`);
  writeAbout(`${folder}/data2`, { ...ABOUT, games: 8 });
  Deno.writeTextFileSync(`${folder}/lonely.hnet`, "the only copy");
  const later = ["shape.records", "shape.positions", "shape.seed", "summary", "best_", "optimiser"];
  const other = /^Expected the run of .*net\.ckpt: records games 7, but got records games 8$/;
  const unknown = /^Expected the run of .*old\.ckpt: .*records games unknown, .*, but got .*records games 7/;
  await assertOutcomes([
    [train("lonely"), 2, /expected --overwrite, because there is already a network .*lonely\.hnet$/m],
    [train("lonely", "--resume"), 2, /expected a checkpoint .*lonely\.ckpt for --resume, but there is none$/m],
    [train("lonely", "--overwrite"), 0, /^epoch 1\/1: /m],
    [train("net"), 0, /^epoch 1\/1: /m],
    [train("net", "--resume"), 0, /^The run of .*net\.ckpt is complete, with epoch 1 of 1\n$/],
    [train("net", "--resume", `--data=${folder}/data2`), 1, other],
    [train("net", "--resume", `--start-from=${net}`), 2, /expected either --resume or --start-from, but got both$/m],
    [without(net, old, ...later), 0, /^$/],
    [train("new", `--start-from=${old}`), 0, /^epoch 1\/1: /m],
    [exportTo(old, target), 0, /32 neurons/],
    [exportTo(old, target), 2, /expected a new file, but .*exported\.hnet exists/],
    [exportTo(old, target, "--overwrite", "--scale=171"), 0, /32 neurons/],
    [exportTo(old, `${folder}/new.hnet`, "--scale=0"), 2, /expected --scale to be from 1 to 65535, but got 0/],
    [train("old", "--resume"), 1, unknown],
  ]);
  assertEquals(parseNetwork(Deno.readFileSync(target)).scale, 171);
});

testWithGames("records that may be incomplete are not used for training", async (folder) => {
  const run = (data: string, ...more: string[]): Run => [
    "train",
    [`--data=${folder}/${data}`, `--out=${folder}/net.hnet`, "--overwrite", "--epochs=1", ...SMALL, ...more],
  ];
  const names = ["records", "parts", "fewer", "more", "whole", "bad", "no_json"];
  for (const name of names) Deno.mkdirSync(`${folder}/${name}`);
  for (const name of names) if (name !== "bad") writeRecords(`${folder}/${name}/positions-0000.bin`, 100);
  writeRecords(`${folder}/more/validation.bin`, 100, undefined, 10);
  for (const name of ["more", "whole"]) writeAbout(`${folder}/${name}`, ABOUT);
  writeAbout(`${folder}/fewer`, { ...ABOUT, training: 1025 });
  Deno.writeTextFileSync(`${folder}/no_json/about.json`, "{");
  Deno.writeTextFileSync(`${folder}/bad/bad.vf`, "this is not a game at all, but it has a few bytes");
  const fewer = /^Expected 1025 records to learn from and 0 kept apart in .*, but got 1024 .* and 0 kept apart/;
  const more = /^Expected 1024 records to learn from and 0 kept apart in .*, but got 1024 .* and 10 kept apart/;
  const none = /^Expected records \(positions-\*\.bin\) or games \(\*\.vf\) in .*none, but there are none$/;
  const perhaps = /^Records may be missing in .*records, because there is no about\.json\nExpanding the games in /;
  await assertOutcomes([
    [run("parts"), 1, /^Expected about\.json beside the records in .*parts, but .*expand the games again$/],
    [run("fewer"), 1, fewer],
    [run("more"), 1, more],
    [run("no_json"), 1, /^Expected .*no_json.about\.json to be JSON, but got: /],
    [run("whole"), 0, /^1024 records to learn from/],
    [run("whole", "--expand"), 1, /^Expected games \(\*\.vf\) in .*whole for --expand, but there are none$/],
    [run("none"), 1, none],
    [run("bad"), 1, /^Expanding the games in .*bad, with plain scores\n$/],
  ]);
  Deno.removeSync(`${folder}/bad`, { recursive: true });
  await assertOutcomes([[run("."), 0, perhaps], [run("."), 0, /^(?!Expanding)/]]);
  const { positions, games } = summaryOf(`${folder}/net.hnet`);
  const about = JSON.parse(Deno.readTextFileSync(`${folder}/records/about.json`));
  assertEquals([positions, games], [about.training, 12]);
});
