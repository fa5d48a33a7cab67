/**
 * A factorial experiment (Ronald Fisher, "The Design of Experiments", 1935, chapter 6). In each pair of games, each
 * side changes some systems at random: it switches off those that the engine uses, and switches on the others. Each
 * system is equally likely to change. A fit (worth.ts) separates the effects. With 26 systems and a chance of one in
 * eight, each system differs between the sides in more than a fifth of all games.
 *
 * @module
 */

import type { Random } from "../../../core/random.ts";
import { isInUse, type System } from "../../../engine/view/systems.ts";
import { type ParameterName, type Setting, TUNABLES } from "../../../search/params.ts";

export interface Sides {
  /** The indices of the systems that the plus side changes, in ascending order. */
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

type Change = { readonly isInUse: boolean; readonly changed: Setting };

export class Design {
  readonly parameters: readonly ParameterName[];

  private readonly changes: readonly Change[];

  /** @param share The chance that a side changes a system, above 0 and below 1. */
  constructor(systems: readonly System[], private readonly share: number) {
    this.changes = systems.map((system) => ({
      isInUse: isInUse(system),
      changed: isInUse(system) ? system.off : system.on,
    }));
    const names = this.changes.flatMap(({ changed }) => Object.keys(changed) as ParameterName[]);
    this.parameters = Array.from(new Set(names));
  }

  /** Draws two different sides. With fixed nodes, identical sides would play the same game twice. */
  draw(random: Random): Sides {
    while (true) {
      const sides = { plus: this.drawSide(random), minus: this.drawSide(random) };
      if (this.differences(sides).some((difference) => difference !== 0)) return sides;
    }
  }

  /** 1 if only the plus side has the system, −1 if only the minus side has it, otherwise 0. */
  differences({ plus, minus }: Sides): number[] {
    return this.changes.map(({ isInUse }, system) =>
      (isInUse ? 1 : -1) * (Number(minus.includes(system)) - Number(plus.includes(system)))
    );
  }

  /** A side's values, in the order of `parameters`. */
  valuesOf(side: readonly number[]): number[] {
    const setting: Setting = Object.assign({}, ...side.map((system) => this.changes[system].changed));
    return this.parameters.map((name) => setting[name] ?? TUNABLES[name].value);
  }

  /** If two of the drawn systems change the same number, only the first is used. */
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
