/** What the engine has learned here: the work saved, the trusted moves with reasons, and all values. @module */

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { HistoriesReport } from "../../engine/view/mod.ts";
import { explainMove, FULL_POINTS, type Trust, trustOf, UNITS } from "../../engine/reasons.ts";
import { capitalize } from "../../engine/words.ts";
import { cellsAt, heatCells, pointColour, preferred } from "../state/heat.ts";
import { ORDINARY_START } from "../state/game_line.ts";
import { piecesOf } from "../state/squares.ts";
import type { Look, Store } from "../store.ts";
import { describeSearch } from "./analysis_panel.tsx";
import { AllParts, Memories, Saving, times, workWithout } from "./comparison.tsx";
import { Button, fieldOf, number, Points, Select, signed, SourceLinks, Table, type ViewProps } from "./parts.tsx";
import { PIECE_NAMES } from "./pieces.ts";
import { Tour } from "./tour.tsx";

const SHOWN_MOVES = 12;
const MODES = [
  ["piece", "one piece's moves, all values added"],
  ["from", "moves from a square"],
  ["to", "moves to a square"],
  ["all", "all squares"],
] as const;
const SIDES = [["mover", "the side to move"], ["opponent", "the opponent"]] as const;
const TABLES: Readonly<Record<string, string>> = {
  "butterfly": "anywhere",
  "pawn": "pawns",
  "continuation 1": "last move",
  "continuation 2": "2 back",
  "continuation 3": "3 back",
  "continuation 4": "4 back",
  "continuation 6": "6 back",
  "low-ply": "here",
  "escape": "danger",
  "check": "check",
};
/** Which positions each history corrects. */
const CORRECTIONS: Readonly<Record<string, string>> = {
  "pawn": "for these pawns",
  "non-pawn White": "for White's pieces",
  "non-pawn Black": "for Black's pieces",
  "minor": "for kings, bishops, knights",
  "major": "for kings, rooks, queens",
  "continuation": "after the last two moves",
  "continuation 4": "after the last move and the move four half-moves ago",
};

interface LearnedProps extends ViewProps {
  readonly report: HistoriesReport;
  readonly trusts: readonly Trust[];
}

export function LearnedPanel({ c }: ViewProps): JSX.Element {
  const { store, analysis } = c;
  const { report, isAnalysing, isPlaying, tourStep } = store;
  const trusts = useMemo(() => report === null ? [] : trustOf(report), [report]);
  return (
    <div class="learned">
      <div class="actions">
        <Button
          class="primary"
          aria-pressed={isAnalysing}
          disabled={isPlaying}
          // A search learns little in the start position, so show a position where learning pays off.
          onClick={() => isAnalysing || store.line.placeKey !== ORDINARY_START.fen ? analysis.toggle() : c.demo.open()}
        >
          {isAnalysing ? "Stop" : "Watch it learn"}
        </Button>
        {tourStep < 0 ? <Button onClick={() => c.tour.show(0)}>Tour</Button> : null}
        <span class="facts">{describeSearch(c)}</span>
      </div>
      {tourStep >= 0 ? <Tour c={c} /> : report === null
        ? (
          <p class="intro">
            During a search, the engine learns which moves work: those that refute the opponent's move. It tries them
            first. {store.isOver
              ? "This game is over, so go to an earlier move or take the tour."
              : "Let it search this position, and see which moves it learns to trust and how much work that saves."}
          </p>
        )
        : <Saving c={c} />}
      {report === null ? null : (
        <>
          {tourStep < 0 && <Memories c={c} />}
          <Story c={c} report={report} trusts={trusts} />
          <Numbers c={c} report={report} trusts={trusts} />
        </>
      )}
      <AllParts c={c} />
      <SourceLinks />
    </div>
  );
}

/** The learned values for the square under the pointer, or the trusted moves with their reasons. */
function Story({ c, report, trusts }: LearnedProps): JSX.Element {
  const caption = captionOf(c.store, report);
  return (
    <section class="trust">
      <div class="trust-head">
        <h2>{caption === "" ? "Trusted moves" : caption}</h2>
        <Replay c={c} />
      </div>
      {caption === "" ? <TrustedMoves c={c} report={report} trusts={trusts} /> : (
        <>
          <p class="quiet">
            Orange squares: these moves worked. Blue squares: these moves failed. Numbers are points above or below the
            average quiet move.
          </p>
          <Legend />
        </>
      )}
      <p class="quiet">
        {c.store.settings.remember
          ? "These results are saved on this device. You can clear them in the settings."
          : "Later searches build on these results. Starting a game or a review, or leaving the page, deletes them, " +
            "unless you choose in the settings to keep them."}
      </p>
      <Shares c={c} />
    </section>
  );
}

