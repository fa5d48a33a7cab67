import { assertEquals } from "@std/assert";
import { computed, effect } from "@preact/signals";
import { observe } from "../../web/observed.ts";

class Example {
  text = "a";
  list: readonly number[] = [1];
  other = 0;
  readonly touch = observe<Example>(this, "text", "list");
  get length(): number {
    return this.list.length;
  }
}

Deno.test("a field that is set is read again by its readers, and by no others", () => {
  const example = new Example();
  const seen: string[] = [];
  effect(() => void seen.push(`text ${example.text}`));
  effect(() => void seen.push(`list ${example.length}`));
  const steps: readonly (readonly [act: () => unknown, seen: readonly string[]])[] = [
    [() => {}, ["text a", "list 1"]],
    [() => example.text = "b", ["text b"]],
    [() => example.text = "b", []],
    [() => Object.assign(example, { list: [1, 2], other: 1 }), ["list 2"]],
    // The same object counts as a change, because its contents may have changed.
    [() => Object.assign(example, { list: example.list }), ["list 2"]],
    [() => example.touch("list"), ["list 2"]],
    [() => example.other = 2, []],
  ];
  for (const [act, expected] of steps) {
    act();
    assertEquals(seen.splice(0), expected);
  }
  assertEquals({ ...example, touch: null }, { text: "b", list: [1, 2], other: 2, touch: null });
});

Deno.test("readers of a computed value run again only if the value changes", () => {
  const example = new Example();
  const isLong = computed(() => example.length > 1);
  const seen: boolean[] = [];
  effect(() => void seen.push(isLong.value));
  for (const list of [[5], [6, 7], [8, 9, 10]]) example.list = list;
  assertEquals(seen, [false, true]);
});
