/**
 * What the parts of the page share: the game, the engine, the settings, and the request to draw anew.
 *
 * @module
 */

import type { EngineLink } from "../engine/engine_link.ts";
import type { GameLine } from "../state/game_line.ts";
import type { Settings } from "../state/settings.ts";
import type { Texts } from "../text/texts.ts";
import type { Notices } from "../views/notices.ts";

/** The page, as its controllers see it. */
export interface Host {
  readonly texts: Texts;
  readonly notices: Notices;
  readonly link: EngineLink;
  /** What the user has set. */
  readonly settings: Settings;
  /** The game on the board. */
  readonly line: GameLine;
  /** Something has changed that the page shows. */
  changed(): void;
  /** The position on the board has changed, by a move or otherwise. */
  positionChanged(): void;
}

/** Shows why a search failed. */
export function reportFailure({ notices, texts, link }: Host, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // The page says in the user's language that the engine did not start.
  const reason = message.replace(/^The engine cannot start\. /, "");
  notices.fail(link.state === "failed" ? texts.notices.engineFailed(reason) : texts.notices.searchFailed(reason));
}
