import { assert, assertAlmostEquals, assertEquals, assertNotEquals } from "@std/assert";
import { embeddedNetwork, embeddedNetworkFile } from "../../nnue/embedded.ts";
import { serialiseNetwork } from "../../nnue/network_file.ts";

/** The training summary in a network's file: either the networks whose weighted mean it is, or its own training. */
interface TrainingSummary {
  readonly blend?: readonly { readonly file: string; readonly part: number; readonly summary: TrainingSummary }[];
  readonly [name: string]: unknown;
}

Deno.test("the embedded network is the committed file, and its sums cannot overflow", async () => {
  const file = await Deno.readFile(new URL("../../nnue/hindsight.net", import.meta.url));
  assertEquals(embeddedNetworkFile(), file);
  // Reading checks every bound, and writing the network again gives the same file.
  assertEquals(serialiseNetwork(embeddedNetwork()), file);
});

Deno.test("the embedded network says how it was trained", () => {
  const check = ({ blend, ...summary }: TrainingSummary, file: string): void => {
    if (blend === undefined) {
      for (const name of ["games", "positions", "epochs", "scale", "loss"]) {
        assertNotEquals(summary[name], undefined, `${name} of ${file}`);
      }
      return;
    }
    for (const part of blend) check(part.summary, part.file);
    assertAlmostEquals(blend.reduce((sum, { part }) => sum + part, 0), 1);
  };
  check(JSON.parse(embeddedNetwork().summary), "the file");
});

Deno.test("`embeddedNetwork()` gives each caller its own weights", () => {
  const first = embeddedNetwork();
  const second = embeddedNetwork();
  assert(first.memory !== second.memory);
  first.outputBias[0] += 7;
  assertEquals(second.outputBias[0] + 7, first.outputBias[0]);
});
