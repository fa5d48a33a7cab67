/** Mistakes whose lines win nothing, or give it back, with their explanations, in the form of `mistakes.ts`. @module */

import { type Case, casesIn } from "./mistakes.ts";

/** The cases. */
export const QUIET_MISTAKES: readonly Case[] = casesIn(`
a threat of mate that wins nothing
  r4rk1/5pp1/8/8/8/8/2B2PPP/3Q2K1 b - - 0 1
  Ra5 | 0 g6 h3 | 150 Qd3 g6 Qc4 Kg7
  Allows Qd3, which threatens mate on h7 (0.00 → +1.50). Better was g6.
no threat of mate where a knight guards the square
  r4rk1/5pp1/5n2/8/8/8/2B2PPP/3Q2K1 b - - 0 1
  Ra5 | 0 g6 h3 | 150 Qd3 g6 Qc4 Kg7
  The answer is the line Qd3 g6 Qc4 (+1.50). Better was the line g6 h3 (0.00).
a king that cannot castle
  r3k2r/pp2bppp/8/8/8/1B6/PPP2PPP/R3K2R b KQkq - 0 1
  h6 | 0 O-O O-O | 150 Ba4+ Kf8 O-O a6
  Allows the line Ba4+ Kf8, which keeps the king from castling (0.00 → +1.50). Better was O-O.
a king that has to move against a threat, and cannot castle
  r2qk2r/ppp2ppp/6n1/8/8/8/PPPN1PPP/R2QK2R w KQkq - 0 1
  a3 | 0 O-O O-O | 130 Nf4 Kf1 O-O Nf3
  Allows the line Nf4 Kf1, which keeps the king from castling (0.00 → −1.30). Better was O-O.
a king that cannot castle, where it could still castle after the better line
  r3k2r/pp2bppp/8/8/8/1B6/PPP2PPP/R3K2R b KQkq - 0 1
  h6 | 0 Rd8 O-O | 150 Ba4+ Kf8 O-O a6
  Allows the line Ba4+ Kf8, which keeps the king from castling (0.00 → +1.50). Better was Rd8.
nothing about castling for a move that costs more
  r3k2r/pp2bppp/8/8/8/1B6/PPP2PPP/R3K2R b KQkq - 0 1
  h6 | 0 Rd8 O-O | 310 Ba4+ Kf8 O-O a6
  The answer is the line Ba4+ Kf8 O-O (+3.10). Better was the line Rd8 O-O (0.00).
nothing about castling where the better line has none
  r3k2r/pp2bppp/8/8/8/1B6/PPP2PPP/R3K2R b KQkq - 0 1
  h6 | 0 Kf8 O-O | 150 Ba4+ Kf8 O-O a6
  The answer is the line Ba4+ Kf8 O-O (+1.50). Better was the line Kf8 O-O (0.00).
nothing of an exchange of queens
  2q3k1/p4ppp/1p1n4/8/8/1P3N2/P4PPP/2Q3K1 b - - 0 1
  h6 | 0 Qb7 h3 | 60 Qxc8+ Nxc8 Kf1
  The answer is the line Qxc8+ Nxc8 Kf1 (+0.60). Better was the line Qb7 h3 (0.00).
nothing about castling where the king moves freely
  r3k2r/pp2bppp/8/8/8/1B6/PPP2PPP/R3K2R b KQkq - 0 1
  h6 | 0 O-O O-O | 150 Bc4 Kf8 O-O a6
  The answer is the line Bc4 Kf8 O-O (+1.50). Better was the line O-O O-O (0.00).
doubled pawns
  r1bqk2r/pppp1ppp/2n2n2/4p3/1b2P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 1
  h3 | 0 Qe2 O-O | 110 Bxc3 bxc3 d6 d3
  Allows the line Bxc3 bxc3, which doubles the pawns on the c-file (0.00 → −1.10). Better was Qe2.
no doubled pawns that the better line has, too
  r1bqk2r/pppp1ppp/2n2n2/4p3/1b2P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 1
  h3 | 0 Qe2 Bxc3 bxc3 | 110 Bxc3 bxc3 d6 d3
  The answer is the line Bxc3 bxc3 d6 (−1.10). Better was the line Qe2 Bxc3 bxc3 (0.00).
no doubled pawns for a move that costs two pawns
  r1bqk2r/pppp1ppp/2n2n2/4p3/1b2P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 1
  h3 | 0 Qe2 O-O | 200 Bxc3 bxc3 d6 d3
  The answer is the line Bxc3 bxc3 d6 (−2.00). Better was the line Qe2 O-O (0.00).
a gain that is lost again, by its idea alone
  6k1/p4ppp/8/3n4/8/4B3/P4PPP/6K1 b - - 0 1
  f6 | 0 a6 Kf1 | 110 Bxa7 h6 h3 g6 g3 Kg7 Kg2 Nb4 Kf1 Nxa2 Ke2 Kf7
  Allows Bxa7, which takes a pawn: the pawn on a7 was attacked already, and stays undefended (0.00 → +1.10). Better was a6.
a gain that is lost again, where its side is clearly ahead
  6k1/p4ppp/8/3n4/8/4B3/P4PPP/6K1 b - - 0 1
  f6 | -150 a6 Kf1 | 260 Bxa7 h6 h3 g6 g3 Kg7 Kg2 Nb4 Kf1 Nxa2 Ke2 Kf7
  Allows Bxa7, which wins a pawn: the pawn on a7 was attacked already, and stays undefended. Better was a6.
nothing about a piece that only has to move again
  r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQ1RK1 b kq - 0 1
  Ng4 | 0 O-O d3 | 110 h3 Nf6 d3 d6
  The answer is the line h3 Nf6 d3 (+1.10). Better was the line O-O d3 (0.00).
a quiet move by its lines alone
  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
  h4 | 30 e4 e5 Nf3 Nc6 | 80 d5 h5 e5 e3
  The answer is the line d5 h5 e5 (−0.80). Better was the line e4 e5 Nf3 (+0.30).
a piece that is drawn out of the way, for material that is won back later
  1r2k2r/p2b1ppp/2n1p3/qB1pP3/P2P2Pb/1pP5/5P1P/RNBQ1RK1 w k - 0 1
  Kg2 | 31 Bb2 Be7 | 208 Rxb5 axb5 Qxa1 bxc6 Qxb1 cxd7+ Kxd7 g5 Rc8 Qh5 Qe4+ Kg1 g6 Qxh7 Qg4+ Kh1 Qf3+ Kg1 b2 Bxb2 Bxg5 Ba3 Rxc3 Bc5 Be7 Bxa7
  Allows Rxb5: it draws the pawn on a4 out of the way to the rook on a1 (+0.31 → −2.08). Better was Bb2.
a pawn that reaches the last rank, where it is taken
  6k1/R5p1/pr6/5R1p/1p4rP/6P1/6K1/8 w - - 0 1
  Rc7 | -79 Ra8+ Kh7 | 274 b3 Rc8+ Kh7 Rxh5+ Kg6 Rhc5 a5 Rxa5 b2 h5+ Kf6 Rf8+ Ke6 Rf1 b1=Q
  Allows b3, which brings the pawn on b4 to the last rank (−0.79 → −2.74). Better was Ra8+.
castling that the answer prevents
  1rbqk2r/p3bp1p/np1p1np1/2pP4/2P5/2N1B2P/PP2BPP1/R1Q1K1NR b KQk - 0 1
  Bd7 | -89 O-O Nf3 Nc7 Bh6 Re8 a4 Bf5 O-O Ne4 Nb5 Rb7 Re1 Bf6 Ra3 Nxb5 axb5 | 236 Bh6 Bf8
  Misses O-O, which castles while that is possible (+0.89 → +2.36).
a piece that is pinned
  r2qk2r/1ppbb1pp/p1n5/3p2B1/3P3P/3B1N2/PP1Q1PP1/3RK2R w Kkq - 0 1
  h5 | 96 Qf4 Bxg5 | 109 Bg4 Qe3
  Allows Bg4, which pins the knight on f3 to the rook on d1 (+0.96 → −1.09). Better was Qf4.
a rook that is taken, although it is given back later
  r1b1kb1r/p3n2p/2p1pQp1/3pNp2/1n1P1B2/qPp1P3/P1P1KPPP/R4B1R b kq - 0 1
  Qb2 | 134 Rg8 Qf7+ | 0 Qxh8 g5
  Allows Qxh8, which takes a rook: the rook on h8 was attacked already, and stays undefended (−1.34 → 0.00). Better was Rg8.
a pawn ending after forced exchanges
  3rrk2/1p5p/2n5/1B6/8/8/P3R1PP/4R1K1 b - - 0 1
  h6 | 0 Rxe2 Rxe2 Kf7 Kf1 | 300 Rxe8+ Rxe8 Rxe8+ Kxe8 Bxc6+ bxc6 Kf2
  Allows Rxe8+, which leads to a pawn ending (0.00 → +3.00). Better was Rxe2.
nothing about an attack that wins nothing
  6k1/2q2ppp/8/8/8/5N2/5P1P/4BK1R w - - 0 1
  Nd2 | 0 Ke2 h6 | 150 Qc6 f3 Qb5+
  The answer is the line Qc6 f3 Qb5+ (−1.50). Better was the line Ke2 h6 (0.00).
nothing of a queen that is driven away and then takes a pawn
  6k1/4b1pp/8/Q3p3/8/8/7P/6K1 w - - 0 1
  h3 | 0 Kf2 h6 | 100 Bd8 Qc3 h6 Qxe5
  The answer is the line Bd8 Qc3 h6 (−1.00). Better was the line Kf2 h6 (0.00).
no missed pawn that is won back at once
  rn1qk2r/p3ppbp/bp1p1np1/2pP4/2P5/2N2N1P/PP3PP1/RBBQR1K1 b kq - 0 1
  h5 | 188 Bxc4 Qa4+ b5 Nxb5 Bxb5 Qxb5+ | 49 b3 O-O
  The answer is the line b3 O-O (+0.49). Better was the line Bxc4 Qa4+ b5 (−1.88).
nothing about a pawn that is next to nothing beside the cost of the move
  3r3r/Q1pk4/3b1pp1/3R4/5qP1/P1N4P/1PP2P2/1K2R3 w - - 0 1
  Qa4+ | 1233 Ne4 Ke6 Rd4 | -314 Qxa4 Nxa4 Rxh3
  The answer is the line Qxa4 Nxa4 Rxh3 (+3.14). Better was the line Ne4 Ke6 Rd4 (+12.33).
nothing about a piece that is given for another reason
  1QQ2nk1/5pbp/3p2p1/6N1/8/1P5P/3p1PPK/4q3 w - - 0 1
  Nf3 | 445 Qc4 Qxf2 Nxf7 Qxf7 | 174 Qf1 Qxf8+ Bxf8
  The answer is the line Qf1 Qxf8+ Bxf8 (−1.74). Better was the line Qc4 Qxf2 Nxf7 (+4.45).
pieces that are exchanged for a pawn ending
  8/8/4k3/1p1r1pp1/1P5p/3R1P1P/4K1P1/8 w - - 0 1
  Rxd5 | 0 Rc3 Rd6 | 300 Kxd5 Kd3 f4 Kc3 Ke5
  Allows Kxd5, which leads to a pawn ending (0.00 → −3.00). Better was Rc3.
a king that moves although it could castle later
  r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 1
  Ke2 | 60 Nc3 Bc5 O-O d6 | 120 Bc5 Nc3 O-O h3
  Misses Nc3, which keeps the right to castle (+0.60 → −1.20).
a pawn that takes back and is doubled
  r1bqkb1r/ppp2ppp/2n2B2/8/8/3P1N2/PPP2PPP/RN1QKB1R b KQkq - 0 1
  gxf6 | 0 Qxf6 c3 Bd6 Nbd2 O-O Be2 | 130 Be2 Be6 O-O Qd7 Nc3 O-O-O Ne4
  Misses Qxf6, which avoids doubled pawns on the f-file (0.00 → +1.30).
a bishop of the pair that a knight takes
  r1bq1rk1/ppp1bppp/3p4/3Np3/4P1n1/3P1N2/PPP1BPPP/R1BQ1RK1 b - - 0 1
  Be6 | 0 Nf6 Nxf6+ Bxf6 h3 | 120 Nxe7+ Qxe7 h3 Nf6
  Allows Nxe7+, which takes one of the two bishops (0.00 → +1.20). Better was Nf6.
a pawn that becomes a queen while the king is attacked
  1r6/3P2B1/4q2p/Q4ppk/n3r3/P6P/1P3P2/3RN1K1 b - - 0 1
  Rg8 | -85 Nb6 Nf3 Nxd7 Nd4 Rxd4 Bxd4 | 500 Ng2 f4 f3 Rc4 d8=Q Rxd8 Qxd8 Rc2 Qd3 Qb6+ Bd4 Qg6 Qxg6+ Kxg6
  Allows the line Ng2 f4 f3 Rc4 d8=Q, which brings the pawn on d7 to the last rank (+0.85 → +5.00). Better was Nb6.
no pawn that is taken for one that the mistake took
  5r1k/7p/1Q2p1p1/2p1P3/p1P3PP/2n1P3/P4r2/4R1K1 b - - 0 1
  Nxa2 | 0 Ne2+ Rxe2 Rxe2 | 296 Qxc5 R8f3 Qa7
  The answer is the line Qxc5 R8f3 Qa7 (+2.96). Better was the line Ne2+ Rxe2 Rxe2 (0.00).
a rook that is missed, not the pawn that its line wins in the end
  1rbnkb1r/Bp1p1pp1/8/4p3/1P2P3/2Pq1PQP/P3R3/RN4K1 b - - 0 1
  Ra8 | 956 Qxe2 Bxb8 | -460 Rd2 Qc4
  Misses Qxe2, which takes a rook: the rook on e2 is undefended (−9.56 → −4.60).
no pin for a move that costs far more
  r1b1kb1r/1p1p1pp1/8/5Q2/1P2P3/2P2PqP/P5R1/RN4K1 b - - 0 1
  d6 | 1446 Qe1+ Kh2 d6 | 154 Qb5+ Bd7 Qxd7+
  The answer is the line Qb5+ Bd7 Qxd7+ (+1.54). Better was the line Qe1+ Kh2 d6 (−14.46).
a queen that has just taken a piece, and is taken
  r1bqkb1r/pp2nppp/2n1p3/1N6/4p3/2N4P/PPP1BPP1/R1BQK2R b KQkq - 0 1
  a6 | -51 Qxd1+ Bxd1 | 1012 Nd6+ Qxd6 Qxd6
  Allows the line Nd6+ Qxd6 Qxd6, which wins a queen for a knight. Better was Qxd1+.
`);
