/**
 * The state of the page in its address, after `#`, so that a link can share a position.
 *
 *     #moves=e2e4,e7e5&ply=1&tab=analysis
 *     #fen=8/8/8/8/8/8/8/8_w_-_-_0_1&moves=e1e2&side=0:e1d1&side=1.1:e8e7&ply=2.2&view=black
 *     #moves=e2e4&note=0:A%20short%20game&note=1:Best%20by%20test&draw=1:Gd2d4,Re5&white=Anna&black=Bert
 *     #moves=e2e4,e7e5&tab=learned&look=piece:g1&on=1
 *
 * A place is the number of half-moves before a position; in a variation, the variation's number comes first: `2.3`.
 * Each `side` adds a variation: the place where it branches off, and its moves. The first variation has number 1. At a
 * place, each `note` adds a comment, each `draw` adds shapes, and each `mark` adds glyphs by their PGN numbers.
 * `look` says which learned values the board shows, and `on` starts the analysis. In a FEN, `_` stands for a space.
 * @module
 */

import type { GameNode } from "../../engine/games/game_node.ts";
import { resultOf } from "../../engine/games/pgn_tokens.ts";
import { textOf } from "../../engine/games/commands.ts";
import { drawingsOf, withDrawings } from "./comments.ts";
import { GameLine, linesOf, ORDINARY_START, placesOf } from "./game_line.ts";
import { OWN_NAME } from "./match.ts";

export const TABS = ["play", "analysis", "puzzle", "learned"] as const;
export type Tab = typeof TABS[number];

/** `piece` shows one piece's moves in all histories. The others show one history: moves from, to or between squares. */
export const HEAT_MODES = ["piece", "from", "to", "all"] as const;
export type HeatMode = typeof HEAT_MODES[number];

export type HeatSide = "mover" | "opponent";

const NAMES = [["white", "White"], ["black", "Black"]] as const;
const GLYPH_MAX = 255;

export interface Address {
  readonly line: GameLine;
  readonly tab: Tab;
  readonly isFlipped: boolean;
  readonly look: { readonly mode: HeatMode; readonly side: HeatSide; readonly square: string | null };
  readonly isAnalysing: boolean;
}

/** Returns the part of the address after `#`; "" if everything is as on a first visit. */
export function formatAddress(address: Address, hasComments: boolean = true): string {
  const { line, tab, isFlipped, look, isAnalysing } = address;
  const parts: string[] = [];
  if (line.root.fen !== ORDINARY_START.fen) parts.push(`fen=${line.root.fen.replaceAll(" ", "_")}`);
  if (line.root.chess960) parts.push("rules=chess960");
  if (line.mainLine.length > 0) parts.push(`moves=${line.mainLine.map(({ uci }) => uci).join(",")}`);
  const lines = linesOf(line.root);
  for (const { parent, from, nodes } of lines.slice(1)) {
    parts.push(`side=${placeOf(parent, from)}:${nodes.map(({ uci }) => uci).join(",")}`);
  }
  for (const note of hasComments ? line.notes : []) {
    const text = textOf(note.comments);
    if (text !== "") parts.push(`note=${placeOf(note.line, note.ply)}:${encode(text)}`);
    const drawings = drawingsOf(note.comments);
    if (drawings.length > 0) parts.push(`draw=${placeOf(note.line, note.ply)}:${drawings.join(",")}`);
    if (note.nags.length > 0) parts.push(`mark=${placeOf(note.line, note.ply)}:${note.nags.join(",")}`);
  }
  for (const [name, tag] of NAMES) {
    const value = line.tags.get(tag) ?? "?";
    if (hasComments && value !== "?") parts.push(`${name}=${encode(publicName(value))}`);
  }
  const result = resultOf(line.tags.get("Result"));
  if (hasComments && result !== "*") parts.push(`result=${result}`);
  if (!line.isAtEnd) {
    const shown = lines.findIndex(({ nodes }) => nodes.includes(line.current));
    parts.push(`ply=${placeOf(Math.max(0, shown), line.ply)}`);
  }
  if (tab !== "play") parts.push(`tab=${tab}`);
  if (isFlipped) parts.push("view=black");
  if (tab === "learned" && (look.square !== null || look.mode !== HEAT_MODES[0])) {
    parts.push(`look=${look.mode}${look.side === "opponent" ? "-" : ""}:${look.square ?? ""}`);
  }
  if (isAnalysing) parts.push("on=1");
  return parts.join("&");
}

