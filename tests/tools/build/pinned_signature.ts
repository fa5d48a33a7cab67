/**
 * The engine's signature, pinned. `signature_process_test.ts` compares it with the engine; other tests only read it,
 * because the bench that counts it takes seconds.
 *
 * @module
 */

/**
 * Nodes of the engine's `bench`. A commit that changes the engine's play also changes this number, and ends its message
 * with the line `Bench: N`.
 */
export const SIGNATURE = 1145587;
