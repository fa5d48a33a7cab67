/** Separates the text in a move's comments from the commands for programs, such as those that draw arrows. @module */

import { COMMAND, formatMarks, parseMarks, readMarks, withCommand } from "../../engine/games/commands.ts";

/**
 * Replaces the text of comments and keeps their commands. Makes the text one line, and turns braces into parentheses,
 * because a closing brace ends a PGN comment.
 */
export function withText(comments: readonly string[], text: string): string[] {
  const said = text.replaceAll("{", "(").replaceAll("}", ")").replaceAll("[%", "[ %").replace(/\s+/g, " ").trim();
  const commands = comments.flatMap((comment) => comment.match(COMMAND) ?? []);
  const comment = [...commands, said].filter((part) => part !== "").join(" ");
  return comment === "" ? [] : [comment];
}

/** The commands for arrows and circles, and how many squares each shape has. */
const DRAWINGS = [["cal", 2], ["csl", 1]] as const;

/** The arrows and circles in comments: `Gd2d4` is a green arrow, `Re5` a red circle. */
export function drawingsOf(comments: readonly string[]): string[] {
  return DRAWINGS.flatMap(([name, count]) => formatMarks(readMarks(comments, name, count))?.split(",") ?? []);
}

/** Replaces the arrows and circles in comments, and keeps everything else. */
export function withDrawings(comments: readonly string[], drawings: readonly string[]): readonly string[] {
  const bare = DRAWINGS.reduce((changed, [name]) => withCommand(changed, name, null), comments);
  return DRAWINGS.reduceRight(
    (changed, [name, count]) => withCommand(changed, name, formatMarks(parseMarks(drawings.join(), count))),
    bare,
  );
}
