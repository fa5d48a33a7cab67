import { assert, assertAlmostEquals, assertEquals, assertMatch } from "@std/assert";
import { estimateElo, type Pentanomial, scoreToElo } from "../../../lab/matches/statistics.ts";
import { LEDGERS, readLedger } from "../../../tools/docs/ledger.ts";

for (const name of LEDGERS) {
  Deno.test(`the results of the ledger "${name}" are complete and unique, and their counts agree`, async () => {
    const results = await readLedger(name);
    const keys = results.map(({ what, against, conditions, note = "" }) =>
      `${what} / ${against} / ${conditions} / ${note}`
    );
    assertEquals(keys.filter((key, index) => keys.indexOf(key) !== index), []);
    for (const [index, { commit, games, elo, error, shift, won, drawn, lost, pairs }] of results.entries()) {
      const key = keys[index];
      assertMatch(commit, /^[0-9a-f]{8}$/, key);
      assert(Number.isInteger(games) && games > 0, key);
      assert(shift !== undefined || elo !== undefined && error !== undefined && error > 0, key);
      if (won !== undefined && drawn !== undefined && lost !== undefined) {
        assertEquals(won + drawn + lost, games, key);
        assertAlmostEquals(scoreToElo((won + drawn / 2) / games), elo ?? NaN, 1.01, key);
      }
      if (pairs !== undefined) {
        const estimate = estimateElo(pairs as unknown as Pentanomial);
        assertEquals(2 * pairs.reduce((sum, count) => sum + count, 0), games, key);
        assertAlmostEquals(estimate.value, elo ?? NaN, 0.6, key);
        assertAlmostEquals(estimate.error, error ?? NaN, 0.6, key);
      }
    }
  });
}
