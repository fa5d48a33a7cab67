/** Small components that many views use. @module */

import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { describeEvaluation, type Evaluation } from "../../engine/games/evaluation.ts";
import type { Controls } from "../control/controls.ts";
import { pointColour, textOn } from "../state/heat.ts";
import type { NumberedLine } from "../state/numbering.ts";
import { symbolOf, TILE } from "./pieces.ts";

export interface ViewProps {
  readonly c: Controls;
}

/** An icon that is hidden from screen readers. */
export function Icon({ name }: { readonly name: string }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

export function Button(props: JSX.IntrinsicElements["button"]): JSX.Element {
  return <button type="button" {...props} />;
}

export function IconButton({ icon, label, isPressed, onClick, ...others }: {
  readonly icon: string;
  /** For screen readers and the tooltip. */
  readonly label: string;
  readonly class?: string;
  readonly isPressed?: boolean;
  onClick(): void;
}): JSX.Element {
  return (
    <Button
      class={`icon-button ${others.class ?? ""}`}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      <Icon name={icon} />
    </Button>
  );
}

export function Select<T extends string | number | null>({ label, options, value, onChange }: {
  readonly label: string;
  /** Values, or pairs of a value and its label. */
  readonly options: readonly NoInfer<T | readonly [value: T, text: string]>[];
  readonly value: T;
  onChange(value: NoInfer<T>): void;
}): JSX.Element {
  const pairs = options.map((option): readonly [T, string] =>
    typeof option === "object" && option !== null ? option : [option, `${option}`]
  );
  return (
    <label class="field">
      <span>{label}</span>
      <select value={`${value}`} onChange={(event) => onChange(pairs[event.currentTarget.selectedIndex][0])}>
        {pairs.map(([key, text]) => <option key={key} value={`${key}`} selected={key === value}>{text}</option>)}
      </select>
    </label>
  );
}

/** Connects a field to one property of an object. */
export function fieldOf<T, K extends keyof T>(
  name: K,
  whole: T,
  set: (part: Pick<T, K>) => void,
): { readonly value: T[K]; onChange(value: T[K]): void } {
  return { value: whole[name], onChange: (value) => set({ [name]: value } as Pick<T, K>) };
}

export function Check({ label, isOn, onChange }: {
  readonly label: string;
  readonly isOn: boolean;
  onChange(isOn: boolean): void;
}): JSX.Element {
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

export function FileButton({ text, accept, disabled, label, onFile }: {
  readonly text: string;
  readonly accept: string;
  readonly disabled?: boolean;
  /** For screen readers. */
  readonly label?: string;
  onFile(file: File): Promise<void>;
}): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const read = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    await onFile(file);
    // Allows the user to choose the same file again.
    input.value = "";
  };
  return (
    <>
      <Button disabled={disabled} onClick={() => field.current?.click()}>{text}</Button>
      <input
        ref={field}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={(event) => void read(event.currentTarget)}
      />
    </>
  );
}

/**
 * Messages, and a live region for screen readers. An open dialog contains both, because screen readers ignore the page
 * behind it.
 */
export function Notices({ c: { store } }: ViewProps): JSX.Element {
  return (
    <>
      <section class="notices" aria-label="Messages">
        {store.notices.map((notice) => (
          <div
            key={notice.text}
            class={`notice ${notice.kind === "error" ? "error" : "info"}`}
            role={notice.kind === "error" ? "alert" : undefined}
          >
            <p>{notice.text}</p>
            {notice.undo === undefined ? null : <Button class="small" onClick={() => store.undo(notice)}>Undo</Button>}
            <IconButton class="small" icon="close" label="Close" onClick={() => store.dismiss(notice)} />
          </div>
        ))}
      </section>
      <div class="visually-hidden spoken" role="status" aria-live="polite">
        {store.spoken.map((text, i) => <p key={`${i} ${text}`}>{text}</p>)}
      </div>
    </>
  );
}

export function ReviewProgress({ c: { store: { reviewing } } }: ViewProps): JSX.Element | null {
  return reviewing && <progress aria-label="Positions reviewed" value={reviewing[0]} max={reviewing[1]} />;
}

/** Column headings may be "". */
export function Table({ caption, heads, rows, rowProps, ...others }: JSX.IntrinsicElements["table"] & {
  readonly caption?: ComponentChildren;
  readonly heads?: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  rowProps?(row: number): object;
}): JSX.Element {
  return (
    <table {...others}>
      {caption === undefined ? null : <caption>{caption}</caption>}
      {heads === undefined ? null : (
        <thead>
          <tr>{heads.map((head) => head === "" ? <td key={head} /> : <th key={head} scope="col">{head}</th>)}</tr>
        </thead>
      )}
      <tbody>
        {rows.map(([head, ...cells], i) => (
          <tr key={i} {...rowProps?.(i)}>
            <th scope="row">{head}</th>
            {cells.map((cell, j) => <td key={j}>{cell}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Each button calls `follow` with the number of moves up to and including its own. */
export function LineMoves({ line: { san, numbers }, follow }: {
  readonly line: NumberedLine;
  follow(count: number): void;
}): JSX.Element {
  return (
    <span class="line-moves">
      {san.map((move, i) => (
        <span key={i} class="step">
          {numbers[i] === "" ? null : <span class="number">{numbers[i]}</span>}
          <Button class="move" onClick={() => follow(i + 1)}>{move}</Button>
        </span>
      ))}
    </span>
  );
}

export function Points({ points, title }: { readonly points: number; readonly title: string }): JSX.Element {
  if (points === 0) return <span class="points" title={title}>0</span>;
  const colour = pointColour(points);
  return (
    <span class="points" style={{ background: colour, color: textOn(colour) }} title={title}>{signed(points)}</span>
  );
}

/** A number with its sign, because colour must not be the only hint. */
export function signed(value: number, digits: number = 0): string {
  return `${value > 0 ? "+" : value < 0 ? "\u2212" : ""}${number(Math.abs(value), digits)}`;
}

export function number(value: number, digits: number = 0): string {
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `+0.3`, `−1.4`, `M3`; `0.0` has no sign. */
export function shortEvaluation({ cp, mate }: Evaluation): string {
  const sign = Math.abs(cp) < 5 ? "" : cp > 0 ? "+" : "\u2212";
  if (mate !== null) return mate === 0 ? "#" : `${cp < 0 ? "\u2212" : ""}M${Math.abs(mate)}`;
  const pawns = Math.abs(cp) / 100;
  return `${sign}${pawns.toFixed(pawns >= 10 ? 0 : 1)}`;
}

/** `+0.31`, `−1.40`, `M3`. */
export function longEvaluation(evaluation: Evaluation): string {
  return evaluation.mate !== null ? shortEvaluation(evaluation) : describeEvaluation(evaluation);
}

export function PieceIcon({ letter }: { readonly letter: string }): JSX.Element {
  return (
    <svg class="piece-icon" viewBox={`0 0 ${TILE} ${TILE}`} aria-hidden="true">
      <use href={symbolOf(letter)} />
    </svg>
  );
}

export function SourceLinks(): JSX.Element | null {
  const source = document.querySelector("link[rel=code-repository]")?.getAttribute("href");
  if (source === null || source === undefined) return null;
  return (
    <p class="quiet">
      <a href={`${source}/blob/main/docs/histories.md`} target="_blank" rel="noopener">How it learns</a> ·{" "}
      <a href={source} target="_blank" rel="noopener">Source</a> ·{" "}
      <a href="hindsight-uci.js" download title="The engine in one file, which can replace stockfish.js">
        For your own page
      </a>
    </p>
  );
}
