import { assertEquals, assertThrows } from "@std/assert";
import { Experience, readRecord, RECORD_WORDS, recordOf } from "../../experience/experience.ts";
import { Pace } from "../../core/pace.ts";
import { randomStream } from "../../core/zobrist.ts";

/** The maximum number of records in the test that adds one too many. */
const MOST = 10_000;
const KEY = { keyLo: -5, keyHi: 7 };

/** The record for a key; throws if there is none. */
function get(experience: Experience, { keyLo, keyHi } = KEY) {
  const at = experience.find(keyLo, keyHi);
  if (at < 0) throw new RangeError(`No record for ${keyLo} ${keyHi}`);
  return readRecord(experience.records, at);
}

Deno.test("a record that was added is read back unchanged", () => {
  const experience = new Experience();
  const found = { move: 0xabcd, score: -1234, bound: 3, isPv: true, lines: 3, depth: 31 };
  const record = { ...KEY, ...found, visits: 1, won: 2, drawn: 3, lost: 4 };
  experience.add(record);
  assertEquals(get(experience), record);
  assertEquals(experience.find(7, -5), -1);
});

Deno.test("of two records with one key, the deeper one counts, in either order; visits and games add up", () => {
  const shallow = recordOf({ ...KEY, move: 1, score: 10, bound: 3, depth: 9, visits: 2, won: 1, lines: 1 });
  const deep = recordOf({ ...KEY, move: 2, score: -20, bound: 2, depth: 12, visits: 1, lost: 1, isPv: true });
  for (const order of [[shallow, deep], [deep, shallow]]) {
    const experience = new Experience();
    order.forEach((record) => experience.add(record));
    assertEquals(get(experience), { ...deep, visits: 3, won: 1, lost: 1 });
  }
});

Deno.test("the result of a game does not replace the result of a search, and the number of visits stops at its maximum", () => {
  const experience = new Experience();
  experience.add(recordOf({ ...KEY, move: 1, score: 10, bound: 3, depth: 9, visits: 65535 }));
  experience.add(recordOf({ ...KEY, drawn: 1, visits: 5 }));
  const { move, drawn, visits } = get(experience);
  assertEquals({ move, drawn, visits }, { move: 1, drawn: 1, visits: 65535 });
});

Deno.test("numbers outside their ranges are refused", () => {
  for (const [word, value] of [[2, 31900 << 16], [3, 201 | 3 << 8], [2, 5 << 16]]) {
    assertThrows(() => new Experience().addAll(new Int32Array(RECORD_WORDS).with(word, value)), RangeError);
  }
});

Deno.test("if there are too many records, the least valuable are removed", async () => {
  const words = new Int32Array((MOST + 1) * RECORD_WORDS);
  const next = randomStream(1);
  for (let at = 0; at < words.length; at += RECORD_WORDS) {
    words[at] = at;
    words[at + 1] = next();
    words[at + 3] = at % (4 * RECORD_WORDS) === 0 ? 30 : 9;
  }
  // A shallow record with many visits, and a record that is removed below.
  const often = 5 * RECORD_WORDS;
  const gone = 8 * RECORD_WORDS;
  words[often + 3] = 9 | 1000 << 16;
  const all = new Experience();
  await all.addMany(words, new Pace());
  assertEquals(all.records, words);
  all.remove(words[gone], words[gone + 1]);
  const most = Math.floor(MOST * 7 / 8);
  const experience = await all.best(most, new Pace());
  assertEquals(experience.size, most);
  assertEquals(get(experience, { keyLo: words[often], keyHi: words[often + 1] }).visits, 1000);
  for (let at = 0; at < words.length; at += RECORD_WORDS) {
    if (words[at + 3] === 30) assertEquals(experience.find(words[at], words[at + 1]) >= 0, at !== gone);
  }
  assertEquals((await all.best(MOST * 2, new Pace())).records, all.written);
});

Deno.test("a removed record does not exist until it is added again", () => {
  const experience = new Experience();
  for (const keyLo of [1, 2, 3]) experience.add(recordOf({ keyLo, keyHi: 7, move: keyLo, visits: 2 }));
  assertEquals([experience.remove(2, 7), experience.remove(2, 7), experience.remove(4, 7)], [true, false, false]);
  assertEquals([experience.size, experience.find(2, 7), experience.written.length], [2, -1, 2 * RECORD_WORDS]);
  experience.add(recordOf({ keyLo: 2, keyHi: 7, move: 9, visits: 1 }));
  assertEquals([experience.size, get(experience, { keyLo: 2, keyHi: 7 }).visits], [3, 1]);
  experience.removeAll(new Int32Array(0));
  assertEquals([experience.size, experience.find(1, 7)], [0, -1]);
});
