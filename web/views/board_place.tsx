/** The board, and around it the players, the evaluation bar and the controls. @module */

import { type JSX, render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { describeEvaluation, graphChance } from "../../engine/games/evaluation.ts";
import { isToMove, materialOf, nameOf, scoreOf } from "../control/players.ts";
import { sceneOf } from "../control/scene.ts";
import { pause } from "../pause.ts";
import { formatTime } from "../state/clock.ts";
import { piecesOf, placeOf } from "../state/squares.ts";
import type { Promotion } from "../store.ts";
import { AbovePieces, BelowPieces } from "./board_layers.tsx";
import { BoardView } from "./board_view.ts";
import { Button, IconButton, PieceIcon, shortEvaluation, type ViewProps } from "./parts.tsx";
import { PIECE_NAMES } from "./pieces.ts";
import { Soon } from "./soon.tsx";
import { SquareGrid } from "./square_grid.tsx";

/** The clock warns below this time. */
const LOW_MS = 20_000;
/** How many pixels the wheel has to scroll for each move. */
const WHEEL_STEP = 80;

export function BoardColumn({ c }: ViewProps): JSX.Element {
  const { store } = c;
  const sides = store.isBlackBelow ? ["white", "black"] as const : ["black", "white"] as const;
  return (
    <div class="board-column">
      <Player c={c} side={sides[0]} />
      <div class="board-row">
        <EvaluationBar c={c} />
        <Board c={c} />
      </div>
      <Player c={c} side={sides[1]} />
      <Soon draw={() => <BoardControls c={c} />} />
    </div>
  );
}

function Board({ c }: ViewProps): JSX.Element {
  const { store, input } = c;
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<BoardView | null>(null);
  const [pick, setPick] = useState<{ readonly square: string | null; readonly fen: string }>({ square: null, fen: "" });
  const [over, setOver] = useState<string | null>(null);
  const shown = useRef({ ply: 0, fen: "" });
  const { line, isBlackBelow: isFlipped } = store;
  const { fen } = line;
  const pieceOn = (square: string | null, at: string): string => piecesOf(at).get(square ?? "") ?? "";
  // A pick is valid in the position where it was made. In a game, it also stays valid after the engine's answer.
  const isPicked = pick.fen === fen ||
    (store.isPlaying && pieceOn(pick.square, pick.fen) === pieceOn(pick.square, fen));
  const picked = isPicked ? pick.square : null;
  const setPicked = (square: string | null): void => {
    store.premove = null;
    setPick({ square, fen: store.line.fen });
  };
  const targets = picked === null ? [] : input.targets(picked);
  const scene = sceneOf(store);
  const point = (square: string | null): void => {
    setOver(square);
    if (store.tab === "learned" && square !== store.look.square) store.setLook({ square });
  };
  useEffect(() => {
    const place = host.current;
    if (place === null) return;
    let isGone = false;
    const build = async (): Promise<void> => {
      // Drawing the board is most of the work at the start, so split it into tasks.
      await pause();
      if (isGone) return;
      const { line: { fen }, isBlackBelow } = store;
      const built = new BoardView(place, fen, isBlackBelow, {
        targets: (from) => store.hasPen ? [] : input.targets(from),
        hasPen: () => store.hasPen,
        move: (from, to) => void input.move(from, to),
        pick: setPicked,
        point,
        draw: (from, to, event) => c.draw(`${colourOf(event)}${from === to ? from : from + to}`),
      });
      await pause();
      if (!isGone) setView(built);
    };
    void build();
    const silence = listenToWheel(place, (plies) => c.step(plies));
    return () => {
      isGone = true;
      silence();
    };
  }, []);
  useLayoutEffect(() => {
    if (view === null) return;
    const isNear = Math.abs(line.ply - shown.current.ply) <= 2;
    shown.current = { ply: line.ply, fen };
    view.render(fen, isFlipped, isNear, picked !== null);
    const taken = new Set(piecesOf(fen).keys());
    const marks = { ...scene, picked, targets, taken, over: picked === null ? null : over };
    render(<BelowPieces {...marks} />, view.below);
    render(<AbovePieces {...scene} />, view.above);
  });
  const choose = (square: string): void => {
    if (picked !== null && targets.includes(square)) {
      setPicked(null);
      void input.move(picked, square);
    } else setPicked(picked !== square && input.targets(square).length > 0 ? square : null);
  };
  return (
    <div
      class={view === null ? "board waiting" : "board"}
      id="board"
      data-pen={store.hasPen || undefined}
      onPointerDown={() => void (store.premove = null)}
    >
      <div class="board-pieces" ref={host} />
      <Soon
        draw={() => (
          <SquareGrid
            fen={fen}
            isFlipped={isFlipped}
            picked={picked}
            targets={targets}
            choose={choose}
            cancel={() => setPicked(null)}
            focus={point}
          />
        )}
      />
      {store.promotion === null ? null : <PromotionChoice promotion={store.promotion} isFlipped={isFlipped} />}
    </div>
  );
}

function listenToWheel(host: HTMLElement, step: (plies: number) => void): () => void {
  let turned = 0;
  const turn = (event: WheelEvent): void => {
    if (event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < WHEEL_STEP) return;
    step(Math.sign(turned));
    turned = 0;
  };
  host.addEventListener("wheel", turn, { passive: false });
  return () => host.removeEventListener("wheel", turn);
}

/** The modifier keys decide the colour. */
function colourOf({ shiftKey, ctrlKey, altKey, metaKey }: PointerEvent): string {
  const isRed = shiftKey || ctrlKey;
  const isBlue = altKey || metaKey;
  return isRed && isBlue ? "Y" : isRed ? "R" : isBlue ? "B" : "G";
}

/** The queen is on the promotion square; the other pieces are below or above it. */
function PromotionChoice(
  { promotion, isFlipped }: { readonly promotion: Promotion; readonly isFlipped: boolean },
): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => root.current?.querySelector("button")?.focus(), []);
  const { to, isWhite, choose } = promotion;
  const [column, row] = placeOf(to, isFlipped);
  const letters = ["q", "n", "r", "b"].map((letter) => isWhite ? letter.toUpperCase() : letter);
  return (
    <div class="promotion-place" onClick={() => choose(null)}>
      <div
        ref={root}
        class="promotion"
        role="group"
        aria-label="Promote to"
        style={{ left: `${column * 12.5}%`, [row === 0 ? "top" : "bottom"]: 0 }}
        onKeyDown={(event) => event.key === "Escape" && choose(null)}
      >
        {(row === 0 ? letters : letters.toReversed()).map((letter) => (
          <Button
            key={letter}
            aria-label={PIECE_NAMES[letter]}
            onClick={(event) => {
              event.stopPropagation();
              choose(letter.toLowerCase());
            }}
          >
            <PieceIcon letter={letter} />
          </Button>
        ))}
      </div>
    </div>
  );
}

