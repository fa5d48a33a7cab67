/** Fuzzing of learning files, and of what a search takes from them. @module */

import * as fc from "fast-check";
import { isLegal } from "../../core/legality.ts";
import { legalMoves } from "../../core/movegen.ts";
import { isCertain } from "../../core/score.ts";
import { NO_MOVE } from "../../core/types.ts";
import { type Experience, readRecord, RECORD_WORDS } from "../../experience/experience.ts";
import {
  BLOCK_HEAD_BYTES,
  decodeLearned,
  encodeHead,
  encodeRecords,
  HEAD_BYTES,
} from "../../experience/learned_file.ts";
import { crc32 } from "../../nnue/crc32.ts";
import { experienceKeyLo, neighbourhood } from "../../search/experience.ts";
import { applyDamage, damages, expectClearError, expectSame, type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { PLAYED_POSITIONS } from "./fuzz_text.ts";

const HEAD = encodeHead({ network: 1, engine: "fuzz" });

/** Where a record has the number of its lines, see experience/experience.ts. */
const LINES_SHIFT = 11;

/** A record: whether it is for the position, one of its moves or any, and numbers within or outside their ranges. */
const RECORDS = fc.array(
  fc.record({
    isForPosition: fc.boolean(),
    keyLo: fc.integer(),
    keyHi: fc.integer(),
    move: fc.nat({ max: 0xffff }),
    score: fc.integer({ min: -32768, max: 32767 }),
    bound: fc.nat({ max: 3 }),
    depth: fc.nat({ max: 255 }),
    lines: fc.nat(15),
  }),
  { maxLength: 8 },
);

const INPUTS = fc.tuple(PLAYED_POSITIONS, RECORDS, damages(200), fc.boolean());
type Input = typeof INPUTS extends fc.Arbitrary<infer T> ? T : never;

/** Learning files: what is known around a position is legal and no certain win, or a clear error. */
export const LEARNED_TARGET: FuzzTarget = fuzzTarget(
  { name: "learned", title: "a learning file has legal moves or is refused with a clear error", share: 2 },
  INPUTS,
  checkLearned,
);

async function checkLearned([position, records, damage, isSigned]: Input): Promise<void> {
  const own = [experienceKeyLo(position), position.keyHi];
  const words = records.flatMap(({ isForPosition, keyLo, keyHi, move, score, bound, depth, lines }) => [
    ...(isForPosition ? own : [keyLo, keyHi]),
    ...[move | score << 16, depth | bound << 8 | lines << LINES_SHIFT, 0, 0],
  ]);
  const block = await encodeRecords(Int32Array.from(words));
  const file = applyDamage(new Uint8Array([...HEAD, ...block]), damage);
  // With the right checksums, the checks behind them are reached.
  if (isSigned && file.length > HEAD_BYTES + BLOCK_HEAD_BYTES) {
    const view = new DataView(file.buffer);
    view.setUint32(HEAD_BYTES + 12, crc32(file.subarray(HEAD_BYTES, HEAD_BYTES + 12)), true);
    view.setUint32(HEAD_BYTES + 16, crc32(file.subarray(HEAD_BYTES + BLOCK_HEAD_BYTES)), true);
  }
  let read: Experience;
  try {
    read = (await decodeLearned(file, 1)).experience;
  } catch (error) {
    return expectClearError(error);
  }
  const key = position.keyLo;
  const around = neighbourhood(position, read);
  expectSame(position.keyLo, key, "The position after the walk");
  const legal = legalMoves(position);
  for (let at = 0; at < around.length; at += RECORD_WORDS) {
    const { keyLo, keyHi, move, score } = readRecord(around, at);
    if (isCertain(score)) throw new Error(`Expected no certain win, but got ${score}`);
    const isRoot = keyLo === experienceKeyLo(position) && keyHi === position.keyHi;
    if (isRoot && move !== NO_MOVE && !(legal.includes(move) && isLegal(position, move))) {
      throw new Error(`Expected a legal move, but got ${move}`);
    }
  }
}
