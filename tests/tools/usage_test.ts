import { assertEquals } from "@std/assert";
import { describeError } from "../../tools/usage.ts";

Deno.test("`describeError()` writes errors about files in the style of the engine, and does not change other errors", () => {
  const errorOf = (run: () => void): Error => {
    try {
      run();
    } catch (error) {
      if (error instanceof Error) return error;
    }
    throw new TypeError("Expected an error");
  };
  const missing = "none-of-this-name/file";
  const faults: readonly (readonly [() => void, string])[] = [
    [() => Deno.readTextFileSync(missing), `Cannot read '${missing}': there is no such file`],
    [() => Deno.writeTextFileSync(missing, ""), `Cannot write '${missing}': there is no such folder`],
    [() => Deno.realPathSync(missing), `Cannot read '${missing}': there is no such file`],
    [() => Array.from(Deno.readDirSync(missing)), `Cannot list '${missing}': there is no such folder`],
    [() => decodeURIComponent("%"), "URI malformed"],
  ];
  for (const [run, message] of faults) assertEquals(describeError(errorOf(run)), message);
});
