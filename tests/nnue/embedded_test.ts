import { assert, assertAlmostEquals, assertEquals, assertNotEquals } from "@std/assert";
import { embeddedNetwork, embeddedNetworkFile } from "../../nnue/embedded.ts";
import { serialiseNetwork } from "../../nnue/network_file.ts";

Deno.test("the embedded network is the committed file, and a network with which nothing can go wrong", async () => {
  const file = await Deno.readFile(new URL("../../nnue/hindsight.net", import.meta.url));
  assertEquals(embeddedNetworkFile(), file);
  // Reading checks every bound; writing what was read gives the file again.
  assertEquals(serialiseNetwork(embeddedNetwork()), file);
});

Deno.test("the embedded network says how it was trained", () => {
  const { blend } = JSON.parse(embeddedNetwork().summary);
  for (const { file, part, summary } of blend) {
    assertNotEquals(part, undefined, file);
    for (const name of ["games", "positions", "epochs", "scale", "loss"]) {
      assertNotEquals(summary[name], undefined, `${name} of ${file}`);
    }
  }
  assertAlmostEquals(blend.reduce((sum: number, { part }: { part: number }) => sum + part, 0), 1);
});

Deno.test("`embeddedNetwork()` gives each caller weights of its own", () => {
  const first = embeddedNetwork();
  const second = embeddedNetwork();
  assert(first.memory !== second.memory);
  first.outputBias[0] += 7;
  assertEquals(second.outputBias[0] + 7, first.outputBias[0]);
});
