/** Texts and pictures into the page and out of it: the clipboard and files. @module */

import { KIND_BYTES, type Packing, packingOf } from "../../engine/file_kind.ts";
import { decodePgn } from "../../engine/games/pgn_lines.ts";

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

/** Copies a text, if the browser does so. Where it allows no access to the clipboard, it copies what a field has selected. */
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

/** A picture as PNG, twice as large as it says, so that it is sharp on any screen. */
export async function svgToPng(svg: Blob): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth * 2, image.naturalHeight * 2);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/png" });
  } finally {
    URL.revokeObjectURL(url);
  }
}
