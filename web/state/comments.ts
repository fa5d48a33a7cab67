/** The comments on a move as people read them, without commands of programs; and the drawings on the board. @module */

import { COMMAND, formatMarks, parseMarks, readMarks, withCommand } from "../../engine/games/commands.ts";

/**
 * The comments with a new text; the commands stay. A PGN comment is one line, and a closing brace would end it, so
 * braces become brackets.
 */
export function withText(comments: readonly string[], text: string): string[] {
  const said = text.replaceAll("{", "(").replaceAll("}", ")").replaceAll("[%", "[ %").replace(/\s+/g, " ").trim();
  const commands = comments.flatMap((comment) => comment.match(COMMAND) ?? []);
  const comment = [...commands, said].filter((part) => part !== "").join(" ");
  return comment === "" ? [] : [comment];
}

/** The commands for arrows and circles, and the number of squares in each drawing. */
const DRAWINGS = [["cal", 2], ["csl", 1]] as const;

/** The arrows and circles of comments: `Gd2d4` is a green arrow, `Re5` a red circle. */
export function drawingsOf(comments: readonly string[]): string[] {
  return DRAWINGS.flatMap(([name, count]) => formatMarks(readMarks(comments, name, count))?.split(",") ?? []);
}

/** The comments with new arrows and circles; everything else stays. */
export function withDrawings(comments: readonly string[], drawings: readonly string[]): readonly string[] {
  const bare = DRAWINGS.reduce((changed, [name]) => withCommand(changed, name, null), comments);
  return DRAWINGS.reduceRight(
    (changed, [name, count]) => withCommand(changed, name, formatMarks(parseMarks(drawings.join(), count))),
    bare,
  );
}
