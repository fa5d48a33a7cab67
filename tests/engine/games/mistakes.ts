/**
 * Mistakes with their explanations: each position was made to show one idea, or to show it almost.
 *
 * A case has four lines: its name; the position; the move, the better line and the answer (`-` if the game is over)
 * with the scores of the sides that begin them; the explanation.
 *
 * @module
 */

/** A case. */
export type Case = readonly [
  what: string,
  fen: string,
  move: string,
  best: string,
  answer: string | null,
  text: string,
];

/** Reads cases from a text. */
export function casesIn(text: string): Case[] {
  return text.trim().split(/\n(?! )/).map((each) => {
    const [what, fen, moves, words] = each.split("\n").map((line) => line.trim());
    const [move, best, answer] = moves.split(" | ");
    return [what, fen, move, best, answer === "-" ? null : answer, words];
  });
}

/** Mistakes that cost material, a mate or a draw. */
export const MISTAKES: readonly Case[] = casesIn(`
a piece that is put where nobody guards it
  4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1
  Ne5 | 300 Ke2 Kd7 | 100 dxe5 Kd2 Kd7
  Allows dxe5, which wins a knight: the knight on e5 is undefended. Better was Ke2.
a knight for a move that costs two pawns, as the score is large already
  4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1
  Ne5 | -200 Ke2 Kd7 | 400 dxe5 Kd2 Kd7
  Allows dxe5, which wins a knight: the knight on e5 is undefended. Better was Ke2.
a knight that is only taken for a move that costs a little less
  4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1
  Ne5 | -200 Ke2 Kd7 | 390 dxe5 Kd2 Kd7
  Allows dxe5, which takes a knight: the knight on e5 is undefended (−2.00 → −3.90). Better was Ke2.
a piece that was attacked already
  4k3/8/3p4/4N3/8/8/8/4K3 w - - 0 1
  Ke2 | 300 Nf3 Kd7 | 100 dxe5 Kd3 Kd7
  Allows dxe5, which wins a knight: the knight on e5 was attacked already, and stays undefended. Better was Nf3.
a guard that leaves
  4r1k1/8/8/8/4N3/3B4/8/6K1 w - - 0 1
  Bf1 | 500 Kf2 Kg7 | 100 Rxe4 Kf2 Kg7
  Allows Rxe4, which wins a knight: the knight on e4 has lost its guard. Better was Kf2.
a line that opens
  r5k1/8/8/8/B7/8/N7/6K1 w - - 0 1
  Bd7 | 500 Bc2 Kg7 | 100 Rxa2 Bc6 Kg7
  Allows Rxa2, which wins a knight: the way to the knight on a2 is open. Better was Bc2.
a rook for a pawn
  6k1/8/3p4/8/5P2/8/6K1/4R3 w - - 0 1
  Re5 | 400 Re6 Kf7 | 0 dxe5 fxe5 Kf7
  Allows dxe5, which wins a rook for a pawn: the rook on e5 is worth more than the piece that takes it. Better was Re6.
a recapture that allows a discovered check
  3k1r2/8/3p4/4b3/8/3K4/8/3RR3 b - - 0 1
  Rf2 | 0 Rf5 Rd2 | 300 Rxe5 Rf3+ Ke2 Rf8
  Allows Rxe5, which wins a bishop: taking back allows Ke3+, which wins the rook on f2. Better was Rf5.
a guarded knight where taking back allows mate
  3r2k1/p4ppp/8/3n4/8/8/5PPP/3RR1K1 b - - 0 1
  a6 | 0 h6 Re5 | 300 Rxd5 Rf8 Rd7
  Allows Rxd5, which wins a knight: taking back allows Re8#, which is mate. Better was h6.
a guarded knight where taking back lets a pawn through
  8/p7/Pn3k2/7p/8/2K5/8/1R6 b - - 0 1
  h4 | 0 Nd5+ Kd4 | 500 Rxb6+ Ke5 Rb7
  Allows Rxb6+, which wins a knight: taking back allows a7, which gets a new queen. Better was Nd5+.
a pinned bishop that is attacked and leaves the rook
  1r4k1/7p/1b6/8/P2N4/8/6PP/1R5K b - - 0 1
  h6 | 0 Rd8 Rxb6 Rxd4 | 300 a5 Bxd4 Rxb8+ Kf7 g3
  Allows a5, which wins the exchange: the bishop on b6 is pinned to the rook on b8. Better was Rd8.
a fork after a check in between
  3kr3/ppp5/8/2n5/8/3K4/P7/R1B1R3 w - - 0 1
  Kc3 | 0 Kd2 Rxe1 Kxe1 | 395 Rxe1 Bg5+ Kc8 Rxe1 Ne4+ Kd3 Nxg5 Re5
  Allows the line Rxe1 Bg5+ Kc8 Rxe1 Ne4+, which wins a bishop: a fork of the king on c3 and the bishop on g5. Better was Kd2.
nothing of a guarded bishop where the check after the recapture takes nothing
  3k1r2/8/3p4/4b3/8/3K4/8/3RR3 b - - 0 1
  Rf4 | 0 Rf5 Rd2 | 300 Rxe5 Rf3+ Ke2 Rf8
  The answer is the line Rxe5 Rf3+ Ke2 (+3.00). Better was the line Rf5 Rd2 (0.00).
a double check
  3qk3/8/8/8/3n4/5B2/6P1/2K5 w - - 0 1
  Kd2 | 0 Bg4 Qf6 | 400 Nxf3+ Kc1 Ne5 Kb1
  Allows Nxf3+, which wins a bishop: a double check. Better was Bg4.
a price that is paid after a check and a capture
  3q4/5k2/2n5/8/8/2p4Q/1P6/2B3K1 b - - 0 1
  Ke7 | 300 cxb2 Bxb2 Qd1+ | 600 Bg5+ Kf7 Bxd8 cxb2 Qb3+ Ke8 Qxb2 Nxd8 Kf1
  Allows Bg5+, which wins a queen for a bishop: a skewer of the king on e7 and the queen on d8. Better was cxb2.
a guard that is pinned
  6k1/6r1/8/7q/8/7P/5PP1/5RK1 b - - 0 1
  Kf8 | 400 Qxh3 f3 Kf8 | -300 Re1 Kg8
  Misses Qxh3, which wins a pawn: the pawn on g2 is pinned, and does not guard the pawn on h3.
a fork
  r3k3/8/8/3N4/8/7r/8/4K3 b q - 0 1
  Rh4 | 300 Kd7 Kf2 | 500 Nc7+ Kd7 Nxa8 Kc6
  Allows Nc7+, which wins a rook: a fork of the king on e8 and the rook on a8. Better was Kd7.
a skewer
  8/8/4k3/7q/8/8/8/R5K1 b - - 0 1
  Kd5 | 400 Kf7 Ra7+ | 500 Ra5+ Kd4 Rxh5 Kd3
  Allows Ra5+, which wins a queen: a skewer of the king on d5 and the queen on h5. Better was Kf7.
a discovered attack
  k7/6q1/8/8/3N4/8/1B6/5K2 b - - 0 1
  Kb8 | 100 Qb7 Kf2 | 900 Nc6+ Kc7 Bxg7 Kxc6
  Allows Nc6+, which wins a queen for a knight: a discovered attack on the queen on g7. Better was Qb7.
a guard that is taken
  2k5/1p6/2n5/1B2b3/8/5N2/8/4K3 b - - 0 1
  Kd8 | 0 Bd6 Ke2 | 300 Bxc6 bxc6 Nxe5 Kc7 Nf3 Kd6
  Allows Bxc6, which wins a bishop: it takes a guard of the bishop on e5. Better was Bd6.
a guard that is drawn away
  3r2k1/5ppp/8/3q4/8/8/6P1/3QR1K1 b - - 0 1
  h6 | 0 Qxd1 Rxd1 Rxd1+ | 500 Re8+ Rxe8 Qxd5 Re1+ Kf2
  Allows Re8+, which wins a queen for a rook: it draws the rook on d8 away from the queen on d5. Better was Qxd1.
a piece that is trapped
  6k1/8/3b4/8/8/8/5PPP/5K2 b - - 0 1
  Bxh2 | -100 Kf7 h3 | 300 g3 Kf7 Kg2 Ke6 Kxh2 Kf5
  Allows g3, which wins a bishop for a pawn: the bishop on h2 is trapped. Better was Kf7.
a pin
  6k1/8/8/4q3/8/8/5PPP/R2R2K1 b - - 0 1
  Qd4 | 0 Kg7 Ra7+ | 600 Rxd4 Kf7
  Allows Rxd4, which wins a queen: the queen on d4 is undefended. Better was Kg7.
a pinned piece that is attacked
  4r1k1/5ppp/8/8/4N3/8/5PPP/4K3 w - - 0 1
  h3 | 300 f3 f5 | 0 f5 Kd2 fxe4 Ke3
  Allows f5, which wins a knight: the knight on e4 is pinned to the king on e1. Better was f3.
a threat of mate
  6k1/n4pp1/8/8/8/2B5/8/3Q2K1 b - - 0 1
  f5 | -500 Nb5 Bb4 | 900 Qd4 Kf7 Qxa7+ Kg6
  Allows Qd4, which wins a knight: it threatens mate on g7. Better was Nb5.
the back rank
  6k1/5ppp/8/8/8/1R6/r4PPP/6K1 w - - 0 1
  Rh3 | 100 g3 g6 | #1 Ra1#
  Allows Ra1#, which is mate: the back rank is open. Better was g3.
a new queen
  8/6k1/2P5/8/8/8/K6n/8 b - - 0 1
  Nf1 | 0 Kf7 Kb3 | 800 c7 Kf6 c8=Q Ne3
  Allows c7, which gets a new queen. Better was Kf7.
a perpetual check
  6k1/1R4pp/8/8/7q/8/6P1/6K1 w - - 0 1
  Rb3 | 400 Rb8+ Kf7 | 0 Qe1+ Kh2 Qh4+ Kg1 Qe1+ Kh2 Qh4+
  Allows Qe1+, which draws by perpetual check. Better was Rb8+.
a perpetual check in the middle of a line
  6k1/1R4pp/8/8/7q/8/6P1/6K1 w - - 0 1
  Rb3 | 400 Rb8+ Kf7 | 0 Qe1+ Kh2 Qh4+ Kg1 Qe1+ Kh2 g6 Rb7
  Allows Qe1+, which draws by perpetual check. Better was Rb8+.
a move that ends the game
  7k/8/6K1/8/8/8/8/5Q2 w - - 0 1
  Qf7 | #1 Qf8# | -
  It ends the game with a draw. Better was Qf8#, which is mate.
what is missed, where the answer takes nothing
  4k3/8/8/8/3r4/5N2/8/4K3 w - - 0 1
  Kf2 | 500 Nxd4 Kd7 | 100 Ra4 Ke3
  Misses Nxd4, which wins a rook: the rook on d4 is undefended.
a fork after a quiet move
  r7/5k2/8/8/5N2/7r/8/6K1 b - - 0 1
  Rh6 | 0 Kg7 Nd3 | 500 Nd5 Ke8 Nc7+ Kd7 Nxa8 Kc6
  Allows the line Nd5 Ke8 Nc7+, which wins a rook: a fork of the king on e8 and the rook on a8. Better was Kg7.
no fork where neither piece is taken
  r3k3/1p6/8/3N4/8/7r/8/6K1 b - - 0 1
  Rh6 | 0 Kd7 Nf4 | 300 Nc7+ Kd7 Nd5 Kd6
  The answer is the line Nc7+ Kd7 Nd5 (+3.00). Better was the line Kd7 Nf4 (0.00).
a king that is drawn away from what it guards
  8/p4k2/4n1n1/8/8/8/8/4R1RK b - - 0 1
  a6 | 0 Nc5 Re3 | 200 Rxe6 Kxe6 Rxg6+ Kf5 Rg1 Ke4
  Allows Rxe6, which wins two knights for a rook: it draws the king on f7 away from the knight on g6. Better was Nc5.
no overload where the guard takes nothing
  6k1/5ppp/8/3r4/8/8/5PPP/3RR1K1 b - - 0 1
  h6 | 0 Rxd1 Rxd1 | 500 Rxd5 Kf8
  Allows Rxd5, which wins a rook: the rook on d5 was attacked already, and stays undefended. Better was Rxd1.
a queen that is drawn to a square
  3q2k1/p1N2ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1
  a6 | 300 Qd6 Nb5 | 500 Re8+ Qxe8 Nxe8 Kf8
  Allows Re8+, which wins a queen for a rook: it draws the queen to e8. Better was Qd6.
a fork that the queen takes, where the king could have stepped aside
  3q3k/p1N2pp1/7p/8/8/8/5PPP/4R1K1 b - - 0 1
  a6 | 300 Qd6 Nb5 | 500 Re8+ Qxe8 Nxe8 Kg8
  Allows Re8+, which wins a queen for a rook: a fork of the king on h8 and the queen on d8. Better was Qd6.
no fork of a queen and a rook that takes
  3r2k1/2N2ppp/8/8/8/8/5PPP/4Q1K1 b - - 0 1
  h6 | 200 Rd1 Qxd1 | 100 Qe8+ Rxe8 Nxe8 Kf8
  The answer is the line Qe8+ Rxe8 Nxe8 (+1.00). Better was the line Rd1 Qxd1 (−2.00).
no removal where another guard is left
  2k5/1p6/2np4/1B2b3/8/5N2/8/4K3 b - - 0 1
  Kd8 | 0 Kc7 Ke2 | 100 Bxc6 bxc6 Nxe5 dxe5 Ke2 Ke7
  Allows the line Bxc6 bxc6 Nxe5 dxe5, which leads to a pawn ending (0.00 → +1.00). Better was Kc7.
no pin where nothing stands behind
  6k1/5ppp/4r3/8/4N3/8/5PPP/6K1 w - - 0 1
  h3 | 300 f3 f5 | 0 f5 Kf1 fxe4 Ke2
  Allows f5, which wins a knight: the knight on e4 was attacked already, and stays undefended. Better was f3.
no skewer where the piece behind is worth more
  7k/8/8/8/q6n/8/8/R3K3 b - - 0 1
  Kg7 | 0 Qe4+ Kf1 | 600 Rxa4 Kg6
  Allows Rxa4, which wins a queen: the queen on a4 was attacked already, and stays undefended. Better was Qe4+.
no trap where the piece could have left
  6k1/5ppp/8/8/8/7b/5P2/6K1 b - - 0 1
  h6 | 300 Be6 f3 | 200 Kh2 h5 Kxh3 g6 f3 Kg7
  Allows Kh2, which wins a bishop: the bishop on h3 is undefended. Better was Be6.
a smothered mate
  6rk/p5pp/8/6N1/8/8/6K1/8 b - - 0 1
  a6 | 0 h6 Nf3 | #1 Nf7#
  Allows Nf7#, which is mate: a smothered mate. Better was h6.
no back rank where the mate is elsewhere
  6k1/5ppp/6Q1/8/8/8/1B4PP/6K1 b - - 0 1
  h6 | 0 fxg6 h3 | #1 Qxg7#
  Allows Qxg7#, which is mate. Better was fxg6.
a piece that is attacked first
  6k1/5p1p/p4q2/8/3n4/2N2N2/5PPP/6K1 b - - 0 1
  a5 | 0 Nxf3+ gxf3 | 300 Nd5 Qd8 Nxd4 Kg7
  Allows Nd5, which wins a knight: it attacks the queen on f6, which leaves no time for the knight on d4. Better was Nxf3+.
no attack as the idea, where the piece is taken after free moves
  6k1/5ppp/2n5/8/8/1P6/P4PPP/R5K1 b - - 0 1
  h6 | 0 Nd8 Rc1 | 300 Rc1 g6 Kf1 Kg7 Rxc6 Kf8
  The answer is the line Rc1 g6 Kf1 (+3.00). Better was the line Nd8 Rc1 (0.00).
no outnumbered pawn that hangs only after a later move
  4k3/8/8/1q6/8/8/1P6/2B1K3 w - - 0 1
  Kf2 | 300 Bd2 Qc4 | 100 Ke7 Bd2 Qxb2 Ke3 Kd7
  The answer is the line Ke7 Bd2 Qxb2 (−1.00). Better was the line Bd2 Qc4 (+3.00).
a line that opens to a queen
  3q2k1/p4ppp/8/8/3N4/8/5PPP/3R2K1 b - - 0 1
  h6 | 0 Qe7 Kf1 | 200 Nb5 Qf8 Nxa7 Kh7
  Allows Nb5, which wins a pawn: a discovered attack on the queen on d8. Better was Qe7.
no line that opens where no rook stands behind
  3q2k1/p4ppp/8/8/3N4/8/5PPP/2R3K1 b - - 0 1
  h6 | 0 Qe7 Kf1 | 200 Nb5 Qf8 Nxa7 Kh7
  Allows Nb5, which wins a pawn: the pawn on a7 is undefended. Better was Qe7.
what is won first, without an exchange that comes much later
  r5k1/2p2ppp/1p6/8/8/6P1/5PBP/6K1 b - - 0 1
  h6 | 0 Rd8 Kf1 | 300 Bxa8 c6 Kf1 Kf8 Ke2 Ke7 Kd3 Kd6 Kc4 Kc7 Bxc6 Kxc6
  Allows Bxa8, which wins a rook: the rook on a8 was attacked already, and stays undefended. Better was Rd8.
a check that attacks a bishop, where a knight comes between
  rn2k3/ppp2ppp/8/3P4/1b6/8/PP3PPP/3Q1K2 b q - 0 1
  h6 | 0 Be7 Kg1 | 400 Qa4+ Nc6 dxc6 Bd6 Kg1 bxc6 Kf1 Ke7
  Allows Qa4+, which wins a knight: a fork of the king on e8 and the bishop on b4. Better was Be7.
no such fork where the bishop is guarded
  rn2k3/p4ppp/1p6/2pP4/1b6/8/PP3PPP/3Q1K2 b q - 0 1
  h6 | 0 a6 Kg1 | 400 Qa4+ Nc6 dxc6 Kf8 Kg1 Rc8
  The answer is the line Qa4+ Nc6 dxc6 (+4.00). Better was the line a6 Kg1 (0.00).
a fork of pawns
  2r3k1/5ppp/8/8/7K/8/1P4P1/8 w - - 0 1
  Kg5 | 0 b4 Kf8 | 200 Rc2 g4 Rxb2 Kf4
  Allows Rc2, which wins a pawn: a fork of the pawn on b2 and the pawn on g2. Better was b4.
nothing that the better line loses, too
  4k3/8/8/4R3/5p2/8/4K3/8 b - - 0 1
  Kf7 | 0 Kd7 Rf5 Kd6 Rxf4 | 200 Rf5+ Kg6 Rxf4 Kg5
  The answer is the line Rf5+ Kg6 Rxf4 (+2.00). Better was the line Kd7 Rf5 Kd6 (0.00).
what the better line keeps
  4k3/8/8/4R3/5p2/8/4K3/8 b - - 0 1
  Kf7 | 0 Kd7 Kf3 Kd6 Rf5 | 200 Rf5+ Kg6 Rxf4 Kg5
  Allows Rf5+, which wins a pawn: a fork of the king on f7 and the pawn on f4. Better was Kd7.
nothing that comes after free moves
  4k3/7p/8/8/8/8/3Q4/4K3 b - - 0 1
  Kf8 | 0 Ke7 Kf1 | 900 Kf1 Ke8 Kg2 Kf8 Kg3 Ke8 Qh2 Kf8 Qxh7
  The answer is the line Kf1 Ke8 Kg2 (+9.00). Better was the line Ke7 Kf1 (0.00).
nothing that falls in the end without an idea
  6k1/5ppp/8/1p6/8/1P3N2/P4PPP/3n2K1 w - - 0 1
  h3 | 0 Ne1 Kf8 | 120 Nc3 a3 Na2 Kf1 Nc1 Ke1 Nxb3 Ke2
  The answer is the line Nc3 a3 Na2 (−1.20). Better was the line Ne1 Kf8 (0.00).
nothing that comes in the end where the evaluation falls by more
  6k1/5ppp/8/1p6/8/1P3N2/P4PPP/3n2K1 w - - 0 1
  h3 | 0 Ne1 Kf8 | 400 Nc3 a3 Na2 Kf1 Nc1 Ke1 Nxb3 Ke2
  The answer is the line Nc3 a3 Na2 (−4.00). Better was the line Ne1 Kf8 (0.00).
a pawn that is a small part of the cost
  6k1/5ppp/8/8/4r3/8/1P3PPP/6K1 w - - 0 1
  h3 | -400 f3 Re1+ | 900 Re1+ Kh2 Re2 Kg3 Rxb2
  Allows the line Re1+ Kh2 Re2, which wins a pawn and more (−4.00 → −9.00): a fork of the pawn on b2 and the pawn on f2. Better was f3.
no queen for a move that costs only a pawn and a half
  6k1/8/8/4q3/8/8/5PPP/R2R2K1 b - - 0 1
  Qd4 | 0 Kg7 Ra7+ | 150 Rxd4 Kf7
  The answer is the line Rxd4 Kf7 (+1.50). Better was the line Kg7 Ra7+ (0.00).
no new queen that the better line has, too
  8/8/8/4k1K1/8/8/1p5P/8 w - - 0 1
  h3 | -500 Kg6 b1=Q+ Kg7 | 1200 b1=Q h4 Qg1+ Kh6
  The answer is the line b1=Q h4 Qg1+ (−12.00). Better was the line Kg6 b1=Q+ Kg7 (−5.00).
no queen where a new one is taken
  7k/P7/8/8/8/r7/6P1/6K1 w - - 0 1
  a8=Q+ | 0 Kf2 Rxa7 | 500 Rxa8 Kf2 Kg7
  The answer is the line Rxa8 Kf2 Kg7 (−5.00). Better was the line Kf2 Rxa7 (0.00).
a perpetual check that has repeated no position yet
  6k1/1R4pp/8/8/5q2/8/6P1/6K1 w - - 0 1
  Rb3 | 400 Rb8+ Kf7 | 0 Qc1+ Kh2 Qf4+ Rg3 Qh4+ Rh3 Qf4+ g3 Qd2+
  Allows Qc1+, which draws by perpetual check. Better was Rb8+.
what is missed, where the side is still far ahead after the loss of a pawn
  6k1/5ppp/8/8/r7/P6P/5PP1/3Q2K1 w - - 0 1
  h4 | 700 Qxa4 h6 | -300 Rxa3 g3 h6
  Misses Qxa4, which wins a rook: the rook on a4 is undefended.
no lack of time where taking back takes the attacker
  r2q2k1/ppp2ppp/4p3/3p4/3N4/2N5/PPP2PPP/3R2K1 b - - 0 1
  c6 | 0 c5 Nb3 | 120 Nxe6 Qe7 Nd4 g6
  The answer is the line Nxe6 Qe7 Nd4 (+1.20). Better was the line c5 Nb3 (0.00).
a piece with too few guards, which is taken back
  4r1k1/ppp2ppp/8/6b1/8/4B3/PPP3PP/5NK1 b - - 0 1
  Bf6 | 300 Bxe3+ Nxe3 Rxe3 Kf1 | 0 Bc1 Re2
  Misses Bxe3+, which wins a bishop: the bishop on e3 has more attackers than guards.
a fork after an exchange
  6k1/5pp1/7p/4B3/b7/8/3Q1PPP/6K1 b - - 0 1
  Kh7 | -300 Bb5 h3 | 500 Bxg7 Kxg7 Qd4+ Kg8 Qxa4 Kf8
  Allows the line Bxg7 Kxg7 Qd4+, which wins a pawn: a fork of the king on g7 and the bishop on a4. Better was Bb5.
a piece that was attacked, and falls after an exchange
  3q2k1/8/p7/1B6/8/8/3Q2PP/3K4 w - - 0 1
  g3 | 0 Bd3 Kg7 | 300 Qxd2+ Kxd2 axb5 Kc3 Kf7
  Allows Qxd2+, which wins a bishop: the bishop on b5 was attacked already, and stays undefended. Better was Bd3.
a piece that is won for a pawn that the better line takes, too
  6k1/p4ppp/8/4p3/3N4/8/5PPP/R5K1 w - - 0 1
  Rxa7 | 700 Nc6 Kf8 Rxa7 | -400 exd4 Kf1 Kf8 Rd7
  Allows exd4, which wins a knight for a pawn: the knight on d4 was attacked already, and stays undefended. Better was Nc6.
a piece that is won by the recapture of another one
  3k4/pp3ppp/8/2p5/1b1n4/2N5/1P3PPP/3R2K1 b - - 0 1
  Bxc3 | -100 Kc7 h3 | 350 bxc3 Kc7 cxd4 cxd4 Rxd4 Kc6
  Allows bxc3, which wins a knight: the knight on d4 is pinned to the king on d8. Better was Kc7.
a piece that is trapped, if only for pawns
  r1bqk2r/2p1bppp/p2p1n2/1p6/3pP3/1B3P2/PPP3PP/RNBQK1NR w KQkq - 0 1
  Qxd4 | -100 Ne2 c5 | 280 c5 Qd3 c4 Bxc4 bxc4 Qxc4
  Allows the line c5 Qd3 c4: the bishop on b3 is trapped (−1.00 → −2.80). Better was Ne2.
a move without an answer by the better move
  4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
  Kd2 | 90 e4 Kd7 | -10
  Better was e4.
a piece that a check draws out of the way
  r4k2/1R1R1p1r/p5p1/8/2n1N3/5P2/1P5P/6K1 w - - 0 1
  b3 | 355 Ng5 Rg7 Ne6+ fxe6 Rxg7 | -46 Ne5 Re7
  Misses the line Ng5 Rg7 Ne6+, which wins the exchange: it draws the pawn on f7 out of the way to the rook on g7.
a guard that a block cuts off
  5rk1/p4pp1/2r5/4P2P/P1bp1P1q/6R1/3N2K1/3Q1R2 w - - 0 1
  Rf2 | -45 Nxc4 Rxc4 | 407 Bd5+ Nf3 Qxf4 Qd2 Qxe5
  Allows Bd5+, which wins two pawns: it cuts the rook on f2 off from the pawn on f4. Better was Nxc4.
a skewer, with threats before the capture
  r5k1/1b1p1pp1/p3r2p/1q1np3/4N3/Q4P2/P4BPP/3R1RK1 b - - 0 1
  Rc8 | 256 Bc6 Nc5 | 229 Rb1 Qc4 Rfc1 Qe2 Re1 Qc4 Rxb7
  Allows Rb1, which wins a bishop: a skewer of the queen on b5 and the bishop on b7. Better was Bc6.
the skewer that wins something, not the one that only exchanges
  r1k5/pbp1np1p/1p2p1p1/4n3/P2RP3/1BN1B3/1PP2PPP/6K1 b - - 0 1
  Bc6 | -55 N7c6 Rd1 | 176 Bg5 Ng8 Rd8+ Kb7 Rxa8 Kxa8 Bf4 Nd7 Bxc7
  Allows the line Bg5 Ng8 Rd8+ Kb7 Rxa8 Kxa8 Bf4, which wins a pawn: a skewer of the knight on e5 and the pawn on c7. Better was N7c6.
the double attack that wins the queen, not a fork before it
  r3r1k1/1p1b1ppp/pq1b4/3p1n2/2p2Pn1/2NP1NP1/PPPB3P/R2BRQ1K b - - 0 1
  Bc6 | 930 Nf2+ Kg2 Nh4+ Nxh4 Bh3+ Kf3 Bxf1 Rxf1 Nxd1 Rfxd1 Qxb2 Nf5 | -466 d4 Rxe1
  Misses the line Nf2+ Kg2 Nh4+ Nxh4 Bh3+, which wins a queen and a pawn for two knights: a skewer of the king on g2 and the queen on f1.
a long mate by the fork that begins it
  8/6pk/p6p/4Q3/4b1P1/8/r4n2/4K3 w - - 0 1
  g5 | -356 Qd4 Nd3+ | #6 Nd3+ Kf1 Nxe5
  Allows Nd3+, which mates in 6: a fork of the king on e1 and the queen on e5. Better was Qd4.
nothing of a threat where exchanges win a pawn elsewhere
  4rbk1/1Q3p1p/3p1np1/2pP3q/b6N/2N3BP/P4PP1/4R1K1 w - - 0 1
  Qb1 | 106 Rxe8 Bxe8 | 167 Bc2 Qa1 Rxe1+ Qxe1 Nxd5
  The answer is the line Bc2 Qa1 Rxe1+ (−1.67). Better was the line Rxe8 Bxe8 (+1.06).
nothing about material that the better line loses, too
  4r3/ppr1N1bk/3p2p1/6Bn/4b2P/1P6/1PPRN3/1K4R1 w - - 0 1
  Ng3 | -53 Nc3 Rexe7 Bxe7 | 418 Nxg3 Rxg3 Rcxe7
  The answer is the line Nxg3 Rxg3 Rcxe7 (−4.18). Better was the line Nc3 Rexe7 Bxe7 (−0.53).
`);
