/** The page's dialogs: the browser's `dialog` elements, which keep the focus and close with Escape. @module */

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ENGINE_VERSION } from "../../engine/version.ts";
import { saveFile } from "../state/files.ts";
import { HASH_SIZES, MAX_THREADS, type Settings } from "../state/settings.ts";
import { Editor } from "./editor.tsx";
import { Games } from "./games.tsx";
import {
  Button,
  Check,
  fieldOf,
  FileButton,
  IconButton,
  Notices,
  number,
  Select,
  SourceLinks,
  Table,
  type ViewProps,
} from "./parts.tsx";

const THEMES = [["auto", "System default"], ["light", "Light"], ["dark", "Dark"]] as const;
const PIECES = [["classic", "Classic"], ["blocks", "Blocks"], ["discs", "Discs"]] as const;
const KEYS = [
  ["← →", "previous or next move (also: mouse wheel over the board)"],
  ["Home End", "start or end of the game"],
  ["f", "flip the board"],
  ["a", "start or stop the search (tabs “Analysis” and “How it learns”)"],
  ["n", "next mistake in a review (tab “Analysis”)"],
  ["x", "show the opponent's threat (tab “Analysis”)"],
  ["↑ ↓ ← →", "on the board: go from square to square"],
  ["Enter", "on the board: pick up a piece, or put it down"],
  ["Esc", "on the board: put the piece back; in a dialog: close it"],
  ["right mouse button", "draw an arrow or a circle: green, red with Shift, blue with Alt, yellow with both"],
] as const;

const WINDOWS = {
  settings: ["Settings", SettingsContent],
  position: ["Load or save", PositionContent],
  editor: ["Board editor", Editor],
  share: ["Share", ShareContent],
  games: ["Games", Games],
  own: ["Games", Games],
} as const;

export function DialogWindow({ c }: ViewProps): JSX.Element | null {
  const { store } = c;
  const { dialog } = store;
  const root = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  useLayoutEffect(() => {
    root.current?.showModal();
    root.current?.querySelector<HTMLElement>("[type=search], .actions button, textarea")?.focus({
      preventScroll: true,
    });
    // Closing a dialog returns the focus to the element that had it.
    return () => root.current?.close();
  }, []);
  // A click outside closes the dialog, but only if the mouse button was also pressed there: the user may select text
  // and release the button outside. To the browser, the area around the dialog is part of the `dialog` element.
  const isBeside = ({ clientX, clientY }: MouseEvent): boolean => {
    const box = root.current?.getBoundingClientRect();
    return box !== undefined &&
      (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom);
  };
  if (dialog === null) return null;
  const [title, Content] = "choices" in dialog ? [dialog.text, Choices] : WINDOWS[dialog.kind];
  return (
    <dialog
      ref={root}
      aria-label={title}
      // Another dialog may be open by now.
      onClose={({ currentTarget }) => currentTarget.isConnected && store.close()}
      onPointerDown={(event) => isPressedBeside.current = isBeside(event)}
      onClick={(event) => event.target === root.current && isPressedBeside.current && isBeside(event) && store.close()}
    >
      <div class="dialog-head">
        <h2>{title}</h2>
        <IconButton icon="close" label="Close" onClick={() => store.close()} />
      </div>
      <Notices c={c} />
      <Content c={c} />
    </dialog>
  );
}

function Choices({ c: { store } }: ViewProps): JSX.Element | null {
  const { dialog } = store;
  if (dialog === null || !("choices" in dialog)) return null;
  return (
    <div class="actions">
      {dialog.choices.map((choice, i) => (
        <Button
          key={choice}
          class={i === 0 ? "primary" : undefined}
          onClick={() => store.close(i)}
        >
          {choice}
        </Button>
      ))}
    </div>
  );
}

