/** Shows the work that learning saves: what a search costs without learning, or without one part of it. @module */

import type { JSX } from "preact";
import { isInUse, SYSTEMS } from "../../engine/view/systems.ts";
import { GROUPS } from "../control/lab_control.ts";
import { type Experiment, LAB_DEPTH } from "../engine/laboratory.ts";
import { isMeasurable, PART_GROUPS, PARTS } from "../text/learning.ts";
import { Button, number, Table, type ViewProps } from "./parts.tsx";

const SHOWN_MOVES = 6;
const UNUSED = SYSTEMS.filter((system) => !isInUse(system)).map(({ name }) => name);

/** The work without a system, as a multiple of the work with it. */
export function workWithout({ on, off }: Experiment): number {
  return off.nodes / on.nodes;
}

/** A factor in readable form: `4.1×`. */
export function times(factor: number): string {
  return `${factor.toFixed(factor < 10 ? 1 : 0)}×`;
}

/** The large number: the work without any learning, as a multiple of the work with it. */
export function Saving({ c }: ViewProps): JSX.Element {
  const { store, lab } = c;
  const all = store.experiment("all");
  if (all === null) {
    return (
      <section class="saving" aria-label="Without learning">
        {store.trying === null
          ? <Button onClick={() => void lab.run()}>How much work does learning save here?</Button>
          : <p class="quiet" role="status">Searching again without learning …</p>}
      </section>
    );
  }
  const factor = workWithout(all);
  return (
    <section class="saving" aria-label="Without learning">
      <p class="big" title={titleOf(all)}>
        <strong>{times(factor)}</strong>
        <span>
          {factor >= 1
            ? `Without learning, a search to the same depth takes ${factor.toFixed(1)} times the work.`
            : "Here the search needs less work without learning, as can happen in a single position."}
        </span>
      </p>
    </section>
  );
}

/** What the engine remembers. For each memory, a bar shows how much work a search needs without it. */
export function Memories({ c: { store } }: ViewProps): JSX.Element | null {
  if (store.experiment("all") === null) return null;
  const parts = Object.keys(GROUPS).slice(1).flatMap((name) => store.experiment(name) ?? []);
  const most = Math.max(1, ...parts.map((part) => workWithout(part) - 1));
  return (
    <section class="saving memories" aria-label="Without one memory">
      <p class="quiet">
        How much work the search needs without each memory. Orange: the memory saves work here. Blue: it costs work.
      </p>
      <dl class="bars">
        {parts.map((part) => {
          const factor = workWithout(part);
          // In this position, the part costs work instead of saving it.
          const costs = factor < 0.95;
          return (
            <div key={part.system.name} class={costs ? "cost" : undefined} title={titleOf(part)}>
              <dt>{GROUPS[part.system.name]}</dt>
              <dd>
                {/* The length shows the work that the part saves or costs. */}
                <i style={{ width: `${Math.abs(factor - 1) / most * 100}%` }} />
                <span>{times(factor)}{costs ? ": costs work" : ""}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      {store.trying !== null && store.trying in GROUPS &&
        <p class="quiet" role="status">Without remembering {GROUPS[store.trying]} …</p>}
    </section>
  );
}

function titleOf({ system, on, off }: Experiment): string {
  const what = system.name === "all" ? "learning" : "this part";
  return `Depth ${LAB_DEPTH}: ${number(on.nodes)} nodes with ${what}, ${number(off.nodes)} without`;
}

/** All parts: the measured ones in groups, each with its figure and a “Try” button, and a menu for the others. */
export function AllParts({ c }: ViewProps): JSX.Element {
  const { store, lab } = c;
  const others = SYSTEMS.filter(({ name }) => !PARTS.some(({ system }) => system === name));
  return (
    <details
      class="parts"
      // The list opens out of sight, so scroll to it.
      onToggle={({ currentTarget: part }) => part.open && part.scrollIntoView({ block: "start" })}
    >
      <summary>All eighteen parts, and what each is worth</summary>
      <p class="quiet">
        Each figure is what a part is worth in Elo, measured in thousands of games. “Try” searches this position with
        and without the part, to depth {LAB_DEPTH}. One position says little about what a part is worth.
      </p>
      {PART_GROUPS.map(([name, parts]) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <PartList c={c} parts={parts.filter(({ elo }) => isMeasurable(elo))} />
          <details>
            <summary>{name}: parts without a measurable effect</summary>
            <PartList c={c} parts={parts.filter(({ elo }) => !isMeasurable(elo))} />
          </details>
        </section>
      ))}
      <label class="field">
        <span>More parts, by their names in the documentation</span>
        <select
          value={others.some(({ name }) => store.experiment(name) !== null) ? undefined : ""}
          onChange={({ currentTarget: { value } }) => value !== "" && void lab.run([value])}
        >
          <option value="">Try one …</option>
          {others.map(({ name, title }) => <option key={name} value={name}>{title}</option>)}
        </select>
      </label>
      {others.flatMap(({ name }) => store.experiment(name) ?? [])
        .map((found) => (
          <div key={found.system.name}>
            <b>{found.system.title}</b>
            <Result {...found} />
          </div>
        ))}
    </details>
  );
}

function PartList({ c, parts }: ViewProps & { readonly parts: typeof PARTS }): JSX.Element {
  return (
    <ul>
      {parts.map(({ system, title, text, elo }) => (
        <li key={system} data-system={system}>
          <p>
            <b>{title}</b> <span class="elo">{elo}</span>
            {UNUSED.includes(system) ? <span class="quiet">(not in use)</span> : null}
          </p>
          <p class="quiet">{text}</p>
          <Trial c={c} name={system} />
        </li>
      ))}
    </ul>
  );
}

/** A button that measures what a part saves in the position on the board. The result then replaces the button. */
function Trial({ c, name }: ViewProps & { readonly name: string }): JSX.Element {
  const found = c.store.experiment(name);
  if (found !== null) return <Result {...found} />;
  const isRunning = c.store.trying === name;
  return (
    <Button class="small" aria-disabled={isRunning} onClick={() => isRunning || void c.lab.run([name])}>
      {isRunning ? "Searching …" : "Try"}
    </Button>
  );
}

function Result({ system, on, off }: Experiment): JSX.Element {
  return (
    <div class="scroller" tabIndex={0} role="group" aria-label={system.title}>
      <Table
        class="shares trial"
        data-system={system.name}
        caption={`Depth ${LAB_DEPTH}: without this part, ${times(off.nodes / on.nodes)} the work`}
        heads={["", "nodes", "best", "quiet moves, in the order tried"]}
        rows={([["with", on], ["without", off]] as const).map(([name, { nodes, best, order }]) => [
          name,
          number(nodes),
          best,
          order.slice(0, SHOWN_MOVES).join(" "),
        ])}
      />
    </div>
  );
}
