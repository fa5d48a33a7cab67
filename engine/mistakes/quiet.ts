/**
 * Finds the gains of a line that wins no material: it threatens mate, leads to a pawn ending, brings a pawn to the last
 * rank, keeps a king from castling, doubles pawns, breaks up the bishop pair, pins a piece, avoids doubled pawns, or
 * keeps the right to castle. Merely attacking a piece or driving it away is not a gain.
 *
 * The functions compare both lines, because a gain that both lines have is not a reason.
 *
 * @module
 */

import type { Cause } from "./ideas.ts";
import { threatenedMate } from "./mates.ts";
import { pinOn } from "./motifs.ts";
import { legalMoves } from "../../core/movegen.ts";
import { BISHOP, CASTLING, EMPTY, fileOf, KING, moveKind, moveTo, PAWN, POINTS, PROMOTION } from "../../core/types.ts";
import { type PlayedLine, type Step, type Target, threatOf } from "./played_line.ts";

/** The gain of a line, and how many plies lead to it. */
export type QuietGain =
  & { readonly plies: number }
  & (
    | { readonly name: "threatensMate"; readonly square: number }
    | { readonly name: "castling" | "keepsCastling" | "castles" | "pawnEnding" | "bishopPair" }
    | { readonly name: "pins"; readonly target: Target; readonly behind: Target }
    | { readonly name: "runs"; readonly target: Target }
    | { readonly name: "doubles" | "avoidsDoubled"; readonly file: number }
  );

/** This many plies of a line count. */
const HORIZON = 8;
/** A pinned piece must still be pinned after this many plies. */
const PINNED = 3;
/** A bishop must be taken within this many plies, or two plies later by the piece that moved first. */
const SOON = 3;

/**
 * The gains of a line that the other line does not have, the most important first.
 *
 * @param cause The mistake that the line answers; `null` for the better line.
 */
export function quietGainsOf(line: PlayedLine, other: PlayedLine, cause: Cause | null): QuietGain[] {
  return [
    mateThreat(line),
    pawnEnding(line, other),
    runs(line, other),
    castling(line, other),
    ...(cause === null ? [keepsCastling(line, other), avoidsDoubled(line, other)] : []),
    doubles(line, other),
    cause === null ? null : bishopPair(line, other),
    pins(line, other),
  ].filter((gain) => gain !== null);
}

/**
 * The first move pins a piece, and the pin lasts; in the other line, no piece of this type moves to the same square.
 */
function pins(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const [first] = line.steps;
  const { before, after, colour, type, to } = first;
  const last = line.steps[Math.min(PINNED, line.steps.length) - 1].after;
  if (other.steps.some((step) => step.colour === colour && step.type === type && step.to === to)) return null;
  for (const [square, piece] of after.entries()) {
    if (piece === EMPTY || piece >> 3 === colour) continue;
    const target = { type: piece & 7, square };
    const [earlier, pin, later] = [before, after, last].map((board) =>
      board[square] === piece ? pinOn(board, colour, target) : null
    );
    if (earlier === null && pin !== null && later !== null && pin.behind.square === later.behind.square) {
      return { name: "pins", target, behind: pin.behind, plies: 1 };
    }
  }
  return null;
}

/**
 * The line breaks up the opponent's bishop pair without giving a bishop for it; in the other line both bishops remain.
 */
function bishopPair(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const { colour, before } = line.steps[0];
  const count = (board: Uint8Array, side: number): number =>
    board.filter((piece) => piece === (side << 3 | BISHOP)).length;
  const at = line.steps.findIndex((step, i) =>
    step.colour === colour && step.captured === BISHOP &&
    (i < SOON || (i === SOON + 1 && step.from === line.steps[0].to))
  );
  const [after, end] = [line.steps[at + 1] ?? line.steps[at], other.steps[Math.min(HORIZON, other.steps.length) - 1]];
  const isPair = at >= 0 && [before, end.after].every((board) => count(board, colour ^ 1) === 2);
  return isPair && count(after.after, colour) === count(before, colour) ? { name: "bishopPair", plies: at + 1 } : null;
}

/** The last piece is exchanged soon, or by force, but not in the other line. */
function pawnEnding(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const at = lastExchange(line);
  return at === null || lastExchange(other) !== null ? null : { name: "pawnEnding", plies: at > 4 ? 1 : at + 1 };
}

/** Finds the step that exchanges the last piece, if it is one of the first five or is forced; `null` otherwise. */
function lastExchange(line: PlayedLine): number | null {
  const isOver = (board: Uint8Array): boolean => board.every((piece) => [EMPTY, PAWN, KING].includes(piece & 7));
  const at = line.steps.findIndex(({ after }) => isOver(after));
  return at < 0 || at > Math.max(4, line.forced) || POINTS[line.steps[at].captured] < 2 ? null : at;
}

