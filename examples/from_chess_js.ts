/**
 * The class `Chess` of chess.js on top of this library, for programs that use chess.js and are to be changed step by
 * step.
 *
 * | chess.js                                       | here                                                         |
 * | ---------------------------------------------- | ------------------------------------------------------------ |
 * | boards without kings, more than 16 pieces      | can be set up and shown, and have no moves                   |
 * | `!` is a suffix annotation, `$1` a glyph       | both are one glyph: `getNags`                                |
 * | blanks around comments, and empty comments     | dropped                                                      |
 * | six null moves are a repetition                | they are not                                                 |
 * | hashes are those of Polyglot                   | others, equal for equal positions                            |
 *
 * To see how much of it works, run `deno bundle --output=CHESS_JS/src/chess.ts examples/from_chess_js.ts` instead of
 * that file of its repository, then `npx vitest run` there.
 *
 * @module
 */

import { fenFault, fenWithPassedSquare, glyphSign, perft, pgnFault, squareColour } from "@hindsight/engine/rules";
import { Game, gameFromPgn, type GameNode, PositionSetup, START_FEN } from "@hindsight/engine/rules";
import type { Colour, MoveInfo, PieceLetter } from "@hindsight/engine/rules";

type Color = "w" | "b";
type Piece = { type: PieceLetter; color: Color };
type Rights = { k: boolean; q: boolean };
type Filter = { square?: string; piece?: PieceLetter };
type Listed<V extends boolean> = V extends true ? Move : string;

export const [WHITE, BLACK] = ["w", "b"] as const;
export const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = ["p", "n", "b", "r", "q", "k"] as const;
export const DEFAULT_POSITION = START_FEN;
const EMPTY_FEN = "8/8/8/8/8/8/8/8 w - - 0 1";
export const SQUARES = Array.from("87654321").flatMap((rank) => Array.from("abcdefgh", (file) => file + rank));
const UNKNOWN = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };
export const SEVEN_TAG_ROSTER: Readonly<Record<string, string>> = UNKNOWN;
export const nagToGlyph = (nag: number) => glyphSign(nag) ?? undefined;
export const validateFen = (fen: string) => ({ ok: fenFault(fen) === null, error: fenFault(fen) ?? undefined });

const inTheirWords = <P extends { colour: Colour }>({ colour, ...same }: P) => ({ ...same, color: colour[0] as Color });

/** Questions to a move, each with its letter in `flags`. */
const QUESTIONS = {
  ...{ isCapture: "c", isPromotion: "p", isEnPassant: "e", isBigPawn: "b", isNullMove: "-" },
  ...{ isKingsideCastle: "k", isQueensideCastle: "q" },
};
type Same = Pick<MoveInfo, "from" | "to" | "piece" | "san" | "flags" | "before" | "after">;
/** A move as chess.js describes it. */
export interface Move extends Same, Record<keyof typeof QUESTIONS, () => boolean> {
  readonly color: Color;
  readonly lan: string;
  readonly captured?: PieceLetter;
  readonly promotion?: PieceLetter;
}
export class Move {
  constructor({ colour, captured, promotion, uci, ...same }: MoveInfo) {
    const flags = same.flags === "p" ? "np" : same.flags;
    const taken = { captured: captured ?? undefined, promotion: promotion ?? undefined };
    Object.assign(this, same, taken, { flags, color: colour[0], lan: same.san === "--" ? "--" : uci });
  }
}
for (const [name, flag] of Object.entries(QUESTIONS)) {
  const answer = function (this: Move): boolean {
    return this.flags.includes(flag);
  };
  Object.defineProperty(Move.prototype, name, { value: answer });
}

export class Chess {
  #game = new Game();
  /** The board, if it is not a position; the game then has no moves. */
  #setup: PositionSetup | null = null;
  #headers: Record<string, string> = {};

  constructor(fen: string = START_FEN, options: { skipValidation?: boolean } = {}) {
    this.load(fen, options);
  }

