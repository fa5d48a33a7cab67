/**
 * Ends the program with a message if it does not run in Deno, for example in Node.js. The entry point imports this
 * first.
 *
 * The bundle must not contain syntax that Node.js does not know, such as `using`: it would cause an error before this
 * check runs.
 *
 * @module
 */

/** The part of Node.js that ends a program. */
interface NodeProcess {
  exit(code: number): never;
}

if (!("Deno" in globalThis)) {
  console.error("Hindsight runs on Deno, not on Node.js: npx --yes deno@2 run --allow-read --allow-write hindsight.js");
  (globalThis as { process?: NodeProcess }).process?.exit(1);
}
