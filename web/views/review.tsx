/** The results of a review: accuracy, the worst moments, the error on the board, and what to do next. @module */

import type { JSX } from "preact";
import { accuraciesOf } from "../control/players.ts";
import { worstOf } from "../state/mistakes.ts";
import { Button, type ViewProps } from "./parts.tsx";

/** The whole review; while it is incomplete, only its verdict on the shown move. */
export function Review({ c }: ViewProps): JSX.Element | null {
  const { store, review: control } = c;
  const { review, line } = store;
  if (review === null) return null;
  if (!review.isComplete) return <Verdict c={c} />;
  const { mistakes, next, praise, shown } = control;
  const isLast = shown !== null && shown.ply === mistakes.at(-1)?.ply;
  const many = next?.ply === mistakes[0]?.ply ? "First mistake" : "Next mistake";
  const text = mistakes.length > 1 ? many : next === null ? "The only mistake" : "Show the mistake";
  return (
    <section class="review done" aria-label="Review">
      <p class="accuracies">Accuracy: {accuraciesOf(line, review).join(" · ")}</p>
      {mistakes.length === 0
        ? <p class="quiet">{control.side === null ? "No mistakes" : "You made no mistakes"}.</p>
        : (
          // These buttons are above everything that changes between mistakes, so they do not move.
          <div class="actions">
            <Button
              class={isLast ? undefined : "primary"}
              aria-disabled={next === null || undefined}
              onClick={() => control.showNext()}
            >
              {text}
            </Button>
            <Button class={isLast ? "primary" : undefined} onClick={() => control.practise(null)}>
              {mistakes.length > 1 ? "Practise these" : "Practise it"}
            </Button>
          </div>
        )}
      {praise === "" ? null : <p class="praise">{praise}</p>}
      {shown === null || line.isAtEnd ? <Moments c={c} /> : null}
      <Verdict c={c} />
      <div class="actions">
        <Button class="small" onClick={() => void c.exchange.shareReview()}>Share the review</Button>
        {!store.isOver && <Button class="small" onClick={() => c.match.offerFrom()}>Play on from here</Button>}
      </div>
    </section>
  );
}

function Moments({ c: { review: control } }: ViewProps): JSX.Element {
  return (
    <ol class="moments">
      {worstOf(control.mistakes).map((mistake) => (
        <li key={mistake.ply}>
          <Button class="moment" data-judgement={mistake.move.judgement} onClick={() => control.show(mistake)}>
            <b>{control.nameOf(mistake)}.</b> {control.reasonOf(mistake)}
          </Button>
        </li>
      ))}
    </ol>
  );
}

function Verdict({ c: { review: control, store } }: ViewProps): JSX.Element | null {
  const { shown, refutation } = control;
  if (shown === null) return null;
  const { move, ply } = shown;
  return (
    <div class="verdict" data-judgement={move.judgement}>
      <p>
        <b>{control.nameOf(shown)}.</b> {control.reasonOf(shown)}
      </p>
      <div class="actions">
        {store.review?.isComplete !== true
          ? null
          : <Button class="small" onClick={() => control.practise(shown)}>Try it yourself</Button>}
        {store.revealed.has(move)
          ? (
            <Button class="small" onClick={() => control.walk(ply - 1, move.best)}>
              Better line: {control.numbered(ply, move.best[0])}
            </Button>
          )
          : <Button class="small" onClick={() => control.reveal()}>Show the better move</Button>}
        {refutation.length > 0 && (
          <Button class="small" onClick={() => control.walk(ply, refutation)}>
            Best answer: {control.numbered(ply + 1, refutation[0])}
          </Button>
        )}
      </div>
    </div>
  );
}
