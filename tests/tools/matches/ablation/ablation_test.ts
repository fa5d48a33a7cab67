/**
 * Records of games and how a tournament continues from them.
 *
 * @module
 */

import { assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import {
  type AblationRecord,
  advance,
  type Conditions,
  digest,
  newRecord,
  nextChunk,
  parseRecord,
  RecordStore,
} from "../../../../tools/matches/ablation/ablation.ts";
import type { MatchPlan, MatchPlayer } from "../../../../tools/matches/fastchess.ts";
import { findSystems, type System } from "../../../../engine/view/systems.ts";
import { addTallies, countGames, EMPTY_TALLY, type Tally } from "../../../../tools/matches/tally.ts";
import { playTournament } from "../../../../tools/matches/ablation/tournament.ts";
import { withFolder } from "../../../folder.ts";

const CONDITIONS: Conditions = { limit: { nodes: 2000 }, hash: 8, adjudicate: true, book: "0123456789ab" };
const [MALUS, CAPTURE] = findSystems(["malus", "capture"]);
/** A pair that the first engine wins 1½ : ½. */
const PAIR: Tally = { wins: 1, losses: 0, draws: 1, pairs: [0, 0, 0, 1, 0], faults: 0, timeLosses: 0 };

/** So many pairs of one kind. */
function pairsOf(count: number): Tally {
  return Array.from({ length: count }, () => PAIR).reduce(addTallies, EMPTY_TALLY);
}

Deno.test("`nextChunk()` asks for what is missing, at most a chunk, and never for an opening twice", () => {
  const fresh = newRecord(MALUS, CONDITIONS, 1);
  assertEquals(nextChunk(fresh, 2000, 100, 4000), { opening: 1, rounds: 50 });
  const played = advance(fresh, pairsOf(50), 50);
  assertEquals(nextChunk(played, 2000, 100, 4000), { opening: 51, rounds: 50 });
  assertEquals(nextChunk(played, 130, 100, 4000), { opening: 51, rounds: 15 });
  assertEquals(nextChunk(played, 101, 100, 4000), { opening: 51, rounds: 1 });
  assertEquals(nextChunk(played, 100, 100, 4000), null);
  assertEquals(nextChunk(played, 2000, 100, 60), { opening: 51, rounds: 10 });
  assertEquals(nextChunk(played, 2000, 100, 50), null);
});

Deno.test("openings of pairs that were cut short are used up although they brought nothing", () => {
  const record = advance(newRecord(MALUS, CONDITIONS, 1), pairsOf(7), 9);
  assertEquals(countGames(record.tally), 14);
  assertEquals(nextChunk(record, 2000, 100, 4000), { opening: 10, rounds: 50 });
});

Deno.test("a record that was saved is found again, but only for the same comparison and conditions", async () => {
  await withFolder(async (folder) => {
    const store = new RecordStore(`${folder}/records`);
    const record = advance(newRecord(MALUS, CONDITIONS, 1), pairsOf(3), 3);
    await store.save(record);
    assertEquals(await store.load(MALUS, CONDITIONS, 1), record);
    assertEquals((await store.load(CAPTURE, CONDITIONS, 1)).openings, 0);
    for (const other of [{ hash: 16 }, { limit: { nodes: 4000 } }, { limit: { clock: "8+0.08" } }, { book: "x" }]) {
      assertEquals((await store.load(MALUS, { ...CONDITIONS, ...other }, 1)).openings, 0, JSON.stringify(other));
    }
    const changed: System = { ...MALUS, off: { ...MALUS.off, quietBonusMax: 900 } };
    assertEquals((await store.load(changed, CONDITIONS, 1)).openings, 0);
  });
});

Deno.test("a damaged record is refused instead of being counted on", async () => {
  const sound = advance(newRecord(MALUS, CONDITIONS, 1), pairsOf(3), 3);
  assertEquals(parseRecord(JSON.stringify(sound), "x.json"), sound);
  assertThrows(() => parseRecord('{"system":', "x.json"), SyntaxError, "Expected x.json to be JSON");
  const damaged: unknown[] = [
    null,
    {},
    { ...sound, openings: 2 },
    { ...sound, openings: "3" },
    { ...sound, tally: { ...sound.tally, wins: 4 } },
    { ...sound, tally: { ...sound.tally, wins: -3, losses: 6 } },
    { ...sound, tally: { ...sound.tally, pairs: [0, 0, 0, 3] } },
  ];
  for (const record of damaged) {
    assertThrows(() => parseRecord(JSON.stringify(record), "x.json"), SyntaxError, "do not add up");
  }
  await withFolder(async (folder) => {
    const store = new RecordStore(folder);
    await store.save(sound);
    for await (const { name } of Deno.readDir(folder)) await Deno.writeTextFile(`${folder}/${name}`, "[");
    await assertRejects(() => store.load(MALUS, CONDITIONS, 1), SyntaxError, "remove it to start again");
  });
});

Deno.test("a record keeps the seed of its first game, so that it continues in the same order of openings", async () => {
  await withFolder(async (folder) => {
    const store = new RecordStore(folder);
    assertEquals((await store.load(MALUS, CONDITIONS, 11)).seed, 11);
    await store.save(advance(newRecord(MALUS, CONDITIONS, 11), pairsOf(1), 1));
    const records = new Map([[MALUS, await store.load(MALUS, CONDITIONS, 12)]]);
    const seeds: number[] = [];
    await rehearse(folder, records, 24, ({ seed, rounds }) => {
      seeds.push(seed);
      return Promise.resolve({ tally: pairsOf(rounds), openings: rounds });
    });
    assertEquals(seeds, [11, 11, 11]);
  });
});

Deno.test("`digest()` is 12 hexadecimal digits of SHA-256", async () => {
  assertEquals(await digest("abc"), "ba7816bf8f01");
  assertEquals(await digest(new TextEncoder().encode("abc")), "ba7816bf8f01");
  assertNotEquals(await digest("abd"), "ba7816bf8f01");
});

/** Plays a tournament with a player that answers every plan with the pairs it asks for. */
async function rehearse(
  folder: string,
  records: Map<System, AblationRecord>,
  games: number,
  player: MatchPlayer,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const plan = {
    bundle: "engine.js",
    conditions: CONDITIONS,
    book: "own.epd",
    bookLines: 100,
    games,
    chunk: 10,
    concurrency: 1,
  };
  await playTournament(records, plan, new RecordStore(folder), player, signal);
}

function emptyRecords(): Map<System, AblationRecord> {
  return new Map([MALUS, CAPTURE].map((system) => [system, newRecord(system, CONDITIONS, 1)]));
}

Deno.test("a tournament takes the systems in turn, chunk by chunk, each with its own options and openings", async () => {
  await withFolder(async (folder) => {
    const plans: MatchPlan[] = [];
    const records = emptyRecords();
    await rehearse(folder, records, 24, (plan) => {
      plans.push(plan);
      return Promise.resolve({ tally: pairsOf(plan.rounds), openings: plan.rounds });
    });
    assertEquals(plans.map(({ second, opening, rounds }) => [Object.keys(second.options)[0], opening, rounds]), [
      ["useMalus", 1, 5],
      ["orderCapture", 1, 5],
      ["useMalus", 6, 5],
      ["orderCapture", 6, 5],
      ["useMalus", 11, 2],
      ["orderCapture", 11, 2],
    ]);
    assertEquals(plans[0].first.options, { useMalus: 1 });
    assertEquals(plans[0].second.options, { useMalus: 0 });
    for (const record of records.values()) assertEquals(record.tally, pairsOf(12));
  });
});

Deno.test("a tournament that is stopped keeps its complete pairs and continues after their openings", async () => {
  await withFolder(async (folder) => {
    const controller = new AbortController();
    let chunks = 0;
    const stopping: MatchPlayer = (plan) => {
      if (++chunks < 3) return Promise.resolve({ tally: pairsOf(plan.rounds), openings: plan.rounds });
      controller.abort();
      return Promise.resolve({ tally: pairsOf(2), openings: 3 });
    };
    await rehearse(folder, emptyRecords(), 100, stopping, controller.signal);

    const store = new RecordStore(folder);
    const records = new Map<System, AblationRecord>();
    for (const system of [MALUS, CAPTURE]) records.set(system, await store.load(system, CONDITIONS, 1));
    assertEquals(records.get(MALUS)?.tally, pairsOf(7));
    assertEquals(records.get(CAPTURE)?.tally, pairsOf(5));

    const openings: [string, number][] = [];
    await rehearse(folder, records, 20, (plan) => {
      openings.push([Object.keys(plan.second.options)[0], plan.opening]);
      return Promise.resolve({ tally: pairsOf(plan.rounds), openings: plan.rounds });
    });
    assertEquals(openings, [["orderCapture", 6], ["useMalus", 9]]);
    assertEquals(records.get(MALUS)?.tally, pairsOf(10));
  });
});

Deno.test("a tournament ends where the book does, and where a match fails", async () => {
  await withFolder(async (folder) => {
    const records = new Map([[MALUS, newRecord(MALUS, CONDITIONS, 1)]]);
    await rehearse(folder, records, 10_000, (plan) => {
      return Promise.resolve({ tally: pairsOf(plan.rounds), openings: plan.rounds });
    });
    assertEquals(countGames(records.get(MALUS)!.tally), 200);
    const failing: MatchPlayer = () => Promise.reject(new Error("fastchess ended with the code 1"));
    await assertRejects(() => rehearse(folder, emptyRecords(), 10, failing), Error, "code 1");
  });
});
