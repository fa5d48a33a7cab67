/** Everything drawn on the board except the pieces: coordinates, marks, learned values, arrows, circles. @module */

import type { JSX } from "preact";
import { arrowPath, inDrawingOrder } from "../../engine/view/board_picture.ts";
import type { Scene } from "../control/scene.ts";
import { type HeatCell, pointColour, textOn } from "../state/heat.ts";
import { FILES, placeOf } from "../state/squares.ts";
import { signed } from "./parts.tsx";

/** The margin around the cells of a small board, in squares. */
const MARGIN = 0.06;
const CELL = (1 - 2 * MARGIN) / 8;
/** On the small boards, points are rounded to multiples of this step, because fewer colours need fewer paths. */
const SHADE = 5;

interface Picked {
  /** The picked square, and the square under the pointer. */
  readonly picked: string | null;
  readonly over: string | null;
  /** The squares to which the picked piece can go, and all occupied squares. */
  readonly targets: readonly string[];
  readonly taken: ReadonlySet<string>;
}

function cornerOf(square: string, isFlipped: boolean): { x: number; y: number } {
  const [x, y] = placeOf(square, isFlipped);
  return { x, y };
}

function middleOf(square: string, isFlipped: boolean): { cx: number; cy: number } {
  const [x, y] = placeOf(square, isFlipped);
  return { cx: x + 0.5, cy: y + 0.5 };
}

export function BelowPieces(marks: Scene & Picked): JSX.Element {
  const { isFlipped, lastMove, check, picked, over, targets, taken, cells, pairs, looked, premove } = marks;
  const square = (name: string, kind: string, others: object = {}): JSX.Element => (
    <rect key={`${kind}${name}`} class={kind} {...cornerOf(name, isFlipped)} width={1} height={1} {...others} />
  );
  return (
    <>
      {cells.length + pairs.length > 0 ? null : lastMove.map((name) => square(name, "mark last-move"))}
      {cells.map(({ square: name, points, raw }) =>
        square(name, "heat-cell", { fill: pointColour(points), "data-heat": name, "data-value": raw })
      )}
      {smallBoards(pairs, isFlipped).map(([colour, d]) => <path key={colour} class="heat-pair" d={d} fill={colour} />)}
      {premove.map((name) => square(name, "mark premove"))}
      {looked && square(looked, "mark looked")}
      {check && <circle class="mark check" {...middleOf(check, isFlipped)} r={0.48} />}
      {picked && square(picked, "mark picked")}
      {over && targets.includes(over) && square(over, "mark over")}
      {targets.map((name) => (
        <circle
          key={`target${name}`}
          class={taken.has(name) ? "mark target taken" : "mark target"}
          {...middleOf(name, isFlipped)}
          r={taken.has(name) ? 0.43 : 0.14}
        />
      ))}
      <Coordinates isFlipped={isFlipped} />
    </>
  );
}

/** A coordinate on a light square has the dark squares' colour, and vice versa. */
function Coordinates({ isFlipped }: { readonly isFlipped: boolean }): JSX.Element {
  const files = isFlipped ? [...FILES].toReversed() : [...FILES];
  return (
    <>
      {files.map((file, i) => (
        <text key={file} class={`coordinate ${i % 2 === 0 ? "dark" : "light"} file`} x={i + 0.98} y={7.965}>
          {file}
        </text>
      ))}
      {files.map((_, i) => (
        <text key={i} class={`coordinate ${i % 2 === 0 ? "light" : "dark"}`} x={0.03} y={i + 0.155}>
          {isFlipped ? i + 1 : 8 - i}
        </text>
      ))}
    </>
  );
}

/** A small board on each square, with the values of moves from there. Cells with similar values share a path. */
function smallBoards(pairs: readonly HeatCell[], isFlipped: boolean): [colour: string, path: string][] {
  const paths = new Map<string, string>();
  for (const { from, to, points } of pairs) {
    const [x, y] = placeOf(from, isFlipped);
    const [column, row] = placeOf(to, isFlipped);
    const shade = Math.sign(points) * Math.max(SHADE, Math.round(Math.abs(points) / SHADE) * SHADE);
    const colour = pointColour(shade);
    const at = `M${(x + MARGIN + column * CELL).toFixed(3)} ${(y + MARGIN + row * CELL).toFixed(3)}`;
    paths.set(colour, `${paths.get(colour) ?? ""}${at}h${CELL}v${CELL}h-${CELL}z`);
  }
  return [...paths];
}

export function AbovePieces({ isFlipped, arrows, circles, cells }: Scene): JSX.Element {
  return (
    <>
      {circles.map(({ square, colour }) => (
        <circle key={square + colour} class="drawn" {...middleOf(square, isFlipped)} r={0.46} stroke={colour} />
      ))}
      {inDrawingOrder(arrows).map((arrow) => (
        <path
          key={arrow.kind + arrow.from + arrow.to}
          class={`arrow ${arrow.kind}`}
          d={arrowPath(arrow, isFlipped)}
          fill={arrow.colour}
        />
      ))}
      {cells.map(({ square, points, raw }) => {
        const [x, y] = placeOf(square, isFlipped);
        const colour = pointColour(points);
        return (
          <g key={square} class="heat-number">
            <rect x={x + 0.53} y={y + 0.04} width={0.43} height={0.24} rx={0.06} fill={colour} />
            <text x={x + 0.745} y={y + 0.225} fill={textOn(colour)}>{signed(points)}</text>
            <title>{signed(raw)}</title>
          </g>
        );
      })}
    </>
  );
}
