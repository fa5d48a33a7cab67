import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { Engine } from "../../engine/engine.ts";
import { WorkerDiedError } from "../../engine/errors.ts";
import { defaultSetting, findSystems } from "../../engine/view/systems.ts";
import { sharedEngine } from "./shared_engine.ts";

const TUNABLE_WORKER = new URL("../../engine/tunable_worker.ts", import.meta.url);
const BOUNDS = { depth: 6 };

Deno.test("`parameters` are read before each search, and the default values do not change the engine's play", async () => {
  const { nodes } = await (await sharedEngine()).analyse("startpos", BOUNDS).result;
  const parameters: Record<string, number> = {};
  await using engine = await Engine.start({ workerUrl: TUNABLE_WORKER, hash: 4, parameters });
  const search = async (setting: object): Promise<number> => {
    Object.assign(parameters, defaultSetting(), setting);
    await engine.newGame();
    return (await engine.analyse("startpos", BOUNDS).result).nodes;
  };
  const [butterfly] = findSystems(["butterfly"]);
  assertEquals(await search({}), nodes);
  assertNotEquals(await search(butterfly.off), nodes);
  assertEquals(await search(butterfly.on), nodes);
});

Deno.test("`parameters` make a search fail if the worker does not accept them", async () => {
  await using engine = await Engine.start({ parameters: { orderButterfly: 0 } });
  await assertRejects(() => engine.analyse("startpos", BOUNDS).result, WorkerDiedError, "Expected no parameters");
});
