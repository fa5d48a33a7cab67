/** Why something failed, as a sentence for the user. @module */

import type { EngineLink } from "../engine/engine_link.ts";

/** The message if the page may not run WebAssembly or workers. The user cannot change this on the page. */
const BLOCKED =
  "The engine cannot run here: the website that contains this page does not allow it. The board, the moves, " +
  "games and links work.";

/** The message of an error, without its prefix and full stop. */
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
    : `The search failed; the next search starts the engine again. ${reason}`;
}

/** Whether the page is forbidden to run WebAssembly, start workers, or load its own files. */
function isBlocked(message: string): boolean {
  if (/wasm|webassembly|content security policy/i.test(message)) return true;
  // A frame with an opaque origin may neither load files nor start workers from them.
  return self.origin === "null" && location.protocol !== "file:";
}
