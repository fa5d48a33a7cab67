import { assert, assertEquals, assertGreater, assertLess, assertLessOrEqual, assertStrictEquals } from "@std/assert";
import { formatFen, parseFen, START_FEN } from "../../core/fen.ts";
import { formatUci } from "../../core/notation.ts";
import { unlimited } from "../../search/limits.ts";
import { MATE } from "../../core/score.ts";
import { BOUND_EXACT } from "../../search/bound.ts";
import { type Candidate, CandidateList, chanceToOverlook, chooseCandidate } from "../../search/weaker_play.ts";
import { ELO_MAX, ELO_MIN, ELO_OF_LEVEL, FULL_LEVEL, levelOfElo, weakLimits } from "../../search/weaker_play.ts";
import { EVALUATOR } from "./evaluators.ts";
import type { SearchInfo } from "../../search/info.ts";
import { runSearch } from "../../search/run.ts";
import type { Search } from "../../search/search.ts";
import { analyse, createSearch, legalMoves, MIDDLEGAME, moveOf } from "./fixtures.ts";

/** More middlegames: a quiet and a sharp position. */
const OTHERS = [
  "r4rk1/2p1bppp/1pn1pn2/8/3P4/2N1PNP1/1P3PKP/R1B2R2 w - - 0 17",
  "r2q1rk1/pp3pb1/2b1p1p1/2p1P1np/P2P1R2/2PBP3/1P2Q1PP/R1B3K1 w - - 5 17",
];

function forget(search: Search): void {
  search.newGame();
  search.tt.clear();
}

/** A candidate move; by default its first impression is correct. */
function candidate(fen: string, line: string[], score: number, firstScore = score): Candidate {
  const position = parseFen(fen);
  const pv = line.map((text) => {
    const move = moveOf(position, text);
    position.make(move);
    return move;
  });
  return { move: pv[0], score, firstScore, pv };
}

/** The number of times that each candidate is chosen, by the name of its move. */
function shares(fen: string, candidates: readonly Candidate[], level: number): Record<string, number> {
  const position = parseFen(fen);
  const counts: Record<string, number> = {};
  for (const { move } of candidates) counts[formatUci(move, false)] = 0;
  const draws = 1000;
  for (let seed = 0; seed < draws; seed++) {
    counts[formatUci(chooseCandidate(position, candidates, { level, seed }).move, false)]++;
  }
  assertEquals(formatFen(position), formatFen(parseFen(fen)));
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / draws]));
}

function assertRising(values: readonly number[]): void {
  for (const [i, value] of values.slice(1).entries()) assertGreater(value, values[i]);
}

Deno.test("the same seed makes the same choice, and another seed may make another", () => {
  const candidates = [candidate(START_FEN, ["e2e4"], 20), candidate(START_FEN, ["d2d4"], 15)];
  const position = parseFen(START_FEN);
  const moves = new Set<number>();
  for (let seed = 0; seed < 50; seed++) {
    const choose = () => chooseCandidate(position, candidates, { level: 5, seed });
    assertStrictEquals(choose(), choose());
    moves.add(choose().move);
  }
  assertEquals(moves.size, 2);
});

Deno.test("a higher level plays the best move more often, and the highest level always plays it", () => {
  const candidates = [["e2e4", 40], ["d2d4", 20], ["a2a4", -60]] as const;
  const given = candidates.map(([text, score]) => candidate(START_FEN, [text], score));
  const played = [0, 5, 10, 15, FULL_LEVEL].map((level) => shares(START_FEN, given, level).e2e4);
  assertRising(played);
  assertEquals(played.at(-1), 1);
});

