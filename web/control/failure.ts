/** Explains to the user why something failed. @module */

import type { EngineLink } from "../engine/engine_link.ts";

/** The message if the browser forbids WebAssembly or workers. The user cannot change this. */
const BLOCKED =
  "The engine cannot run here: the website that contains this page does not allow it. The board, games and links " +
  "still work.";

/** An error's message without its prefix and full stop. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const said = message.replace(
    /^(?:The engine cannot (?:start|use what was learned)|These options cannot be applied)\. /,
    "",
  );
  return said.replace(/\.$/, "");
}

export function explainFailure(error: unknown, link: Pick<EngineLink, "state">): string {
  const reason = reasonOf(error);
  if (isBlocked(reason)) return BLOCKED;
  return link.state === "failed"
    ? `The engine cannot start. ${reason}. Try again, or choose less memory or fewer threads in the settings.`
    : `The search failed. The next search restarts the engine. ${reason}`;
}

/** Whether the browser forbids the page to run WebAssembly, start workers or load its own files. */
function isBlocked(message: string): boolean {
  if (/wasm|webassembly|content security policy/i.test(message)) return true;
  // A frame with an opaque origin can neither load files nor start workers from them.
  return self.origin === "null" && location.protocol !== "file:";
}
