/** Which tests a mutant has to pass, and in which order: those that most likely fail come first. @module */

/** The test of the bench signature. */
export const SIGNATURE_TEST = "tests/tools/build/signature_process_test.ts";

/** Tests for every mutant: together they use all of the rules, the search and what it learns. */
export const COMMON_TESTS: readonly string[] = [
  "tests/core/perft_test.ts",
  "tests/core/repetition_test.ts",
  "tests/search/mates_and_draws_test.ts",
  "tests/search/search_test.ts",
  "tests/search/tablebases_test.ts",
  "tests/search/weaker_play_test.ts",
  "tests/search/threads/thread_pool_process_test.ts",
  "tests/uci/protocol_process_test.ts",
];

/** What an own test of a source may take to run before the signature, in milliseconds. */
const SLOW_MS = 10_000;

/**
 * The tests of a source by itself: the one that mirrors it, first, and those in the folder of its floor (`tests/core`
 * for `core/`) that import it, directly or through other files of tests.
 *
 * @param tests Every TypeScript file below `tests/`: path from the root → text.
 */
export function ownTestsOf(source: string, tests: ReadonlyMap<string, string>): string[] {
  const name = `tests/${source.replace(/\.ts$/, "")}`;
  const mirror = [`${name}_test.ts`, `${name}_process_test.ts`].find((path) => tests.has(path));
  const floor = `tests/${source.split("/")[0]}/`;
  const found = new Set([source]);
  // A set's loop also visits what is added in it.
  for (const imported of found) {
    for (const [path, text] of tests) if (importsOf(path, text).includes(imported)) found.add(path);
  }
  const importing = Array.from(found).filter((path) => path.startsWith(floor) && path.endsWith("_test.ts")).sort();
  return mirror === undefined ? importing : [mirror, ...importing.filter((path) => path !== mirror)];
}

/** Paths from the root of the project that a file imports by a relative path. */
function importsOf(path: string, text: string): string[] {
  const specifiers = Array.from(text.matchAll(/\bfrom "(\.[^"]*)";/g), (match) => match[1]);
  return specifiers.map((specifier) => new URL(specifier, `file:///${path}`).href.slice("file:///".length));
}

/**
 * Puts the tests of a mutant in order: quick ones of its own source, the signature, then the others, each group from
 * the quickest on. The test that mirrors the source is the first of its group.
 *
 * @param own The tests of its source, the one that most likely fails first.
 * @param durationOf Milliseconds that a test takes.
 */
export function orderTests(own: readonly string[], durationOf: (test: string) => number): string[] {
  const costOf = (test: string): number => test === own[0] ? 0 : durationOf(test);
  const byCost = (a: string, b: string): number => costOf(a) - costOf(b);
  const isQuick = (test: string): boolean => durationOf(test) <= SLOW_MS;
  const quick = own.filter(isQuick).sort(byCost);
  const others = [...own, ...COMMON_TESTS].filter((test) => !quick.includes(test) && test !== SIGNATURE_TEST);
  return [...quick, SIGNATURE_TEST, ...Array.from(new Set(others)).sort(byCost)];
}
