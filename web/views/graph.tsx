/** A reviewed game: the graph of White's chance to win, and both sides' accuracy and errors. @module */

import type { JSX } from "preact";
import type { Analysis } from "../../engine/games/analysis.ts";
import { ERRORS } from "../../engine/games/judgement.ts";
import { PHASES } from "../../engine/games/phases.ts";
import { curvePaths, curvePoint, curveX, type Plot, round } from "../../engine/view/game_curve.ts";
import { nameOf } from "../control/players.ts";
import { number, Table, type ViewProps } from "./parts.tsx";

const WIDTH = 600;
const HEIGHT = 100;
const PLOT: Plot = { left: 0, top: 0, width: WIDTH, height: HEIGHT };
const RADIUS = 5.5;
const SIDES = ["white", "black"] as const;

/** `ply` is the number of half-moves before the position on the board; `goTo` shows another position. */
export function GameGraph({ c: { store: { line } }, analysis, ply, goTo }: ViewProps & {
  readonly analysis: Analysis;
  readonly ply: number;
  goTo(ply: number): void;
}): JSX.Element {
  const { moves, players, phases } = analysis;
  const kinds = ERRORS.toReversed().map(({ name }) => name);
  const reached = PHASES.filter((phase) => SIDES.some((side) => phases[side][phase].moves > 0));
  const curve = curvePaths(analysis, PLOT);
  const x = curveX(analysis, PLOT, Math.min(ply, moves.length));
  const choose = (event: MouseEvent & { readonly currentTarget: Element }): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = ((event.clientX - left) / width * (WIDTH + 12) - 6) / WIDTH;
    goTo(Math.round(Math.max(0, Math.min(1, share)) * moves.length));
  };
  return (
    <div class="graph">
      <svg
        viewBox={`-6 -6 ${WIDTH + 12} ${HEIGHT + 12}`}
        role="img"
        aria-label="White's chance to win after every move; click to show the position"
        onClick={choose}
      >
        <rect class="graph-black" width={WIDTH} height={HEIGHT} rx={4} />
        {curve.map(({ area }, i) => <path key={i} class="graph-white" d={area} />)}
        <path class="graph-even" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        {curve.map(({ line }, i) => <path key={i} class="graph-curve" d={line} />)}
        <path class="graph-cursor" d={`M0 0V${HEIGHT}`} transform={`translate(${x} 0)`} />
        <ErrorMarks analysis={analysis} />
      </svg>
      <details>
        <summary>Errors, and accuracy by game phase</summary>
        <Table
          class="summary"
          heads={["", "accuracy", ...kinds]}
          rows={SIDES.map((side) => {
            const { accuracy, errors } = players[side];
            return [nameOf(line, side), percent(accuracy), ...kinds.map((kind) => errors[kind])];
          })}
        />
        <Table
          class="summary phases"
          aria-label="Accuracy by game phase"
          heads={["", ...reached]}
          rows={SIDES.map((side) => [
            nameOf(line, side),
            ...reached.map((phase) => percent(phases[side][phase].accuracy)),
          ])}
        />
      </details>
    </div>
  );
}

function ErrorMarks({ analysis }: { readonly analysis: Analysis }): JSX.Element {
  return (
    <>
      {analysis.moves.map((move, ply) => {
        const point = curvePoint(analysis, PLOT, ply + 1);
        if (move === null || move.judgement === null || point === null) return null;
        const [cx, cy] = point.map(round);
        return (
          <circle key={ply} class={`graph-mark ${move.judgement}`} cx={cx} cy={cy} r={RADIUS}>
            <title>{`${move.san}: ${move.judgement}`}</title>
          </circle>
        );
      })}
    </>
  );
}

function percent(accuracy: number | null): string {
  return accuracy === null ? "–" : `${number(accuracy, 1)} %`;
}
