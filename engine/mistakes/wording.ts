/** Gains and ideas in words, from the table of texts. @module */

import { squareName } from "../../core/fen.ts";
import { BISHOP, EMPTY, KING, KNIGHT, QUEEN, ROOK } from "../../core/types.ts";
import type { Gain } from "./gain.ts";
import type { Motif } from "./ideas.ts";
import type { Target } from "./played_line.ts";
import type { QuietGain } from "./quiet.ts";
import { textOf, TEXTS } from "./texts.ts";

/** The gain of a line, as the end of a clause that begins with "which". */
export function gainText(gain: Gain): string {
  switch (gain.kind) {
    case "mate":
      return gain.moves === 1 ? textOf("mate1") : textOf("mate", { moves: gain.moves });
    case "draw":
      return textOf(gain.by === "stalemate" ? "stalemates" : gain.by);
    case "promotion":
      return textOf("promotes", { piece: pieceName(gain.type) });
    case "material": {
      const { taken, given } = gain;
      if (taken.length === 1 && taken[0] === ROOK && given.length === 1 && [KNIGHT, BISHOP].includes(given[0])) {
        return textOf("exchange");
      }
      return given.length === 0
        ? textOf("wins", { taken: listOf(taken) })
        : textOf("winsFor", { taken: listOf(taken), given: listOf(given) });
    }
  }
}

/** An idea, or a gain that is not material, with its pieces and squares. */
export function ideaText(idea: Motif | QuietGain): string {
  const words: Record<string, string | number> = {};
  if ("target" in idea) {
    const { type, square } = idea.target;
    Object.assign(words, { target: placed(idea.target), piece: pieceName(type), place: squareName(square) });
  }
  if ("behind" in idea) words.behind = placed(idea.behind);
  if ("guard" in idea) words.guard = placed(idea.guard);
  if ("file" in idea) words.file = squareName(idea.file)[0];
  if ("other" in idea) words.other = squareName(idea.other);
  if ("square" in idea) words.other = squareName(idea.square);
  if ("san" in idea) Object.assign(words, { move: idea.san, gain: gainOn(idea.target) });
  if ("targets" in idea) words.targets = joined(idea.targets.map(placed));
  return textOf(idea.name, words);
}

/** What the answer to a recapture gains; the king stands for mate, an empty square for a promotion. */
function gainOn(target: Target): string {
  if (target.type === KING) return textOf("mate1");
  return target.type === EMPTY
    ? textOf("promotes", { piece: pieceName(QUEEN) })
    : textOf("wins", { taken: placed(target) });
}

/** A piece with its square. */
export function placed({ type, square }: Target): string {
  return textOf("piece", { piece: pieceName(type), square: squareName(square) });
}

/** The name of a piece type. */
export function pieceName(type: number): string {
  return TEXTS.pieces.split(" ")[type];
}

/** Pieces as words: `a rook and two pawns`. */
export function listOf(types: readonly number[]): string {
  const kinds = [...new Set(types)];
  return joined(kinds.map((kind) => {
    const count = types.filter((type) => type === kind).length;
    const piece = pieceName(kind);
    return count === 1 ? textOf("a", { piece }) : textOf("many", { count: TEXTS.counts.split(" ")[count], piece });
  }));
}

function joined(words: readonly string[]): string {
  const last = words[words.length - 1];
  return words.length < 2 ? words.join("") : textOf("and", { list: words.slice(0, -1).join(", "), last });
}
