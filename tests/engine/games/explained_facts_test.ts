/** Checks what `explainMistake()` says about random lines on the board, independently of the library. */

import { assert } from "@std/assert";
import { attackersOf } from "../../../core/board_checks.ts";
import { formatFen, parseFen } from "../../../core/fen.ts";
import { hasLegalMove } from "../../../core/legality.ts";
import { legalMoves } from "../../../core/movegen.ts";
import { formatUci, parseSan, parseUci } from "../../../core/notation.ts";
import type { Position } from "../../../core/position.ts";
import { victimType } from "../../../core/see.ts";
import { BISHOP, CASTLING, EMPTY, KING, moveFrom, moveKind, moveTo, parseSquare } from "../../../core/types.ts";
import { PAWN, PROMOTION } from "../../../core/types.ts";
import { explainMistake, type MotifName } from "../../../engine/games/explain_mistake.ts";
import { playRandomGames, randomIntegers } from "../../core/random_games.ts";
import { tries } from "../../effort.ts";
import { positionAfter } from "../../search/fixtures.ts";

const TYPES = ["", "pawn", "knight", "bishop", "rook", "queen", "king"];
const POINTS = [0, 1, 3, 3, 5, 9, 0];

/** A piece with its square. */
type Named = { readonly type: number; readonly square: number };

/** A statement about a line: its moves, how many of them are shown, and its words. */
interface Statement {
  readonly fen: string;
  readonly moves: readonly string[];
  readonly shown: number;
  readonly gain: string;
  /** The idea in words, or the gain. */
  readonly words: string;
  /** The pieces and the squares without pieces that the statement names, in order. */
  readonly named: readonly Named[];
  readonly squares: readonly number[];
  /** The board before the mistake, if the line answers a mistake. */
  readonly earlier: Uint8Array | null;
  /** Type of the piece that the mistake captured. */
  readonly owed: number;
}

const SENTENCE =
  /(Allows|Misses|Better was) (?:the line )?([^,:.]+)(?:, which ([^:.(]+?)(?: \([^)]*\))?)?(?:: ([^.(]+?)(?: \([^)]*\))?)?\./g;

/** A random line: captures and checks come more often than among random moves. */
function randomLine(position: Position, random: (bound: number) => number, plies: number): string[] {
  const line: string[] = [];
  for (let i = 0; i < plies; i++) {
    const moves = legalMoves(position);
    const sharp = moves.filter((move) => moveKind(move) !== CASTLING && victimType(position, move) !== EMPTY);
    const among = sharp.length > 0 && random(3) > 0 ? sharp : moves;
    if (among.length === 0) break;
    const move = among[random(among.length)];
    line.push(formatUci(move, position.chess960));
    position.make(move);
  }
  for (const _ of line) position.undo();
  return line;
}

/** The position after some moves of a statement's line. */
function after({ fen, moves }: Statement, plies: number): Position {
  return positionAfter(fen, moves.slice(0, plies));
}

/** The board without the piece on a square. */
function without(board: Uint8Array, square: number): Uint8Array {
  return board.map((piece, each) => each === square ? EMPTY : piece);
}

/** Whether the side that has just moved would mate if it could move again. */
function threatensMate(position: Position, square: number): boolean {
  if (position.inCheck) return false;
  position.makeNull();
  const found = matesOn(position, square);
  position.undoNull();
  return found;
}

/** Whether the side to move mates immediately with a move to this square. */
function matesOn(position: Position, square: number): boolean {
  return legalMoves(position).some((move) => {
    position.make(move);
    const isMate = position.inCheck && !hasLegalMove(position);
    position.undo();
    return isMate && moveTo(move) === square;
  });
}

/** Whether a condition holds after each move to a square. */
function afterEach(position: Position, square: number, holds: (position: Position) => boolean): boolean {
  return legalMoves(position).filter((move) => moveTo(move) === square).every((move) => {
    position.make(move);
    const answer = holds(position);
    position.undo();
    return answer;
  });
}

/** How many pieces of a colour can reach a square, including pieces behind others. */
function comers(board: Uint8Array, square: number, colour: number): number {
  const [from] = attackersOf(board, square, colour);
  return from === undefined ? 0 : 1 + comers(without(board, from), square, colour);
}

