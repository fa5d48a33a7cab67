/**
 * A reviewed game: White's chance to win after every move as a graph, accuracy and errors of both sides.
 *
 * @module
 */

import type { JSX } from "preact";
import type { Analysis } from "../../engine/games/analysis.ts";
import { ERRORS } from "../../engine/games/judgement.ts";
import { PHASES } from "../../engine/games/phases.ts";
import { curvePaths, curvePoint, curveX, type Plot, round } from "../../engine/view/game_curve.ts";
import { number } from "./parts.tsx";

const WIDTH = 600;
const HEIGHT = 100;
const PLOT: Plot = { left: 0, top: 0, width: WIDTH, height: HEIGHT };
/** Radius of the circle at an error. */
const RADIUS = 5.5;
const SIDES = [["white", "White"], ["black", "Black"]] as const;

/** What the graph shows. */
interface GraphProps {
  readonly analysis: Analysis;
  /** The position that is on the board. */
  readonly ply: number;
  /** A position was chosen. */
  goTo(ply: number): void;
}

/** The graph with its tables. */
export function GameGraph({ analysis, ply, goTo }: GraphProps): JSX.Element {
  const { moves } = analysis;
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
        aria-label="White's chance to win after every move; a click shows the position"
        onClick={choose}
      >
        <rect class="graph-black" width={WIDTH} height={HEIGHT} rx={4} />
        {curve.map(({ area }, i) => <path key={i} class="graph-white" d={area} />)}
        <path class="graph-even" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        {curve.map(({ line }, i) => <path key={i} class="graph-curve" d={line} />)}
        <path class="graph-cursor" d={`M0 0V${HEIGHT}`} transform={`translate(${x} 0)`} />
        <ErrorMarks analysis={analysis} />
      </svg>
      <Summary {...analysis} />
      <details>
        <summary>By phase of the game</summary>
        <PhaseTable {...analysis} />
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
            <title>{`${move.san}: ${move.judgement}, better was ${move.best[0]}`}</title>
          </circle>
        );
      })}
    </>
  );
}

/** Accuracy and errors of both sides. */
function Summary({ players }: Analysis): JSX.Element {
  const kinds = ERRORS.toReversed().map(({ name }) => name);
  return (
    <table class="summary">
      <thead>
        <tr>
          <td />
          <th scope="col">accuracy</th>
          {kinds.map((name) => <th key={name} scope="col" class={name}>{name}</th>)}
        </tr>
      </thead>
      <tbody>
        {SIDES.map(([side, name]) => (
          <tr key={side}>
            <th scope="row">{name}</th>
            <td>{percent(players[side].accuracy)}</td>
            {kinds.map((kind) => <td key={kind}>{players[side].errors[kind]}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The accuracy of both sides in each phase that the game had. */
function PhaseTable({ phases }: Analysis): JSX.Element {
  const reached = PHASES.filter((phase) => SIDES.some(([side]) => phases[side][phase].moves > 0));
  return (
    <table class="summary phases" aria-label="Accuracy by phase of the game">
      <thead>
        <tr>
          <td />
          {reached.map((phase) => <th key={phase} scope="col">{phase}</th>)}
        </tr>
      </thead>
      <tbody>
        {SIDES.map(([side, name]) => (
          <tr key={side}>
            <th scope="row">{name}</th>
            {reached.map((phase) => <td key={phase}>{percent(phases[side][phase].accuracy)}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function percent(accuracy: number | null): string {
  return accuracy === null ? "–" : `${number(accuracy, 1)} %`;
}
