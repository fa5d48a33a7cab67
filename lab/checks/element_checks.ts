/**
 * The functions that a checked bundle calls instead of `array[index]`. This file is prepended to the bundle, so it
 * cannot import anything. Error messages contain a `place`: the source text of the access, and its position.
 *
 * @module
 */

type Elements = Record<PropertyKey, unknown> & { readonly length?: unknown; readonly constructor?: unknown };

/** The range of each type of integer array. The 32-bit types accept both signed and unsigned numbers. */
const ELEMENT_RANGES = new Map<unknown, readonly [least: number, greatest: number]>([
  [Int8Array, [-128, 127]],
  [Uint8Array, [0, 255]],
  [Uint8ClampedArray, [0, 255]],
  [Int16Array, [-32768, 32767]],
  [Uint16Array, [0, 65535]],
  [Int32Array, [-(2 ** 31), 2 ** 32 - 1]],
  [Uint32Array, [-(2 ** 31), 2 ** 32 - 1]],
]);

/** `null` if the target is not a typed array. */
function elementTypeOf(target: unknown): string | null {
  if (!ArrayBuffer.isView(target) || target instanceof DataView) return null;
  return target.constructor.name;
}

/** Writes the fault to standard error, because a caller may catch the RangeError. */
function reportFault(message: string, place: string): never {
  const text = `${message}: ${place}`;
  console.error(`Checked build: ${text}`);
  throw new RangeError(text);
}

function isElement(index: unknown, length: unknown): boolean {
  return Number.isInteger(index) && (index as number) >= 0 && (index as number) < (length as number);
}

/** Accepts any index if the target is not a typed array. */
function checkIndex(target: Elements, index: unknown, place: string): void {
  if (isElement(index, target.length) || typeof index === "string" || typeof index === "symbol") return;
  const type = elementTypeOf(target);
  if (type !== null) reportFault(`Index ${String(index)} is outside ${type}(${target.length})`, place);
}

function checkValue(target: Elements, value: unknown, place: string): void {
  const range = ELEMENT_RANGES.get(target.constructor);
  if (range !== undefined) {
    if (Number.isInteger(value) && (value as number) >= range[0] && (value as number) <= range[1]) return;
  } else {
    // The remaining types hold floating-point numbers or BigInts.
    const type = elementTypeOf(target);
    if (type === null || typeof value === (type.startsWith("Big") ? "bigint" : "number")) return;
  }
  reportFault(`Value ${String(value)} does not fit ${elementTypeOf(target)}`, place);
}

export function readElement(target: Elements, index: PropertyKey, place: string): unknown {
  checkIndex(target, index, place);
  return target[index];
}

/**
 * Reads an element in code that does not handle a missing one. Unlike `readElement`, this also checks ordinary arrays.
 */
export function readListElement(target: Elements, index: PropertyKey, place: string): unknown {
  if (typeof index === "number" && Array.isArray(target) && !isElement(index, target.length)) {
    reportFault(`Index ${index} is outside Array(${target.length})`, place);
  }
  return readElement(target, index, place);
}

export function writeElement(target: Elements, index: PropertyKey, value: unknown, place: string): unknown {
  checkIndex(target, index, place);
  checkValue(target, value, place);
  return target[index] = value;
}

/** `element.value += 2` reads and writes `target[index]`. */
class CheckedElement {
  constructor(private readonly target: Elements, private readonly index: PropertyKey, private readonly place: string) {}

  get value(): unknown {
    return readElement(this.target, this.index, this.place);
  }

  set value(value: unknown) {
    writeElement(this.target, this.index, value, this.place);
  }
}

export function referElement(target: Elements, index: PropertyKey, place: string): CheckedElement {
  return new CheckedElement(target, index, place);
}

export function checkLength(list: Elements, count: number, place: string): unknown {
  if (ArrayBuffer.isView(list) && (list.length as number) < count) {
    reportFault(`Index ${list.length} is outside ${elementTypeOf(list)}(${list.length})`, place);
  }
  return list;
}

/**
 * Returns the index `high | low`. The parts must not overlap. If `shift` is given, `low` must fit into that many bits.
 */
export function joinIndex(high: number, low: number, shift: number | undefined, place: string): number {
  if ((high & low) !== 0 || (shift !== undefined && low >>> shift !== 0)) {
    reportFault(`Index ${low} is outside its row: ${high} | ${low}`, place);
  }
  return high | low;
}
