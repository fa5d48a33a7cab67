/**
 * Writes an analysis into a game: evaluations as comments, glyphs and remarks for errors, better lines as variations.
 *
 * Notes by people are kept. A remark that this program wrote carries the mark `[%hs CHECKSUMS GLYPH]`. The checksums
 * cover the remark and its lines. A later analysis replaces only remarks whose checksums are still correct. A server's
 * remarks are recognised by their wording.
 *
 * @module
 */

import { parseSan } from "../../core/notation.ts";
import { ENGINE_NAME } from "../version.ts";
import { capitalize } from "../words.ts";
import type { AnalysedMove, Analysis } from "./analysis.ts";
import { boardAt } from "./board_at.ts";
import { COMMAND, readCommand, textOf } from "./commands.ts";
import { GameNode } from "./game_node.ts";
import { type ErrorKind, ERRORS } from "./judgement.ts";

const ACCURACY_TAGS = { white: "WhiteAccuracy", black: "BlackAccuracy" } as const;
const MARK = "hs";
const GOOD = 1;
const REMARK = /^(Inaccuracy|Mistake|Blunder)\. (\S+) was best\.( .+)?$/;
/** Matches a remark by lichess: the evaluations before and after the move, the kind of error, and the best move. */
const SERVER_REMARK = /* @__PURE__ */ new RegExp(
  String.raw`^\((?:[+-]?\d+\.\d+|Mate in -?\d+) → (?:[+-]?\d+\.\d+|Mate in -?\d+|Checkmate)\) ` +
    "(?:Inaccuracy|Mistake|Blunder|Checkmate is now unavoidable|Lost forced checkmate sequence)" +
    String.raw`\. (?:Best move was (\S+)\.|(\S+) was best\.)$`,
);
/** Glyphs that judge a move. Two of them would contradict each other. */
const MOVE_GLYPHS = [1, 2, 3, 4, 5, 6];

/** How to treat existing notes. */
export interface AnnotateOptions {
  /** Whether to delete comments (except commands such as clock times), glyphs and variations. */
  readonly fresh: boolean;
  /** The value of the tag "Annotator", unless the tag already names somebody else. */
  readonly annotator: string;
}

/** Writes an analysis into the tags and moves of a game. */
export function annotate(
  { tags, root }: { readonly tags: Map<string, string>; readonly root: GameNode },
  analysis: Analysis,
  { fresh, annotator }: AnnotateOptions,
): void {
  const moves = root.line;
  if (moves.length === 0) return;
  for (const colour of ["white", "black"] as const) {
    const { accuracy } = analysis.players[colour];
    // Drop the accuracy of an earlier analysis.
    if (accuracy === null) tags.delete(ACCURACY_TAGS[colour]);
    else tags.set(ACCURACY_TAGS[colour], accuracy.toFixed(1));
  }
  const { opening } = analysis;
  if (opening !== null && !tags.has("ECO")) tags.set("ECO", opening.eco);
  if (opening !== null && !tags.has("Opening")) tags.set("Opening", opening.name);
  const isOwn = (tags.get("Annotator") ?? "").startsWith(ENGINE_NAME);
  if (fresh || isOwn || ["", "?"].includes(tags.get("Annotator") ?? "")) tags.set("Annotator", annotator);
  if (fresh) root.comments = root.comments.flatMap(commandsOnly);
  moves.slice(0, analysis.moves.length).forEach((node, i) => {
    const found = analysis.moves[i];
    const evaluation = analysis.evaluations[i + 1];
    if (found === null || evaluation === null) return;
    // Servers write an evaluation and a glyph, but no words. If there are words, a person wrote the glyph.
    const isServers = node.evaluation !== null && textOf(node.comments) === "";
    if (fresh) strip(node);
    else clean(node, isOwn);
    // A position in which one side is mated has no evaluation.
    node.evaluation = evaluation.mate === 0 ? null : evaluation;
    const error = ERRORS.find(({ name }) => name === found.judgement);
    const hasWords = error !== undefined || found.praise !== "";
    if (isServers && hasWords) node.glyphs = node.glyphs.filter((glyph) => !ERRORS.some(({ nag }) => nag === glyph));
    if (error !== undefined) remark(node, error.nag, remarkOf(error, found), linesOf(node, found));
    else if (found.praise !== "") remark(node, GOOD, found.praise, []);
  });
}

function remarkOf({ name }: ErrorKind, { best, reason }: AnalysedMove): string {
  return `${capitalize(name)}. ${best[0]} was best. ${reason}`.trim();
}

/** The better lines, except those that begin with a move that is already in the game. */
function linesOf({ parent }: GameNode, { best, others }: AnalysedMove): (readonly string[])[] {
  const there = parent?.children.map(({ san }) => san) ?? [];
  return [best, ...others.map(({ san }) => san)].filter(([first]) => !there.includes(first));
}

