/** Actions of users on the page. @module */

import type { Page } from "playwright-core";
import { movesOf } from "./browser.ts";

/** A short game: Black's third move is an error. */
export const SCHOLARS_MATE = "e2e4,e7e5,f1c4,b8c6,d1h5,g8f6,h5f7";

/** Stores the text that the page copies in `copied`. */
export const CATCH_COPIES: string =
  'Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { globalThis.copied = text; } } }); true';

/** Starts a game against the weakest engine, in which the user has White. */
export async function startGame(page: Page): Promise<void> {
  await page.locator("#panel-play select").first().selectOption("600");
  await page.getByRole("button", { name: "Start the game" }).click();
  await waitForStatus(page, "Your move.");
}

/** Waits until the list has at least this many moves, and returns all moves in it. */
export async function waitForMoves(page: Page, count: number): Promise<string[]> {
  await page.locator(".moves .move-row button.move").nth(count - 1).waitFor();
  return await movesOf(page);
}

/** Waits for a sentence about the game. */
export async function waitForStatus(page: Page, text: string): Promise<void> {
  await page.locator("#play-status", { hasText: text }).waitFor();
}

/** Pastes text into the window for positions and games. */
export async function loadText(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Load or save a position or game" }).click();
  await page.getByLabel("FEN or PGN").fill(text);
  await page.getByRole("button", { name: "Load", exact: true }).click();
}

/** Saves a file with a button of the page, and returns its name and its contents as bytes and as text. */
export async function save(
  page: Page,
  button: string | RegExp,
): Promise<{ readonly name: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  const bytes = await Deno.readFile(await download.path());
  return { name: download.suggestedFilename(), bytes, text: new TextDecoder().decode(bytes) };
}

export async function typeMove(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder("Type a move").fill(text);
  await page.keyboard.press("Enter");
}

export async function resign(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
}
