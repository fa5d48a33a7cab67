/**
 * A review as a short text, for links and for the browser's storage: each position's evaluation and best line. The
 * library recomputes everything else. The packed form uses only characters that a URL may contain.
 *
 *     0.33 e4 e5 Nf3|0.25 e5 Nf3 Nc6|#-2|
 * @module
 */

import type { Engine } from "../../engine/engine.ts";
import { analyse, type Analysis } from "../../engine/games/analysis.ts";
import { annotate } from "../../engine/games/annotate.ts";
import { formatEval, parseEval } from "../../engine/games/evaluation.ts";
import type { Game } from "../../engine/games/game.ts";
import type { RootNode } from "../../engine/games/game_node.ts";
import { Position } from "../../engine/games/position.ts";
import { replayOf } from "../../engine/games/replay.ts";
import type { Line } from "../../engine/mod.ts";
import { ENGINE_TITLE } from "../../engine/version.ts";

export function formatReview({ moves, evaluations }: Analysis): string {
  return evaluations.map((evaluation, ply) =>
    evaluation === null ? "" : [formatEval(evaluation), ...moves[ply]?.best ?? []].join(" ")
  ).join("|");
}

/** Reads the review of a game. Rejects if the text belongs to another game. */
export async function readReview(root: RootNode, text: string): Promise<Analysis> {
  const replay = replayOf(root);
  const found = text.split("|");
  if (found.length !== replay.record.moves.length + 1) throw new RangeError("Expected the review of this game");
  const places = [root, ...root.line];
  const engine = {
    newGame: () => Promise.resolve(),
    analyse: ({ record: { moves } }: Pick<typeof replay, "record">) => {
      const line = lineOf(new Position(places[moves.length]), found[moves.length]);
      return { stopOn: () => ({ result: Promise.resolve({ lines: [line] }) }) };
    },
  };
  const { signal } = new AbortController();
  return await analyse(replay, engine as unknown as Engine, {}, signal, () => {});
}

function lineOf(position: Position, text: string): Pick<Line, "score" | "moves" | "san" | "depth" | "nodes"> {
  const [said, ...san] = text.split(" ");
  const evaluation = parseEval(said);
  if (evaluation === null) throw new RangeError(`Expected an evaluation, but got '${said}'`);
  const { cp, mate } = evaluation;
  const sign = position.turn === "white" ? 1 : -1;
  const moves: string[] = [];
  for (const move of san) {
    position = position.play(move);
    moves.push(position.current.uci);
  }
  const score = mate === null
    ? { type: "cp", value: sign * cp } as const
    : { type: "mate", value: sign * mate } as const;
  return { score, moves, san, depth: 0, nodes: 0 };
}

export function annotated(game: Game, review: Analysis): Game {
  annotate(game, review, { fresh: false, annotator: ENGINE_TITLE });
  return game;
}

const LETTERS = { alphabet: "base64url", omitPadding: true } as const;

export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer()).toBase64(LETTERS);
}

export async function unpack(packed: string): Promise<string> {
  const bytes = Uint8Array.fromBase64(packed, { alphabet: "base64url" });
  return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
