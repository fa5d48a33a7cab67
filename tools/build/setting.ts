/**
 * Values for some of the engine's parameters, as comparisons of engines and the tunable build exchange them.
 *
 * @module
 */

import type { ParameterName } from "../../search/params.ts";

/** Values for some parameters. */
export type Setting = Readonly<Partial<Record<ParameterName, number>>>;
