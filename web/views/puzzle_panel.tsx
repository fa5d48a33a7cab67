/** The puzzle tab: the choice of errors, the puzzle, the feedback and the score. @module */

import type { JSX } from "preact";
import { ERRORS } from "../../engine/games/judgement.ts";
import type { PuzzleSide } from "../control/puzzle_control.ts";
import { Button, fieldOf, LineMoves, ReviewProgress, Select, type ViewProps } from "./parts.tsx";

const SIDES: readonly (readonly [value: PuzzleSide, text: string])[] = [
  ["both", "both sides"],
  ["white", "White"],
  ["black", "Black"],
];
const KINDS = ERRORS.toReversed().map(({ name }) => name);

export function PuzzlePanel({ c }: ViewProps): JSX.Element {
  const { puzzle } = c;
  const { phase, isOpen, answer, feedback } = puzzle;
  const choose = (part: object): void => void Object.assign(puzzle, part, { plies: null });
  const isAsking = phase === "asking";
  return (
    <div class="puzzle form" data-focus={isAsking && !isOpen ? ".next" : "#puzzle-text"}>
      {/* Always present, so that screen readers notice changes. With `false`, they read only what has changed. */}
      <div class="form" role="status" aria-atomic="false">
        <p class="status" id="puzzle-text" tabIndex={-1}>{puzzle.text}</p>
        <p class="feedback" id="puzzle-feedback" hidden={feedback === ""} data-right={String(puzzle.isRight)}>
          {feedback}
        </p>
      </div>
      {phase === "reviewing" && <ReviewProgress c={c} />}
      {answer === null ? null : <LineMoves line={answer} follow={(count) => puzzle.followAnswer(count)} />}
      {!isAsking && phase !== "over" ? null : (
        <div class="actions">
          {!isAsking ? null : (
            <>
              <Button disabled={!isOpen} onClick={() => puzzle.hint()}>Hint</Button>
              <Button disabled={!isOpen} onClick={() => puzzle.giveUp()}>Show the answer</Button>
              <Button class={isOpen ? "next" : "next primary"} onClick={() => puzzle.next()}>
                {isOpen ? "Skip" : "Next"}
              </Button>
            </>
          )}
          <Button onClick={() => c.review.comeBack()}>Back to the review</Button>
          {puzzle.isAway ? <Button onClick={() => puzzle.show()}>Back to the puzzle</Button> : null}
        </div>
      )}
      {phase !== "idle" && phase !== "over" ? null : (
        <div class="form">
          <Button
            class="primary large"
            disabled={!puzzle.canStart}
            onClick={() => void puzzle.start(phase === "over" ? puzzle.plies : null)}
          >
            {phase === "over" ? "Start again" : "Start"}
          </Button>
          <div class="pair">
            <Select label="Errors by" options={SIDES} {...fieldOf("side", puzzle, choose)} />
            <Select label="Minimum severity" options={KINDS} {...fieldOf("kind", puzzle, choose)} />
          </div>
        </div>
      )}
    </div>
  );
}
