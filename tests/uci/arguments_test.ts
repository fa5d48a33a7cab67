import { assertEquals } from "@std/assert";
import { readArguments } from "../../uci/uci.ts";

Deno.test("`readArguments()` takes each argument that begins with the name of a command as a command", () => {
  assertEquals(readArguments(["position startpos", "go depth 9"]), ["position startpos", "go depth 9"]);
  assertEquals(readArguments(["bench", "eval", "d"]), ["bench", "eval", "d"]);
});

Deno.test("`readArguments()` puts what is not a command behind the command before it", () => {
  assertEquals(readArguments(["go", "depth", "3"]), ["go depth 3"]);
  assertEquals(
    readArguments(["position", "startpos", "moves", "e2e4", "go", "nodes", "5"]),
    ["position startpos moves e2e4", "go nodes 5"],
  );
  assertEquals(readArguments(["bench", "4", "16", "quit"]), ["bench 4 16", "quit"]);
  const fen = "position fen 8/8/8/4k3/8/4K3/8/8 w - - 0 1";
  assertEquals(readArguments([...fen.split(" "), "eval"]), [fen, "eval"]);
});

Deno.test("`readArguments()` takes `perft` behind a bare `go` as a part of it", () => {
  assertEquals(readArguments(["go", "perft", "4"]), ["go perft 4"]);
  assertEquals(readArguments(["go depth 1", "perft", "4"]), ["go depth 1", "perft 4"]);
});

Deno.test("`readArguments()` leaves an unknown first word alone, and reads options as commands", () => {
  assertEquals(readArguments(["hello", "there"]), ["hello there"]);
  assertEquals(readArguments(["--help"]), ["help"]);
  assertEquals(readArguments(["d", "--version"]), ["d", "version"]);
});

Deno.test("`readArguments()` finds the commands of a build that has more", () => {
  const extra = [{ name: "spsa", parameters: "", help: "", run: () => {} }];
  assertEquals(readArguments(["d", "spsa"], extra), ["d", "spsa"]);
});
