/**
 * The functions that a checked bundle calls instead of `array[index]`: they report faults of the access.
 *
 * JavaScript has no error for them. A read beyond the end of a typed array gives `undefined`, a write there does
 * nothing, and a number that its element type cannot hold is stored as another number. `checked_source.ts` puts the
 * text of this file in front of a bundle and its functions in each access. So this file imports nothing.
 *
 * **A place** is the text of the access and its position, for the message.
 *
 * @module
 */

type Elements = Record<PropertyKey, unknown> & { readonly length?: unknown; readonly constructor?: unknown };

/**
 * The least and the greatest value of each type of typed array that holds whole numbers. The types of 32 bits accept
 * signed and unsigned numbers: `1 << 31` and `2 ** 31` are the same bits.
 */
const ELEMENT_RANGES = new Map<unknown, readonly [least: number, greatest: number]>([
  [Int8Array, [-128, 127]],
  [Uint8Array, [0, 255]],
  [Uint8ClampedArray, [0, 255]],
  [Int16Array, [-32768, 32767]],
  [Uint16Array, [0, 65535]],
  [Int32Array, [-(2 ** 31), 2 ** 32 - 1]],
  [Uint32Array, [-(2 ** 31), 2 ** 32 - 1]],
]);

/** The name of a typed array's type; `null` for everything else. */
function elementTypeOf(target: unknown): string | null {
  if (!ArrayBuffer.isView(target) || target instanceof DataView) return null;
  return target.constructor.name;
}

/** Throws a RangeError. Its text also goes to standard error, because a caller may turn an error into a reply. */
function reportFault(message: string, place: string): never {
  const text = `${message}: ${place}`;
  console.error(`Checked build: ${text}`);
  throw new RangeError(text);
}

function isElement(index: unknown, length: unknown): boolean {
  return Number.isInteger(index) && (index as number) >= 0 && (index as number) < (length as number);
}

/** If the target is a typed array, throws unless the index is the number of an element. */
function checkIndex(target: Elements, index: unknown, place: string): void {
  if (isElement(index, target.length) || typeof index === "string" || typeof index === "symbol") return;
  const type = elementTypeOf(target);
  if (type !== null) reportFault(`Index ${String(index)} is outside of ${type}(${target.length})`, place);
}

/** Throws unless a typed array stores a value unchanged. */
function checkValue(target: Elements, value: unknown, place: string): void {
  const range = ELEMENT_RANGES.get(target.constructor);
  if (range !== undefined) {
    if (Number.isInteger(value) && (value as number) >= range[0] && (value as number) <= range[1]) return;
  } else {
    // The other types hold fractions, or big integers, which are cut to 64 bits.
    const type = elementTypeOf(target);
    if (type === null || typeof value === (type.startsWith("Big") ? "bigint" : "number")) return;
  }
  reportFault(`Value ${String(value)} does not fit ${elementTypeOf(target)}`, place);
}

export function readElement(target: Elements, index: PropertyKey, place: string): unknown {
  checkIndex(target, index, place);
  return target[index];
}

/** Reads `target[index]`. A list must also have that element, because the code does not handle a missing one. */
export function readListElement(target: Elements, index: PropertyKey, place: string): unknown {
  if (typeof index === "number" && Array.isArray(target) && !isElement(index, target.length)) {
    reportFault(`Index ${index} is outside of Array(${target.length})`, place);
  }
  return readElement(target, index, place);
}

/** Writes `target[index] = value`; returns the value. */
export function writeElement(target: Elements, index: PropertyKey, value: unknown, place: string): unknown {
  checkIndex(target, index, place);
  checkValue(target, value, place);
  return target[index] = value;
}

/** An element that can be read and assigned: `element.value += 2` reads and writes `target[index]`. */
class CheckedElement {
  constructor(
    private readonly target: Elements,
    private readonly index: PropertyKey,
    private readonly place: string,
  ) {}

  get value(): unknown {
    return readElement(this.target, this.index, this.place);
  }

  set value(value: unknown) {
    writeElement(this.target, this.index, value, this.place);
  }
}

/** `target[index]` for an access that reads and writes, or that is a target of a destructuring assignment. */
export function referElement(target: Elements, index: PropertyKey, place: string): CheckedElement {
  return new CheckedElement(target, index, place);
}

/** The list on the right side of `const [a, b] = list`. It must have at least `count` elements. */
export function checkLength(list: Elements, count: number, place: string): unknown {
  if (ArrayBuffer.isView(list) && (list.length as number) < count) {
    reportFault(`Index ${list.length} is outside of ${elementTypeOf(list)}(${list.length})`, place);
  }
  return list;
}

/**
 * The index `high | low`, whose parts share no bit.
 *
 * @param shift The row has `2 ** shift` elements, so `low` must be less than that; `undefined` if the code does not say
 *   how long the row is.
 */
export function joinIndex(high: number, low: number, shift: number | undefined, place: string): number {
  if ((high & low) !== 0 || (shift !== undefined && low >>> shift !== 0)) {
    reportFault(`Index ${low} is outside of its row: ${high} | ${low}`, place);
  }
  return high | low;
}
