import { assertEquals, assertGreater, assertThrows } from "@std/assert";
import { embeddedNetwork } from "../../../nnue/embedded.ts";
import { createControl } from "../../../search/thread_slot.ts";
import { materialNetwork } from "../../from_zero/first_networks.ts";
import { Contest } from "../../matches/contest.ts";
import { readMatchOptions } from "../../matches/network_match.ts";

Deno.test("a match of networks is won by the one that knows more, and can be repeated", () => {
  const conditions = { nodes: 300, hash: 1, areStrong: true };
  const sides = { plus: { network: embeddedNetwork() }, minus: { network: materialNetwork() } };
  const setup = { ...sides, conditions, seed: 2n, control: createControl() };
  const play = () => [0, 1].flatMap((pair) => new Contest(setup).playPair(pair) ?? []);
  const games = play();
  assertGreater(games.reduce((sum, { points }) => sum + points, 0), 3);
  assertEquals(play(), games);
});

Deno.test("`netmatch` needs two networks, and has 400 games at 8,000 nodes where nothing else is said", () => {
  const { paths, nodes, games, hash, seed } = readMatchOptions(["a.net", "b.net", "--seed=7"]);
  assertEquals({ paths, nodes, games, hash, seed }, {
    paths: ["a.net", "b.net"],
    nodes: 8000,
    games: 400,
    hash: 16,
    seed: 7n,
  });
  for (const args of [[], ["a.net"], ["a.net", "b.net", "c.net"]]) {
    assertThrows(
      () => readMatchOptions(args),
      RangeError,
      `Expected the files of two networks, but got ${args.length}`,
    );
  }
});
