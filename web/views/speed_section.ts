/**
 * The part of the settings that tests how fast the engine is.
 *
 * @module
 */

import type { SpeedTest } from "../engine/speed_test.ts";
import type { Texts } from "../text/texts.ts";
import { button, element, setAttributes, setText, show } from "./dom.ts";

/** Tests the speed; see `SpeedControl.run`. */
export type RunSpeedTest = (
  signal: AbortSignal,
  onPosition: (done: number, all: number) => void,
) => Promise<SpeedTest | null>;

/**
 * Makes the section.
 *
 * @param run Tests the speed.
 * @param obstacle Why it cannot be tested, "" if it can.
 * @param signal Ends a test when the window closes.
 */
export function speedSection(texts: Texts, run: RunSpeedTest, obstacle: string, signal: AbortSignal): HTMLElement {
  const { settings } = texts;
  const result = element("p", { class: "speed", role: "status" }, obstacle);
  const bar = element("progress", { hidden: true, value: 0 });
  setAttributes(bar, { "aria-label": settings.speedTitle });
  const start = button(settings.speedStart, async () => {
    if (start.getAttribute("aria-disabled") === "true") return;
    // A button that is disabled would lose the focus.
    setAttributes(start, { "aria-disabled": "true" });
    show(bar, true);
    setText(result, settings.speedRuns);
    const found = await run(signal, (done, all) => [bar.value, bar.max] = [done, all]);
    setAttributes(start, { "aria-disabled": false });
    show(bar, false);
    setText(result, found === null ? "" : describe(found, texts));
  });
  start.disabled = obstacle !== "";
  return element(
    "section",
    { class: "speed-test", "aria-label": settings.speedTitle },
    element("h3", {}, settings.speedTitle),
    element("p", { class: "quiet" }, settings.speedIntro),
    element("div", { class: "actions" }, start, bar),
    result,
  );
}

function describe({ nodes, timeMs }: SpeedTest, { settings, number }: Texts): string {
  const speed = Math.round(nodes * 1000 / Math.max(1, timeMs));
  return settings.speedResult(number(nodes), number(timeMs / 1000, 1), number(speed));
}
