/** A bundle carries the kernel and shares a network with a worker, without permissions. @module */

import { assertEquals } from "@std/assert";
import { withFolder } from "../folder.ts";
import { projectPath } from "../../tools/paths.ts";
import { outputOf } from "../program.ts";
import { createProgramNetwork, evaluateAll } from "./network_worker.ts";

const FOLDER = projectPath("tests/nnue");
const PROGRAM = `${FOLDER}/network_worker.ts`;

Deno.test("a bundle carries the kernel, and shares a network with a worker without any permission", async () => {
  await withFolder(async (folder) => {
    const bundle = `${folder}/program.js`;
    await outputOf(Deno.execPath(), ["bundle", "--quiet", `--output=${bundle}`, PROGRAM], FOLDER);
    const text = await Deno.readTextFile(bundle);
    const answer = () => new Response(text, { headers: { "content-type": "text/javascript" } });
    await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
    const host = `127.0.0.1:${server.addr.port}`;
    const options = ["--no-config", "--no-lock", "--no-prompt", `--allow-import=${host}`];
    // Deno caches the program in the test's folder.
    const env = { DENO_DIR: folder };
    const output = await outputOf(Deno.execPath(), ["run", ...options, `http://${host}/program.js`], folder, env);
    const sum = evaluateAll(createProgramNetwork()).reduce((sum, score) => sum + score);
    assertEquals(output, `equal true, shared true, sum ${sum}\n`);
  });
});
