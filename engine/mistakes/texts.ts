/**
 * Every text that `explainMistake` writes, in one table, so that the texts can be translated. Words in braces are
 * placeholders.
 *
 * @module
 */

/** The texts by name. */
export const TEXTS = {
  misses: "Misses {move}{gain}{idea}.",
  allowsMove: "Allows {move}{gain}{idea}.",
  better: "Better was {move}{gain}{idea}.",
  line: "the line {moves}",
  which: ", which {gain}",
  quiet: "The answer is {reply} ({after}). Better was {line} ({before}).",
  draw: "It ends the game with a draw.",
  only: "The only good move: the next best is {next} ({evaluation}).",
  oneOfTwo: "One of two good moves, the other is {other}: the next best is {next} ({evaluation}).",
  sacrifice: "A sound sacrifice of {given}: {line} ({evaluation}).",
  idea: ": {idea}",
  moved: " ({evaluations})",

  mate1: "is mate",
  mate: "mates in {moves}",
  wins: "wins {taken}",
  takes: "takes {taken}",
  exchange: "wins the exchange",
  winsFor: "wins {taken} for {given}",
  andMore: "{gain} and more ({evaluations})",
  promotes: "gets a new {piece}",
  perpetual: "draws by perpetual check",
  repetition: "draws by repetition",
  stalemates: "draws by stalemate",

  threatensMate: "threatens mate on {other}",
  castling: "keeps the king from castling",
  castles: "castles while that is possible",
  avoidsDoubled: "avoids doubled pawns on the {file}-file",
  keepsCastling: "keeps the right to castle",
  pawnEnding: "leads to a pawn ending",
  runs: "brings {target} to the last rank",
  pins: "pins {target} to {behind}",
  bishopPair: "takes one of the two bishops",
  doubles: "doubles the pawns on the {file}-file",

  undefended: "{target} is undefended",
  stays: "{target} was attacked already, and stays undefended",
  uncovered: "the way to {target} is open",
  unguarded: "{target} has lost its guard",
  outnumbered: "{target} has more attackers than guards",
  cheaper: "{target} is worth more than the piece that takes it",
  pinnedGuard: "{guard} is pinned, and does not guard {target}",
  overload: "{guard} cannot guard both {target} and {other}",
  deflection: "it draws {guard} away from {target}",
  interference: "it cuts {guard} off from {target}",
  clearance: "it draws {guard} out of the way to {target}",
  attraction: "it draws the {piece} to {place}",
  attack: "it attacks {target}",
  exposes: "taking back loses {target}",
  refuted: "taking back allows {move}, which {gain}",
  tempo: "it attacks {target}, which leaves no time to take back",
  noTime: "it attacks {target}, which leaves no time for {behind}",
  removal: "it takes a guard of {target}",
  discovery: "a discovered attack on {target}",
  discoveredCheck: "a discovered check",
  doubleCheck: "a double check",
  pin: "{target} is pinned to {behind}",
  trap: "{target} is trapped",
  fork: "a fork of {targets}",
  skewer: "a skewer of {targets}",
  backRank: "the back rank is open",
  smothered: "a smothered mate",
  mateThreat: "it threatens mate on {other}",

  piece: "the {piece} on {square}",
  a: "a {piece}",
  many: "{count} {piece}s",
  and: "{list} and {last}",
  pieces: " pawn knight bishop rook queen king",
  counts: "no one two three four five six seven eight",
} as const;

/** The name of a text. */
export type TextName = keyof typeof TEXTS;

/** A text with its words filled in. */
export function textOf(name: TextName, words: Readonly<Record<string, string | number>> = {}): string {
  return TEXTS[name].replace(/\{(\w+)\}/g, (_, word: string) => String(words[word] ?? ""));
}
