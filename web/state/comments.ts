/**
 * What is said about a move, as people read and write it: one text, without the commands of programs such as clock times,
 * and the arrows and circles that are drawn on the board.
 *
 * @module
 */

import { COMMAND, formatMarks, parseMarks, readMarks, withCommand } from "../../engine/games/commands.ts";

/**
 * The comments with another text, "" for none; the commands stay. The text gets the form in which PGN keeps it: on one
 * line, and without what would be a command. A closing brace ends a comment of PGN, which has no way to write one, so
 * braces become brackets: both, so that a pair stays a pair.
 */
export function withText(comments: readonly string[], text: string): string[] {
  const said = text.replaceAll("{", "(").replaceAll("}", ")").replaceAll("[%", "[ %").replace(/\s+/g, " ").trim();
  const commands = comments.flatMap((comment) => comment.match(COMMAND) ?? []);
  const comment = [...commands, said].filter((part) => part !== "").join(" ");
  return comment === "" ? [] : [comment];
}

/** The commands with arrows and with circles, and how many squares each of these has. */
const DRAWINGS = [["cal", 2], ["csl", 1]] as const;

/** The arrows and circles of comments: `Gd2d4` is a green arrow, `Re5` a red circle. */
export function drawingsOf(comments: readonly string[]): string[] {
  return DRAWINGS.flatMap(([name, count]) => formatMarks(readMarks(comments, name, count))?.split(",") ?? []);
}

/** The comments with other arrows and circles; what is said and the other commands stay. */
export function withDrawings(comments: readonly string[], drawings: readonly string[]): readonly string[] {
  const bare = DRAWINGS.reduce((changed, [name]) => withCommand(changed, name, null), comments);
  return DRAWINGS.reduceRight(
    (changed, [name, count]) => withCommand(changed, name, formatMarks(parseMarks(drawings.join(), count))),
    bare,
  );
}
