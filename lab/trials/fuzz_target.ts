/**
 * A fuzz target checks how one part of the engine handles random inputs, which fast-check draws and shrinks.
 *
 * @module
 */

import * as fc from "fast-check";

export interface FuzzTarget {
  readonly name: string;
  readonly title: string;
  /** The share of all inputs, in per cent. */
  readonly share: number;
  /** Throws an Error with the seed and the smallest failing input that was found. */
  run(options: { readonly runs: number; readonly seed: number }): Promise<void>;
}

/** An input that takes longer counts as a hang, even on a busy machine. */
const PATIENCE_MS = 60_000;

/** `check` throws if an input fails. */
export function fuzzTarget<Input>(
  head: Omit<FuzzTarget, "run">,
  inputs: fc.Arbitrary<Input>,
  check: (input: Input) => void | Promise<void>,
): FuzzTarget {
  return {
    ...head,
    run: async ({ runs, seed }) => {
      const property = fc.asyncProperty(inputs, async (input) => {
        const start = performance.now();
        await check(input);
        const ms = Math.round(performance.now() - start);
        if (ms > PATIENCE_MS) throw new Error(`Expected an answer within ${PATIENCE_MS} ms, but it took ${ms}`);
      });
      await fc.assert(property, { numRuns: runs, seed, timeout: PATIENCE_MS });
    },
  };
}

/** Matches the messages of JavaScript's own errors. */
const FOREIGN = new RegExp(
  "^(Cannot (read propert|set propert|convert|destructure|mix|assign|access|create|delete|perform)|Maximum call |[Oo]ffset is |" +
    "Invalid (array|typed|string|regular|count|DataView|time|code) |Array buffer |Unexpected (token|end|non)|" +
    "Start offset |WebAssembly|Division by )|in JSON at |is not (a function|defined|iterable|a constructor)| is (undefined|null)\\b",
);

/** Throws an Error if `error` does not describe a fault in the input. */
export function expectClearError(error: unknown): void {
  if (!(error instanceof Error)) throw new Error(`Expected an error, but ${error} was thrown`);
  expectClearMessage(error.message, error);
}

export function expectClearMessage(message: string, cause?: Error): void {
  // Messages show the input in quotes.
  const own = message.replace(/'.*'|".*"/gs, "''");
  if (FOREIGN.test(message) || /\b(undefined|NaN|Infinity)\b|\[object/.test(own) || !/^[A-Z"'`]/.test(message)) {
    throw new Error(`Expected a message that says what is wrong with the input, but got: ${cause ?? message}`, {
      cause,
    });
  }
}

/** `null` after a clear error. Throws an Error for any other error. */
export function readOrRefuse<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    expectClearError(error);
    return null;
  }
}

export function expectSame(actual: string | number, expected: string | number, what: string): void {
  if (actual !== expected) throw new Error(`${what}: expected ${expected}, but got ${actual}`);
}

export function damagedText(texts: fc.Arbitrary<string>, insertions: readonly string[]): fc.Arbitrary<string> {
  const inserted = fc.oneof(fc.constantFrom(...insertions), fc.string({ maxLength: 3, unit: "binary" }));
  const edit = fc.tuple(fc.nat(), fc.nat({ max: 4 }), inserted);
  return fc.tuple(texts, fc.array(edit, { maxLength: 4 })).map(([text, edits]) => {
    for (const [place, removed, insertion] of edits) {
      const at = place % (text.length + 1);
      text = text.slice(0, at) + insertion + text.slice(at + removed);
    }
    return text;
  });
}

export interface Damage {
  readonly edits: readonly (readonly [place: number, value: number])[];
  /** How many bytes are added to the end or, if negative, removed from it. */
  readonly growth: number;
}

/** Draws damage, most of it in the first `headBytes` bytes. */
export function damages(headBytes: number): fc.Arbitrary<Damage> {
  const place = fc.oneof(fc.nat({ max: headBytes }), fc.nat());
  const value = fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.nat({ max: 255 }));
  return fc.record({
    edits: fc.array(fc.tuple(place, value), { maxLength: 6 }),
    growth: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, {
      weight: 1,
      arbitrary: fc.integer({ min: -200, max: 64 }),
    }),
  });
}

export function applyDamage(file: Uint8Array, { edits, growth }: Damage): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(0, file.length + growth));
  bytes.set(file.subarray(0, bytes.length));
  for (const [place, value] of edits) if (bytes.length > 0) bytes[place % bytes.length] = value;
  return bytes;
}
