/** The engine's signature, pinned: the bench that counts it takes seconds. @module */

/** Nodes of `bench`. A commit that changes the engine's play changes it, and its message ends with `Bench: N`. */
export const SIGNATURE = 1092254;
