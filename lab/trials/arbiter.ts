/**
 * Plays games between two processes of an engine, keeps the clocks, and records every violation of the rules.
 *
 * @module
 */

import { formatFen, parseFen } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { resultByRule } from "../games/self_play.ts";
import type { Engine } from "../uci_engine.ts";

export interface TrialSetting {
  readonly baseMs: number;
  readonly incrementMs: number;
  /** Nodes per move; `null` to play with a clock. */
  readonly nodes: number | null;
  readonly threads: number;
  readonly multiPv: number;
  readonly chess960: boolean;
  readonly ponder: boolean;
}

export type FaultKind = "time" | "illegal" | "disconnect" | "warning";

export type TrialFault = { readonly kind: FaultKind; readonly text: string };

/** After this many plies, a game ends without a result. */
const MAX_PLIES = 500;

interface Player {
  readonly engine: Engine;
  clockMs: number;
  /** `null` while the player is not pondering. */
  ponderMove: string | null;
}

export class TrialGame {
  plies = 0;
  readonly faults: TrialFault[] = [];

  private readonly players: readonly Player[];
  private readonly position: Position;
  private readonly moves: string[] = [];

  /** @param marginMs By how many milliseconds a player may exceed its time before it loses. */
  constructor(
    engines: readonly [Engine, Engine],
    private readonly setting: TrialSetting,
    private readonly start: string,
    private readonly marginMs: number,
  ) {
    this.players = engines.map((engine) => ({ engine, clockMs: setting.baseMs, ponderMove: null }));
    this.position = parseFen(start, { chess960: setting.chess960 });
  }

  async play(): Promise<void> {
    const first = this.position.sideToMove;
    for (const { engine } of this.players) {
      await engine.send("ucinewgame");
      await engine.ready((line) => this.notice(line));
    }
    while (this.plies < MAX_PLIES && resultByRule(this.position) === null) {
      if (!await this.playMove(this.players[(first + this.plies) & 1], this.players[(first + this.plies + 1) & 1])) {
        break;
      }
    }
    for (const { engine, ponderMove } of this.players) {
      if (ponderMove === null) continue;
      await engine.send("stop");
      await engine.until(/^bestmove/, (line) => this.notice(line));
    }
  }

  /** Returns false if a fault ends the game. */
  private async playMove(player: Player, opponent: Player): Promise<boolean> {
    const [move, reply] = await this.ask(player);
    if (this.setting.nodes === null && player.clockMs < -this.marginMs) {
      return this.fail("time", `${-Math.round(player.clockMs)} ms over time with ${move} in ${this.describe()}`);
    }
    player.clockMs = Math.max(0, player.clockMs) + this.setting.incrementMs;
    try {
      this.position.make(parseUci(this.position, move));
    } catch {
      return this.fail("illegal", `${move} in ${this.describe()}`);
    }
    this.moves.push(move);
    this.plies++;
    if (opponent.ponderMove !== null && opponent.ponderMove !== move) {
      await opponent.engine.send("stop");
      await opponent.engine.until(/^bestmove/, (line) => this.notice(line));
      opponent.ponderMove = null;
    }
    if (reply !== undefined) await this.ponder(player, reply);
    return true;
  }

  /** Returns the move and the expected reply. */
  private async ask(player: Player): Promise<[move: string, reply: string | undefined]> {
    const { engine } = player;
    const isHit = player.ponderMove !== null;
    player.ponderMove = null;
    let pv: string[] = [];
    const started = performance.now();
    await engine.send(...(isHit ? ["ponderhit"] : [this.positionLine(this.moves), `go ${this.limits()}`]));
    const [, move, reply] = await engine.until(/^bestmove (\S+)(?: ponder (\S+))?/, (line) => {
      this.notice(line);
      if (/ multipv [2-9]/.test(line)) return;
      pv = / pv (.+)$/.exec(line)?.[1].split(" ") ?? pv;
    });
    player.clockMs -= performance.now() - started;
    this.expectLegalLine(pv);
    return [move, reply];
  }

  private async ponder(player: Player, reply: string): Promise<void> {
    if (resultByRule(this.position) !== null) return;
    try {
      this.position.make(parseUci(this.position, reply));
    } catch {
      this.faults.push({ kind: "warning", text: `The expected reply ${reply} is not legal in ${this.describe()}` });
      return;
    }
    const isOver = resultByRule(this.position) !== null;
    this.position.undo();
    if (!this.setting.ponder || isOver) return;
    player.ponderMove = reply;
    await player.engine.send(this.positionLine([...this.moves, reply]), `go ponder ${this.limits()}`);
  }

  /** Counts `info string` messages as faults, because a sound game causes none. */
  private notice(line: string): void {
    if (line.startsWith("info string")) this.faults.push({ kind: "warning", text: `${line} in ${this.describe()}` });
  }

  private expectLegalLine(pv: readonly string[]): void {
    let made = 0;
    try {
      for (const move of pv) {
        this.position.make(parseUci(this.position, move));
        made++;
      }
    } catch {
      this.faults.push({ kind: "warning", text: `The line ${pv.join(" ")} is not legal in ${this.describe()}` });
    }
    while (made-- > 0) this.position.undo();
  }

  private fail(kind: FaultKind, text: string): false {
    this.faults.push({ kind, text });
    return false;
  }

  private positionLine(moves: readonly string[]): string {
    return `position fen ${this.start}${moves.length === 0 ? "" : ` moves ${moves.join(" ")}`}`;
  }

  private limits(): string {
    const { incrementMs, nodes } = this.setting;
    if (nodes !== null) return `nodes ${nodes}`;
    const [white, black] = this.players.map(({ clockMs }) => Math.max(1, Math.round(clockMs)));
    return `wtime ${white} btime ${black} winc ${incrementMs} binc ${incrementMs}`;
  }

  private describe(): string {
    return `'${formatFen(this.position)}' after ${this.plies} plies from '${this.start}'`;
  }
}
