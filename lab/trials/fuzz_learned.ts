/** Fuzzing of learning files. @module */

import * as fc from "fast-check";
import { legalMoves } from "../../core/movegen.ts";
import { Pace } from "../../core/pace.ts";
import { isCertain } from "../../core/score.ts";
import { NO_MOVE } from "../../core/types.ts";
import { encodeRecords, newNumber, readContent } from "../../experience/blocks.ts";
import { Experience, readRecord, RECORD_WORDS } from "../../experience/experience.ts";
import {
  BLOCK_HEAD_BYTES,
  concatenated,
  encodeHead,
  HEAD_BYTES,
  type Journal,
  readJournal,
} from "../../experience/journal.ts";
import { crc32 } from "../../nnue/crc32.ts";
import { experienceKeyLo, neighbourhood, recordOfKey } from "../../search/experience.ts";
import { applyDamage, damages, expectClearError, expectSame, type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { PLAYED_POSITIONS } from "./fuzz_text.ts";

const STAMP = { network: 1, tables: 1 };

/** The position of the lowest bit of `lines` in the fourth word of a record. */
const LINES_SHIFT = 11;

/** A record's move may be illegal, and its numbers may be out of range. */
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
  { maxLength: 4 },
);

const INPUTS = fc.record({
  position: PLAYED_POSITIONS,
  /** The last number: how many times the records are repeated, so that some blocks are large enough to compress. */
  blocks: fc.array(fc.tuple(RECORDS, fc.boolean(), fc.constantFrom(1, 1, 1, 100)), { maxLength: 6 }),
  damage: damages(200),
  /** The offset and the number of bytes that are set to 0, as after a power failure. */
  zeros: fc.option(fc.tuple(fc.nat(), fc.nat({ max: 300 }))),
  /** Whether the file gets correct checksums, so that the later checks are reached. */
  isSigned: fc.boolean(),
});
type Input = typeof INPUTS extends fc.Arbitrary<infer T> ? T : never;

export const LEARNED_TARGET: FuzzTarget = fuzzTarget(
  {
    name: "learned",
    title: "a damaged learning file is refused, or its whole blocks are used and give only legal moves",
    share: 2,
  },
  INPUTS,
  checkLearned,
);

async function checkLearned({ position, blocks, damage, zeros, isSigned }: Input): Promise<void> {
  const own = [experienceKeyLo(position), position.keyHi];
  const encoded: { readonly words: Int32Array; readonly bytes: Uint8Array; readonly network: number }[] = [];
  for (const [records, isForeign, times] of blocks) {
    const words = Int32Array.from(Array.from({ length: times }, (_, i) => wordsOf(records, own, i)).flat());
    const network = isForeign ? 2 : STAMP.network;
    for (const bytes of await encodeRecords({ ...STAMP, network }, words, newNumber())) {
      encoded.push({ words, bytes, network });
    }
  }
  const parts = encoded.map(({ bytes }) => bytes);
  const whole = concatenated([encodeHead("fuzz", parts), ...parts]);
  const file = applyDamage(whole, damage);
  if (zeros !== null) file.fill(0, zeros[0] % (file.length + 1), zeros[0] % (file.length + 1) + zeros[1]);
  if (isSigned && file.length > HEAD_BYTES + BLOCK_HEAD_BYTES) sign(file);
  let sound = 0;
  while (sound < whole.length && file[sound] === whole[sound]) sound++;
  let journal: Journal;
  try {
    journal = await readJournal(file);
  } catch (error) {
    if (sound >= HEAD_BYTES) throw new Error(`Refused, although the damage begins at byte ${sound}`, { cause: error });
    return expectClearError(error);
  }
  const read = await recordsOf(journal);
  let end = HEAD_BYTES;
  for (const { words, bytes, network } of encoded) {
    end += bytes.length;
    if (end > sound) break;
    if (network === STAMP.network && areWithinRanges(words)) expectKnown(read, words);
  }
  // Appending a block must overwrite an incomplete block at the end.
  const [next] = await encodeRecords(STAMP, Int32Array.of(...own, 0, 9, 0, 0), newNumber());
  const longer = concatenated([journal.end === 0 ? encodeHead("fuzz", [next]) : file.subarray(0, journal.end), next]);
  const again = await readJournal(longer);
  expectSame(again.blocks.length, journal.blocks.length + 1, "The number of blocks after one was added");
  expectLegal(position, await recordsOf(again));
}

/** `number` makes repeated records different. */
function wordsOf(records: Input["blocks"][number][0], own: readonly number[], number: number): number[] {
  return records.flatMap(({ isForPosition, keyLo, keyHi, move, score, bound, depth, lines }) => [
    ...(isForPosition && number === 0 ? own : [keyLo + number, keyHi]),
    ...[move | score << 16, depth | bound << 8 | lines << LINES_SHIFT, 0, 0],
  ]);
}

function sign(file: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(file.buffer, HEAD_BYTES);
  const stored = file.subarray(HEAD_BYTES + BLOCK_HEAD_BYTES);
  view.setUint32(24, crc32(file.subarray(HEAD_BYTES, HEAD_BYTES + 24)), true);
  view.setUint32(28, crc32(stored.subarray(0, view.getUint32(16, true))), true);
}

async function recordsOf(journal: Journal): Promise<Experience> {
  return (await readContent(journal, STAMP, new Set(), new Pace())).experience;
}

function areWithinRanges(words: Int32Array): boolean {
  try {
    new Experience().addAll(words);
    return true;
  } catch {
    return false;
  }
}

function expectKnown(read: Experience, words: Int32Array): void {
  for (let at = 0; at < words.length; at += RECORD_WORDS) {
    const saysSomething = (words[at + 2] | words[at + 3]) !== 0;
    if (saysSomething && read.find(words[at], words[at + 1]) < 0) throw new Error("A whole block is not used");
  }
}

function expectLegal(position: Input["position"], read: Experience): void {
  const key = position.keyLo;
  const around = neighbourhood(position, (keyLo, keyHi) => recordOfKey(read, keyLo, keyHi));
  expectSame(position.keyLo, key, "The position after its neighbours were visited");
  const legal = legalMoves(position);
  for (let at = 0; at < around.length; at += RECORD_WORDS) {
    const { keyLo, keyHi, move, score } = readRecord(around, at);
    if (isCertain(score)) throw new Error(`Expected no certain win, but got ${score}`);
    const isRoot = keyLo === experienceKeyLo(position) && keyHi === position.keyHi;
    if (isRoot && move !== NO_MOVE && !legal.includes(move)) throw new Error(`Expected a legal move, but got ${move}`);
  }
}