interface PlayerProps extends ViewProps {
  readonly side: "white" | "black";
}

function Player({ c, side }: PlayerProps): JSX.Element {
  const { line } = c.store;
  const isTurn = isToMove(line, side);
  const { captured, lead } = materialOf(line, side);
  const score = scoreOf(line, side);
  return (
    <div class="player" data-side={side} data-turn={isTurn || undefined}>
      <span class="swatch" aria-hidden="true" />
      <span class="name">{nameOf(line, side)}</span>
      {isTurn ? <span class="visually-hidden">to move</span> : null}
      {score === "" ? null : <span class="score">{score}</span>}
      <span class="captured" aria-hidden="true">
        {captured.map((letter, i) => <PieceIcon key={i} letter={letter} />)}
      </span>
      <span class="lead">{lead > 0 ? `+${lead}` : ""}</span>
      <ClockTime c={c} side={side} />
    </div>
  );
}

/** A separate view, so that a running clock redraws nothing else. */
function ClockTime({ c: { store }, side }: PlayerProps): JSX.Element | null {
  const { match, now } = store;
  if (match === null || match.clock === null) return null;
  const time = match.clock.remaining(side, Math.max(now, performance.now()));
  return <span class="clock" role="timer" data-low={time < LOW_MS || undefined}>{formatTime(time)}</span>;
}