function Shares({ c: { store, picture } }: ViewProps): JSX.Element {
  const all = store.experiment("all");
  const factor = all === null ? 0 : workWithout(all);
  return (
    <div class="actions">
      {store.snapshots.length > 1 && (
        <Button class="small" onClick={() => void picture.saveSearch()}>Save this search as GIF</Button>
      )}
      {factor > 1 && (
        <Button class="small" onClick={() => void picture.saveSaving(times(factor))}>
          Share the {times(factor)} as a picture
        </Button>
      )}
    </div>
  );
}

function TrustedMoves({ c: { store }, report, trusts }: LearnedProps): JSX.Element {
  const { ttMove: best, captures } = report;
  const capture = captures.find(({ move }) => move === best);
  const played = store.line.current.path.map(({ san }) => san);
  const shown = preferred(trusts, best);
  // The search's best move may differ from the move that the histories rate highest. A star marks a move that is both.
  const [top] = shown;
  const found = top?.move === best ? undefined : shown.find(({ move }) => move === best);
  const reason = (move: string): JSX.Element => <p>{explainMove(report, move, played).text}</p>;
  return (
    <>
      {capture === undefined ? null : (
        <div class="trust-move" data-move={capture.move}>
          <b>{capture.san} ★</b>
          {reason(capture.move)}
          <p class="quiet">The search tries this capture first. The quiet moves below matter only if it fails.</p>
        </div>
      )}
      {shown.map(({ move, san, points, score }) => (
        <div
          key={move}
          class="trust-move"
          data-move={move}
          onPointerEnter={() => store.setLook({ move })}
          onPointerLeave={() => store.look.move !== null && store.setLook({ move: null })}
        >
          <b>{san}{move === top.move && move === best ? " ★" : ""}</b>
          <Meter points={points} />
          <Points points={points} title={`${signed(score)} in the search's own units`} />
          {reason(move)}
        </div>
      ))}
      <p class="quiet">
        {found !== undefined
          ? `The search would play ${found.san} now and tries it first, although ${top.san} has worked better. `
          : best === null
          ? null
          : "★ marks the best move so far, which the search tries first, whatever its points. "}
        Bars and points show how much better a move has worked here than the average quiet move (a move that takes
        nothing). The maximum is 100. Point at or touch a piece to see where its moves worked.
      </p>
    </>
  );
}

/** A slider for the search depth. The page shows what was learned by the end of that depth. */
function Replay({ c }: ViewProps): JSX.Element | null {
  const { snapshots, replayed } = c.store;
  if (snapshots.length < 2) return null;
  const newest = snapshots[snapshots.length - 1].depth;
  const shown = replayed?.depth ?? newest;
  const text = `after depth ${shown}`;
  const heightOf = (i: number): string => `${20 + 80 * Math.sqrt(i / (snapshots.length - 1))}%`;
  return (
    <label class="replay">
      <span
        class="steps"
        aria-hidden="true"
        title="Each step is a search depth; click to see what was learned by then"
      >
        {snapshots.map(({ depth }, i) => (
          <i key={depth} class={depth <= shown ? "on" : ""} style={{ height: heightOf(i) }} />
        ))}
      </span>
      <input
        type="range"
        min={snapshots[0].depth}
        max={newest}
        value={shown}
        aria-label="Search depth"
        aria-valuetext={text}
        onInput={({ currentTarget: { valueAsNumber } }) =>
          void c.analysis.replay(valueAsNumber === newest ? null : valueAsNumber)}
      />
      <output>
        <span>after</span> depth {shown}
      </output>
    </label>
  );
}

function Meter({ points }: { readonly points: number }): JSX.Element {
  const width = `${Math.abs(points) / FULL_POINTS * 50}%`;
  const place = points < 0 ? { right: "50%", width } : { left: "50%", width };
  return (
    <span class="meter" aria-hidden="true">
      <i style={{ ...place, background: pointColour(points) }} />
    </span>
  );
}

