/** The dialog with the games in a file, or the user's own games. @module */

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, IconButton, Select, type ViewProps } from "./parts.tsx";

const LISTS = [["file", "This file"], ["own", "My games"]] as const;

export function Games({ c: { games, store } }: ViewProps): JSX.Element {
  const hasFile = games.chapters.length > 0;
  const [list, setList] = useState<"file" | "own">(hasFile && store.dialog?.kind === "games" ? "file" : "own");
  const [filter, setFilter] = useState("");
  const choices = useRef<HTMLUListElement>(null);
  useEffect(() => void games.refresh(), []);
  const isFile = list === "file";
  const all = isFile ? games.fromFile : games.kept;
  useEffect(() => choices.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }), [list]);
  const words = filter.toLowerCase().split(/\s+/);
  const shown = all.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  return (
    <>
      <div class="pair">
        {hasFile ? <Select label="List" options={LISTS} value={list} onChange={setList} /> : null}
        <label class="field">
          <span>Filter by name, result or year</span>
          <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
        </label>
      </div>
      <p class="quiet" role="status">
        {all.length === 0
          ? "No games yet. Games that you play or review are saved on this device."
          : `${shown.length} of ${all.length} games`}
      </p>
      <ul class="choices" ref={choices} tabIndex={-1}>
        {shown.map(({ key, title, isShown, open }) => (
          <li key={key}>
            <Button aria-current={isShown ? "true" : undefined} onClick={open}>{title}</Button>
            {isFile ? null : (
              <IconButton
                class="small"
                icon="close"
                label={`Remove ${title}`}
                onClick={() => {
                  choices.current?.focus();
                  void games.remove(key);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button disabled={all.length === 0} onClick={() => void games.save(isFile)}>Save all as PGN</Button>
      </div>
    </>
  );
}
