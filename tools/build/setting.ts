/**
 * Values for some of the engine's parameters, as comparisons of engines and the tunable build exchange them.
 *
 * @module
 */

export type { Setting } from "../../search/params.ts";
