/** The number of random inputs: together they take a minute, and far longer in the nightly run. @module */

/** Whether there is time for the long version of every test. */
export const IS_NIGHTLY: boolean = Deno.env.get("HINDSIGHT_NIGHTLY") === "1";

/** A number of tries: `usual`, or `nightly` in the nightly run. */
export function tries(usual: number, nightly: number): number {
  return IS_NIGHTLY ? nightly : usual;
}
