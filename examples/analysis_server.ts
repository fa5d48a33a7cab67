/**
 * An analysis server for many users: `GET /?fen=FEN&depth=12&user=anna` answers with the best line as JSON.
 *
 * @module
 */

import { EngineError, EnginePool } from "@hindsight/engine";

const pool = await EnginePool.start({ size: 2, queue: 100, limits: { depth: 20, time: 5000 } });

/** The HTTP status for each error: an invalid position is the client's fault; a busy server is a temporary problem. */
const STATUS: Readonly<Record<string, number>> = { position: 400, busy: 503 };

async function answer(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const depth = Math.max(1, Math.min(20, Number(query.get("depth")) || 12));
  try {
    // When a client disconnects, its search is aborted.
    const options = { depth, user: query.get("user") ?? undefined, signal: request.signal };
    const { san, lines: [line] } = await pool.analyse(query.get("fen") ?? "startpos", options).result;
    return Response.json({ san, score: line.score, line: line.san, depth: line.depth });
  } catch (error) {
    const [code, message] = error instanceof EngineError ? [error.code, error.message] : ["unknown", "Search failed"];
    return Response.json({ error: message }, { status: STATUS[code] ?? 500 });
  }
}

Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.args[0] ?? 8000) }, answer);
