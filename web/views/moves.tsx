/**
 * The list of moves, with errors, evaluations, comments and variations. Each row has a move by White and one by Black.
 * Comments and variations are below their move; variations of a variation are inside it.
 * @module
 */

import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { textOf } from "../../engine/games/commands.ts";
import type { GameNode } from "../../engine/games/game_node.ts";
import type { Analysis } from "../../engine/games/analysis.ts";
import { glyphSign } from "../../engine/games/glyphs.ts";
import { type Judgement, symbolOf } from "../../engine/games/judgement.ts";
import { resultOf } from "../../engine/games/pgn_tokens.ts";
import { Position } from "../../engine/games/position.ts";
import { resultText } from "../control/players.ts";
import type { GameLine } from "../state/game_line.ts";
import { isWhiteAt, labelOf } from "../state/numbering.ts";
import { IconButton, shortEvaluation, type ViewProps } from "./parts.tsx";

/** Glyphs up to this number judge a move. */
const LAST_JUDGING_GLYPH = 6;
/** More half-moves than any named opening has. */
const OPENING_PLIES = 50;

type Buttons = Map<GameNode, HTMLButtonElement>;

interface RowsProps extends ViewProps {
  readonly line: GameLine;
  readonly review: Analysis | null;
  readonly buttons: Buttons;
}

interface MoveProps extends Omit<RowsProps, "review"> {
  readonly node: GameNode;
}

export function Moves({ c }: ViewProps): JSX.Element {
  const { line, review } = c.store;
  const { version } = line;
  const list = useRef<HTMLDivElement>(null);
  const buttons = useRef<Buttons>(new Map());
  const opening = useOpening(line);
  const rows = useMemo(() => {
    const isEmpty = line.root.children.length === 0;
    buttons.current = new Map();
    return (
      <>
        {commentsOf(line.root)}
        {isEmpty
          ? <p class="quiet">No moves yet.</p>
          : <Rows c={c} line={line} review={review} buttons={buttons.current} />}
      </>
    );
  }, [line, version, review]);
  // Scroll only when the list or the position changes. Otherwise, the user could not scroll the list during a search.
  useLayoutEffect(() => {
    const { current: box } = list;
    // A step through the game moves only the mark, and redraws nothing.
    return effect(() => {
      const { place } = c.store;
      box?.querySelector("[aria-current]")?.removeAttribute("aria-current");
      buttons.current.get(place)?.setAttribute("aria-current", "true");
      // Wait for the views, which are drawn in microtasks.
      if (box !== null) queueMicrotask(() => queueMicrotask(() => showCurrent(box)));
    });
  }, [rows]);
  useLayoutEffect(() => {
    const { current: box } = list;
    if (box === null) return;
    // If the list changes size, keep the shown move in sight, unless the user has scrolled away from it.
    let isInSight = true;
    const scrolled = (): void => void (isInSight = isCurrentInSight(box));
    const sizes = new ResizeObserver(() => isInSight && showCurrent(box));
    sizes.observe(box);
    box.addEventListener("scroll", scrolled);
    return () => {
      sizes.disconnect();
      box.removeEventListener("scroll", scrolled);
    };
  }, []);
  return (
    <section class="moves-place" aria-label="Moves">
      {opening === null ? null : <p class="opening">{opening}</p>}
      <div ref={list} class="moves" role="group" aria-label="Moves" tabIndex={0}>{rows}</div>
    </section>
  );
}

/** The opening's name: "" if the moves so far have none, `null` if the whole game has none. */
function useOpening(line: GameLine): string | null {
  const [names, setNames] = useState<typeof import("../engine/later.ts") | null>(null);
  useEffect(() => {
    // If the names cannot be loaded, no opening is shown.
    import("../engine/later.ts").then(setNames, () => {});
  }, []);
  const nameOf = (place: GameNode): string => {
    const found = names?.openingOf(new Position(place.path[OPENING_PLIES - 1] ?? place)) ?? null;
    return names === null || found === null ? "" : names.describeOpening(found);
  };
  const { current, end } = line;
  const place = current.ply > OPENING_PLIES ? current.path[OPENING_PLIES - 1] : current;
  const isNamed = useMemo(() => nameOf(end) !== "", [names, end]);
  const name = useMemo(() => nameOf(place), [names, place]);
  return isNamed || name !== "" ? name : null;
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
  const next = (shown.closest(".move-row") ?? shown).nextElementSibling;
  const bottom = next?.matches(".comment") ? next.getBoundingClientRect().bottom : own.bottom;
  if (own.top < outer.top) box.scrollTop += own.top - outer.top - 8;
  else if (bottom > outer.bottom) box.scrollTop += Math.min(bottom - outer.bottom + 8, own.top - outer.top);
}

function Rows({ c, line, review, buttons }: RowsProps): JSX.Element {
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
      moveOf({ c, line, node, buttons }, review?.moves[node.ply - 1]?.judgement ?? null),
      <span key={`eval${node.ply}`} class="eval">{evaluation === null ? "" : shortEvaluation(evaluation)}</span>,
    );
    const others = node.parent?.children.slice(1) ?? [];
    const comments = commentsOf(node);
    if (comments.length + others.length === 0) continue;
    end();
    made.push(
      ...comments,
      ...others.map((head, i) => <SideLine key={`${node.ply}.${i}`} c={c} line={line} node={head} buttons={buttons} />),
    );
  }
  end();
  const result = resultOf(line.tags.get("Result"));
  if (result !== "*") made.push(<p key="result" class="result">{resultText(result)}</p>);
  return <>{made}</>;
}

function SideLine({ c, line, node: head, buttons }: MoveProps): JSX.Element {
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
      ...others.map((other, i) => (
        <SideLine key={`side${node.ply}.${i}`} c={c} line={line} node={other} buttons={buttons} />
      )),
    ];
    made.push(moveOf({ c, line, node, buttons }, null), ...below);
    needsNumber = below.length > 0;
  }
  return (
    <div class="side-line" role="group" aria-label="Variation">
      {made}
      <IconButton class="small" icon="promote" label="Make this the main line" onClick={promote} />
      <IconButton class="small" icon="close" label="Delete this variation" onClick={remove} />
    </div>
  );
}

/** A review's judgement replaces glyphs that judge the move. */
function moveOf({ c, line, node, buttons }: MoveProps, judgement: Judgement | null): JSX.Element {
  const { san, glyphs, ply } = node;
  const signs = glyphs.filter((glyph) => judgement === null || glyph > LAST_JUDGING_GLYPH).map(glyphSign);
  const said = [judgement === null ? null : symbolOf(judgement), ...signs].filter((sign) => sign !== null).join(" ");
  const click = (): void => c.show(() => line.goTo(node));
  return (
    <button
      key={`move${ply}`}
      ref={(made) => void (made && buttons.set(node, made))}
      type="button"
      class={judgement === null ? "move" : `move ${judgement}`}
      aria-label={judgement === null ? undefined : [`${san}, ${judgement}`, ...signs].join(" ").trim()}
      onClick={click}
    >
      {san}
      {said === "" ? null : <span class="symbol" aria-hidden={judgement === null ? undefined : true}>{said}</span>}
    </button>
  );
}

function commentsOf({ comments, ply }: GameNode): JSX.Element[] {
  return comments.map((comment) => textOf([comment])).filter((text) => text !== "")
    .map((text, i) => <span key={`comment${ply}.${i}`} class="comment">{text}</span>);
}
