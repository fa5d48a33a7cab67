/**
 * What is said about a move, as people read and write it: one text, without the commands of programs such as clock times,
 * and the arrows and circles that are drawn on the board.
 *
 * @module
 */

import { COMMAND } from "../../engine/games/commands.ts";

/**
 * The comments with another text, "" for none; the commands stay. The text gets the form in which PGN keeps it: without
 * line breaks, and without what would end the comment or be a command.
 */
export function withText(comments: readonly string[], text: string): string[] {
  const said = text.replaceAll("}", ")").replaceAll("[%", "[ %").replace(/\s+/g, " ").trim();
  const commands = comments.flatMap((comment) => comment.match(COMMAND) ?? []);
  const comment = [...commands, said].filter((part) => part !== "").join(" ");
  return comment === "" ? [] : [comment];
}

/** A command with arrows or circles, as many programs write it: `[%cal Gd2d4,Re5e6]`, `[%csl Yd5]`. */
const DRAWING = /\[%c[as]l\s+([^\]]*)\]/g;
/** An arrow or a circle: a colour and one or two squares. */
const SHAPE = /^[GRYB][a-h][1-8]([a-h][1-8])?$/;

/** The arrows and circles of comments: `Gd2d4` is a green arrow, `Re5` a red circle. */
export function drawingsOf(comments: readonly string[]): string[] {
  const shapes = comments.flatMap((comment) => Array.from(comment.matchAll(DRAWING), ([, list]) => list.split(",")));
  return shapes.flat().map((shape) => shape.trim()).filter((shape) => SHAPE.test(shape));
}

/** The comments with other arrows and circles; what is said and the other commands stay. */
export function withDrawings(comments: readonly string[], drawings: readonly string[]): string[] {
  const known = drawings.filter((shape) => SHAPE.test(shape));
  const commands = [["cal", 5], ["csl", 3]].flatMap(([name, length]) => {
    const list = known.filter((shape) => shape.length === length);
    return list.length > 0 ? [`[%${name} ${list.join(",")}]`] : [];
  });
  const others = comments.map((comment) => comment.replace(DRAWING, "").replace(/\s+/g, " ").trim());
  const comment = [...commands, ...others].filter((part) => part !== "").join(" ");
  return comment === "" ? [] : [comment];
}
