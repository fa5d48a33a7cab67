/** The play tab: the choices before a game, and the buttons during and after it. @module */

import type { JSX } from "preact";
import type { StartChoice } from "../control/match_control.ts";
import { type Settings, STRENGTHS, TIME_CONTROLS } from "../state/settings.ts";
import { Moves } from "./moves.tsx";
import { Button, fieldOf, Select, type ViewProps } from "./parts.tsx";
import { lazy } from "./soon.tsx";

const Teaser = lazy(async () => (await import("./later.ts")).Teaser);

const WORDS = ["beginner", "novice", "casual", "hobby", "improver", "club", "strong", "expert", "master"];
const STARTS: readonly (readonly [value: StartChoice, text: string])[] = [
  ["ordinary", "Chess"],
  ["chess960", "Chess960"],
  ["shown", "This position"],
];
const COLOURS = [["white", "White"], ["random", "Random"], ["black", "Black"]] as const;

export function PlayPanel({ c }: ViewProps): JSX.Element {
  const { store: { match }, match: control } = c;
  const phase = match?.isRunning ? "running" : match === null || control.isLeft ? "none" : "over";
  const isEmpty = c.store.line.root.children.length === 0;
  const own = <Button onClick={() => c.store.open({ kind: "own" })}>My games</Button>;
  return (
    <div class="play" data-focus="#play-status">
      {isEmpty && phase === "none"
        ? (
          <div class="teaser-place">
            <Teaser c={c} />
          </div>
        )
        : null}
      {phase === "none" ? <StartForm c={c} /> : null}
      <p class={`status ${phase}`} id="play-status" tabIndex={-1}>
        {phase === "none"
          ? isEmpty
            ? "Or just move a piece to begin the game."
            : c.store.isOver
            ? "The game on the board is over."
            : "Or make a move to play on from this position."
          : control.status}
      </p>
      {phase === "none" ? <div class="actions">{own}</div> : null}
      {phase !== "running" ? null : (
        <div class="actions">
          {c.store.isStuck ? <Button class="primary" onClick={() => control.retry()}>Try again</Button> : null}
          <Button disabled={!control.canUndo} onClick={() => control.undo()}>Take back</Button>
          <Button disabled={control.isEngineToMove} onClick={() => void control.offerDraw()}>Offer a draw</Button>
          <Button class="danger" onClick={() => void control.resign()}>Resign</Button>
        </div>
      )}
      {phase !== "over" ? null : (
        <div class="actions">
          <Button class="primary" onClick={() => c.openReview()}>Review the game</Button>
          <Button onClick={() => void (control.isLeft = true)}>New game</Button>
          {own}
        </div>
      )}
      {isEmpty ? null : <Moves c={c} />}
    </div>
  );
}

/** The button comes first, so that one tap starts a game. */
function StartForm({ c }: ViewProps): JSX.Element {
  const { store: { settings }, match } = c;
  const set = (part: Partial<Settings>): void => c.set(part);
  const strengths = STRENGTHS.map((elo, i) => [elo, `${elo} · ${WORDS[i]}`] as const);
  const times = TIME_CONTROLS.map((name) =>
    [name, name === "none" ? "No clock" : `${name.replace("+", " min + ")} s`] as const
  );
  return (
    <div class="form start">
      <Button class="primary large" onClick={() => void match.start(match.from)}>Start the game</Button>
      <fieldset class="segments">
        <legend>You play</legend>
        {COLOURS.map(([value, text]) => (
          <label key={value}>
            <input
              type="radio"
              name="colour"
              value={value}
              checked={settings.colour === value}
              onChange={() => set({ colour: value })}
            />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      <div class="pair">
        <Select label="Strength" options={[...strengths, [null, "Full strength"]]} {...fieldOf("elo", settings, set)} />
        <Select label="Time control" options={times} {...fieldOf("time", settings, set)} />
        <Select label="Start from" options={STARTS} value={match.from} onChange={(from) => void (match.from = from)} />
      </div>
    </div>
  );
}