/** White's chance to win. Every tab leaves room for the bar, so that the board never moves. */
function EvaluationBar({ c }: ViewProps): JSX.Element {
  const { store } = c;
  const { evaluation, tab, isBlackBelow, isPlaying, isAnalysing } = store;
  // An empty bar would look like an even game.
  const isKnown = evaluation !== null || isAnalysing;
  const isShown = isKnown && tab !== "puzzle" && !isPlaying && (tab !== "play" || store.review !== null);
  if (!isShown) return <div class="beside" />;
  const chance = evaluation === null ? 50 : graphChance(evaluation);
  return (
    <div class="beside">
      <div
        class="eval-bar"
        role="meter"
        aria-label="Evaluation"
        title="White's chance to win, and the evaluation in pawns"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(chance)}
        aria-valuetext={evaluation === null ? "not evaluated yet" : describeEvaluation(evaluation)}
        data-flipped={isBlackBelow || undefined}
        data-empty={evaluation === null || undefined}
        data-ahead={chance >= 50 ? "white" : "black"}
        style={{ "--white": `${chance}%` }}
      >
        <div class="eval-fill" />
        <span class="eval-label" aria-hidden="true">{evaluation === null ? "" : shortEvaluation(evaluation)}</span>
      </div>
    </div>
  );
}

function BoardControls({ c }: ViewProps): JSX.Element {
  const { store } = c;
  return (
    <div class="controls" role="group" aria-label="Board controls">
      <IconButton icon="first" label="Go to the start" onClick={() => c.step(-Infinity)} />
      <IconButton icon="previous" label="Previous move" onClick={() => c.step(-1)} />
      <IconButton icon="next" label="Next move" onClick={() => c.step(1)} />
      <IconButton icon="last" label="Go to the end" onClick={() => c.step(Infinity)} />
      <IconButton icon="flip" label="Flip the board" onClick={() => c.flip()} />
      {store.isEmbedded
        ? (
          <a class="button" href={location.href.replace(/\?[^#]*/, "")} target="_blank" rel="noopener">
            Open in Hindsight
          </a>
        )
        : <MoreControls c={c} />}
    </div>
  );
}

function MoreControls({ c }: ViewProps): JSX.Element {
  const { store } = c;
  const { hasPen } = store;
  const open = (kind: "position" | "share") => (): void => store.open({ kind });
  const togglePen = (): void => void (store.hasPen = !hasPen);
  return (
    <>
      <IconButton icon="pen" label="Draw arrows and circles on the board" isPressed={hasPen} onClick={togglePen} />
      <MoveField c={c} />
      <IconButton icon="position" label="Load or save a position or game" onClick={open("position")} />
      <IconButton icon="share" label="Share a link, a picture or an embedded board" onClick={open("share")} />
    </>
  );
}

function MoveField({ c: { store, input } }: ViewProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  // Text that was refused disappears when another position is shown.
  const forget = (): void => {
    if (isRefused && field.current !== null) field.current.value = "";
    setRefused(false);
  };
  useLayoutEffect(forget, [store.line.current]);
  return (
    <input
      ref={field}
      class="move-field"
      aria-label="Type a move, such as Nf3"
      placeholder="Type a move, such as Nf3"
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      enterkeyhint="go"
      aria-invalid={isRefused ? "true" : undefined}
      onInput={() => setRefused(false)}
      onKeyDown={(event) => {
        const field = event.currentTarget;
        const text = field.value.trim();
        if (event.key !== "Enter" || text === "") return;
        const isPlayed = input.type(text);
        setRefused(!isPlayed);
        if (isPlayed) field.value = "";
        else field.select();
      }}
      onBlur={forget}
    />
  );
}
