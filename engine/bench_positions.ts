/**
 * The positions for the command `bench` and for the page's speed test: openings, quiet or sharp middlegames,
 * sacrifices, mates, endings down to three pieces, fortresses, positions close to the fifty-move limit, and Chess960.
 * Most come from games that began with random moves. Any change to this list changes the engine's signature.
 *
 * @module
 */

/** Search depth in plies. At this depth, all the positions together take a few seconds. */
export const BENCH_DEPTH = 12;
/** Size of the transposition table in MiB; the number of nodes depends on it. */
export const BENCH_MEGABYTES = 16;

/** Fifty positions as FEN; the last six are Chess960 with Shredder's castling letters. */
export const BENCH_POSITIONS: readonly string[] = [
  // Openings.
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "rnbqk2r/1p1pppbp/6pn/p1p5/2B1P3/1PP2N2/P2P1PPP/RNBQK2R w KQkq - 2 6",
  "r2qkb1r/ppn1pppp/2p5/3p4/3Pn1bP/PPP1PN2/3N1PP1/R1BQKB1R b KQkq - 0 8",
  "r1bqk2r/ppp2ppp/2n2n2/3p4/2P5/P1Q2N2/1P1PPPPP/R1B1KB1R w KQkq - 0 11",
  "rnbqkb1r/1pppppp1/5n1p/p3P1B1/3P4/N7/PPP2PPP/R2QKBNR w KQk - 0 6",
  "rnbqkb1r/1p2pp2/3p3p/p5pP/3NP3/2N5/PPP2PP1/R1BQKB1R b KQkq - 1 8",
  "r2qkb1r/ppp1pppp/2n2n2/3p4/6b1/1P2P2N/PBPP1PPP/RN1QKBR1 w Qkq - 1 6",
  "rnbq1rk1/1p3ppp/p3pn2/2bp4/2P2P2/PQN1PN2/1P2B1PP/R1B1K2R w KQ - 0 11",
  // Middlegames.
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "r4rk1/2p1bppp/1pn1pn2/8/3P4/2N1PNP1/1P3PKP/R1B2R2 w - - 0 17",
  "rnb1qb1r/1ppkp2p/3p3n/p4p1Q/3PPP2/2NN2pP/PPP3P1/1RB1KB1R w K - 4 11",
  "4n1r1/1Qbk2p1/pp2pn1p/3p3P/3P4/PP2PP2/3B2P1/2R2RK1 w - - 5 25",
  "r1bqkb1r/2n1pp1p/2p2np1/1p1pP3/3P1P2/P2B1N1P/2PN2P1/R1B1QRK1 b k - 0 13",
  "rn2qrk1/2p3bp/1pbp2p1/pP1n1p2/2B1pP2/N3P3/PBPP2PP/1R1Q1R1K w - - 0 17",
  "r1bq1rk1/ppp2pbp/5n2/3PP2R/1PBQ2P1/5N2/P4PP1/RN2K3 b Q - 4 13",
  "r6r/2qkp3/pp3p2/n1pPp2p/2P1P2R/3N1PP1/Q5K1/R7 b - - 0 29",
  "r2q1rk1/pp3pb1/2b1p1p1/2p1P1np/P2P1R2/2PBP3/1P2Q1PP/R1B3K1 w - - 5 17",
  "3r4/pp2p1k1/2p3Pp/q3r3/3p3P/Pb1P1R2/3RN1P1/4K3 w - - 11 34",
  "r5k1/pp2ppbn/2n1r1pp/q4b2/P4P2/2N2NP1/1PP2RBP/R1B1Q1K1 w - - 2 17",
  "4rr1k/ppp3p1/3p1b1p/3q1n2/5PQP/3P3B/PP1B3K/R4R2 w - - 6 25",
  "r1bq1br1/pp1p2kp/2n1pp1p/1B6/4P3/2N2P2/PPPQ2PP/R3K2R b - - 6 13",
  "2b2rk1/2n3pp/2N5/1p3p2/p4P2/P1N5/1P2B1PP/3R2K1 b - - 4 29",
  // Tactics: sacrifices, mates, passed-pawn races.
  "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
  "r2q1rk1/p1p2pp1/1p1b1n1p/3Ppb2/2B2p2/2N1B2P/PPPQN1P1/R3K2R w KQ - 0 14",
  "2kr4/1pp2p1p/P5p1/8/3B4/1P1nPP1q/3P2RP/R2Q1K2 b - - 1 20",
  "6k1/Qb3pr1/4nR2/1P2P1p1/4p1Rp/7P/B5PK/8 w - - 1 47",
  "r4rk1/1B2b2p/p7/2p2P2/8/4q1p1/2P4P/2RR3K b - - 2 29",
  "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
  "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
  "8/2k2P2/8/2PK4/1p6/p7/1B6/8 w - - 0 1",
  // Endings.
  "3r4/R2bk1b1/2B4p/5p2/1p1pnP2/6pP/1BP3P1/5K2 w - - 4 34",
  "1r6/1Pk5/1R1p2p1/3K3p/5P1P/8/6P1/8 w - - 4 47",
  "5k2/5p2/1p1P1np1/p7/PnN5/2KP1p2/1P3R1r/8 b - - 0 40",
  "8/1p6/2p5/4k1b1/7p/1PP5/3r4/7K b - - 3 40",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
  "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
  "8/5k2/3p1p2/p2P1Pp1/P1p3Pp/2P2K1P/8/8 w - - 0 51",
  "8/8/8/3k4/1pPp4/8/1K6/8 b - c3 0 40",
  "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
  "7k/8/8/8/2Q5/8/K7/6qr w - - 12 70",
  "8/8/8/4k3/2B1N3/4K3/8/8 w - - 88 120",
  "8/3k4/8/8/8/4PK2/8/8 w - - 0 1",
  "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 40 60",
  // Chess960.
  "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
  "rnbbnkqr/2ppp1p1/7p/pp3pP1/1P3P2/2P5/P2PP2P/RNBBNKQR b HAha - 0 5",
  "b3rkr1/p1qppp1p/np2n3/2p3pP/P1P3P1/5P2/1B1PPN2/1NQ1RKRB b GEge - 2 8",
  "nrkr3q/1pn3pp/p7/3bPp2/2Pp4/bP1N2P1/PR1P2BP/N1KR2BQ b Ddb c3 0 11",
  "rk1b1nrq/1bpp3p/1p1n2p1/pP2pp2/P7/BBP4P/3PPPPN/RK2N1RQ b GAga - 3 8",
  "qnb1k1r1/p1prbppp/1p2p1n1/3p4/PP1P1B2/2P3P1/4PPBP/QN1R1RKN b g - 0 8",
];
