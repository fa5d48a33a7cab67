/**
 * A React board: you play White against one engine, and another engine analyses the position. It needs `react`,
 * `react-dom`, `react-chessboard` and this package; any bundler can build it.
 *
 * @module
 */

import { Engine, Game, type Line } from "@hindsight/engine";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Chessboard } from "react-chessboard";

const [opponent, analyst] = await Promise.all([Engine.start({ level: 3 }), Engine.start()]);

function Board() {
  const [moves, setMoves] = useState<readonly string[]>([]);
  const [from, setFrom] = useState("");
  const [line, setLine] = useState<Line | null>(null);
  const game = new Game();
  for (const move of moves) game.move(move);

  const play = (start: string, end: string | null): boolean => {
    const move = game.legalMoves().find(({ uci }) => uci === `${start}${end}` || uci === `${start}${end}q`);
    if (move === undefined || game.turn === "black") return false;
    setMoves([...moves, move.san]);
    return true;
  };

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const answer = async () => {
      if (game.outcome !== null || game.turn === "white") return;
      const { san } = await opponent.play(game, { time: 300, signal }).result;
      if (san !== null) setMoves([...moves, san]);
    };
    const analyse = async () => {
      for await (const found of analyst.analyse(game, { signal })) setLine(found);
    };
    // The next move aborts both.
    Promise.all([answer(), analyse()]).catch((error) => signal.aborted || console.error(error));
    return () => controller.abort();
  }, [moves]);

  const onSquareClick = ({ square }: { square: string }) => setFrom(play(from, square) ? "" : square);
  const onPieceDrop = (drop: { sourceSquare: string; targetSquare: string | null }) =>
    play(drop.sourceSquare, drop.targetSquare);
  return (
    <main style={{ width: 480 }}>
      <Chessboard options={{ position: game.fen, onSquareClick, onPieceDrop }} />
      <p id="moves">{game.toPgn().split("\n\n")[1]}</p>
      <p id="analysis">{line && `${line.score.type} ${line.score.value}, depth ${line.depth}: ${line.san.join(" ")}`}</p>
    </main>
  );
}

createRoot(document.body.appendChild(document.createElement("div"))).render(<Board />);
