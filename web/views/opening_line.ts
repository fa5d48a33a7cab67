/**
 * The name of the game's opening, above the moves.
 *
 * @module
 */

import { describeOpening, openingOf } from "../../engine/games/openings.ts";
import type { GameLine } from "../state/game_line.ts";
import { element, setText, show } from "./dom.ts";

/** The line with the name; it is hidden while the game has none. */
export class OpeningLine {
  /** The element. */
  readonly root: HTMLElement = element("p", { class: "opening", hidden: true });
  private key = "";

  /** Shows the opening of a game. */
  render(line: GameLine): void {
    const { gameKey } = line;
    if (gameKey === this.key) return;
    this.key = gameKey;
    const opening = openingOf(line.wholeGame.record);
    setText(this.root, opening === null ? "" : describeOpening(opening));
    show(this.root, opening !== null);
  }
}
