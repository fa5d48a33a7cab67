/** Fuzzing of FENs, moves and PGN. The texts are valid, damaged, made of the format's words, or noise. @module */

import * as fc from "fast-check";
import { chess960Start, flip, formatFen, loadFen, MAX_CLOCK, parseFen, readFen, START_FEN } from "../../core/fen.ts";
import { legalMoves } from "../../core/movegen.ts";
import { formatSan, formatUci, parseSan, parseUci } from "../../core/notation.ts";
import type { Position } from "../../core/position.ts";
import { Random } from "../../core/random.ts";
import type { GameNode } from "../../engine/games/game_node.ts";
import type { PgnGame } from "../../engine/games/pgn.ts";
import { decodePgn } from "../../engine/games/pgn_lines.ts";
import { readPgn } from "../../engine/games/pgn_reader.ts";
import { writePgn } from "../../engine/games/pgn_writer.ts";
import {
  damagedText,
  expectClearMessage,
  expectSame,
  type FuzzTarget,
  fuzzTarget,
  readOrRefuse,
} from "./fuzz_target.ts";

/** A game is drawn as a seed, because drawing each move with fast-check would take longer than playing it. */
type RandomGame = { readonly start: string; readonly chess960: boolean; readonly seed: number; readonly plies: number };

function randomGames(plies: number): fc.Arbitrary<RandomGame> {
  const ordinary = fc.constantFrom(
    START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
  ).map((start) => ({ start, chess960: false }));
  const shuffled = fc.tuple(fc.nat({ max: 959 }), fc.nat({ max: 959 }))
    .map(([white, black]) => ({ start: chess960Start(white, black), chess960: true }));
  const starts = fc.oneof({ weight: 3, arbitrary: ordinary }, { weight: 1, arbitrary: shuffled });
  return fc.tuple(starts, fc.nat(), fc.nat({ max: plies })).map(([start, seed, length]) => ({
    ...start,
    seed,
    plies: length,
  }));
}

function play(game: RandomGame, visit: (position: Position, move: number) => void = () => {}): Position {
  const position = parseFen(game.start, { chess960: game.chess960 });
  const random = new Random(BigInt(game.seed));
  for (let ply = 0; ply < game.plies; ply++) {
    const moves = legalMoves(position);
    if (moves.length === 0) break;
    const move = moves[random.below(moves.length)];
    visit(position, move);
    position.make(move);
  }
  return position;
}

export const PLAYED_POSITIONS: fc.Arbitrary<Position> = randomGames(60).map((game) => play(game));

const FEN_PARTS = [
  ...["K", "k", "Q", "/", "8", "1", " ", " w ", " b ", "-", "KQkq", "HAha", "e3", "e6", "p", "99999", "−", "\n"],
];

const BOARD_LETTERS = "11111111111PNBRQpnbrqPpRr";

const BOARDS: fc.Arbitrary<string> = fc.nat().map((seed) => {
  const random = new Random(BigInt(seed));
  // Most boards with few pieces are legal, but hardly any with many.
  const men = random.below(40);
  const squares = Array<string>(64).fill("1");
  for (let i = 0; i < men; i++) squares[random.below(64)] = BOARD_LETTERS[random.below(BOARD_LETTERS.length)];
  squares[random.below(64)] = "K";
  squares[random.below(64)] = "k";
  return Array.from({ length: 8 }, (_, rank) => squares.slice(rank * 8, rank * 8 + 8).join("")).join("/");
});

export const FENS: fc.Arbitrary<string> = fc.oneof(
  PLAYED_POSITIONS.map(formatFen),
  damagedText(PLAYED_POSITIONS.map(formatFen), FEN_PARTS),
  fc.tuple(
    BOARDS,
    fc.constantFrom("w", "b"),
    fc.oneof(
      fc.constantFrom("-", "KQkq", "Kq", "HAha", "Gc"),
      fc.string({ maxLength: 4, unit: fc.constantFrom(..."KQkqABCDEFGHabcdefgh-") }),
    ),
    fc.oneof(
      fc.constant("-"),
      fc.tuple(fc.constantFrom(..."abcdefgh"), fc.constantFrom("3", "6")).map((pair) => pair.join("")),
    ),
    fc.oneof(fc.nat({ max: 200 }), fc.nat(), fc.integer()),
    fc.oneof(fc.nat({ max: 200 }), fc.nat(), fc.integer()),
  ).map((fields) => fields.join(" ")),
  fc.array(fc.constantFrom(...FEN_PARTS), { maxLength: 30 }).map((parts) => parts.join("")),
  fc.string({ maxLength: 60, unit: "binary" }),
);

