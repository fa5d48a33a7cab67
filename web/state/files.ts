/** Texts and pictures into the page and out of it: the clipboard and files. @module */

import { decodePgn } from "../../engine/games/pgn_lines.ts";

/** The text of a file that a user has chosen: many games are not in UTF-8, but in Latin-1. */
export async function readText(file: File): Promise<string> {
  return decodePgn(new Uint8Array(await file.arrayBuffer()));
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
