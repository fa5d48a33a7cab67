/** Starts the page: connects the controls, the views and the page's events. @module */

import { effect } from "@preact/signals";
import { render } from "preact";
import { Controls } from "./control/controls.ts";
import { listen } from "./control/page_events.ts";
import type { Assets } from "./engine/engine_link.ts";
import { Page } from "./views/page.tsx";
import { listenToMoves } from "./control/sounds.ts";
import { showPieces } from "./views/pieces.ts";
import { showTheme } from "./views/theme.ts";

const TICK_MS = 100;

export function startApp(root: HTMLElement, assets: Assets): Controls {
  const c = new Controls(assets);
  const { store } = c;
  if (store.isEmbedded) document.body.dataset.embed = "";
  root.replaceChildren();
  listenToMoves(store);
  effect(() => showTheme(store.settings.theme));
  effect(() => void showPieces(store.settings.pieces));
  listen(
    store.isEmbedded ? null : c.exchange,
    {
      ArrowLeft: () => c.step(-1),
      ArrowRight: () => c.step(1),
      Home: () => c.step(-Infinity),
      End: () => c.step(Infinity),
      f: () => c.flip(),
      // In a puzzle, these keys would give away the answer.
      a: () => (store.tab === "analysis" || store.tab === "learned") && c.analysis.toggle(),
      n: () => store.tab === "analysis" && c.review.showNext(),
      x: () => store.tab === "analysis" && c.analysis.toggleThreat(),
    },
  );
  setInterval(() => c.match.tick(), TICK_MS);
  void c.begin(() => render(<Page c={c} />, root));
  return c;
}
