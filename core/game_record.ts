/** A game as its start and its moves: the form in which games are passed between threads and to the library. @module */

/** A game up to the position to search. It includes the moves before it because repetitions depend on them. */
export interface GameRecord {
  /** Where the moves start: FEN, X-FEN or Shredder-FEN. */
  fen: string;
  /** Whether the position counts as Chess960 even if its FEN could mean ordinary chess. */
  chess960: boolean;
  /** Legal moves from there on, encoded as in types.ts. */
  moves: number[];
}
