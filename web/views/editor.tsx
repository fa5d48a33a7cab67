/**
 * The board editor: pieces are chosen and put on squares.
 *
 * @module
 */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ORDINARY_START } from "../state/game_line.ts";
import { formatPlacement, piecesOf, SQUARES } from "../state/squares.ts";
import type { ViewProps } from "./board_place.tsx";
import { Icon, PieceIcon, Select } from "./parts.tsx";
import { PIECE_NAMES } from "./pieces.ts";

const LETTERS = [..."KQRBNPkqrbnp"];
const SIDES = [["w", "White"], ["b", "Black"]] as const;

/** The editor; it begins with the position on the board. */
export function Editor({ c }: ViewProps): JSX.Element {
  const { store, exchange } = c;
  const [placement, side] = store.line.fen.split(" ");
  const [pieces, setPieces] = useState(() => piecesOf(placement));
  /** The piece that is put on squares, "" to remove pieces. */
  const [tool, setTool] = useState("P");
  const [mover, setMover] = useState(side);
  const [fault, setFault] = useState("");
  const put = (square: string): void => {
    const next = new Map(pieces);
    if (tool === "" || next.get(square) === tool) next.delete(square);
    else next.set(square, tool);
    setPieces(next);
    setFault("");
  };
  const load = async (): Promise<void> => {
    const reason = await exchange.load(`${formatPlacement(pieces)} ${mover}`, false);
    if (reason !== null) return setFault(reason);
    store.close();
    if (store.tab === "puzzle") c.selectTab("analysis");
  };
  const names = ["", ...LETTERS];
  return (
    <div class="editor">
      <div class="editor-board" role="group" aria-label="Squares">
        {SQUARES.map((square, i) => (
          <button
            key={square}
            type="button"
            class={(i + (i >> 3)) % 2 === 0 ? "light" : "dark"}
            aria-label={`${square}, ${PIECE_NAMES[pieces.get(square) ?? ""] ?? "empty"}`}
            onClick={() => put(square)}
          >
            {pieces.has(square) ? <PieceIcon letter={pieces.get(square) ?? ""} /> : null}
          </button>
        ))}
      </div>
      <div class="editor-tools" role="group" aria-label="Pieces">
        {names.map((letter) => (
          <button
            key={letter}
            type="button"
            aria-pressed={tool === letter}
            aria-label={PIECE_NAMES[letter] ?? "remove pieces"}
            onClick={() => setTool(letter)}
          >
            {letter === "" ? <Icon name="close" /> : <PieceIcon letter={letter} />}
          </button>
        ))}
      </div>
      <div class="actions">
        <Select label="To move" options={SIDES} value={mover as "w" | "b"} onChange={setMover} />
        <button type="button" onClick={() => setPieces(piecesOf(ORDINARY_START.fen))}>Start position</button>
        <button type="button" onClick={() => setPieces(new Map())}>Empty board</button>
      </div>
      <p class="fault" role="alert">{fault}</p>
      <button type="button" class="primary large" onClick={() => void load()}>Show this position</button>
    </div>
  );
}