/** A pawn moves soon and reaches the last rank, if only to be taken there; in the other line no pawn reaches it. */
function runs(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const { colour } = line.steps[0];
  const isNew = (step: Step): boolean => step.colour === colour && step.promoted !== EMPTY;
  const isRunner = (at: number): boolean => {
    if (line.steps[at]?.type !== PAWN) return false;
    let { from: square } = line.steps[at];
    const made = line.steps.slice(at).find((step) => {
      if (step.from === square) square = step.to;
      return step.colour === colour ? step.to === square && isNew(step) : step.victim === square;
    });
    return made !== undefined && isNew(made);
  };
  const start = other.steps.some(isNew) ? undefined : [0, 2, 4].find(isRunner);
  return start === undefined
    ? null
    : { name: "runs", target: { type: PAWN, square: line.steps[start].from }, plies: start + 1 };
}

/** The first move threatens an immediate mate. */
function mateThreat(line: PlayedLine): QuietGain | null {
  const mate = threatenedMate(line);
  return mate === null || moveKind(mate) === PROMOTION || POINTS[line.steps[0].after[moveTo(mate)] & 7] > 1
    ? null
    : { name: "threatensMate", square: moveTo(mate), plies: 1 };
}

/**
 * A check or a threat makes the opponent move its king, so that it can no longer castle; in the other line it castles
 * or can still castle.
 */
function castling(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const steps = line.steps.slice(0, HORIZON);
  const enemy = steps[0].colour ^ 1;
  const castles = ({ colour, move }: Step): boolean => colour === enemy && moveKind(move) === CASTLING;
  const moved = steps.findIndex(({ colour, type }) => colour === enemy && type === KING);
  const isForced = moved > 0 && steps[moved].captured === EMPTY &&
    (steps[moved - 1].isCheck || (moved === 1 && threatOf(line) !== null));
  const canAfter = (each: PlayedLine, plies: number): boolean =>
    each.at(plies, ({ rights }) => (rights >> 2 * enemy & 3) !== 0);
  const keeps = other.steps.some(castles) || canAfter(other, Math.min(HORIZON, other.steps.length));
  return isForced && canAfter(line, 0) && !castles(steps[moved]) && keeps
    ? { name: "castling", plies: moved + 1 }
    : null;
}

/**
 * The side castles in this line. After the mistake it cannot castle: the mistake moved the king or the rook, or the
 * answer prevents castling.
 */
function keepsCastling(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const { colour } = line.steps[0];
  const castling = line.steps.slice(0, HORIZON).find((step) =>
    step.colour === colour && moveKind(step.move) === CASTLING
  );
  const [now, then] = [line, other].map(({ steps }) => steps[0].before);
  const left = [...now.keys()].filter((square) =>
    now[square] !== EMPTY && now[square] >> 3 === colour && then[square] !== now[square]
  );
  if (castling === undefined) return null;
  // If two pieces left their squares, the mistake itself was castling.
  const isLost = left.length === 1 && [castling.from, moveTo(castling.move)].includes(left[0]);
  const isPrevented = castling === line.steps[0] &&
    other.at(1, (position) => !position.inCheck && legalMoves(position).every((move) => moveKind(move) !== CASTLING));
  return isLost || isPrevented ? { name: castling === line.steps[0] ? "castles" : "keepsCastling", plies: 1 } : null;
}

/** The files on which a colour has doubled pawns. */
function doubledFiles(board: Uint8Array, colour: number): number[] {
  const files = [...board.keys()].filter((square) => board[square] === (colour << 3 | PAWN)).map(fileOf);
  return files.filter((file, i) => files.indexOf(file) < i);
}

/** The mistake doubles its own side's pawns, and they stay doubled. */
function avoidsDoubled(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const [{ colour, before }] = line.steps;
  const [end, then] = [line, other].map(({ steps }) => steps[Math.min(HORIZON, steps.length) - 1].after);
  const has = (board: Uint8Array, file: number): boolean => doubledFiles(board, colour).includes(file);
  const file = doubledFiles(other.steps[0].before, colour)
    .find((each) => has(then, each) && !has(before, each) && !has(end, each));
  return file === undefined ? null : { name: "avoidsDoubled", file, plies: 1 };
}

/** An exchange doubles the opponent's pawns, and they stay doubled; in the other line they do not. */
function doubles(line: PlayedLine, other: PlayedLine): QuietGain | null {
  const [first, second] = line.steps;
  if (POINTS[first.captured] < 2 || POINTS[first.captured] !== POINTS[first.type]) return null;
  if (second === undefined || second.type !== PAWN || second.captured === EMPTY || second.victim !== first.to) {
    return null;
  }
  const file = fileOf(second.to);
  const isDoubled = (board: Uint8Array): boolean => doubledFiles(board, second.colour).includes(file);
  const [own, others] = [line, other].map(({ steps }) => steps[Math.min(HORIZON, steps.length) - 1].after);
  return isDoubled(own) && ![first.before, others].some(isDoubled) ? { name: "doubles", file, plies: 2 } : null;
}