/** Whether the side to move can take something on a square other than `square`. */
function takesElsewhere(position: Position, square: number): boolean {
  return legalMoves(position).some((move) => moveTo(move) !== square && victimType(position, move) !== EMPTY);
}

/** Whether the move of a line at a ply captures a piece of greater value than the moving piece. */
function isCheaper(statement: Statement, ply: number, { type, square }: Named): boolean {
  const position = after(statement, ply);
  const move = parseUci(position, statement.moves[ply]);
  return moveTo(move) === square && victimType(position, move) === type &&
    POINTS[position.mailbox[moveFrom(move)] & 7] < POINTS[type];
}

/** Whether the named move can answer a recapture on the square, and mates, moves a pawn, or its target is there. */
function isRefuted(position: Position, square: number, { words, named: [first] }: Statement): boolean {
  const [, san, gain] = /allows (\S+), which (.+)/.exec(words) ?? [];
  const move = parseSan(position, san);
  if (gain === "gets a new queen") return (position.mailbox[moveFrom(move)] & 7) === PAWN;
  if (gain === "is mate") return matesOn(position, moveTo(move));
  return [first.square, square].some((at) => position.mailbox[at] === ((position.sideToMove ^ 1) << 3 | first.type));
}

/** Whether a statement about this idea is true. */
function isTrue(motif: MotifName, statement: Statement): boolean {
  const { shown, moves, named, squares: [square], earlier } = statement;
  const [start, before, now] = [0, shown - 1, shown].map((plies) => after(statement, plies));
  const colour = start.sideToMove;
  const last = parseUci(before, moves[shown - 1]);
  const [first, second] = named;
  const hits = (board: Uint8Array, at: number, by: number): number[] => attackersOf(board, at, by);
  const stands = (board: Uint8Array, { type, square }: Named): boolean => board[square] === ((colour ^ 1) << 3 | type);
  const isLoose = (): boolean =>
    stands(start.mailbox, first) && hits(start.mailbox, first.square, colour ^ 1).length === 0;
  switch (motif) {
    case "undefended":
      return isLoose();
    case "stays":
      return isLoose() && earlier !== null && hits(earlier, first.square, colour).length > 0;
    case "uncovered":
      return isLoose() && earlier !== null && hits(earlier, first.square, colour).length === 0;
    case "unguarded":
      return isLoose() && earlier !== null && hits(earlier, first.square, colour ^ 1).length > 0;
    case "outnumbered":
      return shown === 1 && moveTo(last) === first.square &&
        comers(start.mailbox, first.square, colour) > comers(start.mailbox, first.square, colour ^ 1);
    case "cheaper":
      return stands(start.mailbox, first) && moves.some((_, i) => i % 2 === 0 && isCheaper(statement, i, first));
    case "pinnedGuard":
      return hits(now.mailbox, moveTo(last), colour ^ 1).includes(first.square) &&
        hits(without(now.mailbox, first.square), now.mailbox.indexOf((colour ^ 1) << 3 | KING), colour).length > 0;
    case "overload":
      return named.length === 2 &&
        [second.square, square].every((at) => hits(before.mailbox, at, colour ^ 1).includes(first.square));
    case "deflection":
      return hits(before.mailbox, second.square, colour ^ 1).includes(first.square);
    case "clearance":
      return hits(without(now.mailbox, first.square), second.square, colour).length >
        hits(now.mailbox, second.square, colour).length;
    case "interference": {
      const next = after(statement, shown + 1).mailbox;
      return hits(before.mailbox, second.square, colour ^ 1).includes(first.square) &&
        hits(next, second.square, colour ^ 1).length === 0 && next[first.square] === now.mailbox[first.square];
    }
    case "removal":
      return hits(before.mailbox, first.square, colour ^ 1).includes(moveTo(last)) || victimType(before, last) === PAWN;
    case "attraction":
      return moveTo(last) === square && moveTo(parseUci(now, moves[shown])) === square;
    case "discovery":
      return stands(now.mailbox, first) &&
        hits(now.mailbox, first.square, colour).some((from) =>
          from !== moveTo(last) && !hits(before.mailbox, first.square, colour).includes(from)
        );
    case "discoveredCheck":
      return now.inCheck &&
        hits(now.mailbox, now.mailbox.indexOf((colour ^ 1) << 3 | KING), colour).some((from) => from !== moveTo(last));
    case "pin":
    case "pins":
      return hits(now.mailbox, first.square, colour).length > 0 &&
        hits(without(now.mailbox, first.square), second.square, colour).length >
          hits(now.mailbox, second.square, colour).length;
    case "skewer":
      return hits(now.mailbox, first.square, colour).includes(moveTo(last)) &&
        hits(without(now.mailbox, first.square), second.square, colour).includes(moveTo(last));
    case "fork":
      return named.length > 1 &&
        named.every((each) =>
          stands(now.mailbox, each) && hits(now.mailbox, each.square, colour).includes(moveTo(last))
        );
    case "trap":
      return stands(now.mailbox, first);
    case "doubleCheck":
      return hits(now.mailbox, now.mailbox.indexOf((colour ^ 1) << 3 | KING), colour).length > 1;
    case "refuted":
      return afterEach(now, moveTo(last), (position) => isRefuted(position, moveTo(last), statement));
    case "exposes":
      return afterEach(now, moveTo(last), (position) => takesElsewhere(position, moveTo(last)));
    case "mateThreat":
    case "threatensMate":
      return threatensMate(now, square);
    case "backRank":
    case "smothered": {
      const end = after(statement, moves.length);
      return end.inCheck && !hasLegalMove(end);
    }
    case "tempo":
    case "noTime":
    case "attack":
      return stands(now.mailbox, first) &&
        comers(now.mailbox, first.square, colour) >
          comers(without(now.mailbox, moveTo(last)), first.square, colour);
    default:
      return isPositionTrue(motif, statement);
  }
}