const MOVE_STRIDE = 5;

/** Checks that moves can be undone, the FEN can be read again, and the flipped board has the same moves. */
function expectSoundPosition(position: Position): void {
  const options = { chess960: position.chess960 };
  const fen = formatFen(position);
  expectSame(formatFen(parseFen(fen, options)), fen, "The FEN read and written again");
  const moves = legalMoves(position);
  // After the next move, a move counter may be too large to be read back.
  const isClockSmall = position.halfmoves < MAX_CLOCK && position.gamePly < 2 * (MAX_CLOCK - 1);
  for (const move of moves.filter((_, i) => i % MOVE_STRIDE === 0)) {
    position.make(move);
    const after = formatFen(position);
    if (isClockSmall) {
      expectSame(formatFen(parseFen(after, options)), after, "The FEN after a move, read and written again");
    }
    position.undo();
    expectSame(formatFen(position), fen, "The position after a move was taken back");
    expectSame(parseUci(position, formatUci(move, position.chess960)), move, "The move written and read again");
  }
  const flipped = parseFen(flip(position), options);
  expectSame(legalMoves(flipped).length, moves.length, "The number of legal moves of the flipped position");
  expectSame(flip(flipped), fen, "The position flipped twice");
}

export const FEN_TARGET: FuzzTarget = fuzzTarget(
  { name: "fen", title: "a FEN is a sound position or a clear error", share: 36 },
  fc.tuple(FENS, fc.boolean()),
  ([text, chess960]) => {
    const position = parseFen(START_FEN);
    const loaded = readOrRefuse(() => {
      loadFen(position, text, chess960);
      return true;
    });
    if (loaded === null) expectSame(formatFen(position), START_FEN, "The position after a refused FEN");
    else expectSoundPosition(position);
    const mended = readOrRefuse(() => readFen(text, { chess960 }).position);
    if (mended !== null) expectSoundPosition(mended);
    if (loaded !== null) {
      expectSame(mended === null ? "" : formatFen(mended), formatFen(position), "The position as read tolerantly");
    }
  },
);

const MOVE_PARTS = ["O-O", "0-0-0", "x", "=Q", "(Q)", "e.p.", "+", "#", "!?", "N", "K", "a1", "h8", "q", "-", " ", "é"];

const MOVE_TEXTS = fc.tuple(randomGames(40), fc.nat(), fc.boolean()).chain(([game, choice, isSan]) => {
  const position = play(game);
  const moves = legalMoves(position);
  const move = moves[choice % moves.length];
  const written = move === undefined ? "e2e4" : isSan ? formatSan(position, move) : formatUci(move, position.chess960);
  return damagedText(fc.constant(written), MOVE_PARTS).map((text) => ({
    fen: formatFen(position),
    chess960: position.chess960,
    text,
  }));
});

export const MOVE_TARGET: FuzzTarget = fuzzTarget(
  { name: "moves", title: "the text of a move is a legal move or a clear error", share: 22 },
  MOVE_TEXTS,
  ({ fen, chess960, text }) => {
    const position = parseFen(fen, { chess960 });
    for (const read of [parseUci, parseSan]) {
      const move = readOrRefuse(() => read(position, text));
      if (move !== null) {
        if (!legalMoves(position).includes(move)) {
          throw new Error(`Expected a legal move, but got ${formatUci(move, chess960)}`);
        }
        expectSame(parseSan(position, formatSan(position, move)), move, "The move as SAN, written and read again");
        expectSame(parseUci(position, formatUci(move, chess960)), move, "The move as UCI, written and read again");
      }
      expectSame(formatFen(position), fen, "The position after the text was read");
    }
  },
);

