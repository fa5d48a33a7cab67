/**
 * Ends the program with a message if it does not run in Deno. The entry point imports this first. The bundle must not
 * use syntax that Node.js does not know, such as `using`, because that would cause an error before this check.
 *
 * @module
 */

interface NodeProcess {
  exit(code: number): never;
}

if (!("Deno" in globalThis)) {
  console.error("Hindsight runs on Deno, not on Node.js: npx --yes deno@2 run --allow-read --allow-write hindsight.js");
  (globalThis as { process?: NodeProcess }).process?.exit(1);
}
