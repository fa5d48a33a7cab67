/**
 * The class `Chess` of chess.js over this library: for programs that come from there, to be changed step by step.
 *
 * | chess.js                                        | here                                                |
 * | ----------------------------------------------- | --------------------------------------------------- |
 * | `e4!` has a suffix annotation                   | `!` and `$1` are one glyph: `getNags`               |
 * | a board without kings has moves                 | none: it is a set-up, and no position               |
 * | more than 16 pieces of a side                   | refused                                             |
 * | variations and empty comments in `loadPgn`      | dropped, as there; blanks around comments, too      |
 * | lines of PGN break between moves of both sides  | between any two words                               |
 * | hashes are those of Polyglot                    | others, equal for equal positions                   |
 *
 * @module
 */

import {
  fenFault,
  fenWithPassedSquare,
  Game,
  gameFromPgn,
  perft,
  pgnFault,
  squareColour,
} from "@hindsight/engine/rules";
import { type GameNode, glyphSign, type MoveInfo, Position, PositionSetup, START_FEN } from "@hindsight/engine/rules";

type Color = "w" | "b";
type PieceSymbol = "p" | "n" | "b" | "r" | "q" | "k";
interface Piece {
  type: PieceSymbol;
  color: Color;
}
type Verbose = { verbose?: boolean; square?: string; piece?: PieceSymbol };

export const [WHITE, BLACK, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = [
  "w",
  "b",
  "p",
  "n",
  "b",
  "r",
  "q",
  "k",
] as const;
export const DEFAULT_POSITION = START_FEN;
export const SQUARES = Array.from("87654321").flatMap((rank) => Array.from("abcdefgh", (file) => file + rank));
const UNKNOWN = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };
export const SEVEN_TAG_ROSTER: Record<string, string> = UNKNOWN;
const own = ({ type, colour }: { type: PieceSymbol; colour: string }): Piece => ({ type, color: colour[0] as Color });
export const nagToGlyph = (nag: number) => glyphSign(nag) ?? undefined;

/** Whether a FEN is one. */
export function validateFen(fen: string): { ok: boolean; error?: string } {
  const error = fenFault(fen);
  return error === null ? { ok: true } : { ok: false, error };
}

const fenOf = (node: GameNode) => new Position(node).fen;

/** A move in the words of chess.js. */
export class Move {
  readonly color: Color;
  readonly from: string;
  readonly to: string;
  readonly piece: PieceSymbol;
  readonly captured?: PieceSymbol;
  readonly promotion?: PieceSymbol;
  readonly flags: string;
  readonly san: string;
  readonly lan: string;
  readonly before: string;
  readonly after: string;

  constructor({ colour, captured, promotion, flags, uci, ...same }: MoveInfo) {
    [this.from, this.to, this.piece, this.san] = [same.from, same.to, same.piece, same.san];
    [this.color, this.lan, this.before, this.after] = [colour[0] as Color, uci, same.before, same.after];
    [this.captured, this.promotion] = [captured ?? undefined, promotion ?? undefined];
    this.flags = flags === "p" ? "np" : flags;
    if (this.san === "--") this.lan = "--";
  }
  isCapture(): boolean {
    return this.flags.includes("c");
  }
  isPromotion(): boolean {
    return this.flags.includes("p");
  }
  isEnPassant(): boolean {
    return this.flags === "e";
  }
  isKingsideCastle(): boolean {
    return this.flags === "k";
  }
  isQueensideCastle(): boolean {
    return this.flags === "q";
  }
  isBigPawn(): boolean {
    return this.flags === "b";
  }
  isNullMove(): boolean {
    return this.flags === "-";
  }
}

export class Chess {
  #game = new Game();
  /** The board where it is no position, without kings for instance. */
  #setup: PositionSetup | null = null;
  #headers: Record<string, string> = { ...UNKNOWN };

  constructor(fen: string = START_FEN, options: { skipValidation?: boolean } = {}) {
    this.load(fen, options);
  }

