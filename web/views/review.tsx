/** What a review has found: the accuracy of both sides, the worst moments, the error on the board, what to do next. @module */

import type { JSX } from "preact";
import { accuraciesOf } from "../control/players.ts";
import { worstOf } from "../state/mistakes.ts";
import { Button, type ViewProps } from "./parts.tsx";

/** The whole review, or what a part of one says about the move that is shown. */
export function Review({ c }: ViewProps): JSX.Element | null {
  const { store, review: control } = c;
  const { review, line, match } = store;
  if (review === null) return null;
  if (!review.isComplete) return <Verdict c={c} />;
  const { mistakes, next, praise } = control;
  return (
    <section class="review done" aria-label="Review">
      <p class="accuracies">{accuraciesOf(line, match, review).join(" · ")}</p>
      {praise === "" ? null : <p class="praise">{praise}</p>}
      {control.shown === null ? <Moments c={c} /> : <Verdict c={c} />}
      {mistakes.length === 0 && <p class="quiet">There was no mistake.</p>}
      <div class="actions">
        {mistakes.length === 0
          ? null
          : next !== null
          ? <Button class="primary" onClick={() => control.showNext()}>Next mistake</Button>
          : <Button class="primary" onClick={() => control.practise(null)}>Practise these</Button>}
        <Button onClick={() => void c.exchange.shareReview()}>Share</Button>
        {!store.isOver && <Button onClick={() => c.match.offerFrom()}>Play on from here</Button>}
      </div>
    </section>
  );
}

/** The worst errors, each with what is known about it: a click shows it. */
function Moments({ c: { review: control } }: ViewProps): JSX.Element {
  return (
    <ol class="moments">
      {worstOf(control.mistakes).map((mistake) => (
        <li key={mistake.ply}>
          <Button class="moment" data-judgement={mistake.move.judgement} onClick={() => control.show(mistake)}>
            <b>{control.nameOf(mistake)}.</b> {mistake.move.reason || `Better was ${mistake.move.best[0]}.`}
          </Button>
        </li>
      ))}
    </ol>
  );
}

/** What the review says about the move that is shown, and the ways on from there. */
function Verdict({ c: { review: control, store } }: ViewProps): JSX.Element | null {
  const { shown, refutation: [answer] } = control;
  if (shown === null) return null;
  const { judgement, best, reason } = shown.move;
  return (
    <div class="verdict" data-judgement={judgement}>
      <p>
        <b>{control.nameOf(shown)}.</b> {reason}
      </p>
      <div class="actions">
        <Button onClick={() => control.walkBetter()}>Walk the better line: {best[0]}</Button>
        {answer === undefined
          ? null
          : <Button onClick={() => control.walkRefutation()}>See the answer: {answer}</Button>}
        {store.review?.isComplete !== true
          ? null
          : <Button onClick={() => control.practise(shown)}>Try it yourself</Button>}
      </div>
    </div>
  );
}
