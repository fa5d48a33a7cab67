/** Invented games like those of club players and servers, with everything that such files contain. */

/** Four games: one with everything, one with clock times, one from a position, one of Chess960. */
export const GAMES = `[Event "Club championship"]
[Site "Brno"]
[Date "2026.05.03"]
[Round "3.1"]
[White "Kovač, Anna"]
[Black "Bauer \\"Bo\\" <X> & Co"]
[Result "1-0"]
[ECO "C57"]
[WhiteElo "1704"]

{ Played on the first board. } 1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5
Nxd5?! { The point of the whole line. } (5... Na5 6. Bb5+ c6 { the main line }
(6... Bd7 7. Qe2)) (5... b5!? 6. Bf1 $1) 6. Nxf7 Kxf7 7. Qf3+ Ke6 8. Nc3 Ncb4
9. O-O c6 10. d4 Qf6 11. Qe4 { [%csl Ge6] } 11... Bd6 12. f4 Kd7 13. fxe5 1-0

[Event "Rated blitz game"]
[Site "https://example.org/abc"]
[Date "2026.06.01"]
[White "quick_one"]
[Black "hasty"]
[Result "0-1"]
[TimeControl "180+2"]
[Termination "Normal"]

1. f3 { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 2. g4 $4 { [%clk 0:02:58] } 2... Qh4# { [%clk 0:02:57] } 0-1

[Event "Endgame exercise"]
[White "Student"]
[Black "Teacher"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "8/8/8/4k3/8/4K3/4P3/8 b - - 0 60"]

60... Kd5 61. Kd3 Ke5 62. e4 Ke6 63. Kd4 Kd6 64. e5+ Ke6 65. Ke4 Ke7 66. Kd5 Kd7
67. e6+ Ke7 68. Ke5 Ke8 69. Kd6 Kd8 70. e7+ Ke8 71. Ke6 1/2-1/2

[Event "Chess960 evening"]
[White "Left"]
[Black "Right"]
[Result "*"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]

1. Nf3 Nf6 2. g3 g6 3. Re1 Re8 *
`;