function SettingsContent({ c }: ViewProps): JSX.Element {
  const { settings } = c.store;
  const set = (part: Partial<Settings>): void => c.set(part);
  const most = Math.min(MAX_THREADS, navigator.hardwareConcurrency || 1);
  return (
    <>
      <div class="form">
        <Select label="Appearance" options={THEMES} {...fieldOf("theme", settings, set)} />
        <Select label="Pieces" options={PIECES} {...fieldOf("pieces", settings, set)} />
        <Check label="Sounds" isOn={settings.sounds} onChange={(sounds) => set({ sounds })} />
        <Select label="Memory for positions (MiB)" options={HASH_SIZES} {...fieldOf("hash", settings, set)} />
        {crossOriginIsolated
          ? (
            <Select
              label="Search threads"
              options={Array.from({ length: most }, (_, i) => i + 1)}
              value={Math.min(settings.threads, most)}
              onChange={(threads) => set({ threads })}
            />
          )
          : (
            <p class="quiet">
              The search uses one thread, because this page is not isolated from other sites. Over HTTPS, it will be
              isolated on your next visit.
            </p>
          )}
      </div>
      <Learned c={c} />
      <SpeedTest c={c} />
      <KeyList />
      <p class="quiet">
        Hindsight{" "}
        {ENGINE_VERSION}, free software under the MIT licence. Everything runs on this device; nothing is sent anywhere.
      </p>
      <SourceLinks />
    </>
  );
}

function Learned({ c: { store, learned } }: ViewProps): JSX.Element {
  useEffect(() => void learned.measure(), []);
  const { remember } = store.settings;
  const choose = (isOn: boolean): void => void learned.remember(isOn);
  const bytes = store.learnedBytes;
  return (
    <section class="settings-part learned-file" aria-label="What was learned">
      <h3>What was learned</h3>
      <Check label="Remember what was learned on this device" isOn={remember} onChange={choose} />
      <p class="quiet">
        {bytes === 0 ? "Nothing saved yet." : `${number(bytes / 1024, 1)} KB saved.`}{" "}
        On your next visit, an analysis can continue where it left off.
      </p>
      <div class="actions">
        <Button disabled={bytes === 0} onClick={() => void learned.export()}>Export</Button>
        <FileButton
          text="Import …"
          accept=".learned"
          disabled={!remember}
          label="Learning file"
          onFile={(file) => learned.import(file)}
        />
        <Button disabled={bytes === 0} onClick={() => void learned.clear()}>Clear</Button>
      </div>
    </section>
  );
}

function SpeedTest({ c }: ViewProps): JSX.Element {
  const closed = useRef(new AbortController());
  useEffect(() => () => closed.current.abort(), []);
  const [done, setDone] = useState<readonly [done: number, all: number] | null>(null);
  const [result, setResult] = useState(c.speedObstacle);
  const run = async (): Promise<void> => {
    setDone([0, 1]);
    setResult("Searching …");
    const found = await c.testSpeed(closed.current.signal, (position, all) => setDone([position, all]));
    setDone(null);
    if (found === null) return setResult("");
    const speed = Math.round(found.nodes * 1000 / Math.max(1, found.timeMs));
    setResult(`${number(found.nodes)} nodes in ${number(found.timeMs / 1000, 1)} seconds, ${number(speed)} per second`);
  };
  return (
    <section class="settings-part speed-test" aria-label="Speed test">
      <h3>Speed test</h3>
      <p class="quiet">
        Searches fifty fixed positions with one thread. The number of nodes is the same on every device.
      </p>
      <div class="actions">
        {/* A disabled button would lose focus. */}
        <Button
          disabled={c.speedObstacle !== ""}
          aria-disabled={done === null ? undefined : "true"}
          onClick={() => done === null && void run()}
        >
          Test the speed
        </Button>
        {done === null ? null : <progress aria-label="Speed test" value={done[0]} max={done[1]} />}
      </div>
      <p class="speed" role="status">{result}</p>
    </section>
  );
}

function KeyList(): JSX.Element {
  return (
    <details class="keys">
      <summary>Keyboard shortcuts</summary>
      <Table heads={["key", "what it does"]} rows={KEYS} />
      <p class="quiet">
        The Tab key reaches every control. The shortcuts do not work while you type text, or while you use the keyboard
        in a list, the tabs or the board.
      </p>
    </details>
  );
}

