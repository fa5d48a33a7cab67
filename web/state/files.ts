/** Reads and saves files, copies text, and turns SVG into PNG and GIF. @module */

import { KIND_BYTES, type Packing, packingOf } from "../../engine/file_kind.ts";
import { decodePgn } from "../../engine/games/pgn_lines.ts";

/** With more than `GIF_PICTURES` frames, the scale is lower, because each frame takes memory and time. */
const GIF_SCALE = 0.6;
const LEAST_SCALE = 0.4;
const GIF_PICTURES = 60;
const GIF_COLOURS = 96;
const FRAME_MS = 700;
const LAST_FRAME_MS = 2500;

/**
 * Reads a text file, and decompresses it if necessary. Many PGN files are in Latin-1, not in UTF-8.
 *
 * @throws {TypeError} If the file is not text, or the browser cannot decompress it.
 */
export async function readText(file: File): Promise<string> {
  if (/^(?:image|video|audio)\//.test(file.type)) {
    throw new TypeError("This is not a PGN or FEN file. To copy a position from a picture, use the board editor");
  }
  const packing = packingOf(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()));
  const text = packing === null ? file : await new Response(file.stream().pipeThrough(unpackerOf(packing))).blob();
  return decodePgn(new Uint8Array(await text.arrayBuffer()));
}

function unpackerOf(packing: Packing): DecompressionStream {
  try {
    // Only the newest browsers support Zstandard, and TypeScript's types do not include it yet.
    return new DecompressionStream(packing as CompressionFormat);
  } catch {
    throw new TypeError("This browser cannot decompress .zst files. Decompress the file first, or use a .gz file");
  }
}

/** Copies text, and returns whether that worked. If the clipboard is blocked, copies from a temporary field. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

async function paint(svg: string, scale: number): Promise<OffscreenCanvas> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Turns a picture into a PNG at twice its size, to keep it sharp. */
export async function svgToPng(svg: string): Promise<Blob> {
  return await (await paint(svg, 2)).convertToBlob({ type: "image/png" });
}

/** Turns pictures into a GIF that shows the last one longer. */
export async function svgToGif(svgs: readonly string[]): Promise<Blob> {
  const { encode } = await import("modern-gif");
  const scale = Math.max(LEAST_SCALE, GIF_SCALE * Math.sqrt(Math.min(1, GIF_PICTURES / svgs.length)));
  let [width, height] = [0, 0];
  const frames: { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly delay: number }[] = [];
  for (const svg of svgs) {
    const canvas = await paint(svg, scale);
    ({ width, height } = canvas);
    const data = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    frames.push({ data, delay: frames.length + 1 < svgs.length ? FRAME_MS : LAST_FRAME_MS });
  }
  return await encode({ width, height, frames, maxColors: GIF_COLOURS, format: "blob" });
}