/** Whether a statement about a line that wins no material is true. */
function isPositionTrue(motif: MotifName, statement: Statement): boolean {
  const { shown, moves, named: [first] } = statement;
  const [start, before, now] = [0, shown - 1, shown].map((plies) => after(statement, plies));
  const colour = start.sideToMove;
  const last = parseUci(before, moves[shown - 1]);
  switch (motif) {
    case "castling":
      return (before.mailbox[moveFrom(last)] & 7) === KING && moveKind(last) !== CASTLING &&
        before.sideToMove !== colour;
    case "doubles": {
      const { mailbox } = now;
      const file = moveTo(last) & 7;
      return statement.gain.includes(`${"abcdefgh"[file]}-file`) &&
        [...mailbox.keys()].filter((each) => mailbox[each] === ((colour ^ 1) << 3 | PAWN) && (each & 7) === file)
            .length > 1;
    }
    case "pawnEnding":
      return moves.some((_, i) =>
        after(statement, i + 1).mailbox.every((piece) => [EMPTY, PAWN, KING].includes(piece & 7))
      );
    case "bishopPair":
      return victimType(before, last) === BISHOP;
    case "castles":
      return moveKind(last) === CASTLING;
    case "avoidsDoubled": {
      const file = "abcdefgh".indexOf(/(.)-file/.exec(statement.gain)?.[1] ?? "");
      const own = [...start.mailbox.keys()].filter((each) => start.mailbox[each] === (colour << 3 | PAWN));
      return own.filter((each) => (each & 7) === file).length < 2;
    }
    case "keepsCastling":
      return moves.some((move, i) => i % 2 === 0 && moveKind(parseUci(after(statement, i), move)) === CASTLING);
    case "runs": {
      const isNew = (move: string, i: number): boolean =>
        i % 2 === 0 && moveKind(parseUci(after(statement, i), move)) === PROMOTION;
      return moveFrom(last) === first.square && first.type === PAWN && moves.some(isNew);
    }
    default:
      return false;
  }
}

/** How many pieces of each type are named by words such as `two pawns and a rook`. */
function counted(words: string): number[] {
  return TYPES.map((name, type) => {
    const found = type === 0 ? null : new RegExp(`(\\w+) ${name}s?\\b`).exec(words);
    return found === null ? 0 : Math.max(1, " a two three four five six seven eight".split(" ").indexOf(found[1]));
  });
}