const COMMENT_WORDS = [
  ...["good", "50", "%", "%x", "[%clk 0:10:00]", "(", ")", "{", "[Event", '"', "1.", "e4", "1-0", ";", "\\", "ü"],
];

const COMMENTS = fc.array(fc.constantFrom(...COMMENT_WORDS), { maxLength: 40 })
  .map((words) => `{${words.join(" ")}}`);

const REMARKS = fc.oneof(
  { weight: 6, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: COMMENTS },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...["!", "?!", "$3 $146", "(1. d4 d5 (1... c5) 2. c4)", "; to the end\n", "\n%escaped\n", "\n"],
    ),
  },
);

const TAGS = fc.array(
  fc.tuple(
    fc.constantFrom("Event", "White", "Black", "Result", "Round", "WhiteElo"),
    fc.string({ maxLength: 12, unit: "binary" }),
  ),
  { maxLength: 4 },
);

const WRITTEN_GAMES = fc.tuple(
  randomGames(40),
  TAGS,
  fc.array(REMARKS, { minLength: 1, maxLength: 7 }),
  fc.constantFrom("1-0", "1/2-1/2", "*", ""),
)
  .map(([game, tags, remarks, result]) => {
    const words: string[] = [];
    play(
      game,
      (position, move) => words.push(formatSan(position, move), remarks[(words.length >> 1) % remarks.length]),
    );
    const head = tags.map(([name, value]) => `[${name} "${value.replace(/["\\\n\r]/g, "")}"]\n`).join("");
    const variant = game.chess960 ? '[Variant "Chess960"]\n' : "";
    const start = game.start === START_FEN ? "" : `[FEN "${game.start}"]\n`;
    return `${head}${variant}${start}\n${words.join(" ")} ${result}\n\n`;
  });

const PGN_PARTS = [
  ...['[Event "', '"]', "\n\n", "{", "}", "(", ")", ";", "%", "1.", "...", "e4", "Nf3", "O-O", "--", "$1", "!!", "1-0"],
  ...["*", "1/2", "\ufeff", "\r"],
];

const PGN_FILES = fc.oneof(
  fc.array(WRITTEN_GAMES, { minLength: 1, maxLength: 2 }).map((games) => games.join("")),
  damagedText(WRITTEN_GAMES, PGN_PARTS),
  fc.array(fc.constantFrom(...PGN_PARTS), { maxLength: 60 }).map((parts) => parts.join(" ")),
  fc.string({ maxLength: 80, unit: "binary" }),
).map((text) => new TextEncoder().encode(text));

function contentOf(root: GameNode): string {
  const nodes = [root, ...root.walk()].map((node) => [
    node.ply,
    node.uci,
    node.parent?.next === node,
    ...[node.commentsBefore, node.comments, [node.rest]].map(joined),
    node.glyphs.join(),
  ]);
  return JSON.stringify(nodes);
}

/** Joins the words of comments into one line, because the writer may wrap lines. */
function joined(comments: readonly string[]): string {
  return comments.join(" ").split(/\s+/).filter((word) => word !== "").join(" ");
}

function expectSameGame(game: PgnGame): void {
  const text = writePgn(game);
  const again = readPgn(text);
  // Skip games with unreadable text. The meaning of such text may change when the writer adds tags before it and a
  // result after it.
  if ([game.root, ...game.root.walk()].some(({ rest }) => rest !== "")) return;
  expectSame(again.length, 1, `Games in what was written\n${text}\n`);
  expectSame(again[0].root.fen, game.root.fen, "The start written and read again");
  expectSame(again[0].fault ?? "", game.fault ?? "", `What cannot be read\n${text}\n`);
  expectSame(contentOf(again[0].root), contentOf(game.root), `The moves written and read again\n${text}\n`);
  expectSame(again[0].result, game.result, "The result written and read again");
}

export const PGN_TARGET: FuzzTarget = fuzzTarget(
  { name: "pgn", title: "a PGN file is read without an exception, and every game survives writing", share: 24 },
  fc.oneof(PGN_FILES, fc.uint8Array({ maxLength: 60 })),
  (bytes) => {
    for (const game of readPgn(decodePgn(bytes))) {
      expectSameGame(game);
      if (game.fault !== null) expectClearMessage(game.fault);
    }
  },
);
