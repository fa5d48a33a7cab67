import { assertEquals } from "@std/assert";
import { addressIn } from "../../uci/single_file/address.ts";

/** The first frame of a stack trace, and the address of its file. */
const FRAMES: Readonly<Record<string, string | null>> = {
  "at threadsOf (https://example.org/engine/hindsight-uci.js:10:2345)": "https://example.org/engine/hindsight-uci.js",
  "at https://example.org:8080/hindsight-uci.js?v=3:10:5": "https://example.org:8080/hindsight-uci.js?v=3",
  "at new a (http://localhost/my%20files/hindsight-uci%20(1).js:1:2)":
    "http://localhost/my%20files/hindsight-uci%20(1).js",
  "at http://localhost/(a)/b.js:1:2": "http://localhost/(a)/b.js",
  "start@https://example.org/hindsight-uci.js:10:5": "https://example.org/hindsight-uci.js",
  "@moz-extension://7b1e/hindsight-uci.js:10:5": "moz-extension://7b1e/hindsight-uci.js",
  "at a (chrome-extension://abcdef/hindsight-uci.js:10:5)": "chrome-extension://abcdef/hindsight-uci.js",
  "at a (file:///C:/app/hindsight-uci.js:10:5)": "file:///C:/app/hindsight-uci.js",
  "at a (capacitor://localhost/hindsight-uci.js:10:5)": "capacitor://localhost/hindsight-uci.js",
  "at a (app://-/hindsight-uci.js:10:5)": "app://-/hindsight-uci.js",
  "at a (blob:https://example.org/0f0b1c3e:10:5)": null,
  "at a (<anonymous>:10:5)": null,
  "at /home/user/hindsight-uci.js:10:5": null,
};

Deno.test("the address of the file is found in stack traces of all browsers", () => {
  for (const [frame, address] of Object.entries(FRAMES)) {
    const later = address === null ? "" : "\n    at later (https://example.org/page.js:3:4)";
    assertEquals(addressIn(`Error\n    ${frame}${later}`), address, frame);
  }
  assertEquals(addressIn(""), null);
});
