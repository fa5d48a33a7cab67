/**
 * Random numbers from a seed, for openings and weaker play. The same seed gives the same numbers on every machine.
 *
 * The generator is sfc32 by Chris Doty-Humphrey (PractRand, 2010), with a period of at least 2^32 numbers. Its state
 * has 128 bits, so the sequences of a million different seeds do not overlap.
 * @module
 */

/** Number of values to discard at the start, so that every bit of the state depends on every bit of the seed. */
const MIXING_ROUNDS = 16;

/** A stream of random numbers. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  /** Starts a sequence of numbers. With the same 64-bit seed, each stream and each index gives a different sequence. */
  constructor(seed: bigint, stream: number = 0, index: number = 0) {
    this.a = Number(BigInt.asIntN(32, seed));
    this.b = Number(BigInt.asIntN(32, seed >> 32n)) + Math.imul(stream, 0x9e3779b1) | 0;
    this.c = index | 0;
    for (let round = 0; round < MIXING_ROUNDS; round++) this.next();
  }

  /** The next number, 0 … 2^32 - 1. */
  next(): number {
    const sum = this.a + this.b + this.counter | 0;
    this.counter = this.counter + 1 | 0;
    this.a = this.b ^ this.b >>> 9;
    this.b = this.c + (this.c << 3) | 0;
    this.c = (this.c << 21 | this.c >>> 11) + sum | 0;
    return sum >>> 0;
  }

  /** A whole number from 0 to `bound - 1`. For practical purposes, all are equally likely. */
  below(bound: number): number {
    return Math.floor(this.next() / 0x100000000 * bound);
  }

  /** `true` with the given probability, 0 … 1. */
  chance(probability: number): boolean {
    return this.next() < probability * 0x100000000;
  }
}
