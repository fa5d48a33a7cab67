/**
 * The script of the page: a board of buttons, on which two clicks make a move, and an analysis that follows the game.
 *
 * @module
 */

import { EnginePool, Game } from "@hindsight/engine";

const PIECES = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
const board = document.getElementById("board");
const lineText = document.getElementById("line");
const game = new Game();
let from = "";

const pool = await EnginePool.start({ limits: {} });

function draw() {
  const ranks = game.fen.split(" ")[0].replace(/\d/g, (count) => " ".repeat(Number(count))).split("/");
  const squares = ranks.flatMap((rank, row) => [...rank].map((piece, file) => ({ piece, row, file })));
  board.replaceChildren(...squares.map(({ piece, row, file }) => {
    const square = document.createElement("button");
    square.id = `${"abcdefgh"[file]}${8 - row}`;
    square.textContent = PIECES[piece] ?? "";
    square.className = [(row + file) % 2 === 1 ? "dark" : "", square.id === from ? "from" : ""].join(" ");
    square.onclick = () => choose(square.id);
    return square;
  }));
}

function choose(square) {
  const move = game.legalMoves().find(({ uci }) => uci === from + square || uci === `${from}${square}q`);
  from = move === undefined ? square : "";
  if (move !== undefined) {
    game.move(move.uci);
    follow();
  }
  draw();
}

async function analyse() {
  // The latest analysis replaces the previous one, even if moves come quickly.
  for await (const { depth, score, san } of pool.analyse(game, { user: "board", latest: true })) {
    lineText.textContent = `Depth ${depth}, ${score.type} ${score.value}: ${san.join(" ")}`;
  }
}

function follow() {
  analyse().catch(({ code, message }) => {
    // An analysis is replaced if it is still waiting when the next one arrives.
    if (code !== "replaced") lineText.textContent = message;
  });
}

draw();
follow();
