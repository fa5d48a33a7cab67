/**
 * The state of the page in its address, behind `#`, so that a position can be shared as a link.
 *
 *     #moves=e2e4,e7e5&ply=1&tab=analysis
 *     #fen=8/8/8/8/8/8/8/8_w_-_-_0_1&side=2:g1f3,b8c6&view=black
 *
 * Spaces of a FEN are written as `_`, so that a link can be copied from running text.
 *
 * @module
 */

import { START_FEN } from "../../engine/mod.ts";
import { GameLine } from "./game_line.ts";

/** The parts of the page that can be shown beside the board. */
export const TABS = ["play", "analysis", "learned"] as const;
/** A part of the page. */
export type Tab = typeof TABS[number];

/** What an address holds. */
export interface Address {
  /** The game, its side line and the position that is shown. */
  readonly line: GameLine;
  /** The part of the page that is shown. */
  readonly tab: Tab;
  /** Whether Black is at the bottom. */
  readonly isFlipped: boolean;
}

/** The state as an address: what comes behind `#`, "" for the state of a first visit. */
export function formatAddress({ line, tab, isFlipped }: Address): string {
  const parts: string[] = [];
  if (line.start.fen !== START_FEN) parts.push(`fen=${line.start.fen.replaceAll(" ", "_")}`);
  if (line.start.chess960) parts.push("rules=chess960");
  if (line.moves.length > 0) parts.push(`moves=${line.moves.map(({ uci }) => uci).join(",")}`);
  if (line.branch !== null) {
    parts.push(`side=${line.branch.from}:${line.branch.steps.map(({ uci }) => uci).join(",")}`);
  }
  if (!line.isAtEnd) parts.push(`ply=${line.onBranch ? "s" : ""}${line.ply}`);
  if (tab !== "play") parts.push(`tab=${tab}`);
  if (isFlipped) parts.push("view=black");
  return parts.join("&");
}

/**
 * The state that an address holds.
 *
 * @param text What comes behind `#`.
 * @throws {PositionError} If it has a position that is none, or a move that is not legal.
 */
export function parseAddress(text: string): Address {
  const values = new Map(
    text.replace(/^#/, "").split("&").map((part): [string, string] => {
      const [name, ...rest] = part.split("=");
      return [name, decode(rest.join("="))];
    }),
  );
  const listOf = (moves: string): string[] => moves.split(",").filter((move) => move !== "");
  const line = new GameLine({
    fen: (values.get("fen") ?? START_FEN).replaceAll("_", " "),
    chess960: values.get("rules") === "chess960",
  });
  for (const move of listOf(values.get("moves") ?? "")) line.play(move);
  const end = line.moves.length;
  const [from, moves] = (values.get("side") ?? "").split(":");
  if (moves !== undefined && Number(from) <= end) line.setBranch(Number(from), listOf(moves));
  const ply = values.get("ply");
  line.goTo(ply === undefined ? end : Number(ply.replace("s", "")) || 0, ply?.startsWith("s"));
  const tab = TABS.find((name) => name === values.get("tab")) ?? "play";
  return { line, tab, isFlipped: values.get("view") === "black" };
}

/** A part of an address without its escapes; an address that was cut inside one stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