Deno.test("recaptures are hardly ever overlooked, captures and checks seldom, retreats and long moves most often", () => {
  const chance = (fen: string, text: string): number => {
    const position = parseFen(fen);
    return chanceToOverlook(position, moveOf(position, text), 0.5);
  };
  const capture = chance("4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1", "e4d5");
  const quiet = chance(MIDDLEGAME, "h2h3");
  assertLess(capture, quiet);
  assertLess(chance("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), quiet);
  const [check, sideways] = ["a2e2", "a2f2"].map((text) => chance("4k3/8/8/8/8/8/R7/6K1 w - - 0 1", text));
  assertLess(check, sideways);
  assertGreater(chance(MIDDLEGAME, "d3b1"), quiet);
  // A forward move in the opponent's half is not a retreat.
  assertEquals(chance("4k3/8/1N6/8/8/8/8/4K3 w - - 0 1", "b6d7"), quiet);
  assertGreater(chance("4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a7"), quiet);
  // Black's retreats go up the board.
  const [back, forth] = ["c5b7", "c5b3"].map((text) => chance("4k3/8/8/2n5/8/8/8/4K3 b - - 0 1", text));
  assertGreater(back, forth);
  const game = parseFen("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4");
  game.make(moveOf(game, "b5c6"));
  assertLess(chanceToOverlook(game, moveOf(game, "d7c6"), 0.5), capture / 5);
});

Deno.test("a piece is sometimes left hanging because the capture is overlooked, less often at higher levels", () => {
  const hanging = "4k3/8/8/2p5/8/5N2/8/4K3 w - - 0 1";
  const candidates = [candidate(hanging, ["f3d4", "c5d4"], -320), candidate(hanging, ["f3e5", "e8e7"], 20)];
  const [low, middle, high] = [0, 8, 18].map((level) => shares(hanging, candidates, level).f3d4);
  assert(low > 0.02 && low > middle && middle >= high && high < 0.02, `${[low, middle, high]}`);
});

Deno.test("if the answer to a move is overlooked, the move is judged by its first impression", () => {
  const fen = "4k3/8/8/8/8/8/r7/4K2R w K - 0 1";
  const trap = [candidate(fen, ["h1h7", "e8f8"], -300, 500), candidate(fen, ["e1d1", "a2a8"], 0)];
  const honest = [candidate(fen, ["h1h7", "e8f8"], -300), candidate(fen, ["e1d1", "a2a8"], 0)];
  assertGreater(shares(fen, trap, 0).h1h7, shares(fen, honest, 0).h1h7 + 0.1);
});

Deno.test("a mate in one is sometimes missed below level 5, and never from level 5 on", () => {
  const fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
  const candidates = [candidate(fen, ["a1a8"], MATE - 1), candidate(fen, ["a1a7"], 700), candidate(fen, ["e1e2"], 690)];
  const [beginner, ...others] = [0, 5, 12, 19].map((level) => shares(fen, candidates, level).a1a8);
  assert(beginner > 0.6 && beginner < 1, `${beginner}`);
  assertEquals(others, [1, 1, 1]);
});

Deno.test("a shorter mate is preferred to a longer mate, and a longer defence to a shorter defence", () => {
  for (const [better, worse] of [[MATE - 3, MATE - 7], [8 - MATE, 2 - MATE]]) {
    const candidates = [candidate(START_FEN, ["e2e4"], better), candidate(START_FEN, ["d2d4"], worse)];
    assertGreater(shares(START_FEN, candidates, 10).e2e4, 0.5);
  }
});

Deno.test("a player looks again if all moves seen at first lose", () => {
  // The only good move is of the kind that is most often overlooked.
  const good = candidate(MIDDLEGAME, ["d3b1"], 0);
  const chance = chanceToOverlook(parseFen(MIDDLEGAME), good.move, 1);
  const { d3b1 } = shares(MIDDLEGAME, [good, candidate(MIDDLEGAME, ["d3h7", "g8h7"], -330)], 0);
  assertGreater(d3b1, 1 - chance + 0.1);
});

Deno.test("candidates are the moves of the latest depth, with their first impressions", () => {
  const list = new CandidateList();
  for (const [depth, multipv, move, score] of [[1, 1, 10, 100], [1, 2, 11, 90], [2, 1, 12, 80], [2, 2, 10, 70]]) {
    const rest = { seldepth: 1, bound: BOUND_EXACT, nodes: 1, timeMs: 1, hashfull: 0, isDraw: false, tbhits: 0 };
    list.note({ depth, multipv, score, pv: [move], ...rest });
  }
  const noted = list.candidates.map(({ move, score, firstScore }) => [move, score, firstScore]);
  assertEquals(noted, [[12, 80, 80], [10, 70, 100]]);
});

Deno.test("a weaker search has fewer nodes for more moves, and keeps to the given limits", () => {
  const limits = [0, 4, 8, 12, 16].map((level) => weakLimits(unlimited(), { level, seed: 1 }));
  assertRising(limits.map(({ softNodes }) => softNodes));
  assertRising(limits.map(({ multiPv }) => -multiPv));
  assert(limits.every(({ nodes, softNodes, threads }) => nodes > softNodes && threads === 1));
  const masters = [18, 19, 19.4, 19.7, 20].map((level) => weakLimits(unlimited(), { level, seed: 1 }));
  assertEquals(masters.map(({ multiPv }) => multiPv), [5, 4, 2, 1, 1]);
  assertRising([...masters.slice(0, 2), ...masters.slice(3)].map(({ softNodes }) => softNodes));
  const given = { ...unlimited(), nodes: 7, softNodes: 5, hardMs: 3, depth: 1, searchMoves: [99], multiPv: 200 };
  assertEquals(weakLimits(given, { level: 19, seed: 1 }), { ...given, threads: 1 });
});

Deno.test("each lower level searches a smaller share of the requested depth", () => {
  const meanDepth = (level: number) => {
    const depths = Array.from(
      { length: 400 },
      (_, seed) => weakLimits({ ...unlimited(), depth: 5 }, { level, seed }).depth,
    );
    assert(depths.every((depth) => depth >= 1 && depth <= 5));
    return depths.reduce((sum, depth) => sum + depth) / depths.length;
  };
  const depths = [...Array(FULL_LEVEL + 1).keys()].slice(2).map(meanDepth);
  assertRising(depths);
  assertEquals([meanDepth(0), depths.at(-1)], [1, 5]);
});

Deno.test("a weaker search quickly answers with a legal move and its line, and reports only the requested lines", () => {
  for (const level of [0, 7, 14]) {
    for (let seed = 0; seed < 3; seed++) {
      const [{ infos, ...outcome }, again] = [1, 2].map(() =>
        analyse(MIDDLEGAME, { weakness: { level, seed }, multiPv: 2 })
      );
      assert(legalMoves(parseFen(MIDDLEGAME)).includes(outcome.bestMove));
      assertEquals([outcome.pv[0], outcome.pv[1] ?? 0], [outcome.bestMove, outcome.ponderMove]);
      assertLessOrEqual(Math.max(...infos.map(({ multipv }) => multipv)), 2);
      assertLess(outcome.nodes, 5 * weakLimits(unlimited(), { level, seed }).softNodes + 5100);
      assertEquals({ ...outcome, infos: again.infos }, again);
    }
  }
  const stalemate = "k7/1R6/K7/8/8/8/8/8 b - - 0 1";
  assertEquals(analyse(stalemate, { weakness: { level: 3, seed: 1 } }).bestMove, 0);
  const move = moveOf(parseFen(MIDDLEGAME), "h2h3");
  assertEquals(analyse(MIDDLEGAME, { weakness: { level: 0, seed: 1 }, searchMoves: [move] }).bestMove, move);
});

Deno.test("if the lines are wanted at full strength, the move is still the weaker player's, whatever was searched before", () => {
  const { search } = createSearch();
  const { search: player } = createSearch();
  const position = parseFen(MIDDLEGAME);
  const full = analyse(MIDDLEGAME, { depth: 6, multiPv: 2 });
  const moves = new Set<number>();
  for (let seed = 0; seed < 8; seed++) {
    const limits = { ...unlimited(), weakness: { level: 1, seed }, depth: 6, multiPv: 2 };
    const infos: SearchInfo[] = [];
    [player, search].forEach((each) => forget(each));
    const { bestMove } = runSearch(search, position, limits, (info) => infos.push(info), null, player);
    assertEquals(bestMove, analyse(MIDDLEGAME, limits).bestMove);
    assertEquals(infos.map(({ pv, score }) => [score, ...pv]), full.infos.map(({ pv, score }) => [score, ...pv]));
    // Without new tables, the search at full strength knows the position, but the player still knows nothing about it.
    forget(player);
    assertEquals(runSearch(search, position, limits, () => {}, null, player).bestMove, bestMove);
    moves.add(bestMove);
  }
  assertGreater(moves.size, 2);
});

Deno.test("a low level loses more centipawns per move than a high one", () => {
  const meanLoss = (level: number): number => {
    let sum = 0;
    for (const [fen, scores] of references) {
      const best = Math.max(...scores.values());
      for (let seed = 0; seed < 4; seed++) {
        const { bestMove } = analyse(fen, { weakness: { level, seed } });
        // No blunder counts more than a minor piece.
        sum += Math.min(300, best - (scores.get(bestMove) ?? best));
      }
    }
    return sum / (4 * references.length);
  };
  const references = [MIDDLEGAME, ...OTHERS].map((fen) => {
    const lines = analyse(fen, { depth: 4, multiPv: 100 }, EVALUATOR, 4).infos.slice(-legalMoves(parseFen(fen)).length);
    return [fen, new Map(lines.map(({ pv, score }) => [pv[0], score]))] as const;
  });
  const [low, high] = [meanLoss(0), meanLoss(14)];
  assertGreater(low, high + 20);
  assertLess(high, 60);
});

Deno.test("the Elo of levels rises, and `levelOfElo()` is its inverse", () => {
  for (const place of [0, 1]) assertRising(ELO_OF_LEVEL.map((each) => each[place]));
  for (const [level, elo] of ELO_OF_LEVEL) assertEquals(levelOfElo(elo), level);
  assertEquals([levelOfElo(0), levelOfElo(9999)], [levelOfElo(ELO_MIN), FULL_LEVEL]);
  const elos = Array.from({ length: Math.floor((ELO_MAX - ELO_MIN) / 10) + 1 }, (_, i) => ELO_MIN + 10 * i);
  const levels = elos.map(levelOfElo);
  assertRising(levels);
  assertLessOrEqual(levels.at(-1)!, FULL_LEVEL);
});
