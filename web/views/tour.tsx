/** The tour: each step explains a part of the learning, and shows a search without that part. @module */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { TOUR } from "../text/learning.ts";
import { Button, type ViewProps } from "./parts.tsx";
import { times, workWithout } from "./comparison.tsx";

export function Tour({ c }: ViewProps): JSX.Element {
  const { store, tour } = c;
  const { tourStep: step } = store;
  const { title, text, system, elo } = TOUR[step];
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [step]);
  const found = store.experiment(system);
  return (
    <section class="tour" aria-label="Tour">
      <h2 ref={heading} tabIndex={-1}>{title}</h2>
      <p>{text}</p>
      <p class="big small" role="status">
        {found === null ? <span class="quiet">Searching with and without this part …</span> : (
          <>
            <strong>{times(workWithout(found))}</strong>
            <span>the work without this part here; in games, it is worth {elo.replace("+", "")} Elo</span>
          </>
        )}
      </p>
      <div class="actions">
        <Button disabled={step === 0} onClick={() => tour.show(step - 1)}>Back</Button>
        {step + 1 < TOUR.length ? <Button class="primary" onClick={() => tour.show(step + 1)}>Next</Button> : null}
        <Button onClick={() => tour.end()}>End the tour</Button>
        <span class="quiet">{step + 1} of {TOUR.length}</span>
      </div>
    </section>
  );
}
