/**
 * The `Chess` class of chess.js, built on this library. docs/library.md says what differs, and how to test it. @module
 */

import { fenFault, fenWithPassedSquare, glyphSign, perft, pgnFault, squareColour } from "@hindsight/engine/rules";
import { Game, gamesFromPgn, type MoveInput, PositionSetup, START_FEN } from "@hindsight/engine/rules";
import type { CastlingRights, Colour, MoveFilter, MoveInfo, PieceLetter } from "@hindsight/engine/rules";

type Color = "w" | "b";
type Piece = { type: PieceLetter; color: Color };
export const [WHITE, BLACK] = ["w", "b"] as const;
export const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = ["p", "n", "b", "r", "q", "k"] as const;
export const DEFAULT_POSITION = START_FEN;
export const SQUARES = Array.from("87654321").flatMap((rank) => Array.from("abcdefgh", (file) => file + rank));
const UNKNOWN = { Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };
export const SEVEN_TAG_ROSTER = { Event: "?", ...UNKNOWN };
export const nagToGlyph = (nag: number) => glyphSign(nag) ?? undefined;
export const validateFen = (fen: string) => ({ ok: fenFault(fen) === null, error: fenFault(fen) ?? undefined });

/** A position without legal moves, used in place of the game while the position on the board is not legal. */
const NO_MOVES = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
/** Returns the first value; the second argument is evaluated after it. */
const before = <T>(value: T, _change: unknown): T => value;
const inTheirWords = <P extends { colour: Colour }>({ colour, ...same }: P) => ({ ...same, color: colour[0] as Color });
const rightsOf = ({ kingside: k, queenside: q }: CastlingRights) => ({ k, q });
const listed = <V extends boolean>(moves: MoveInfo[], verbose?: V) =>
  moves.map((move) => (verbose ? moveOf(move) : move.san) as V extends true ? Move : string);

export type Move = ReturnType<typeof moveOf>;
function moveOf({ captured, promotion, uci, flags, ...same }: MoveInfo) {
  const is = (letter: string) => ({ value: () => flags.includes(letter) });
  const castles = { isKingsideCastle: is("k"), isQueensideCastle: is("q"), isNullMove: is("-") };
  const answers = { ...castles, isPromotion: is("p"), isEnPassant: is("e"), isBigPawn: is("b"), isCapture: is("c") };
  const pieces = { captured: captured ?? undefined, promotion: promotion ?? undefined };
  const words = { flags: flags === "p" ? "np" : flags, lan: uci.replace("0000", "--") };
  const move = { ...inTheirWords(same), ...pieces, ...words };
  return Object.defineProperties(move, answers) as typeof move & Record<keyof typeof answers, () => boolean>;
}

