/**
 * How much a test of random inputs tries: what fits into a minute for all of them, and far more in the nightly run.
 *
 * @module
 */

/** Whether there is time for the long version of every test. */
export const IS_NIGHTLY: boolean = Deno.env.get("HINDSIGHT_NIGHTLY") === "1";

/** A number of tries: `usual`, or in the nightly run `nightly`. */
export function tries(usual: number, nightly: number): number {
  return IS_NIGHTLY ? nightly : usual;
}