function Legend(): JSX.Element {
  const stops = Array.from({ length: 17 }, (_, i) => pointColour((i - 8) * FULL_POINTS / 8));
  const background = `linear-gradient(to right, ${stops.join()})`;
  return (
    <div class="legend">
      <span>−100 failed</span>
      <span class="legend-bar" aria-hidden="true" style={{ background }} />
      <span>worked +100</span>
    </div>
  );
}

/** The caption for the square under the pointer; "" for the preferred moves. */
function captionOf({ look: { mode, side, square }, line }: Store, report: HistoriesReport): string {
  if (square === null && mode !== "all") return "";
  const isMover = mode === "piece" || side === "mover";
  const colour = isMover === (report.sideToMove === "white") ? "White" : "Black";
  if (square === null) return `${colour}: each small board rates the moves from its square`;
  const own = cellsAt(heatCells(report, mode, side), mode, square).sort((a, b) => b.points - a.points);
  if (own.length === 0) return mode === "piece" ? "" : `${colour}'s moves ${mode} ${square}: nothing learned yet`;
  const piece = mode === "piece" ? PIECE_NAMES[piecesOf(line.fen).get(square) ?? ""] : undefined;
  const moves = `${colour}'s moves ${mode === "to" ? "to" : "from"} ${square}`;
  const place = piece === undefined ? moves : `The ${piece} on ${square}`;
  const [best, ...others] = own.map((cell) => `${cell.square} ${signed(cell.points)}`);
  return `${place}: best ${best}, worst ${others.at(-1) ?? best}`;
}

/** All values: every move's points from each history, the corrections, and other views of the board. */
function Numbers({ c: { store }, report, trusts }: LearnedProps): JSX.Element {
  const { look } = store;
  const setLook = (part: Partial<Look>): void => store.setLook(part);
  const names = Object.keys(trusts[0]?.shares ?? {});
  const columnsOf = ({ points, score, shares, raw }: Trust): (readonly [points: number, raw: number])[] => [
    [points, score],
    ...names.map((name) => [shares[name], raw[name]] as const),
  ];
  return (
    <details class="numbers">
      <summary>All values</summary>
      <div class="pair">
        <Select label="The board shows" options={MODES} {...fieldOf("mode", look, setLook)} />
        {look.mode === "piece" ? null : <Select label="for" options={SIDES} {...fieldOf("side", look, setLook)} />}
      </div>
      <Legend />
      <p class="quiet">
        Points for each quiet move (a move that takes nothing); 0 is the average. Apart from rounding, each sum is the
        total of the other columns: what worked anywhere, with these pawns, after the last move, after the move two
        half-moves back, and so on. Tooltips show the search's own values: {number(UNITS)} of its units make one point.
      </p>
      <div class="scroller" tabIndex={0} role="group" aria-label="What each history adds">
        <Table
          class="shares"
          heads={["move", "sum", ...names.map((name) => TABLES[name] ?? name)]}
          rows={trusts.slice(0, SHOWN_MOVES).map((trust) => [
            `${trust.san}${trust.move === report.ttMove && trust === trusts[0] ? " ★" : ""}`,
            ...columnsOf(trust).map(([points, raw], k) => <Points key={k} points={points} title={signed(raw)} />),
          ])}
          rowProps={(i) => ({
            "data-move": trusts[i].move,
            onPointerEnter: () => setLook({ move: trusts[i].move }),
            onPointerLeave: () => setLook({ move: null }),
          })}
        />
      </div>
      <Corrections {...report} />
    </details>
  );
}

function Corrections({ evaluation, sideToMove }: HistoriesReport): JSX.Element {
  if (evaluation === null) return <p class="quiet">In check, the search does not evaluate the position.</p>;
  const pawns = (centipawns: number): string => signed(centipawns / 100, 2);
  return (
    <Table
      class="corrections"
      caption={`The network's evaluation and the learned corrections, in pawns, from ${capitalize(sideToMove)}'s side`}
      rows={[
        ["the network's evaluation", pawns(evaluation.raw)],
        ...evaluation.corrections.map(({ table, centipawns }) => [CORRECTIONS[table] ?? table, pawns(centipawns)]),
        ["corrected evaluation", pawns(evaluation.corrected)],
      ]}
    />
  );
}
