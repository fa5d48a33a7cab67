/**
 * A factorial experiment: it measures the worth of every system in the same games.
 *
 * Both sides of each pair of games are drawn at random. On each side, every system is changed with the same small
 * chance: switched off if the engine uses it, and on if it does not. So each pair compares several systems at the same
 * time, and a fit (worth.ts) separates their effects. With 26 systems and a chance of one in eight, more than a fifth
 * of all games say something about each system; with a separate match for each, only one game in 26 would. The
 * disadvantage is that a system is measured in an engine that lacks some other systems. If only one system is named,
 * the sides differ by it in every pair, and no other system is missing: the experiment is an ordinary match.
 *
 * Source: Ronald Fisher, "The Design of Experiments" (1935), chapter 6.
 *
 * @module
 */

import type { Random } from "../../../core/random.ts";
import { isInUse, type System } from "../../../engine/view/systems.ts";
import { type ParameterName, type Setting, TUNABLES } from "../../../search/params.ts";

export interface Sides {
  /** Numbers of the systems in which the plus side differs from the engine, ascending from 0. */
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/** How a system is changed. */
interface Change {
  readonly isInUse: boolean;
  /** The values that the change sets. */
  readonly changed: Setting;
}

export class Design {
  /** All numbers that the systems change: both sides need values for them. */
  readonly parameters: readonly ParameterName[];

  private readonly changes: readonly Change[];

  /**
   * @param share Chance that a system is changed on a side, above 0 and below 1.
   */
  constructor(systems: readonly System[], private readonly share: number) {
    this.changes = systems.map((system) => ({
      isInUse: isInUse(system),
      changed: isInUse(system) ? system.off : system.on,
    }));
    const names = this.changes.flatMap(({ changed }) => Object.keys(changed) as ParameterName[]);
    this.parameters = Array.from(new Set(names));
  }

  /**
   * Draws the sides of a pair. They always differ: with a fixed number of nodes, equal sides would play the same game
   * twice.
   */
  draw(random: Random): Sides {
    while (true) {
      const sides = { plus: this.drawSide(random), minus: this.drawSide(random) };
      if (this.differences(sides).some((difference) => difference !== 0)) return sides;
    }
  }

  /** For each system: 1 if only the plus side has it, −1 if only the minus side has it, otherwise 0. */
  differences({ plus, minus }: Sides): number[] {
    return this.changes.map(({ isInUse }, system) =>
      (isInUse ? 1 : -1) * (Number(minus.includes(system)) - Number(plus.includes(system)))
    );
  }

  /** The values of a side, in the order of `parameters`. */
  valuesOf(side: readonly number[]): number[] {
    const setting: Setting = Object.assign({}, ...side.map((system) => this.changes[system].changed));
    return this.parameters.map((name) => setting[name] ?? TUNABLES[name].value);
  }

  /** Two systems that change the same number exclude each other; the first in the list has precedence. */
  private drawSide(random: Random): number[] {
    const side: number[] = [];
    const taken = new Set<string>();
    this.changes.forEach(({ changed }, system) => {
      const names = Object.keys(changed);
      if (!random.chance(this.share) || names.some((name) => taken.has(name))) return;
      side.push(system);
      for (const name of names) taken.add(name);
    });
    return side;
  }
}
