/** Texts and pictures into the page and out of it: the clipboard and files. @module */

import { KIND_BYTES, type Packing, packingOf } from "../../engine/file_kind.ts";
import { decodePgn } from "../../engine/games/pgn_lines.ts";

/**
 * The size of a GIF beside that of its pictures, up to how many of them; with more it is smaller, down to the second size,
 * since each takes memory and time. Its colours, and how long it shows a picture, milliseconds.
 */
const GIF_SCALE = 0.6;
const LEAST_SCALE = 0.4;
const GIF_PICTURES = 60;
const GIF_COLOURS = 96;
const FRAME_MS = 700;
const LAST_FRAME_MS = 2500;

/**
 * The text of a file that a user has chosen, unpacked if it is packed. Many games are not in UTF-8, but in Latin-1.
 *
 * @throws {TypeError} If it holds no text, or the browser cannot unpack it.
 */
export async function readText(file: File): Promise<string> {
  if (/^(?:image|video|audio)\//.test(file.type)) {
    throw new TypeError("Games are PGN or FEN, as text. A position in a picture can be set up with the board editor");
  }
  const packing = packingOf(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()));
  const text = packing === null ? file : await new Response(file.stream().pipeThrough(unpackerOf(packing))).blob();
  return decodePgn(new Uint8Array(await text.arrayBuffer()));
}

/** What unpacks a file. Throws a TypeError if this browser has none. */
function unpackerOf(packing: Packing): DecompressionStream {
  try {
    // Browsers are beginning to know Zstandard.
    return new DecompressionStream(packing as CompressionFormat);
  } catch {
    throw new TypeError("This browser cannot unpack .zst files. Unpack it first, or pack it as .gz");
  }
}

/** Copies a text, if the browser does so. If it allows no access to the clipboard, it copies what a field has selected. */
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

/** A picture in SVG as one of pixels, so many times as large as it says. */
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

/** A picture as PNG, twice as large as it says, so that it is sharp on any screen. */
export async function svgToPng(svg: string): Promise<Blob> {
  return await (await paint(svg, 2)).convertToBlob({ type: "image/png" });
}

/** Pictures as a GIF that shows each for a while, the last one longer. */
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