/** Reads the state from an address. Throws a `PositionError` for an invalid position or an illegal move. */
export function parseAddress(text: string): Address {
  const pairs = text.replace(/^#/, "").split("&").map((part): [string, string] => {
    const [name, ...rest] = part.split("=");
    return [name, decode(rest.join("="))];
  });
  const values = new Map(pairs);
  const listOf = (moves: string): string[] => moves.split(",").filter((move) => move !== "");
  const line = new GameLine({
    fen: (values.get("fen") ?? ORDINARY_START.fen).replaceAll("_", " "),
    chess960: values.get("rules") === "chess960",
  });
  for (const move of listOf(values.get("moves") ?? "")) line.move(move);
  const ends: GameNode[] = [line.current];
  for (const [name, value] of pairs) {
    const [place, moves] = value.split(":");
    if (name !== "side" || moves === undefined) continue;
    const from = findPlace(ends, place);
    if (from !== null) line.goTo(from);
    for (const move of from === null ? [] : listOf(moves)) line.move(move);
    ends.push(line.current);
  }
  for (const [name, value] of pairs) {
    const [place, ...text] = value.split(":");
    const at = ["note", "draw", "mark"].includes(name) ? findPlace(ends, place) : null;
    if (at === null) continue;
    line.goTo(at);
    if (name === "mark") at.glyphs = [...at.glyphs, ...listOf(text.join()).map(Number).filter(isGlyph)];
    else if (name === "note") line.setComment(text.join(":"));
    else line.setComments(withDrawings(line.current.comments, text.join(":").split(",")));
  }
  for (const [name, tag] of NAMES) {
    const value = values.get(name);
    if (value !== undefined) line.tags.set(tag, publicName(value));
  }
  const result = resultOf(values.get("result"));
  if (result !== "*") line.tags.set("Result", result);
  line.goTo(findPlace(ends, values.get("ply") ?? "") ?? ends[0]);
  const tab = TABS.find((name) => name === values.get("tab")) ?? "play";
  return { line, tab, isFlipped: values.get("view") === "black", look: lookOf(values), isAnalysing: values.has("on") };
}

/** The name in a link: other people see "Player" where the user sees "You". */
function publicName(name: string): string {
  return name === OWN_NAME ? "Player" : name;
}

function isGlyph(number: number): boolean {
  return Number.isInteger(number) && number > 0 && number <= GLYPH_MAX;
}

/** Replaces missing or invalid parts with their defaults. */
function lookOf(values: ReadonlyMap<string, string>): Address["look"] {
  const [, name, minus, square] = /^(\w+)(-?):([a-h][1-8])?$/.exec(values.get("look") ?? "") ?? [];
  const mode = HEAT_MODES.find((known) => known === name);
  if (mode === undefined) return { mode: HEAT_MODES[0], side: "mover", square: null };
  return { mode, side: minus === "-" ? "opponent" : "mover", square: square ?? null };
}

/** Escapes text. Replaces lone surrogates, which cannot be escaped. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Writes a place. The game itself is line 0, and this number is omitted. */
function placeOf(line: number, ply: number): string {
  return line === 0 ? `${ply}` : `${line}.${ply}`;
}

/** Finds a place in the game. In older links, `s3` means `1.3`. */
function findPlace(ends: readonly GameNode[], text: string): GameNode | null {
  const [ply, number = "0"] = text.replace(/^s/, "1.").split(".").reverse();
  const end = ends[Number(number)];
  if (ply === "" || end === undefined) return null;
  return placesOf(end)[Number(ply)] ?? null;
}

/** Decodes the text's escapes. Returns the text unchanged if it ends inside an escape. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
