import { assertEquals } from "@std/assert";
import { summarizePlayer } from "../../../engine/games/judgement.ts";
import { summarizePhases } from "../../../engine/games/phases.ts";
import { keepGame, keepReview, readKeptGame, readKeptReview, type Review } from "../../../web/state/kept_game.ts";
import { DEFAULT_SETTINGS, readSettings, type SmallStorage, writeSettings } from "../../../web/state/settings.ts";

function storageOf(values: Record<string, string> = {}): SmallStorage & { values: Record<string, string> } {
  return { values, getItem: (key) => values[key] ?? null, setItem: (key, value) => void (values[key] = value) };
}

Deno.test("settings are kept, and a value that does not fit counts as missing", () => {
  const storage = storageOf();
  const chosen = { ...DEFAULT_SETTINGS, lines: 5, depth: 20, elo: null, time: "5+3" } as const;
  writeSettings(storage, chosen);
  assertEquals(readSettings(storage), chosen);
  storage.setItem("hindsight.settings", JSON.stringify({ lines: 9, depth: 13, elo: 1234, arrows: 1, hash: 128 }));
  assertEquals(readSettings(storage), { ...DEFAULT_SETTINGS, hash: 128 });
  for (const broken of ["", "{", "null", "3"]) {
    storage.setItem("hindsight.settings", broken);
    assertEquals(readSettings(storage), DEFAULT_SETTINGS, broken);
  }
});

Deno.test("a game is kept, and what is not a game is not read", () => {
  const storage = storageOf();
  assertEquals(readKeptGame(storage), null);
  const game = {
    address: "moves=e2e4",
    hash: "moves=e2e4",
    tags: [["White", "Anna"]] as [string, string][],
    notes: [],
    match: null,
  };
  keepGame(storage, game);
  assertEquals(readKeptGame(storage), game);
  for (const broken of ["{", "null", "{}", '{"address":3}']) {
    storage.setItem("hindsight.game", broken);
    assertEquals(readKeptGame(storage), null, broken);
  }
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
