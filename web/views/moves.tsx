/**
 * The moves of the game with their errors, evaluations, comments and variations: a click shows the position.
 *
 * The game has a row for each pair of moves. What is said about a move, and what else could be played instead, comes below
 * it; variations of variations are inside.
 *
 * @module
 */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { textOf } from "../../engine/games/commands.ts";
import type { GameNode } from "../../engine/games/game_node.ts";
import type { Analysis } from "../../engine/games/analysis.ts";
import { type Judgement, symbolOf } from "../../engine/games/judgement.ts";
import { resultOf } from "../../engine/games/pgn_tokens.ts";
import { resultText } from "../control/players.ts";
import type { GameLine } from "../state/game_line.ts";
import { isWhiteAt, labelOf } from "../state/numbering.ts";
import { Button, IconButton, shortEvaluation, type ViewProps } from "./parts.tsx";

/** Glyphs that judge a move, by their numbers in PGN. */
const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];

interface RowsProps extends ViewProps {
  readonly line: GameLine;
  readonly review: Analysis | null;
}

interface MoveProps extends ViewProps {
  readonly line: GameLine;
  readonly node: GameNode;
}

export function Moves({ c }: ViewProps): JSX.Element {
  const { line, review } = c.store;
  const { version, gameKey } = line;
  const list = useRef<HTMLDivElement>(null);
  const opening = useOpening(line, gameKey);
  const rows = useMemo(() => {
    const isEmpty = line.root.children.length === 0;
    return (
      <>
        {commentsOf(line.root)}
        {isEmpty ? <p class="quiet">No moves yet.</p> : <Rows c={c} line={line} review={review} />}
      </>
    );
  }, [line, version, review]);
  // Only for another position or other moves: otherwise the user could not scroll the list while the engine reports.
  useLayoutEffect(() => {
    const { current: box } = list;
    if (box === null) return;
    showCurrent(box);
    // In another size it stays in sight, unless the user has scrolled it away.
    let isInSight = true;
    const scrolled = (): void => void (isInSight = isCurrentInSight(box));
    const sizes = new ResizeObserver(() => isInSight && showCurrent(box));
    sizes.observe(box);
    const changes = new MutationObserver(() => showCurrent(box));
    changes.observe(box, { childList: true, subtree: true, attributeFilter: ["aria-current"] });
    box.addEventListener("scroll", scrolled);
    return () => {
      sizes.disconnect();
      changes.disconnect();
      box.removeEventListener("scroll", scrolled);
    };
  }, []);
  return (
    <section class="moves-place" aria-label="Moves">
      {opening === "" ? null : <p class="opening">{opening}</p>}
      <div ref={list} class="moves" role="group" aria-label="Moves" tabIndex={0}>{rows}</div>
    </section>
  );
}

/** The name of the game's opening, "" while it has none, or the names are not loaded yet. */
function useOpening(line: GameLine, gameKey: string): string {
  const [names, setNames] = useState<typeof import("../engine/later.ts") | null>(null);
  useEffect(() => {
    // Without the names a game has none.
    import("../engine/later.ts").then(setNames, () => {});
  }, []);
  return useMemo(() => {
    const found = names?.openingOf(line.lastPosition) ?? null;
    return names === null || found === null ? "" : names.describeOpening(found);
  }, [names, gameKey]);
}

function isCurrentInSight(box: HTMLElement): boolean {
  const shown = box.querySelector("[aria-current]");
  if (shown === null) return box.scrollTop === 0;
  const [outer, own] = [box.getBoundingClientRect(), shown.getBoundingClientRect()];
  return own.bottom > outer.top && own.top < outer.bottom;
}

function showCurrent(box: HTMLElement): void {
  const shown = box.querySelector("[aria-current]");
  if (shown === null) {
    box.scrollTop = 0;
    return;
  }
  const [outer, own] = [box.getBoundingClientRect(), shown.getBoundingClientRect()];
  if (own.top < outer.top) box.scrollTop += own.top - outer.top - 8;
  else if (own.bottom > outer.bottom) box.scrollTop += own.bottom - outer.bottom + 8;
}

