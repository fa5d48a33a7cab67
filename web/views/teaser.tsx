/** The first screen's picture: the moves that a search learned to trust, depth by depth. @module */

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { arrowPath, drawBoard } from "../../engine/view/board_picture.ts";
import { trustArrow } from "../control/scene.ts";
import { times } from "./comparison.tsx";
import { Button, type ViewProps } from "./parts.tsx";

/** How long each depth is shown, in milliseconds. */
const FRAME_MS = 900;

export function Teaser({ c: { demo } }: ViewProps): JSX.Element {
  const [{ fen, factor, frames }] = useState(demo.last);
  const [at, setAt] = useState(frames.length - 1);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => setAt((shown) => (shown + 1) % frames.length), FRAME_MS);
    return () => clearInterval(timer);
  }, []);
  const board = useMemo(
    () => encodeURIComponent(drawBoard({ fen, isFlipped: false, cells: [], arrows: [], circles: [], caption: "" })),
    [fen],
  );
  return (
    <Button class="teaser" onClick={() => demo.open()}>
      <svg viewBox="0 0 8 8" aria-hidden="true">
        <image href={`data:image/svg+xml,${board}`} width={8} height={8} />
        {frames[at].split(",").map((trusted) => {
          const [move, points] = trusted.split(":");
          const arrow = trustArrow(move, Number(points));
          return <path key={move} class="arrow trust" d={arrowPath(arrow, false)} fill={arrow.colour} />;
        })}
      </svg>
      <span>
        <span>This engine shows what it learns while it searches.</span>
        <b>Watch it learn:</b> without its memory, it needs {times(factor)} the work here.
      </span>
    </Button>
  );
}
