/** The analysis tab: the best lines, the moves and their review, and a field for comments. @module */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { describeOutcome, describeStart } from "../control/players.ts";
import { DEPTHS, LINES, type Settings } from "../state/settings.ts";
import { GameGraph } from "./graph.tsx";
import { Moves } from "./moves.tsx";
import { Review } from "./review.tsx";
import {
  Button,
  Check,
  fieldOf,
  IconButton,
  LineMoves,
  longEvaluation,
  number,
  ReviewProgress,
  Select,
  type ViewProps,
} from "./parts.tsx";

const SHOWN_MOVES = 10;
const DEPTH_OPTIONS = [...DEPTHS, [null, "no limit"]] as const;

export function AnalysisPanel({ c }: ViewProps): JSX.Element {
  const { store, analysis, games } = c;
  const { isAnalysing, isThreat, isPlaying, settings, line, reviewing, review } = store;
  const set = (part: Partial<Settings>): void => c.set(part);
  return (
    <div class="analysis" data-focus=".review button">
      <div class="actions">
        <Button class="primary" aria-pressed={isAnalysing} disabled={isPlaying} onClick={() => analysis.toggle()}>
          {isAnalysing ? "Stop" : "Analyse"}
        </Button>
        <Button aria-pressed={isThreat} disabled={isPlaying} onClick={() => analysis.toggleThreat()}>Threat</Button>
        <details class="menu" onKeyDown={({ key, currentTarget }) => key === "Escape" && closeMenu(currentTarget)}>
          <summary>Options</summary>
          <div class="form">
            <Select label="Lines" options={LINES} {...fieldOf("lines", settings, set)} />
            <Select label="Stop at depth" options={DEPTH_OPTIONS} {...fieldOf("depth", settings, set)} />
            <Check label="Arrows" isOn={settings.arrows} onChange={(arrows) => c.set({ arrows })} />
          </div>
        </details>
      </div>
      {games.chapters.length > 0 && (
        <Button class="small" onClick={() => store.open({ kind: "games" })}>
          {describeChapter(games.chapters.findIndex((chapter) => chapter.line === line), games.chapters.length)}
        </Button>
      )}
      <Review c={c} />
      <Lines c={c} />
      <Moves c={c} />
      {review?.isComplete && reviewing === null ? null : (
        <div class="actions review">
          {reviewing === null
            ? (
              <Button disabled={!line.root.next || isPlaying} onClick={() => c.openReview()}>
                Review the whole game
              </Button>
            )
            : <Button onClick={() => c.link.stop()}>Stop the review</Button>}
          <ReviewProgress c={c} />
        </div>
      )}
      <div class="graph-host">
        {review && (
          <GameGraph
            c={c}
            analysis={review}
            ply={line.gamePly}
            goTo={(ply) => c.show(() => line.goToPly(ply))}
          />
        )}
      </div>
      {isPlaying ? null : <CommentField c={c} />}
    </div>
  );
}

function closeMenu(menu: HTMLDetailsElement): void {
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

function describeChapter(at: number, count: number): string {
  return at < 0 ? `Back to the ${count} games in the file` : `Game ${at + 1} of ${count}`;
}

function Lines({ c }: ViewProps): JSX.Element {
  const { analysis, store } = c;
  const facts = describeSearch(c);
  return (
    <>
      {facts === "" && !store.isAnalysing ? null : <p class="facts">{facts}</p>}
      {/* The list has its final height from the start, so that nothing below it jumps while the engine searches. */}
      <ol class="lines" style={{ "--lines": store.isAnalysing ? store.settings.lines : 0 }}>
        {analysis.lines.map(({ evaluation, san, numbers }, i) => (
          <li key={i}>
            <span class="score" data-ahead={evaluation.cp >= 0 ? "white" : "black"}>{longEvaluation(evaluation)}</span>
            <LineMoves
              line={{ san: san.slice(0, SHOWN_MOVES), numbers }}
              follow={(count) => analysis.follow(i, count)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

export function describeSearch({ store, link }: ViewProps["c"]): string {
  const { isAnalysing, isThreat, reviewing, progress, line, isPlaying } = store;
  if (isPlaying) return "The engine can help again when your game is over.";
  if (store.isOver) return describeOutcome(line.outcome);
  if (reviewing !== null) return "";
  if (progress === null) {
    if (!isAnalysing) return "";
    return link.state === "starting" ? describeStart("The engine", link.loaded) : "Searching …";
  }
  const { depth, selectiveDepth, nodes, nodesPerSecond } = progress;
  const threads = link.threads > 1 ? ` · ${link.threads} threads` : "";
  return `${isThreat ? "The threat · " : ""}Depth ${depth}/${selectiveDepth} · ${number(nodes)} nodes · ` +
    `${number(nodesPerSecond)} per second${threads}`;
}

/** Saves the comment in the game after every keystroke. */
function CommentField({ c }: ViewProps): JSX.Element {
  const { store, keeper } = c;
  const { line } = store;
  const field = useRef<HTMLTextAreaElement>(null);
  const shown = useRef(line.current);
  const { text } = line.current;
  useLayoutEffect(() => {
    // Do not change the typed text while the field has the focus.
    const isTyped = shown.current === line.current && document.activeElement === field.current;
    shown.current = line.current;
    if (!isTyped && field.current !== null && field.current.value !== text) field.current.value = text;
  });
  const say = (said: string): void => {
    line.setComment(said);
    store.changed();
  };
  return (
    <div class="comment-field" data-focus="textarea">
      <label class="field">
        <span>Comment on {line.lastMove || "the game"}</span>
        <textarea
          ref={field}
          rows={1}
          onInput={(event) => say(event.currentTarget.value)}
          onChange={(event) => {
            say(event.currentTarget.value);
            event.currentTarget.value = line.current.text;
            keeper.keep();
          }}
        />
      </label>
      {text === "" ? null : (
        <IconButton
          class="small"
          icon="close"
          label="Remove the comment"
          onClick={() => {
            say("");
            if (field.current !== null) field.current.value = "";
            keeper.keep();
          }}
        />
      )}
    </div>
  );
}
