import { assert, assertEquals } from "@std/assert";
import { randomNetwork } from "../../nnue/random_network.ts";
import { PoolMemory } from "../../../search/threads/pool_memory.ts";

Deno.test("all threads of a pool get the same correction histories; a thread without shared memory gets none", () => {
  const memory = new PoolMemory(true, 1, null);
  // Two pools do not share what they learn.
  const requests = [memory, memory, new PoolMemory(true, 1, null)].map((each, i) => each.startRequest(i, null));
  const [first, second, other] = requests.map(({ corrections }) => corrections?.buffer);
  assert(first instanceof SharedArrayBuffer && second === first && other !== first);
  assertEquals(new PoolMemory(false, 1, null).startRequest(0, null).corrections, null);
});

Deno.test("repeated changes of threads and networks do not take more memory each time", () => {
  const networks = [randomNetwork({ hiddenSize: 64 }), randomNetwork({ hiddenSize: 128, isMirrored: true })];
  const memory = new PoolMemory(true, 1, networks[0]);
  const use = (): number[][] =>
    networks.map((network) => {
      const requests = memory.setNetwork(network, 2);
      const offsets = [...requests, memory.startRequest(2, null)].map(({ accumulators }) => accumulators);
      return [...offsets, network.memory.buffer.byteLength];
    });
  const first = use();
  for (const offsets of first) assertEquals(new Set(offsets).size, 4, "each thread has a place of its own");
  assertEquals(use(), first);
});
