/**
 * An engine whose searches differ as its argument says: `searches` by how many there were, `hash` by how often the hash
 * table changed, `process` by the process, and `well` not at all. With `message` it prints a line at such a change.
 *
 * @module
 */

const [how] = Deno.args;
let searches = 0;
let resizes = 0;

/** Runs a line. */
function obey(line: string): void {
  if (line === "isready") console.log("readyok");
  else if (line.startsWith("setoption name Hash ")) {
    resizes++;
    if (how === "message") console.log("info string Refused");
  } else if (line === "quit") Deno.exit(0);
  else if (line.startsWith("go ")) {
    searches++;
    const nodes = how === "searches" ? searches : how === "hash" ? resizes : how === "process" ? Deno.pid : 7;
    console.log(`info depth 1 score cp 0 nodes ${nodes} time ${searches} nps ${searches} pv e2e4`);
    console.log(`info depth 2 time ${searches}`);
    console.log("bestmove e2e4");
  }
}

let rest = "";
for await (
  const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
) {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) obey(line);
}
