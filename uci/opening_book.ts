/** Answers from the opening book, unless the GUI asks for a search, as in infinite analysis. @module */

import { isBounded } from "../engine/search_order.ts";
import type { Settings } from "../engine/settings.ts";
import { formatUci } from "../core/notation.ts";
import { NO_MOVE } from "../core/types.ts";
import { pickBookMove, PolyglotBook } from "../book/polyglot_book.ts";
import { readParsed } from "../system/files.ts";
import type { Game } from "./game.ts";
import type { GoCommand } from "./parse.ts";
import { EMPTY_LINE } from "../engine/line.ts";
import { formatBestMove, formatInfo, formatMessage, styleOf } from "./report.ts";

/** Maximum size of a book in bytes. Even large books are only about a tenth of this size. */
const MAX_BOOK_BYTES = 256 * 1024 * 1024;

/** Reads a book; `null` for "". Throws an Error that names the file. */
export function readBook(path: string): PolyglotBook | null {
  return path === "" ? null : readParsed(path, "read the book", MAX_BOOK_BYTES, (bytes) => new PolyglotBook(bytes));
}

/** Answers a `go` from the book. Returns no lines if a search must answer. `random` is at least 0 and below 1. */
export function answerFromBook(settings: Settings, game: Game, go: GoCommand, random: number): string[] {
  const { book } = settings;
  if (book === null || !settings.ownBook || wantsSearch(go, settings)) return [];
  const moves = book.movesFor(game.position, game.record.moves.at(-1));
  const move = pickBookMove(moves, random);
  const weight = moves.find((candidate) => candidate.move === move)?.weight;
  if (move === NO_MOVE || weight === undefined) return [];
  const total = moves.reduce((sum, candidate) => sum + candidate.weight, 0);
  const { chess960 } = game.position;
  return [
    formatMessage(`Book move ${formatUci(move, chess960)}, weight ${weight} of ${total}`),
    // GUIs expect a line with a score before a bestmove.
    formatInfo({ ...EMPTY_LINE, pv: [move] }, styleOf(game.position, settings.showWdl)),
    formatBestMove(move, NO_MOVE, chess960),
  ];
}

function wantsSearch(go: GoCommand, settings: Settings): boolean {
  return go.infinite || go.ponder || go.searchMoves.length > 0 || settings.multiPv > 1 ||
    (go.mate !== undefined && go.mate > 0) || !isBounded(go);
}
