/** The moves that deserve praise. Each search is invented to show one case. */

import { assertEquals } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { formatUci, parseSan } from "../../../core/notation.ts";
import { praiseOf } from "../../../engine/games/praise.ts";
import type { Line, Score } from "../../../engine/line.ts";

/** A line of a search, such as `-400 Kf1 Kg7`: the score for the side that makes the first move, and the moves. */
function lineOf(text: string): Line {
  const [score, ...san] = text.split(" ");
  const value: Score = score.startsWith("#")
    ? { type: "mate", value: Number(score.slice(1)) }
    : { type: "cp", value: Number(score) };
  return { san, moves: san, score: value } as unknown as Line;
}

interface Case {
  readonly fen: string;
  /** Previous moves of the game; the last one is played from `fen`. */
  readonly before?: readonly string[];
  readonly move: string;
  /** The best line before the move. */
  readonly best: string;
  /** Chance to win after the move. */
  readonly chance: number;
  /** The results of the short and the long search of other moves. */
  readonly short?: readonly string[];
  readonly long?: readonly string[];
  /** The result of a search of the captures that accept a sacrifice. */
  readonly taken?: string;
  /** The lines of the analysis after the move. */
  readonly replies?: readonly string[];
  /** The lines besides the best one, if the analysis has several. */
  readonly others?: readonly string[];
  /** The expected praise, by default none. */
  readonly praise?: string;
}

const ROOKS = "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
/** A rook takes the open file; a bishop is sacrificed on g6. */
const QUIET_MOVE: Case = { fen: ROOKS, move: "Rc1", best: "30 Rc1", chance: 52 };
const GIFT: Case = { fen: "6k1/1n3p1p/6p1/8/8/3B4/5PPP/6K1 w - - 0 1", move: "Bxg6", best: "200 Bxg6", chance: 67 };

