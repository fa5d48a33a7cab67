import { assertEquals } from "@std/assert";
import { summarizePlayer } from "../../../engine/games/judgement.ts";
import { summarizePhases } from "../../../engine/games/phases.ts";
import {
  keepGame,
  keepReview,
  type KeptGame,
  readKeptGame,
  readKeptReview,
  type Review,
} from "../../../web/state/kept_game.ts";
import { storageOf } from "./storage.ts";

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
  return readKeptGame(storageOf({ "hindsight.game": JSON.stringify({ ...GAME, ...parts }) }));
}

Deno.test("a game that was kept is read with all its parts", () => {
  const storage = storageOf();
  assertEquals(readKeptGame(storage), null);
  keepGame(storage, GAME);
  assertEquals(readKeptGame(storage), GAME);
  const match = { human: "black" as const, elo: 1200, time: null, left: null, outcome: null };
  assertEquals(readWith({ match })?.match, match);
  for (const broken of ["", "{", "null", "{}", '{"address":3}']) {
    assertEquals(readKeptGame(storageOf({ "hindsight.game": broken })), null, broken);
  }
});

Deno.test("a part of a kept game that does not have its form counts as missing", () => {
  assertEquals(readKeptGame(storageOf({ "hindsight.game": '{"address":"moves=e2e4"}' })), {
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

Deno.test("a review is kept with its moves, and one in another form is not read", () => {
  const storage = storageOf();
  assertEquals(readKeptReview(storage), null);
  const sums = summarizePlayer([], [], 0);
  const phases = summarizePhases([], [], 0, []);
  const review: Review = {
    key: "startpos e2e4",
    analysis: {
      moves: [null],
      evaluations: [{ cp: 20, mate: null }, null],
      players: { white: sums, black: sums },
      phases: { white: phases, black: phases },
      opening: null,
      isComplete: false,
    },
  };
  keepReview(storage, review);
  assertEquals(readKeptReview(storage), review);
  for (const broken of ["{", "null", "{}", '{"form":1,"key":"e2e4"}', JSON.stringify({ form: 0, ...review })]) {
    storage.setItem("hindsight.review", broken);
    assertEquals(readKeptReview(storage), null, broken);
  }
});