/** Whether the two sides capture, in the line, the pieces that the text names after "wins" and "for". */
function isTaken({ fen, moves, gain, owed }: Statement): boolean {
  const taken = [new Array(7).fill(0), new Array(7).fill(0)];
  const position = parseFen(fen);
  const colour = position.sideToMove;
  taken[colour ^ 1][owed]++;
  const promoted = new Set<number>();
  for (const text of moves) {
    const move = parseUci(position, text);
    if (moveKind(move) !== CASTLING) taken[position.sideToMove][victimType(position, move)]++;
    // A promoted piece that is captured also counts as the pawn that it was.
    if (promoted.has(moveTo(move))) taken[position.sideToMove][PAWN]++;
    if (moveKind(move) === PROMOTION) promoted.add(moveTo(move));
    position.make(move);
  }
  const [, won, lost = ""] =
    /^(?:wins|takes) (.+?)(?: for (.+))?$/.exec(gain.replace("the exchange", "a rook for a minor")) ??
      [];
  const enough = (side: number, words: string): boolean =>
    counted(words).every((count, type) => count <= taken[side][type]);
  return enough(colour, won ?? "") && enough(colour ^ 1, lost);
}

/** The statements that explain a move, with the names of their ideas. */
function* statementsOf(fen: string, move: string, best: string[], answer: string[]) {
  const score = { type: "cp", value: 300 } as const;
  const lines = { best: { moves: best, score }, answer: { moves: answer, score } };
  const { text, reason, allows, misses } = explainMistake(fen, move, lines);
  const position = parseFen(fen);
  const earlier = position.mailbox.slice();
  const played = parseUci(position, move);
  const owed = moveKind(played) === CASTLING ? EMPTY : victimType(position, played);
  position.make(played);
  for (const [, kind, sans, gain = "", idea = ""] of reason.matchAll(SENTENCE)) {
    if (gain === "" && idea === "") continue;
    const isAnswer = kind === "Allows";
    const words = idea === "" ? gain : idea;
    const named = Array.from(words.matchAll(/the (\w+) on ([a-h][1-8])/g), ([, name, square]): Named => {
      return { type: TYPES.indexOf(name), square: parseSquare(square) };
    });
    const bare = words.replace(/the \w+ on [a-h][1-8]/g, "").matchAll(/\b[a-h][1-8]\b/g);
    const squares = Array.from(bare, ([each]) => parseSquare(each));
    const line = isAnswer
      ? { fen: formatFen(position), moves: answer, earlier, owed }
      : { fen, moves: best, earlier: null, owed: EMPTY };
    const statement: Statement = { ...line, shown: sans.split(" ").length, gain, words, named, squares };
    yield [(isAnswer ? allows : misses)?.motif ?? null, statement, text] as const;
  }
}

Deno.test("every statement about random lines is true on the board", () => {
  const random = randomIntegers(70);
  const seen = new Map<string, number>();
  playRandomGames({ games: tries(60, 2000), plies: 70, seed: 70 }, (position, _, count) => {
    if (count < 2 || random(3) > 0) return;
    const fen = formatFen(position);
    const moves = legalMoves(position);
    const move = moves[random(moves.length)];
    const best = randomLine(position, random, 10);
    position.make(move);
    const answer = randomLine(position, random, 10);
    position.undo();
    const uci = formatUci(move, false);
    if (answer.length === 0 || best[0] === uci) return;
    for (const [motif, statement, text] of statementsOf(fen, uci, best, answer)) {
      const about = `${text}\n${fen} ${uci}\nbest ${best.join(" ")}\nanswer ${answer.join(" ")}`;
      const { gain, moves, shown } = statement;
      assert(shown <= moves.length, about);
      if (gain.startsWith("wins") || gain.startsWith("takes a ")) {
        assert(isTaken(statement), `${gain}\n${statement.fen} ${statement.moves}\n${about}`);
      }
      if (motif !== null) assert(isTrue(motif, statement), `${motif}\n${about}`);
      seen.set(motif ?? "none", (seen.get(motif ?? "none") ?? 0) + 1);
    }
  });
  // The tables in explain_mistake_test.ts cover the cases that are rare in random lines.
  for (const name of ["undefended", "fork", "pin", "exposes", "cheaper", "none"]) {
    assert((seen.get(name) ?? 0) > 3, `${name} in ${JSON.stringify([...seen])}`);
  }
});
