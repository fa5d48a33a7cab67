/** An engine for all tests that are loaded together: starting an engine takes longer than most tests. */

import { Engine } from "../../engine/engine.ts";

let engine: Engine;

Deno.test.beforeAll(async () => {
  engine = await Engine.start({ hash: 4 });
});
Deno.test.afterAll(() => engine.close());

/** The engine, which has forgotten what other tests have searched. A test that changes the options restores them. */
export async function sharedEngine(): Promise<Engine> {
  await engine.newGame();
  return engine;
}

/** Waits for this many milliseconds. */
export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
