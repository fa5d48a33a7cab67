import { assertEquals } from "@std/assert";
import { textOn } from "../../../web/state/heat.ts";

Deno.test("`textOn()` is black on light colours and white on dark ones", () => {
  assertEquals(["#ffffff", "#f4c430", "#777777"].map(textOn), ["#000000", "#000000", "#000000"]);
  assertEquals(["#000000", "#960e26", "#12347e", "#757575"].map(textOn), Array(4).fill("#ffffff"));
});
