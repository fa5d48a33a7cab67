/** The whole page. @module */

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { isFocusByPointer } from "../control/page_events.ts";
import { type Tab, TABS } from "../state/address.ts";
import { AnalysisPanel } from "./analysis_panel.tsx";
import { BoardColumn } from "./board_place.tsx";
import { Moves } from "./moves.tsx";
import { Button, IconButton, Notices, type ViewProps } from "./parts.tsx";
import { PlayPanel } from "./play_panel.tsx";
import { lazy, Soon } from "./soon.tsx";

const DialogWindow = lazy(async () => (await import("./later.ts")).DialogWindow);
const LearnedPanel = lazy(async () => (await import("./later.ts")).LearnedPanel);
const PuzzlePanel = lazy(async () => (await import("./later.ts")).PuzzlePanel);

const PANELS: Readonly<Record<Tab, readonly [name: string, (props: ViewProps) => JSX.Element | null]>> = {
  play: ["Play", PlayPanel],
  analysis: ["Analysis", AnalysisPanel],
  puzzle: ["Puzzles", PuzzlePanel],
  learned: ["How it learns", LearnedPanel],
};

export function Page({ c }: ViewProps): JSX.Element {
  const { store } = c;
  if (store.isEmbedded) {
    return (
      <main data-tab={store.tab}>
        <h1 class="visually-hidden">Hindsight</h1>
        <BoardColumn c={c} />
        <div class="side-column">
          <Moves c={c} />
        </div>
      </main>
    );
  }
  return (
    <>
      <Head c={c} />
      <main data-tab={store.tab}>
        <BoardColumn c={c} />
        <Soon draw={() => <SideColumn c={c} />} />
      </main>
      {store.dialog === null ? <Notices c={c} /> : <DialogWindow key={store.dialog.kind} c={c} />}
    </>
  );
}

function Head({ c }: ViewProps): JSX.Element {
  const { store } = c;
  const list = useRef<HTMLDivElement>(null);
  const pressed = (event: KeyboardEvent): void => {
    const at = TABS.indexOf(store.tab);
    const goals: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1 + TABS.length,
      Home: 0,
      End: TABS.length - 1,
    };
    // After a click, the keys act on the board.
    if (!(event.key in goals) || isFocusByPointer()) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[goals[event.key] % TABS.length];
    c.selectTab(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <header>
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <use href="#brand" />
      </svg>
      <h1>Hindsight</h1>
      <div ref={list} class="tabs" role="tablist" aria-label="Sections" onKeyDown={pressed}>
        {TABS.map((tab) => (
          <Button
            key={tab}
            role="tab"
            id={`tab-${tab}`}
            aria-controls={`panel-${tab}`}
            aria-selected={tab === store.tab}
            tabIndex={tab === store.tab ? 0 : -1}
            onClick={() => c.selectTab(tab)}
          >
            {PANELS[tab][0]}
          </Button>
        ))}
      </div>
      <IconButton icon="settings" label="Settings" onClick={() => store.open({ kind: "settings" })} />
    </header>
  );
}

function SideColumn({ c }: ViewProps): JSX.Element {
  const { tab } = c.store;
  return (
    <div class="side-column" data-tab={tab} data-focus={`#panel-${tab}`}>
      {TABS.map((name) => {
        const [, Panel] = PANELS[name];
        return (
          <section
            key={name}
            class="panel"
            role="tabpanel"
            id={`panel-${name}`}
            aria-labelledby={`tab-${name}`}
            hidden={name !== tab}
            tabIndex={-1}
          >
            {name === tab ? <Panel c={c} /> : null}
          </section>
        );
      })}
    </div>
  );
}
