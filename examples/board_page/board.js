/**
 * The page's script: a board whose squares are buttons, so that two clicks make a move, and an analysis of the game.
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
  // With `latest`, each analysis replaces the previous one.
  for await (const { depth, score, san } of pool.analyse(game, { user: "board", latest: true })) {
    lineText.textContent = `Depth ${depth}, ${score.type} ${score.value}: ${san.join(" ")}`;
  }
}

function follow() {
  analyse().catch(({ code, message }) => {
    // An analysis that is still waiting is replaced by the next one.
    if (code !== "replaced") lineText.textContent = message;
  });
}

draw();
follow();