function Rows({ c, line, review }: RowsProps): JSX.Element {
  const made: JSX.Element[] = [];
  let row: JSX.Element[] = [];
  const end = (): void => {
    if (row.length > 0) made.push(<div key={made.length} class="move-row">{row}</div>);
    row = [];
  };
  for (const node of line.mainLine) {
    const at = line.offset + node.ply - 1;
    if (row.length === 0 || isWhiteAt(at)) {
      end();
      row.push(<span key="number" class="number">{labelOf(at).replace("…", ".")}</span>);
      if (!isWhiteAt(at)) row.push(<span key="gap" class="move gap">…</span>, <span key="none" />);
    }
    const evaluation = review?.evaluations[node.ply] ?? null;
    row.push(
      <Move
        key={`move${node.ply}`}
        c={c}
        line={line}
        judgement={review?.moves[node.ply - 1]?.judgement ?? null}
        node={node}
      />,
      <span key={`eval${node.ply}`} class="eval">{evaluation === null ? "" : shortEvaluation(evaluation)}</span>,
    );
    const others = node.parent?.children.slice(1) ?? [];
    const comments = commentsOf(node);
    if (comments.length + others.length === 0) continue;
    // What comes below ends the row.
    end();
    made.push(
      ...comments,
      ...others.map((head, i) => <SideLine key={`${node.ply}.${i}`} c={c} line={line} node={head} />),
    );
  }
  end();
  const result = resultOf(line.tags.get("Result"));
  if (result !== "*") made.push(<p key="result" class="result">{resultText(result)}</p>);
  return <>{made}</>;
}

function SideLine({ c, line, node: head }: MoveProps): JSX.Element {
  const made: JSX.Element[] = [];
  const promote = (): void => c.edit(() => line.promote(head));
  const remove = (): void => c.edit(() => line.delete(head));
  let needsNumber = true;
  for (const node of [head, ...head.line]) {
    const at = line.offset + node.ply - 1;
    if (needsNumber || isWhiteAt(at)) {
      made.push(<span key={`number${node.ply}`} class="number">{labelOf(at)}</span>);
    }
    const others = node === head ? [] : node.parent?.children.slice(1) ?? [];
    const below = [
      ...commentsOf(node),
      ...others.map((other, i) => <SideLine key={`side${node.ply}.${i}`} c={c} line={line} node={other} />),
    ];
    made.push(<Move key={`move${node.ply}`} c={c} line={line} node={node} judgement={null} />, ...below);
    needsNumber = below.length > 0;
  }
  return (
    <div class="side-line" role="group" aria-label="Side line">
      {made}
      <IconButton class="small" icon="promote" label="Make this line the game" onClick={promote} />
      <IconButton class="small" icon="close" label="Remove this line" onClick={remove} />
    </div>
  );
}

/** A move of the list; only it is drawn again when it becomes the one that is shown, or no longer is. */
function Move({ c, line, node, judgement }: MoveProps & { readonly judgement: Judgement | null }): JSX.Element {
  const isShown = useComputed(() => c.store.isShown(node));
  const { san } = node;
  const glyph = judgement === null ? GLYPHS[node.glyphs.find((nag) => nag in GLYPHS) ?? 0] : symbolOf(judgement);
  return (
    <Button
      class={judgement === null ? "move" : `move ${judgement}`}
      aria-label={judgement === null ? undefined : `${san}, ${judgement}`}
      aria-current={isShown.value ? "true" : undefined}
      onClick={() => c.show(() => line.goTo(node))}
    >
      {san}
      {glyph === "" ? null : <span class="symbol" aria-hidden={judgement === null ? undefined : true}>{glyph}</span>}
    </Button>
  );
}

function commentsOf({ comments, ply }: GameNode): JSX.Element[] {
  return comments.map((comment) => textOf([comment])).filter((text) => text !== "")
    .map((text, i) => <span key={`comment${ply}.${i}`} class="comment">{text}</span>);
}
