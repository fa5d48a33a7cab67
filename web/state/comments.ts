/**
 * What is said about a move, as people read and write it: one text, without the commands of programs such as clock times.
 *
 * @module
 */

/** A command of a program in a comment of PGN, `[%clk 0:10:00]` for example. */
const COMMAND = /\[%[^\]]*\]/g;

/** What comments say; "" for nothing. */
export function textOf(comments: readonly string[]): string {
  return comments.map((comment) => comment.replace(COMMAND, "")).join(" ").replace(/\s+/g, " ").trim();
}

/**
 * The comments with another text; the commands stay.
 *
 * @param text What is said from here on, "" for nothing. It gets the form in which PGN keeps it: without line breaks, and
 * without what would end the comment or be a command.
 */
export function withText(comments: readonly string[], text: string): string[] {
  const said = text.replaceAll("}", ")").replaceAll("[%", "[ %").replace(/\s+/g, " ").trim();
  const commands = comments.flatMap((comment) => comment.match(COMMAND) ?? []);
  const comment = [...commands, said].filter((part) => part !== "").join(" ");
  return comment === "" ? [] : [comment];
}
