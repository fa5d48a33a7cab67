/**
 * Searches with a transposition table that is far too small, or that returns another position's entries.
 *
 * @module
 */

import { assert, assertEquals, assertGreater } from "@std/assert";
import { formatFen } from "../../core/fen.ts";
import { isLegal } from "../../core/legality.ts";
import { playRandomGames, randomIntegers } from "../core/random_games.ts";
import { createSearch, ONE_BUCKET, replay, run } from "./fixtures.ts";

Deno.test("searches with a table of one bucket stay legal and leave the position as it was", () => {
  const { search } = createSearch(ONE_BUCKET);
  let searched = 0;
  playRandomGames({ games: 4, plies: 60, seed: 123 }, (position, _, count) => {
    if (count === 0 || position.gamePly % 10 !== 3) return;
    const fen = formatFen(position);
    const { bestMove } = run(search, position, { depth: 5, nodes: 4000 });
    assert(isLegal(position, bestMove), fen);
    assertEquals(formatFen(position), fen);
    searched++;
  });
  assertGreater(searched, 15);
});

Deno.test("wrong hits, as when two positions share a key, do not break the rules: every move played is legal", () => {
  const { search, table } = createSearch();
  // Keys of six bits: most probes hit the entry of some other position, with its move, score and evaluation.
  const { probe, store } = table;
  let hits = 0;
  table.probe = ({ keyLo }, ply, out) => {
    const isHit = probe.call(table, { keyLo: keyLo & 63, keyHi: 0, halfmoves: 0 }, ply, out);
    if (isHit) hits++;
    return isHit;
  };
  table.store = ({ keyLo }, ...rest) => store.call(table, { keyLo: keyLo & 63, keyHi: 0, halfmoves: 0 }, ...rest);
  const random = randomIntegers(124);
  let lines = 0;
  playRandomGames({ games: 5, plies: 60, seed: 125 }, (position, _, count) => {
    if (count === 0 || random(8) !== 0) return;
    const fen = formatFen(position);
    const { bestMove, infos } = run(search, position, { depth: 6, nodes: 5000 });
    assert(isLegal(position, bestMove), fen);
    assertEquals(formatFen(position), fen);
    for (const { pv } of infos) replay(position, pv);
    lines += infos.length;
  });
  assertGreater(hits, 2000);
  assertGreater(lines, 25);
});