export class Chess {
  #game = new Game();
  /** The game on the board, or a setup that is not a legal position. */
  #board: Game | PositionSetup = this.#game;
  constructor(fen: string = START_FEN, options: { skipValidation?: boolean } = {}) {
    this.load(fen, options);
  }
  load(fen: string, { skipValidation = false, preserveHeaders = false } = {}): void {
    const setup = new PositionSetup(fen);
    const kings = setup.pieces({ type: "k" }).map(({ colour }) => colour).sort().join();
    const isMended = setup.mended.length > 0 && fen.trim().split(/\s+/).length === 6;
    if (!skipValidation && (isMended || kings !== "black,white")) throw new Error(`Invalid FEN: ${fen}`);
    const tags = preserveHeaders ? this.#game.tags : [];
    this.#game = new Game(setup.fault === null ? setup.toPosition({ chess960: false }) : NO_MOVES);
    this.#board = setup.fault === null ? this.#game : setup;
    for (const [name, value] of tags) this.#game.tags.set(name, value);
  }
  #change(change: (setup: PositionSetup) => unknown): void {
    const setup = new PositionSetup(this.fen());
    change(setup);
    this.load(setup.fen, { skipValidation: true, preserveHeaders: true });
  }
  reset = () => this.load(START_FEN);
  clear = (options = {}) => this.load("8/8/8/8/8/8/8/8", { ...options, skipValidation: true });
  put({ type, color }: Piece, square: string): boolean {
    const king = type === "k" ? this.findPiece({ type, color })[0] ?? square : square;
    if (!SQUARES.includes(square) || !"pnbrqk".includes(type) || king !== square) return false;
    return before(true, this.#change((setup) => setup.put({ type, colour: color }, square)));
  }
  remove = (square: string) =>
    before(this.get(square), this.get(square) && this.#change((setup) => setup.remove(square)));
  getCastlingRights = (color: Color) => rightsOf(this.#game.castling[color === "w" ? "white" : "black"]);
  setCastlingRights(color: Color, rights: { k?: boolean; q?: boolean }): boolean {
    const both = { w: this.getCastlingRights("w"), b: this.getCastlingRights("b") };
    both[color] = { ...both[color], ...rights };
    const letters = [both.w.k && "K", both.w.q && "Q", both.b.k && "k", both.b.q && "q"].filter(Boolean).join("");
    this.#change((setup) => setup.castling = letters || "-");
    return JSON.stringify(this.getCastlingRights(color)) === JSON.stringify(both[color]);
  }
  setTurn = (color: Color) => color !== this.turn() && this.move("--") !== null;
  fen = ({ forceEnpassantSquare: always = false } = {}) => always ? fenWithPassedSquare(this.#board) : this.#board.fen;
  turn = () => this.#board.turn[0] as Color;
  moveNumber = () => this.#board.fullmove;
  hash = () => this.#board instanceof Game ? this.#board.hash : this.#board.fen;
  ascii = () => this.#board.ascii().replace(/^/gm, " ");
  board = () => this.#board.board().map((row) => row.map((piece) => piece && inTheirWords(piece)));
  get(square: string): Piece | undefined {
    const piece = SQUARES.includes(square) ? this.#board.get(square) : null;
    return piece === null ? undefined : inTheirWords(piece);
  }
  findPiece = ({ type, color }: Piece) =>
    SQUARES.filter((square) => this.get(square)?.type === type && this.get(square)?.color === color);
  squareColor = (square: string) => SQUARES.includes(square) ? squareColour(square) : null;
  attackers = (square: string, by?: Color) => this.#board.attackers(square, by);
  isAttacked = (square: string, by: Color) => this.#board.isAttacked(square, by);
  isCheck = () => this.#game.isCheck;
  inCheck = this.isCheck;
  isCheckmate = () => this.#game.isCheckmate;
  isStalemate = () => this.#board === this.#game && this.#game.isStalemate;
  isInsufficientMaterial = () => this.#game.isInsufficientMaterial;
  isThreefoldRepetition = () => this.#game.isThreefoldRepetition;
  isDrawByFiftyMoves = () => this.#game.isFiftyMoves;
  isDraw = () => this.#game.isDraw;
  isGameOver = () => this.#game.isGameOver;
  isPromotion = ({ from, to }: { from: string; to: string }) =>
    this.#game.legalMoves({ from }).some((move) => move.to === to && move.promotion !== null);
  perft = (depth: number) => perft(this.#game, depth);
  moves = <V extends boolean = false>({ verbose, ...filter }: MoveFilter & { verbose?: V } = {}) =>
    SQUARES.includes(filter.square ?? "a1") ? listed(this.#game.legalMoves(filter), verbose) : [];
  move(move: MoveInput | null, { strict = false } = {}): Move {
    const isNull = move === null || move === "--";
    if (isNull && this.isCheck()) throw new Error("Null move not allowed when in check");
    const isFit = strict && typeof move === "string" ? this.moves().includes(move) : isNull || this.#game.isLegal(move);
    if (this.#board !== this.#game || !isFit) throw new Error(`Invalid move: ${JSON.stringify(move)}`);
    return moveOf(this.#game.move(move ?? "--"));
  }
  undo = () => this.#game.ply === 0 ? null : moveOf(this.#game.undo() as MoveInfo);
  history = <V extends boolean = false>({ verbose }: { verbose?: V } = {}) => listed(this.#game.playedMoves(), verbose);
  getHeaders = (): Record<string, string> => ({ ...SEVEN_TAG_ROSTER, ...Object.fromEntries(this.#game.tags) });
  header = this.getHeaders;
  setHeader = (name: string, value: string | null) =>
    void (value === null ? this.removeHeader(name) : this.#game.tags.set(name, value));
  removeHeader = (name: string) => this.#game.tags.delete(name);
  pgn = ({ newline = "\n", maxWidth = 0 } = {}) =>
    this.#game.toPgn({ maxWidth })
      .replace(/\{ ([^}]*) \}/g, "{$1}").replace(/(?<=\S \{[^}]*\} )\d+\.\.\. /g, "")
      .replace(/^((?:\{[^}]*\} )*\d+\.)(?=\.\. )/m, "$1 .")
      .replace(NO_MOVES, this.fen()).replace(/\n/g, newline);
  loadPgn(pgn: string, { newlineChar = "\r?\n", strict = false } = {}): void {
    const text = pgn.replace(new RegExp(newlineChar, "g"), "\n");
    if (strict && pgnFault(text) !== null) throw new Error(`Invalid PGN: ${pgnFault(text)}`);
    [this.#game = new Game()] = gamesFromPgn(text);
    this.#board = this.#game;
  }
  #nodes = () => [this.#game.root, ...this.#game.current.path];
  #at = (fen: string = this.fen()) => this.#nodes().findLast((node) => node.fen === fen) ?? this.#game.current;
  getComment = () => this.#game.current.comments.join(" ") || undefined;
  setComment = (text: string, nodes = [this.#game.current]) =>
    nodes.forEach((node) => node.comments = [text.replace("{", "[").replace("}", "]")]);
  removeComment = () => before(this.getComment(), this.setComment(""));
  getComments = () =>
    this.#nodes().filter(({ comments, glyphs }) => comments.length + glyphs.length > 0)
      .map(({ fen, comments, glyphs }) => ({ fen, comment: comments.join(" ") || undefined, nags: [...glyphs] }))
      .map(({ fen, ...notes }) => ({ fen: fen.replace(NO_MOVES, this.fen()), ...notes }));
  removeComments = () =>
    before(this.getComments().map(({ fen, comment }) => ({ fen, comment })), this.setComment("", this.#nodes()));
  getNags = (fen?: string) => [...this.#at(fen).glyphs];
  setNags = (nags: number[], fen?: string) => void (this.#at(fen).glyphs = [...new Set(nags)]);
  addNag = (nag: number, fen?: string) => this.setNags([...this.getNags(fen), nag], fen);
  removeNag = (nag: number, fen?: string) =>
    before(this.getNags(fen).includes(nag), this.setNags(this.getNags(fen).filter((each) => each !== nag), fen));
  removeNags = (fen?: string) => before(this.getNags(fen), this.setNags([], fen));
}
