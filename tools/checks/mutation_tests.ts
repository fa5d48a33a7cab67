/**
 * Which tests a mutant has to pass, and in which order: those that most likely fail come first.
 *
 * @module
 */

/**
 * Tests for every mutant: each takes seconds, and together they use all of the rules, the search and what it learns.
 * The first compares the nodes of the bench.
 */
export const COMMON_TESTS: readonly string[] = [
  "tests/tools/build/signature_test.ts",
  "tests/core/perft_test.ts",
  "tests/core/repetition_test.ts",
  "tests/search/mates_and_draws_test.ts",
  "tests/search/search_test.ts",
  "tests/search/weaker_play_test.ts",
  "tests/search/threads/thread_pool_test.ts",
  "tests/uci/protocol_test.ts",
];

/**
 * The files of tests for a source.
 *
 * First is the test that mirrors the source, then the tests of its folder that import it, then those of other folders
 * of the same room that do, then the common ones.
 *
 * @param source Path of the source from the root of the project.
 * @param tests Every file of tests: path from the root → text.
 */
export function testsOf(source: string, tests: ReadonlyMap<string, string>): string[] {
  const slash = source.lastIndexOf("/");
  const [folder, name] = [source.slice(0, slash), source.slice(slash + 1)];
  const mirror = `tests/${folder}/${name.replace(/\.ts$/, "_test.ts")}`;
  const room = folder.split("/")[0];
  const importers = Array.from(tests.keys()).sort().filter((path) => tests.get(path)!.includes(`/${source}"`));
  const found = [
    ...[mirror].filter((path) => tests.has(path)),
    ...importers.filter((path) => path.startsWith(`tests/${folder}/`)),
    ...importers.filter((path) => path.startsWith(`tests/${room}/`)),
    ...COMMON_TESTS.filter((path) => tests.has(path)),
  ];
  return Array.from(new Set(found));
}
