/**
 * Writes an analysis into a game: evaluations as comments, glyphs and words for errors, better lines as variations.
 *
 * What people have written stays. What an earlier run of this program has written is recognised by its form and
 * replaced, so that a game can be analysed again.
 *
 * @module
 */

import { ENGINE_NAME } from "../version.ts";
import type { AnalysedMove, Analysis } from "./analysis.ts";
import { formatEval } from "./evaluation.ts";
import { ERRORS } from "./judgement.ts";
import type { PgnGame, PgnLine, PgnMove } from "./pgn.ts";

/** Tags that hold a player's accuracy in per cent. */
const ACCURACY_TAGS = { white: "WhiteAccuracy", black: "BlackAccuracy" } as const;

/** The words about an error that this program writes. */
const REMARK = /(?:^| )(Inaccuracy|Mistake|Blunder)\. (\S+) was best\.$/;

/** How to treat what the file already says. */
export interface AnnotateOptions {
  /** Whether comments, glyphs and variations of the file are dropped, except clock times and the like. */
  readonly fresh: boolean;
  /** The name of the program: the value of the tag "Annotator" where that names nobody else. */
  readonly annotator: string;
}

/**
 * A game with its analysis written in. Moves that were not analysed stay as they are.
 *
 * @param game The game; it is not changed.
 * @param analysis Its analysis.
 */
export function annotate(game: PgnGame, analysis: Analysis, options: AnnotateOptions): PgnGame {
  const tags = new Map(game.tags);
  for (const colour of ["white", "black"] as const) {
    const { accuracy } = analysis.players[colour];
    // That of an earlier analysis is not the accuracy of this one.
    if (accuracy === null) tags.delete(ACCURACY_TAGS[colour]);
    else tags.set(ACCURACY_TAGS[colour], accuracy.toFixed(1));
  }
  const { opening } = analysis;
  if (opening !== null && !tags.has("ECO")) tags.set("ECO", opening.eco);
  if (opening !== null && !tags.has("Opening")) tags.set("Opening", opening.name);
  if (options.fresh || !isAnnotatedByOther(tags)) tags.set("Annotator", options.annotator);
  const moves = game.main.moves.map((move, i) => {
    const found = analysis.moves[i];
    const evaluation = analysis.evaluations[i + 1];
    if (found === null || evaluation === null) return move;
    // A position in which one side is mated has no evaluation.
    return annotateMove(clean(move, options.fresh), found, evaluation.mate === 0 ? null : formatEval(evaluation));
  });
  const comments = options.fresh ? game.main.comments.flatMap(commandsOnly) : [...game.main.comments];
  const [start] = analysis.evaluations;
  // Without moves, the position is what was asked about.
  if (moves.length === 0 && start !== null && start.mate !== 0) {
    comments.splice(0, comments.length, ...comments.flatMap(withoutEval));
    comments.unshift(`[%eval ${formatEval(start)}]`);
  }
  return { ...game, tags, main: { comments, moves } };
}

function annotateMove(move: PgnMove, found: AnalysedMove, evaluation: string | null): PgnMove {
  const error = ERRORS.find(({ name }) => name === found.judgement);
  const [first = "", ...others] = move.comments;
  const parts = evaluation === null ? [first] : [`[%eval ${evaluation}]`, first];
  if (error !== undefined) parts.push(`${capitalize(error.name)}. ${found.best[0]} was best.`);
  const comment = parts.filter((part) => part !== "").join(" ");
  const comments = comment === "" ? others : [comment, ...others];
  if (error === undefined) return { ...move, comments };
  const nags = [error.nag, ...move.nags.filter((nag) => nag !== error.nag)];
  return { ...move, nags, comments, variations: [bestLine(found), ...move.variations] };
}

/** A move without what an earlier run has written, and where `fresh` is set, without nearly all that was written. */
function clean(move: PgnMove, fresh: boolean): PgnMove {
  if (fresh) return { ...move, nags: [], comments: move.comments.flatMap(commandsOnly), variations: [] };
  const remark = move.comments.map((comment) => REMARK.exec(comment)).find((match) => match !== null);
  const comments = move.comments.flatMap(withoutEval).map((comment) => comment.replace(REMARK, ""))
    .filter((comment) => comment !== "");
  if (remark === undefined) return { ...move, comments };
  const [, name, best] = remark;
  const own = ERRORS.find((error) => error.name === name.toLowerCase())?.nag;
  const [line] = move.variations;
  return {
    ...move,
    nags: move.nags.filter((nag) => nag !== own),
    comments,
    variations: line?.moves[0]?.san === best ? move.variations.slice(1) : move.variations,
  };
}

/** Whether the tags name an annotator who is not this program. */
function isAnnotatedByOther(tags: ReadonlyMap<string, string>): boolean {
  const name = tags.get("Annotator") ?? "";
  return name !== "" && name !== "?" && !name.startsWith(ENGINE_NAME);
}

function bestLine({ best }: AnalysedMove): PgnLine {
  return { comments: [], moves: best.map((san) => ({ san, line: 0, nags: [], comments: [], variations: [] })) };
}

/** A comment without its evaluation; nothing if nothing is left. */
function withoutEval(comment: string): string[] {
  const rest = comment.replace(/\s*\[%eval[^\]]*\]\s*/g, " ").trim();
  return rest === "" ? [] : [rest];
}

/** What programs have written into a comment, clock times for example, without its evaluation. */
function commandsOnly(comment: string): string[] {
  return withoutEval((comment.match(/\[%[^\]]*\]/g) ?? []).join(" "));
}

function capitalize(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
