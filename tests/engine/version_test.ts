import { assertEquals } from "@std/assert";
import { ENGINE_VERSION } from "../../engine/version.ts";

Deno.test("the engine's version is that of deno.json", async () => {
  const config = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  assertEquals(ENGINE_VERSION, config.version);
});