function PositionContent({ c }: ViewProps): JSX.Element {
  const { store, exchange } = c;
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const [chess960, setChess960] = useState(false);
  const place = useRef<HTMLInputElement>(null);
  const load = async (loaded: string | File): Promise<void> => {
    const before = store.dialog;
    const reason = await exchange.load(loaded, chess960);
    if (reason !== null) setFault(`This cannot be read. ${reason}`);
    else if (store.dialog === before) store.close();
  };
  const save = async (): Promise<void> =>
    saveFile(new Blob([await exchange.pgn()], { type: "application/x-chess-pgn" }), "game.pgn");
  return (
    <>
      <p class="quiet">
        Paste a FEN, a PGN, moves or the URL of a position, or drop a file anywhere on the page.
      </p>
      <textarea
        rows={5}
        spellcheck={false}
        aria-label="FEN or PGN"
        placeholder={store.line.fen}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          // Chromium inserts a long text line by line, which takes seconds.
          const pasted = event.clipboardData?.getData("text/plain") ?? "";
          if (text !== "" || pasted === "") return;
          event.preventDefault();
          setText(pasted);
        }}
      />
      <p class="fault" role="alert">{fault}</p>
      <div class="actions">
        <Button class="primary" onClick={() => void load(text)}>Load</Button>
        <FileButton
          text="Open a file …"
          accept=".pgn,.fen,.epd,.txt,.gz,.zst"
          onFile={load}
        />
        <Button onClick={() => store.open({ kind: "editor" })}>Board editor …</Button>
        <Button onClick={() => store.open({ kind: "games" })}>Games …</Button>
      </div>
      <div class="actions">
        <Button onClick={() => void exchange.copy(store.line.fen, "Copied.")}>Copy FEN</Button>
        <Button onClick={async () => exchange.copy(await exchange.pgn(), "Copied.")}>Copy PGN</Button>
        <Button onClick={save}>Save PGN</Button>
      </div>
      {store.review === null
        ? null
        : <p class="quiet">The PGN includes the review: evaluations, marks, and better lines.</p>}
      <details>
        <summary>Chess960</summary>
        <Check label="Chess960 castling" isOn={chess960} onChange={setChess960} />
        <div class="actions">
          <label class="field">
            <span>Chess960 position, 0 to 959</span>
            <input ref={place} type="number" min={0} max={959} value={518} />
          </label>
          <Button
            onClick={async () => {
              const input = place.current;
              if (input === null || !input.reportValidity() || input.value === "") return;
              if (await exchange.setUp(Number(input.value)) === null) store.close();
            }}
          >
            Set up
          </Button>
        </div>
      </details>
    </>
  );
}

function ShareContent({ c }: ViewProps): JSX.Element {
  const { store, exchange, picture } = c;
  const link = store.linkTo(true);
  const [page, hash = ""] = store.linkTo(false).split("#");
  const frame = `<iframe src="${page.split("?")[0]}?embed#${hash}" title="Hindsight" width="440" height="620" ` +
    `style="border:0;max-width:100%" loading="lazy"></iframe>`;
  return (
    <>
      <p class="quiet">
        The link opens what you see: the game, names, comments, arrows and the open tab.
        {store.isAnalysing ? " It also starts the search." : ""}
      </p>
      <div class="actions">
        <Button class="primary" onClick={() => void exchange.copy(link, "Link copied.")}>
          Copy a link to the game
        </Button>
        {store.review?.isComplete && (
          <Button onClick={() => void exchange.shareReview()}>Copy a link with the review and its puzzles</Button>
        )}
        {store.game.mainLine.length > 0 && (
          <Button onClick={() => void picture.saveGame()}>
            Save the game as GIF
          </Button>
        )}
        <Button onClick={() => void picture.savePng()}>Save the board as PNG</Button>
        <Button onClick={() => picture.saveSvg()}>Save the board as SVG</Button>
        <Button onClick={() => void exchange.copy(frame, "Code copied.")}>
          Copy embed code
        </Button>
      </div>
    </>
  );
}
