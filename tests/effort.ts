/** How many random inputs the tests use. Together they take a minute, and far longer in the nightly run. @module */

/** Whether this is the nightly run, which has time for the long version of every test. */
export const IS_NIGHTLY: boolean = Deno.env.get("HINDSIGHT_NIGHTLY") === "1";

/** A number of tries: `usual`, or `nightly` in the nightly run. */
export function tries(usual: number, nightly: number): number {
  return IS_NIGHTLY ? nightly : usual;
}
