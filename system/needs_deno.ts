/**
 * Ends the program with a sentence where there is no Deno, such as in Node.js. The entry point imports this first.
 *
 * A syntax that Node.js does not know, such as `using`, would be an error before this runs; so what goes into the bundle
 * has none of it.
 *
 * @module
 */

/** What Node.js has to end a program. */
interface NodeProcess {
  exit(code: number): never;
}

if (!("Deno" in globalThis)) {
  console.error("Hindsight runs on Deno, not on Node.js: npx --yes deno@2 run --allow-read --allow-write hindsight.js");
  (globalThis as { process?: NodeProcess }).process?.exit(1);
}
