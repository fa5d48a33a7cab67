import { assert, assertEquals } from "@std/assert";
import { parseFen } from "../../../core/fen.ts";
import { BLACK } from "../../../core/types.ts";
import { Random } from "../../../core/random.ts";
import { drawOpening, isBalanced, judgeLimits } from "../../../engine/games/random_openings.ts";
import { analyse, legalMoves } from "../../search/fixtures.ts";

/** Openings from consecutive numbers of a random stream. */
function openings(count: number, chess960: number): string[] {
  return Array.from({ length: count }, (_, index) => drawOpening(new Random(11n, 0, index), chess960));
}

Deno.test("openings are eight or nine plies long, with either side to move, and have legal moves", () => {
  const fens = openings(200, 0);
  assertEquals(new Set(fens.map((fen) => parseFen(fen).gamePly)), new Set([8, 9]));
  const blacks = fens.filter((fen) => parseFen(fen).sideToMove === BLACK).length;
  assert(blacks > 70 && blacks < 130, `${blacks} of 200 with Black to move`);
  for (const fen of fens) assert(legalMoves(parseFen(fen)).length > 0, fen);
  assertEquals(new Set(fens).size, fens.length);
  // In openings of ordinary chess, castling is ordinary, too.
  for (const fen of fens) assert(!parseFen(fen).chess960, fen);
  assert(fens.some((fen) => fen.includes("KQkq")));
});

Deno.test("the requested share of the openings is Chess960, and some of these have two different back ranks", () => {
  const fens = openings(400, 0.25);
  const chess960 = fens.filter((fen) => /[A-Ha-h]/.test(fen.split(" ")[2]));
  assert(chess960.length > 60 && chess960.length < 140, `${chess960.length} of 400`);
  const kings = chess960.map((fen) => Array.from(parseFen(fen).kings, (king) => king & 7));
  assert(kings.some(([white, black]) => white !== black));
});

Deno.test("an opening is even if neither side is two pawns ahead", () => {
  assert(isBalanced(130) && isBalanced(-130) && !isBalanced(131) && !isBalanced(-131));
});

Deno.test("the search that judges an opening finds a hanging queen", () => {
  const { score } = analyse("rnb1kbnr/pppp1ppp/8/4p1q1/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3", judgeLimits());
  assert(!isBalanced(score), `${score}`);
});
