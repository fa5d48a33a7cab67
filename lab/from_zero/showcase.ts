/** The games in a run's report: each network plays against itself, and the engine judges the moves. @module */

import { loadFen, START_FEN } from "../../core/fen.ts";
import { formatUci } from "../../core/notation.ts";
import { Position } from "../../core/position.ts";
import { Engine } from "../../engine/engine.ts";
import { analyse, type AnalysedGame, toBeAnalysed } from "../../engine/games/analysis.ts";
import { Game } from "../../engine/games/game.ts";
import { readPgn } from "../../engine/games/pgn_reader.ts";
import type { Network } from "../../nnue/network.ts";
import { Evaluator } from "../../search/evaluate.ts";
import { Player } from "../games/player.ts";
import { playOut } from "../games/self_play.ts";
import { DRAWN } from "../games/viriformat.ts";
import type { Round } from "./run_state.ts";

/** Nodes per move, and the number of plies after which a game is declared drawn. */
const MOVE_NODES = 2000, MAX_PLIES = 300;
const JUDGE_NODES = 4000, TABLE_MEGABYTES = 4;
/** Indexed by the result codes of `viriformat.ts`. */
const RESULTS = ["0-1", "1/2-1/2", "1-0"];
const SHOWN_GAMES = 10;

/** `round`, counted from 1, is the round that made the network. */
export type ShownGame = { readonly round: number; readonly analysed: AnalysedGame };

export function playShowcase(network: Network, name: string): string {
  const player = new Player(new Evaluator(network), TABLE_MEGABYTES);
  const position = new Position();
  loadFen(position, START_FEN, false);
  const game = new Game();
  for (const [tag, value] of [["Event", "Self-play"], ["White", name], ["Black", name]]) game.tags.set(tag, value);
  const choose = () => {
    const chosen = player.choose(position, { nodes: MOVE_NODES });
    if (chosen !== null) game.move(formatUci(chosen.move, false));
    return chosen;
  };
  const played = playOut(position, choose, () => position.gamePly >= MAX_PLIES ? DRAWN : null);
  game.tags.set("Result", RESULTS[played?.result ?? DRAWN]);
  return game.toPgn();
}

export class Showcase {
  private readonly games = new Map<number, ShownGame>();

  constructor(private readonly startWorker: () => Worker) {}

  /** Returns games in the order of their rounds. */
  async judge(rounds: readonly Round[]): Promise<ShownGame[]> {
    const played = rounds.flatMap(({ showcase }, i) => showcase === null ? [] : [i + 1]);
    const count = Math.min(SHOWN_GAMES, played.length);
    const chosen = Array.from(
      { length: count },
      (_, i) => played[count === 1 ? 0 : Math.round(i * (played.length - 1) / (count - 1))],
    );
    const missing = chosen.filter((round) => !this.games.has(round));
    if (missing.length > 0) {
      const engine = await Engine.start({ startWorker: this.startWorker });
      try {
        for (const round of missing) {
          const [pgn] = readPgn(rounds[round - 1].showcase ?? "");
          const analysed = toBeAnalysed(pgn);
          if (analysed.replay === null) continue;
          const never = new AbortController().signal;
          analysed.analysis = await analyse(analysed.replay, engine, { nodes: JUDGE_NODES }, never, () => {});
          this.games.set(round, { round, analysed });
        }
      } finally {
        engine.close();
      }
    }
    return chosen.flatMap((round) => this.games.get(round) ?? []);
  }
}