/** Adds words and lines to a move. Also adds a glyph if no glyph judges the move yet. */
function remark(node: GameNode, nag: number, words: string, lines: readonly (readonly string[])[]): void {
  const hasGlyph = node.glyphs.some((glyph) => MOVE_GLYPHS.includes(glyph));
  if (!hasGlyph) node.glyphs = [nag, ...node.glyphs];
  // If a remark has no fixed form or no line, only a checksum of its words can identify it later.
  const known = lines.length === 0 || isFree(words) ? [checksum(words, [])] : [];
  const sums = [...known, ...lines.map((line) => checksum(words, line))].join(",");
  node.comments = [...node.comments, `[%${MARK} ${sums}${hasGlyph ? "" : ` ${nag}`}] ${words}`];
  lines.forEach((line, i) => addLine(node, line, i + 1));
}

/** Whether words have no fixed form, so that only a checksum shows that this program wrote them. */
function isFree(words: string): boolean {
  const match = REMARK.exec(words);
  return match === null || match[3] !== undefined;
}

/** Adds the legal part of a line as an alternative to a move. */
function addLine({ parent }: GameNode, sans: readonly string[], place: number): void {
  if (parent === null) return;
  let head: GameNode | null = null;
  let at = parent;
  for (const san of sans) {
    const move = tryMove(at, san);
    if (move === null) break;
    const next = new GameNode(at, move);
    if (head === null) head = next;
    else GameNode.attach(at, next, 0);
    at = next;
  }
  if (head !== null) GameNode.attach(parent, head, place);
}

interface Remark {
  /** The glyphs that may belong to the remark. If the move has one, that glyph is removed with the remark. */
  readonly glyphs: readonly number[];
  readonly isLine: (sans: readonly string[]) => boolean;
  /** Whether to keep the remark if the move has variations and none of them is the remark's line. */
  readonly needsLine: boolean;
}

function clean(node: GameNode, isOwn: boolean): void {
  for (const comment of node.comments) {
    const found = ownRemark(comment, isOwn) ?? serverRemark(comment);
    if (found === null) continue;
    const variations = node.parent?.children.slice(1) ?? [];
    const lines = variations.filter((head) =>
      isPlain(head) && found.isLine([head, ...head.line].map(({ san }) => san))
    );
    if (lines.length === 0 && found.needsLine && variations.length > 0) continue;
    lines.forEach((line) => GameNode.detach(line));
    const glyph = node.glyphs.find((each) => found.glyphs.includes(each));
    node.glyphs = node.glyphs.filter((each) => each !== glyph);
    const rest = commandsOnly(comment).map((commands) => commands.replace(/ ?\[%hs [^\]]*\]/, ""));
    node.comments = node.comments.flatMap((each) => each === comment ? rest : [each]);
  }
}

function ownRemark(comment: string, isOwn: boolean): Remark | null {
  const words = textOf([comment]);
  const [sums, glyph] = (readCommand([comment], MARK) ?? "").split(" ");
  const isSum = (sans: readonly string[]): boolean => sums.split(",").includes(checksum(words, sans));
  if (isFree(words) && !isSum([])) return null;
  if (sums !== "") return { glyphs: glyph === undefined ? [] : [Number(glyph)], isLine: isSum, needsLine: false };
  const [, name, best] = REMARK.exec(words) ?? [];
  // Earlier versions wrote the words without a mark.
  const error = ERRORS.find((each) => each.name === name?.toLowerCase());
  return isOwn && error !== undefined && best !== undefined
    ? { glyphs: [error.nag], isLine: ([first]) => first === best, needsLine: true }
    : null;
}

/** The reason (`AnalysedMove.reason`) that an analysis wrote into these comments; "" if there is none. */
export function reasonIn(comments: readonly string[]): string {
  return comments.map((comment) => REMARK.exec(textOf([comment]))?.[3]?.trim() ?? "").find((each) => each !== "") ?? "";
}

function serverRemark(comment: string): Remark | null {
  const match = SERVER_REMARK.exec(textOf([comment]));
  if (match === null) return null;
  const best = match[1] ?? match[2];
  return { glyphs: ERRORS.map(({ nag }) => nag), isLine: ([first]) => first === best, needsLine: true };
}

/** Whether a variation has no notes and no variations. */
function isPlain(head: GameNode): boolean {
  return [head, ...head.line].every((node) =>
    node.comments.length + node.commentsBefore.length + node.glyphs.length === 0 && node.rest === "" &&
    node.children.length <= 1
  );
}

function strip(node: GameNode): void {
  node.glyphs = [];
  node.comments = node.comments.flatMap(commandsOnly).map((comment) => comment.replace(/ ?\[%hs [^\]]*\]/, ""));
  if (node.parent?.next) GameNode.cutAfter(node.parent.next);
}

function commandsOnly(comment: string): string[] {
  const commands = comment.match(COMMAND) ?? [];
  return commands.length === 0 ? [] : [commands.join(" ")];
}

/** A 32-bit FNV-1a checksum of a remark and its line, in base 36. */
function checksum(words: string, line: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const letter of [words, ...line].join(" ")) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(36);
}

function tryMove(place: GameNode, san: string): number | null {
  try {
    return parseSan(boardAt(place), san);
  } catch {
    return null;
  }
}
