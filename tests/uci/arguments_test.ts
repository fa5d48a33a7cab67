import { assertEquals } from "@std/assert";
import { readArguments } from "../../uci/uci.ts";

Deno.test("`readArguments()` adds an argument that is not a command to the previous command, and reads options as commands", () => {
  const fen = "position fen 8/8/8/4k3/8/4K3/8/8 w - - 0 1";
  const cases: [given: string[], expected: string[]][] = [
    [["position startpos", "go depth 9"], ["position startpos", "go depth 9"]],
    [["bench", "eval", "d"], ["bench", "eval", "d"]],
    ["position startpos moves e2e4 go nodes 5".split(" "), ["position startpos moves e2e4", "go nodes 5"]],
    [["bench", "4", "16", "quit"], ["bench 4 16", "quit"]],
    [[...fen.split(" "), "eval"], [fen, "eval"]],
    // `go` and `perft` together are one command.
    [["go", "perft", "4"], ["go perft 4"]],
    [["go depth 1", "perft", "4"], ["go depth 1", "perft 4"]],
    [["hello", "there"], ["hello there"]],
    [["--help"], ["help"]],
    [["d", "--version"], ["d", "version"]],
  ];
  for (const [given, expected] of cases) assertEquals(readArguments(given), expected);
  // The arguments of a build with more commands.
  assertEquals(readArguments(["d", "spsa"], [{ name: "spsa", help: "", run: () => {} }]), ["d", "spsa"]);
});