const CASES: Readonly<Record<string, Case>> = {
  "the only good move": {
    ...QUIET_MOVE,
    short: ["-350 Kf1", "-400 h3"],
    long: ["-400 Kf1", "-500 h3"],
    praise: "The only good move: the next best is Kf1 (−4.00).",
  },
  "the only good move, according to the lines of the analysis": {
    ...QUIET_MOVE,
    others: ["-380 Kf1", "-410 h3"],
    praise: "The only good move: the next best is Kf1 (−3.80).",
  },
  "not if the next best is clearly good": { ...QUIET_MOVE, best: "900 Rc1", others: ["200 Kf1", "0 h3"], chance: 96 },
  "not if the next best is even, and the move does not win": {
    ...QUIET_MOVE,
    best: "200 Rc1",
    others: ["10 Kf1", "0 h3"],
    chance: 67,
  },
  "the only one that wins": {
    ...QUIET_MOVE,
    best: "900 Rc1",
    others: ["40 Kf1", "0 h3"],
    chance: 96,
    praise: "The only good move: the next best is Kf1 (+0.40).",
  },
  "a move without which the side is mated": {
    ...QUIET_MOVE,
    short: ["#-2 Kf1", "#-2 h3"],
    long: ["#-2 Kf1", "#-2 h3"],
    praise: "The only good move: the next best is Kf1 (Black mates in 2).",
  },
  "one of two": {
    ...QUIET_MOVE,
    short: ["25 Ra1", "-400 h3"],
    long: ["25 Ra1", "-400 h3"],
    praise: "One of two good moves, the other is Ra1: the next best is h3 (−4.00).",
  },
  "not one of three": { ...QUIET_MOVE, short: ["25 Ra1", "20 h3"] },
  "not if only a short search finds the others bad": {
    ...QUIET_MOVE,
    short: ["-350 Kf1", "-400 h3"],
    long: ["10 Kf1", "5 h3"],
  },
  "not if another move also wins": {
    ...QUIET_MOVE,
    best: "900 Rc1",
    chance: 96,
    short: ["350 Kf1", "340 h3"],
    long: ["350 Kf1", "340 h3"],
  },
  "not if every move loses": { ...QUIET_MOVE, best: "-500 Rc1", chance: 14 },
  "not for an immediate mate": { fen: ROOKS, move: "Rxd8#", best: "#1 Rxd8#", chance: 97 },
  "not for the capture of an unguarded piece": { fen: ROOKS, move: "Rxd8#", best: "#3 Rxd8#", chance: 97 },
  "not for a recapture": {
    fen: "3r2k1/3n1ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1",
    before: ["Rxd7", "Rxd7"],
    move: "Rxd7",
    best: "500 Rxd7",
    chance: 86,
  },
  "a sound sacrifice": {
    ...GIFT,
    taken: "-200 hxg6 h4 Kg7 g4",
    praise: "A sound sacrifice of a bishop: hxg6 h4 Kg7 (+2.00).",
  },
  "a sound sacrifice, according to the analysis after it": {
    ...GIFT,
    replies: ["-150 Kg7 h4", "-180 hxg6 f4 Kh7"],
    praise: "A sound sacrifice of a bishop: hxg6 f4 Kh7 (+1.80).",
  },
  "not a sacrifice that loses according to the analysis after it": {
    ...GIFT,
    others: ["190 Bc4", "180 h3"],
    replies: ["20 hxg6 f4 Kh7"],
  },
  "not a sacrifice that loses if it is accepted": { ...GIFT, taken: "300 hxg6 h4 Kg7", short: ["190 Bc4", "180 h3"] },
  "not an exchange": {
    ...GIFT,
    fen: "6k1/1n3p1p/6p1/6n1/7P/3B4/5PPB/6K1 w - - 0 1",
    taken: "-200 hxg6 hxg5 Kg7",
    short: ["190 Bc4", "180 h5"],
  },
  "not a piece that is recaptured": {
    fen: "4k3/4qp2/8/4N2Q/8/8/8/4K3 w - - 0 1",
    move: "Qxf7+",
    best: "100 Qxf7+",
    chance: 59,
    taken: "-99 Qxf7 Nxf7 Kxf7 Kd2",
    short: ["90 Qg4", "80 Qg5"],
  },
  "not a sacrifice of a side that is far ahead": {
    ...GIFT,
    fen: "6k1/1n3p1p/6p1/8/8/3B4/5PPP/R5K1 w - - 0 1",
    best: "600 Bxg6",
    chance: 90,
    short: ["590 Bc4", "580 h3"],
  },
};

for (
  const [what, { fen, before = [], move, best, chance, short, long, taken, replies = [], others = [], praise = "" }]
    of Object.entries(CASES)
) {
  Deno.test(`praise: ${what}`, async () => {
    const position = parseFen(fen);
    const moves = before.map((san) => {
      const made = parseSan(position, san);
      position.make(made);
      return made;
    });
    const record = { fen, chess960: false, moves };
    const made = parseSan(position, move);
    position.make(made);
    const answers = replies.map(lineOf).map(({ moves: [first, ...rest], ...line }) => ({
      ...line,
      moves: [formatUci(parseSan(position, first), false), ...rest],
    }));
    const found = { record, move: made, chance, lines: [best, ...others].map(lineOf), replies: answers };
    const text = await praiseOf(found, (game, _, lines, isShort) => {
      const isAnswer = game.moves.length > moves.length;
      const answer = isAnswer ? taken === undefined ? undefined : [taken] : isShort ? short : long;
      assertEquals([answer === undefined, lines], [false, isAnswer ? 1 : 2], "no search was expected here");
      return Promise.resolve((answer ?? []).map(lineOf));
    });
    assertEquals(text, praise);
  });
}

Deno.test("praise: none if the searches are interrupted", async () => {
  const move = parseSan(parseFen(START_FEN), "e4");
  const record = { fen: START_FEN, chess960: false, moves: [] };
  const lines = [lineOf("30 e4")] as const;
  assertEquals(await praiseOf({ record, move, chance: 52, lines, replies: [] }, () => Promise.resolve([])), "");
});