  load(fen: string, { skipValidation = false, preserveHeaders = false } = {}): void {
    const fields = fen.trim().split(/\s+/);
    if (fields.length > 1 && fields.length < 6) fields.push(...["-", "-", "0", "1"].slice(fields.length - 6));
    const setup = new PositionSetup(fields.join(" "));
    const isChess = (["w", "b"] as const).every((colour) => setup.pieces({ type: "k", colour }).length === 1) &&
      !setup.pieces({ type: "p" }).some(({ square }) => /[18]/.test(square));
    if (!skipValidation && (!isChess || setup.mended.length > 0)) throw new Error(`Invalid FEN: '${fen}'`);
    if (!preserveHeaders) this.#headers = { ...UNKNOWN };
    this.#show(setup);
  }
  /** Shows a set-up, as a position if it is one. */
  #show(setup: PositionSetup): void {
    try {
      [this.#game, this.#setup] = [new Game(setup.toPosition({ chess960: false })), null];
    } catch {
      [this.#game, this.#setup] = [new Game(), setup];
      setup.castling = "-";
    }
    for (const name of ["SetUp", "FEN"]) delete this.#headers[name];
    if (![START_FEN, EMPTY_FEN].includes(this.fen())) Object.assign(this.#headers, { SetUp: "1", FEN: this.fen() });
  }
  #change(change: (setup: PositionSetup) => void): void {
    const setup = new PositionSetup(this.fen());
    change(setup);
    this.#show(setup);
  }
  reset = () => this.load(START_FEN);
  clear = (options = {}) => this.load(EMPTY_FEN, { ...options, skipValidation: true });
  put({ type, color }: Piece, square: string): boolean {
    const king = type === "k" ? this.findPiece({ type, color })[0] ?? square : square;
    if (!SQUARES.includes(square) || !"pnbrqk".includes(type) || king !== square) return false;
    this.#change((setup) => setup.put({ type, colour: color }, square));
    return true;
  }
  remove(square: string): Piece | undefined {
    const piece = this.get(square);
    if (piece !== undefined) this.#change((setup) => setup.remove(square));
    return piece;
  }
  getCastlingRights(color: Color): Rights {
    const rights = this.fen().split(" ")[2].replace(color === "w" ? /[a-z]/g : /[A-Z]/g, "").toLowerCase();
    return { k: rights.includes("k"), q: rights.includes("q") };
  }
  setCastlingRights(color: Color, rights: Partial<Rights>): boolean {
    const lettersOf = (side: Color) => {
      const { k, q } = { ...this.getCastlingRights(side), ...(side === color ? rights : {}) };
      return (k ? "k" : "") + (q ? "q" : "");
    };
    this.#change((setup) => setup.castling = lettersOf("w").toUpperCase() + lettersOf("b") || "-");
    const { k, q } = this.getCastlingRights(color);
    return (rights.k ?? k) === k && (rights.q ?? q) === q;
  }
  setTurn = (color: Color) => color !== this.turn() && this.move("--") !== null;

  get #board(): Game | PositionSetup {
    return this.#setup ?? this.#game;
  }
  fen = ({ forceEnpassantSquare = false } = {}) =>
    this.#setup === null && forceEnpassantSquare ? fenWithPassedSquare(this.#game) : this.#board.fen;
  turn = () => this.#board.turn[0] as Color;
  moveNumber = () => this.#board.fullmove;
  hash = () => this.#setup?.fen ?? this.#game.hash;
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
  isStalemate = () => this.#game.isStalemate;
  isInsufficientMaterial = () => this.#game.isInsufficientMaterial;
  isThreefoldRepetition = () => this.#game.isThreefoldRepetition;
  isDrawByFiftyMoves = () => this.#game.isFiftyMoves;
  isDraw = () => this.#game.isDraw;
  isGameOver = () => this.#game.isGameOver;
  isPromotion = ({ from, to }: { from: string; to: string }) =>
    this.moves({ square: from, verbose: true }).some((move) => move.to === to && move.isPromotion());
  perft = (depth: number) => perft(this.#game, depth);

  moves<V extends boolean = false>({ verbose, ...filter }: Filter & { verbose?: V } = {}): Listed<V>[] {
    if (this.#setup !== null || !SQUARES.includes(filter.square ?? "a1")) return [];
    return this.#game.legalMoves(filter).map((move) => (verbose ? new Move(move) : move.san) as Listed<V>);
  }
  move(move: string | { from: string; to: string; promotion?: string } | null, { strict = false } = {}): Move {
    if (move === null || move === "--") {
      if (this.isCheck()) throw new Error("Null move not allowed when in check");
      this.#game.goTo(this.#game.add(this.#game.current, "--"));
      return this.history({ verbose: true }).at(-1) as Move;
    }
    const isWrong = this.#setup !== null || (strict && typeof move === "string" && !this.moves().includes(move));
    if (isWrong || !this.#game.isLegal(move)) throw new Error(`Invalid move: ${JSON.stringify(move)}`);
    return new Move(this.#game.move(move));
  }
  undo(): Move | null {
    const move = this.#game.undo();
    return move && new Move(move);
  }
  history = <V extends boolean = false>({ verbose }: { verbose?: V } = {}) =>
    this.#game.playedMoves().map((move) => (verbose ? new Move(move) : move.san) as Listed<V>);

  getHeaders = () => this.#headers;
  setHeader = (name: string, value: string | null) =>
    Object.assign(this.#headers, { [name]: value ?? SEVEN_TAG_ROSTER[name] });
  removeHeader(name: string): boolean {
    const isKnown = name in this.#headers;
    delete this.#headers[name];
    if (name in UNKNOWN) this.setHeader(name, null);
    return isKnown;
  }
  header(...pairs: string[]): Record<string, string> {
    for (let i = 0; i < pairs.length; i += 2) this.setHeader(pairs[i], pairs[i + 1]);
    return this.#headers;
  }
  pgn({ newline = "\n", maxWidth = 0 } = {}): string {
    const tags = Object.entries(this.#headers).map(([name, value]) => `[${name} "${value}"]`);
    // Each move of White begins a group, which stays on a line unless it has a comment.
    const groups: string[][] = [[]];
    for (const { parent, ply, colour, fullmove, san, glyphs, comments } of this.#nodes) {
      if (parent !== null && colour === "white") groups.push([`${fullmove}.`]);
      if (ply === 1 && colour === "black") groups[0].push(`${fullmove}. ...`);
      groups[groups.length - 1].push(san, ...glyphs.map((nag) => `$${nag}`), ...comments.map((text) => `{${text}}`));
    }
    const moves = [...groups.map((words) => words.filter((word) => word !== "").join(" ")), this.#headers.Result];
    const lines = [""];
    for (const word of moves.flatMap((group) => maxWidth > 0 && group.includes("{") ? group.split(/ +/) : [group])) {
      const line = [lines[lines.length - 1], word].filter((part) => part !== "").join(" ");
      if (maxWidth > 0 && line.length > maxWidth && line !== word) lines.push(word);
      else lines[lines.length - 1] = line;
    }
    return [...tags, "", ...lines].join(newline);
  }
  loadPgn(pgn: string, { newlineChar = "\r?\n", strict = false } = {}): void {
    const text = pgn.replace(new RegExp(newlineChar, "g"), "\n");
    const fault = strict ? pgnFault(text) : null;
    if (fault !== null) throw new Error(fault);
    const game = text.trim() === "" ? new Game() : gameFromPgn(text);
    this.load(game.root.fen);
    this.#game = game;
    Object.assign(this.#headers, Object.fromEntries(game.tags));
  }

  get #nodes(): GameNode[] {
    return [this.#game.root, ...this.#game.current.path];
  }
  #at = (fen: string = this.fen()) => this.#nodes.findLast((node) => node.fen === fen) ?? this.#game.current;
  getComment = () => this.#game.current.comments.join(" ") || undefined;
  setComment = (text: string) => void (this.#game.current.comments = [text.replace("{", "[").replace("}", "]")]);
  removeComment(): string | undefined {
    const comment = this.getComment();
    this.#game.current.comments = [];
    return comment;
  }
  getComments = () =>
    this.#nodes.filter(({ comments, glyphs }) => comments.length + glyphs.length > 0).map((node) => ({
      fen: node.fen,
      comment: node.comments.join(" ") || undefined,
      nags: [...node.glyphs],
    }));
  removeComments() {
    const comments = this.getComments().filter(({ comment }) => comment !== undefined);
    for (const node of this.#nodes) node.comments = [];
    return comments.map(({ fen, comment }) => ({ fen, comment }));
  }
  getNags = (fen?: string) => [...this.#at(fen).glyphs];
  setNags = (nags: number[], fen?: string) => void (this.#at(fen).glyphs = [...new Set(nags)]);
  addNag = (nag: number, fen?: string) => this.setNags([...this.getNags(fen), nag], fen);
  removeNag = (nag: number, fen?: string) => this.removeNags(fen, (each) => each === nag).length > 0;
  removeNags(fen?: string, isMeant = (_nag: number) => true): number[] {
    const nags = this.getNags(fen);
    this.setNags(nags.filter((nag) => !isMeant(nag)), fen);
    return nags.filter(isMeant);
  }
}
