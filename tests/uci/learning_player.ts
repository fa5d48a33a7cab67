/** For tests: a session that learns, and its learning files. @module */

import { parseFen } from "../../core/fen.ts";
import { parseUci } from "../../core/notation.ts";
import { Experience, type PositionRecord, recordOf } from "../../experience/experience.ts";
import { decodeLearned, encodeLearned, stampOf } from "../experience/journals.ts";
import { embeddedNetwork } from "../../nnue/embedded.ts";
import { networkChecksum } from "../../nnue/network.ts";
import { experienceKeyLo } from "../../search/experience.ts";
import { parseGo, tokenize } from "../../uci/parse.ts";
import { Session } from "../../uci/session.ts";
import { SIGN_OF_LIFE } from "../uci/protocol_fixtures.ts";
import { startSameThread } from "../shell/same_thread.ts";

export const NETWORK = networkChecksum(embeddedNetwork());
/** A position in which a deep search takes little time. */
export const FEN = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
export const START = parseFen(FEN);
export const BEST_MOVE = /^bestmove [a-h][1-8][a-h][1-8]/;
/** A record about the position `START`. */
export const E3 = { move: parseUci(START, "e2e3"), score: 5, bound: 3, depth: 9, visits: 1 };

/** A session for a test, with a search in the test's own thread. */
export class Player {
  readonly lines: string[] = [];
  readonly session: Session = new Session({
    startWorker: startSameThread,
    warmUp: false,
    write: (line) => SIGN_OF_LIFE.test(line) || this.lines.push(line),
  });

  /** Calls `body` with a session in which `Learning` is `mode` and `Learning File` is `path`. */
  static async with(mode: string, path: string, body: (player: Player) => Promise<void>): Promise<void> {
    const player = new Player();
    try {
      for (const [name, value] of [["Hash", "1"], ["Learning", mode], ["Learning File", path]]) {
        await player.set(name, value);
      }
      await body(player);
    } finally {
      await player.session.close();
    }
  }

  /** Sets an option. The message of an error becomes a line of output. */
  async set(name: string, value: string): Promise<void> {
    await this.session.setOption(`name ${name} value ${value}`).catch((error) => this.lines.push(error.message));
    await this.session.learning.settled();
  }

  /** Searches after some moves, and returns the lines of the search. */
  async go(words: string, moves = ""): Promise<string[]> {
    this.session.setPosition(tokenize(`fen ${FEN} moves ${moves}`));
    const before = this.lines.length;
    await this.session.go(parseGo(tokenize(words)));
    await this.session.idle();
    // Bounds, which only a long search reports, and the message that the file is not used are excluded.
    await this.session.learning.settled();
    const lines = this.lines.slice(before).filter((line) => !/bound |not used/.test(line));
    return lines.map((line) => line.replace(/ nps \d+| time \d+/g, ""));
  }

  /** Runs the command `learned`, and returns its output. */
  async learned(text: string): Promise<string> {
    let shown = "";
    await this.session.learning.run(text, this.session.position, (written) => shown = written);
    return shown;
  }
}

/** A file with one record, for the position `START`. */
export function fileWith(record: Partial<PositionRecord>): Promise<Uint8Array> {
  const experience = new Experience();
  experience.add(recordOf({ keyLo: START.keyLo, keyHi: START.keyHi, ...record }));
  return encodeLearned(stampOf(NETWORK), experience);
}

/** Those of `moves` after which the file has a record for the position. */
export async function knownIn(path: string, moves: readonly string[]): Promise<string[]> {
  const { experience } = await decodeLearned(Deno.readFileSync(path), NETWORK);
  return moves.filter((text) => {
    const position = parseFen(FEN);
    position.make(parseUci(position, text));
    return experience.find(experienceKeyLo(position), position.keyHi) >= 0;
  });
}
