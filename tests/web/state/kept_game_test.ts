import { assertEquals } from "@std/assert";
import { keepGame, type KeptGame, readKeptGame } from "../../../web/state/kept_game.ts";
import type { SmallStorage } from "../../../web/state/settings.ts";

const GAME: KeptGame = {
  address: "moves=e2e4",
  hash: "",
  tags: [["White", "Anna"]],
  notes: [{ line: 0, ply: 1, comments: ["Best by test"], nags: [1] }],
  match: {
    human: "white",
    elo: null,
    time: { base: 60_000, increment: 1000 },
    left: { white: 50_000, black: 60_000 },
    outcome: { result: "1-0", reason: "White wins by checkmate", isFinal: true },
  },
};

/** Reads a game whose parts are some others. */
function readWith(parts: Record<string, unknown>): KeptGame | null {
  return readKeptGame(storageOf(JSON.stringify({ ...GAME, ...parts })));
}

function storageOf(text: string): SmallStorage {
  const values = { text };
  return { getItem: () => values.text, setItem: (_key, value) => values.text = value };
}

Deno.test("a game that was kept is read with all its parts", () => {
  const storage = storageOf("");
  keepGame(storage, GAME);
  assertEquals(readKeptGame(storage), GAME);
  assertEquals(readWith({ match: { ...GAME.match, elo: 1200, time: null, left: null, outcome: null } })?.match, {
    human: "white",
    elo: 1200,
    time: null,
    left: null,
    outcome: null,
  });
});

Deno.test("a part of a kept game that does not have its form counts as missing", () => {
  assertEquals(readKeptGame(storageOf('{"address":"moves=e2e4"}')), {
    address: "moves=e2e4",
    hash: "moves=e2e4",
    tags: [],
    notes: [],
    match: null,
  });
  assertEquals(readWith({ hash: 3 }), { ...GAME, hash: GAME.address });
  for (const tags of [null, {}, "White", [null], [["White"]], [["White", 3]], [["White", "Anna", "Bert"]]]) {
    assertEquals(readWith({ tags }), { ...GAME, tags: [] }, JSON.stringify(tags));
  }
  const [note] = GAME.notes;
  const noNotes = [
    null,
    {},
    [null],
    ["Best"],
    [{ ...note, line: "0" }],
    [{ ...note, ply: null }],
    [{ ...note, comments: "Best" }],
    [{ ...note, comments: [1] }],
    [{ ...note, nags: null }],
    [{ ...note, nags: ["!"] }],
    [{ ...note, nags: [-1] }],
  ];
  for (const notes of noNotes) assertEquals(readWith({ notes }), { ...GAME, notes: [] }, JSON.stringify(notes));
  // What fits is kept beside what does not.
  assertEquals(readWith({ notes: [null, note] }), GAME);
  const noMatches = [
    undefined,
    3,
    {},
    { ...GAME.match, human: "red" },
    { ...GAME.match, elo: "1200" },
    { ...GAME.match, time: 60 },
    { ...GAME.match, time: { base: 60_000 } },
    { ...GAME.match, left: { white: null, black: 3 } },
    { ...GAME.match, outcome: "1-0" },
    { ...GAME.match, outcome: { result: "1-0", reason: "", isFinal: 1 } },
  ];
  for (const match of noMatches) assertEquals(readWith({ match }), { ...GAME, match: null }, JSON.stringify(match));
});
