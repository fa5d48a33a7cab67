/** The moves that deserve praise. Each search is invented to show one case. */

import { assertEquals } from "@std/assert";
import { parseFen, START_FEN } from "../../../core/fen.ts";
import { formatUci, parseSan } from "../../../core/notation.ts";
import { praiseOf } from "../../../engine/games/praise.ts";
import type { Line, Score } from "../../../engine/line.ts";

/** Lines of a search, such as `-400 Kf1 Kg7, #3 h3`: the score for the side to move, and the moves. */
function linesOf(text?: string): Line[] {
  return (text?.split(", ") ?? []).map((line) => {
    const [value, ...san] = line.split(" ");
    const score: Score = { type: value[0] === "#" ? "mate" : "cp", value: Number(value.replace("#", "")) };
    return { san, moves: san, score } as unknown as Line;
  });
}

/** A move and the searches about it. Lines are texts, see `linesOf()`. */
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
  readonly short?: string;
  readonly long?: string;
  /** The result of searching the captures that accept a sacrifice. */
  readonly taken?: string;
  /** The lines of the analysis after the move. */
  readonly replies?: string;
  /** The lines besides the best one, if the analysis has several. */
  readonly others?: string;
  /** The expected praise, by default none. */
  readonly praise?: string;
}

const ROOKS = "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
/** A rook takes the open file; a bishop is sacrificed on g6. */
const FILE: Case = { fen: ROOKS, move: "Rc1", best: "30 Rc1", chance: 52 };
const BETTER: Case = { ...FILE, best: "200 Rc1", chance: 67 };
const WON: Case = { ...FILE, best: "900 Rc1", chance: 96 };
const MATED: Case = { ...FILE, short: "#-2 Kf1, #-2 h3", long: "#-2 Kf1, #-2 h3" };
const GIFT: Case = { fen: "6k1/1n3p1p/6p1/8/8/3B4/5PPP/6K1 w - - 0 1", move: "Bxg6", best: "200 Bxg6", chance: 67 };
const ANSWERED: Case = { ...GIFT, replies: "-150 Kg7 h4, -180 hxg6 f4 Kh7" };
/** A rook is recaptured. A queen takes a pawn, the other queen takes it, and a knight takes that queen. */
const BACK = { fen: "3r2k1/3n1ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1", move: "Rxd7", best: "500 Rxd7", chance: 86 };
const TRADE = { fen: "4k3/4qp2/8/4N2Q/8/8/8/4K3 w - - 0 1", move: "Qxf7+", best: "100 Qxf7+", chance: 59 };
const EXCHANGE: Case = { ...GIFT, fen: "6k1/1n3p1p/6p1/6n1/7P/3B4/5PPB/6K1 w - - 0 1", short: "190 Bc4, 180 h5" };
const AHEAD: Case = { ...GIFT, fen: "6k1/1n3p1p/6p1/8/8/3B4/5PPP/R5K1 w - - 0 1", best: "600 Bxg6", chance: 90 };

const only = (next: string) => `The only good move: the next best is ${next}.`;
const ofTwo = (other: string, next: string) =>
  `One of two good moves, the other is ${other}: the next best is ${next}.`;
const sacrifice = (line: string) => `A sound sacrifice of a bishop: ${line}.`;

const CASES: Readonly<Record<string, Case>> = {
  "the only good move": { ...FILE, short: "-350 Kf1, -400 h3", long: "-400 Kf1, -500 h3", praise: only("Kf1 (−4.00)") },
  "the only good move by the analysis": { ...FILE, others: "-380 Kf1, -410 h3", praise: only("Kf1 (−3.80)") },
  "not if the next best is clearly good": { ...WON, others: "200 Kf1, 0 h3" },
  "not if the next best is even, and the move does not win": { ...BETTER, others: "10 Kf1, 0 h3" },
  "the only one that wins": { ...WON, others: "40 Kf1, 0 h3", praise: only("Kf1 (+0.40)") },
  "a move without which the side is mated": { ...MATED, praise: only("Kf1 (Black mates in 2)") },
  "one of two": { ...FILE, short: "25 Ra1, -400 h3", long: "25 Ra1, -400 h3", praise: ofTwo("Ra1", "h3 (−4.00)") },
  "not one of three": { ...FILE, short: "25 Ra1, 20 h3" },
  "not if only a short search finds the others bad": { ...FILE, short: "-350 Kf1, -400 h3", long: "10 Kf1, 5 h3" },
  "not if another move also wins": { ...WON, short: "350 Kf1, 340 h3", long: "350 Kf1, 340 h3" },
  "not if every move loses": { ...FILE, best: "-500 Rc1", chance: 14 },
  "not for an immediate mate": { fen: ROOKS, move: "Rxd8#", best: "#1 Rxd8#", chance: 97 },
  "not for the capture of an unguarded piece": { fen: ROOKS, move: "Rxd8#", best: "#3 Rxd8#", chance: 97 },
  "not for a recapture": { ...BACK, before: ["Rxd7", "Rxd7"] },
  "a sound sacrifice": { ...GIFT, taken: "-200 hxg6 h4 Kg7 g4", praise: sacrifice("hxg6 h4 Kg7 (+2.00)") },
  "a sound sacrifice by the analysis after it": { ...ANSWERED, praise: sacrifice("hxg6 f4 Kh7 (+1.80)") },
  "not if it loses by the analysis after it": { ...GIFT, others: "190 Bc4, 180 h3", replies: "20 hxg6 f4 Kh7" },
  "not a sacrifice that loses if it is accepted": { ...GIFT, taken: "300 hxg6 h4 Kg7", short: "190 Bc4, 180 h3" },
  "not an exchange": { ...EXCHANGE, taken: "-200 hxg6 hxg5 Kg7" },
  "not a piece that is recaptured": { ...TRADE, taken: "-99 Qxf7 Nxf7 Kxf7 Kd2", short: "90 Qg4, 80 Qg5" },
  "not a sacrifice of a side that is far ahead": { ...AHEAD, short: "590 Bc4, 580 h3" },
};

for (const [what, { fen, before = [], move, best, chance, ...rest }] of Object.entries(CASES)) {
  Deno.test(`praise: ${what}`, async () => {
    const { short, long, taken, replies, others, praise = "" } = rest;
    const position = parseFen(fen);
    const moves = before.map((san) => {
      const made = parseSan(position, san);
      position.make(made);
      return made;
    });
    const record = { fen, chess960: false, moves };
    const made = parseSan(position, move);
    position.make(made);
    const answers = linesOf(replies).map(({ moves: [first, ...rest], ...line }) => ({
      ...line,
      moves: [formatUci(parseSan(position, first), false), ...rest],
    }));
    const found = { record, move: made, chance, lines: [...linesOf(best), ...linesOf(others)], replies: answers };
    const text = await praiseOf(found, (game, _, lines, isShort) => {
      const isAnswer = game.moves.length > moves.length;
      const answer = isAnswer ? taken : isShort ? short : long;
      assertEquals([answer === undefined, lines], [false, isAnswer ? 1 : 2], "no search was expected here");
      return Promise.resolve(linesOf(answer));
    });
    assertEquals(text, praise);
  });
}

Deno.test("praise: none if the searches are interrupted", async () => {
  const move = parseSan(parseFen(START_FEN), "e4");
  const record = { fen: START_FEN, chess960: false, moves: [] };
  const lines = linesOf("30 e4");
  assertEquals(await praiseOf({ record, move, chance: 52, lines, replies: [] }, () => Promise.resolve([])), "");
});
