/**
 * The speed test that the user asks for in the settings.
 *
 * @module
 */

import type { Assets } from "../engine/assets.ts";
import { type SpeedTest, testSpeed } from "../engine/speed_test.ts";
import { type Host, reportFailure } from "./host.ts";

/** Speed tests. */
export class SpeedControl {
  private readonly host: Host;
  private readonly assets: Assets;

  /** No test yet. */
  constructor(host: Host, assets: Assets) {
    this.host = host;
    this.assets = assets;
  }

  /**
   * Tests the speed. The page's own engine rests meanwhile, and then goes on with what it did.
   *
   * @param signal Ends the test early.
   * @param onPosition Called with how far it is.
   * @returns What it came to; `null` if it was ended early or failed.
   */
  async run(signal: AbortSignal, onPosition: (done: number, all: number) => void): Promise<SpeedTest | null> {
    const { host } = this;
    try {
      return await host.link.borrow((_engine, ended) =>
        testSpeed(this.assets, AbortSignal.any([signal, ended]), onPosition)
      );
    } catch (error) {
      reportFailure(host, error);
      return null;
    } finally {
      host.positionChanged();
    }
  }
}
