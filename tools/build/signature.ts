/**
 * Prints the engine's signature, the number of nodes of its `bench` command, and nothing else.
 *
 *     deno task signature
 *
 * The number is the same on every machine as long as the search and the evaluation decide the same.
 *
 * @module
 */

import { projectPath } from "../paths.ts";

const command = new Deno.Command(Deno.execPath(), {
  args: ["run", "--quiet", "--no-prompt", "--allow-read=.", "main.ts", "bench"],
  cwd: projectPath(),
  stdin: "null",
  stderr: "inherit",
});
const { success, stdout } = await command.output();
const output = new TextDecoder().decode(stdout);
const signature = /^(\d+) nodes \d+ nps$/m.exec(output.replaceAll("\r", ""))?.[1];
if (!success || signature === undefined) {
  console.error(`Expected "bench" to print "N nodes N nps", but got:\n${output}`);
  Deno.exit(1);
}
console.log(signature);