  get #node(): GameNode {
    return this.#game.current;
  }
  get #nodes(): GameNode[] {
    return [this.#game.root, ...this.#node.path];
  }
  #at = (fen?: string) =>
    fen === undefined ? this.#node : this.#nodes.find((node) => fenOf(node) === fen) ?? this.#node;
  get #board(): Game | PositionSetup {
    return this.#setup ?? this.#game;
  }

  load(fen: string, { skipValidation = false, preserveHeaders = false } = {}): void {
    const given = fen.trim().split(/\s+/);
    const fields = given.length < 2 ? given : [...given, ...["-", "-", "0", "1"].slice(given.length - 6)].slice(0, 6);
    const text = fields.join(" ");
    try {
      this.#start(new Game(text, { tolerant: true, chess960: false }), preserveHeaders);
      const fault = this.#game.mended.find((each) => !each.startsWith("Castling right"));
      if (fault !== undefined) throw new Error(fault);
    } catch (error) {
      if (!skipValidation) throw new Error(`Invalid FEN: ${error instanceof Error ? error.message : error}`);
      this.clear({ preserveHeaders });
      const board = fields[0].replace(/[1-8]/g, (count) => ".".repeat(Number(count))).replaceAll("/", "");
      Array.from(board, (letter, i) => {
        const type = letter.toLowerCase() as PieceSymbol;
        if (letter !== ".") this.#setup?.put({ type, colour: type === letter ? "b" : "w" }, SQUARES[i]);
      });
      Object.assign(this.#setup ?? {}, { turn: fields[1], castling: fields[2], halfmoves: Number(fields[4]) });
    }
  }
  #start(game: Game, preserveHeaders: boolean): void {
    [this.#game, this.#setup] = [game, null];
    if (!preserveHeaders) this.#headers = { ...UNKNOWN };
    if (game.root.fen !== START_FEN) Object.assign(this.#headers, { SetUp: "1", FEN: game.fen });
    else for (const name of ["SetUp", "FEN"]) delete this.#headers[name];
  }
  /** Shows a set-up, as a position if it is one. */
  #place(setup: PositionSetup): void {
    this.#setup = setup;
    try {
      this.#start(new Game(setup.toPosition()), true);
    } catch {
      Object.assign(this.#headers, { SetUp: "1", FEN: setup.fen });
    }
  }
  reset = () => this.load(START_FEN);
  clear({ preserveHeaders = false } = {}): void {
    this.#start(new Game(), preserveHeaders);
    this.#setup = new PositionSetup();
  }
  put({ type, color }: Piece, square: string): boolean {
    const setup = this.#setup ?? new PositionSetup(this.#game);
    const king = type === "k" ? this.findPiece({ type, color })[0] ?? square : square;
    if (!SQUARES.includes(square) || !"pnbrqk".includes(type) || king !== square) return false;
    setup.put({ type, colour: color }, square);
    this.#place(setup);
    return true;
  }
  remove(square: string): Piece | undefined {
    const piece = this.get(square);
    const setup = this.#setup ?? new PositionSetup(this.#game);
    if (piece === undefined) return undefined;
    setup.remove(square);
    this.#place(setup);
    return piece;
  }

  fen = ({ forceEnpassantSquare = false } = {}) =>
    this.#setup?.fen ?? (forceEnpassantSquare ? fenWithPassedSquare(this.#game) : this.#game.fen);
  turn = () => this.#board.turn[0] as Color;
  moveNumber = () => this.#board.fullmove;
  hash = () => this.#setup?.fen ?? this.#game.hash;
  ascii = () => this.#game.ascii().split("\n").map((row) => ` ${row}`).join("\n");
  get = (square: string) => {
    const piece = SQUARES.includes(square) ? this.#board.get(square) : null;
    return piece === null ? undefined : own(piece);
  };
  board = () =>
    Array.from("87654321", (rank) =>
      Array.from("abcdefgh", (file) => {
        const piece = this.get(file + rank);
        return piece === undefined ? null : { square: file + rank, ...piece };
      }));
  findPiece = ({ type, color }: Piece) =>
    SQUARES.filter((square) => this.get(square)?.type === type && this.get(square)?.color === color);
  squareColor = (square: string) => SQUARES.includes(square) ? squareColour(square) : null;
  attackers = (square: string, by?: Color) => this.#game.attackers(square, by);
  isAttacked = (square: string, by: Color) => this.#game.isAttacked(square, by);
  isCheck = () => this.#setup === null && this.#game.isCheck;
  inCheck = this.isCheck;
  isCheckmate = () => this.#setup === null && this.#game.isCheckmate;
  isStalemate = () => this.#setup === null && this.#game.isStalemate;
  isInsufficientMaterial = () => this.#game.isInsufficientMaterial;
  isThreefoldRepetition = () => this.#game.isThreefoldRepetition;
  isDrawByFiftyMoves = () => this.#game.isFiftyMoves;
  isDraw = () => this.#setup === null && this.#game.isDraw;
  isGameOver = () => this.#setup === null && this.#game.isGameOver;
  isPromotion = ({ from, to }: { from: string; to: string }) =>
    this.#game.legalMoves({ from }).some((move) => move.to === to && move.promotion !== null);
  perft = (depth: number) => perft(this.#game, depth);

  getCastlingRights(color: Color): Record<"k" | "q", boolean> {
    const rights = this.#setup?.castling ?? this.fen().split(" ")[2];
    const has = (letter: string): boolean => rights.includes(color === "w" ? letter.toUpperCase() : letter);
    return { k: has("k"), q: has("q") };
  }
  setCastlingRights(color: Color, rights: { k?: boolean; q?: boolean }): boolean {
    const setup = this.#setup ?? new PositionSetup(this.#game);
    const wanted = { ...this.getCastlingRights(color), ...rights };
    const letters = ["k", "q"].filter((side) => wanted[side as "k"]).join("");
    const [white, black] = color === "w"
      ? [letters.toUpperCase(), setup.castling.replace(/[^a-z]/g, "")]
      : [setup.castling.replace(/[^A-Z]/g, ""), letters];
    setup.castling = white + black || "-";
    if (this.#setup === null) this.#place(setup);
    else setup.castling = "-";
    const now = this.getCastlingRights(color);
    return (rights.k ?? now.k) === now.k && (rights.q ?? now.q) === now.q;
  }
  setTurn(color: Color): boolean {
    return color !== this.turn() && this.move("--") !== null;
  }

  moves(options: Verbose & { verbose: true }): Move[];
  moves(options?: Verbose): string[];
  moves({ verbose = false, square, piece }: Verbose = {}): (string | Move)[] {
    if (this.#setup !== null || (square !== undefined && !SQUARES.includes(square))) return [];
    const filter = { from: square, piece };
    return verbose ? this.#game.legalMoves(filter).map((move) => new Move(move)) : this.#game.moves(filter);
  }
  move(move: string | { from: string; to: string; promotion?: string } | null, { strict = false } = {}): Move {
    if (move === null || move === "--") {
      if (this.isCheck()) throw new Error("Null move not allowed when in check");
      this.#game.goTo(this.#game.add(this.#node, "--"));
      return this.history({ verbose: true }).at(-1) as Move;
    }
    try {
      if (strict && typeof move === "string" && !this.moves().includes(move)) throw new Error();
      return new Move(this.#game.move(move));
    } catch {
      throw new Error(`Invalid move: ${JSON.stringify(move)}`);
    }
  }
  undo(): Move | null {
    const move = this.#game.undo();
    return move === null ? null : new Move(move);
  }
  history(options: { verbose: true }): Move[];
  history(options?: { verbose?: boolean }): string[];
  history({ verbose = false } = {}): (string | Move)[] {
    return verbose ? this.#game.playedMoves().map((move) => new Move(move)) : this.#game.history();
  }

  getHeaders = () => this.#headers;
  setHeader(key: string, value: string): Record<string, string> {
    this.#headers[key] = value;
    return this.#headers;
  }
  removeHeader(key: string): boolean {
    const known = key in this.#headers;
    delete this.#headers[key];
    if (key in UNKNOWN) this.#headers[key] = SEVEN_TAG_ROSTER[key];
    return known;
  }
  header(...pairs: string[]): Record<string, string> {
    for (let i = 0; i < pairs.length; i += 2) this.#headers[pairs[i]] = pairs[i + 1];
    return this.#headers;
  }
  pgn({ newline = "\n", maxWidth = 0 } = {}): string {
    const head = Object.entries(this.#headers).map(([name, value]) => `[${name} "${value}"]`);
    this.#game.tags.set("Result", this.#headers.Result);
    // Black's moves have no number, except for a first one.
    let isFirst = this.#game.root.colour === "black";
    const numbered = (number: string): string => isFirst ? number.replace("...", ". ...") : "";
    const moves = this.#game.toPgn({ maxWidth }).split("\n\n").slice(1).join("\n\n")
      .replace(/\{ | \}/g, (brace) => brace.trim())
      .replace(/\{[^}]*\}|\d+\.\.\.\s/g, (word) => {
        if (word[0] === "{") return word;
        const text = numbered(word);
        isFirst = false;
        return text;
      });
    return [...head, "", ...moves.split("\n")].join(newline);
  }
  loadPgn(pgn: string, { newlineChar = "\r?\n", strict = false } = {}): void {
    const text = pgn.replace(new RegExp(newlineChar, "g"), "\n");
    const fault = strict ? pgnFault(text) : null;
    if (fault !== null) throw new Error(fault);
    const game = text.trim() === "" ? new Game() : gameFromPgn(text);
    for (const node of game.mainLine) node.parent?.children.slice(1).forEach((variation) => game.delete(variation));
    this.#start(game, false);
    Object.assign(this.#headers, Object.fromEntries(game.tags));
  }

  getComment = () => this.#node.comments.join(" ") || undefined;
  setComment = (comment: string) => void (this.#node.comments = [comment.replace("{", "[").replace("}", "]")]);
  removeComment(): string | undefined {
    const comment = this.getComment();
    this.#node.comments = [];
    return comment;
  }
  getComments = () =>
    this.#nodes.filter(({ comments, glyphs }) => comments.length + glyphs.length > 0).map((node) => ({
      fen: fenOf(node),
      comment: node.comments.join(" ") || undefined,
      nags: [...node.glyphs],
    }));
  removeComments() {
    const comments = this.getComments().filter(({ comment }) => comment !== undefined);
    for (const node of this.#nodes) node.comments = [];
    return comments.map(({ fen, comment }) => ({ fen, comment }));
  }
  getNags = (fen?: string) => [...this.#at(fen).glyphs];
  setNags = (nags: number[], fen?: string) => void (this.#at(fen).glyphs = nags);
  addNag = (nag: number, fen?: string) => this.setNags([...new Set([...this.getNags(fen), nag])], fen);
  removeNag(nag: number, fen?: string): boolean {
    const nags = this.getNags(fen);
    this.setNags(nags.filter((each) => each !== nag), fen);
    return nags.includes(nag);
  }
  removeNags(fen?: string): number[] {
    const nags = this.getNags(fen);
    this.setNags([], fen);
    return nags;
  }
}
