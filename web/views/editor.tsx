/** The board editor: the user chooses a piece and puts it on squares. @module */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ORDINARY_START } from "../state/game_line.ts";
import { castlingOf, passantSquares } from "../state/game_text.ts";
import { formatPlacement, piecesOf, SQUARES } from "../state/squares.ts";
import { Button, Check, Icon, PieceIcon, Select, type ViewProps } from "./parts.tsx";
import { PIECE_NAMES } from "./pieces.ts";

const LETTERS = [..."KQRBNPkqrbnp"];
const SIDES = [["w", "White"], ["b", "Black"]] as const;
const CASTLING = [["K", "White O-O"], ["Q", "White O-O-O"], ["k", "Black O-O"], ["q", "Black O-O-O"]] as const;

export function Editor({ c }: ViewProps): JSX.Element {
  const { store, exchange } = c;
  const [shown, side, rights, passant] = store.line.fen.split(" ");
  const [pieces, setPieces] = useState(() => piecesOf(shown));
  /** The piece to put on squares; "" to remove pieces. */
  const [tool, setTool] = useState("P");
  const [mover, setMover] = useState(side);
  /** The castling rights that the user has turned off. */
  const [lost, setLost] = useState(() => [...castlingOf(shown)].filter((letter) => !rights.includes(letter)).join(""));
  /** The en passant square. */
  const [taken, setTaken] = useState(passant);
  const [fault, setFault] = useState("");
  const placement = formatPlacement(pieces);
  const possible = castlingOf(placement);
  const passants = passantSquares(placement, mover as "w" | "b");
  const castling = [...possible].filter((letter) => !lost.includes(letter)).join("") || "-";
  const put = (square: string): void => {
    const next = new Map(pieces);
    if (tool === "" || next.get(square) === tool) next.delete(square);
    else next.set(square, tool);
    setPieces(next);
    setFault("");
  };
  const restart = (): void => {
    setPieces(piecesOf(ORDINARY_START.fen));
    setMover("w");
    setLost("");
  };
  const load = async (): Promise<void> => {
    const square = passants.includes(taken) ? taken : "-";
    const reason = await exchange.load(`${placement} ${mover} ${castling} ${square}`, false);
    if (reason !== null) return setFault(reason);
    store.close();
    if (store.tab === "puzzle") c.selectTab("analysis");
  };
  return (
    <div class="editor">
      <div class="editor-board" role="group" aria-label="Squares">
        {SQUARES.map((square, i) => (
          <Button
            key={square}
            class={(i + (i >> 3)) % 2 === 0 ? "light" : "dark"}
            aria-label={`${square}, ${PIECE_NAMES[pieces.get(square) ?? ""] ?? "empty"}`}
            onClick={() => put(square)}
          >
            {pieces.has(square) ? <PieceIcon letter={pieces.get(square) ?? ""} /> : null}
          </Button>
        ))}
      </div>
      <div class="editor-tools" role="group" aria-label="Pieces">
        {["", ...LETTERS].map((letter) => (
          <Button
            key={letter}
            aria-pressed={tool === letter}
            aria-label={PIECE_NAMES[letter] ?? "remove pieces"}
            onClick={() => setTool(letter)}
          >
            {letter === "" ? <Icon name="close" /> : <PieceIcon letter={letter} />}
          </Button>
        ))}
      </div>
      <div class="actions">
        <Select label="To move" options={SIDES} value={mover} onChange={setMover} />
        {passants.length === 0 ? null : (
          <Select
            label="En passant"
            options={[["-", "none"], ...passants]}
            value={passants.includes(taken) ? taken : "-"}
            onChange={setTaken}
          />
        )}
      </div>
      <div class="pair" role="group" aria-label="Castling">
        {CASTLING.filter(([letter]) => possible.includes(letter)).map(([letter, name]) => (
          <Check
            key={letter}
            label={name}
            isOn={castling.includes(letter)}
            onChange={(isOn) => setLost(isOn ? lost.replace(letter, "") : lost + letter)}
          />
        ))}
      </div>
      <div class="actions">
        <Button onClick={restart}>Start position</Button>
        <Button onClick={() => setPieces(new Map())}>Clear the board</Button>
      </div>
      <p class="fault" role="alert">{fault}</p>
      <Button class="primary large" onClick={() => void load()}>Use this position</Button>
    </div>
  );
}
