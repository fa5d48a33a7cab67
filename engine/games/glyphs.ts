/** The signs of numeric annotation glyphs (NAG), for reading and writing. @module */

import { expect, whole } from "../arguments.ts";
import { DASHES, plainText } from "../../core/plain_text.ts";

/** The highest glyph. The standard ends at 255, but some programs use higher numbers. */
export const MAX_GLYPH = 999;

/** The signs accepted for each glyph; the first is also written. If Black has its own glyph, it has the next number. */
const SIGNS: Readonly<Record<number, string>> = {
  1: "!",
  2: "?",
  3: "!! ‼",
  4: "?? ⁇",
  5: "!? ⁉",
  6: "?! ⁈",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲ += +/=",
  15: "⩱ =+ =/+",
  16: "± +/-",
  17: "∓ -/+",
  18: "+−",
  19: "−+",
  22: "⨀ ⊙",
  26: "○",
  32: "⟳ ↑↑",
  36: "↑",
  40: "→",
  44: "=∞ ⯹",
  132: "⇆ ⇄",
  138: "⊕",
  140: "∆ △",
  141: "∇",
  142: "⌓",
  146: "N",
};

const NUMBERS: ReadonlyMap<string, number> = /* @__PURE__ */ numbersOfSigns();
/** Matches the sign of a glyph, or a run of marks such as `!!!`. Any kind of dash may stand for a minus. */
export const SIGN: RegExp = /* @__PURE__ */ signPattern();

function numbersOfSigns(): Map<string, number> {
  return new Map(
    Object.entries(SIGNS).flatMap(([number, signs]) =>
      signs.split(" ").map((sign) => [plainText(sign), Number(number)])
    ),
  );
}

function signPattern(): RegExp {
  const signs = [...NUMBERS.keys()].filter((sign) => !/[!?N]/.test(sign)).sort((a, b) => b.length - a.length).join("|");
  return new RegExp(`[!?]+|N(?=[\\s(){}$]|$)|${signs.replace(/\+/g, "\\+").replace(/-/g, `[-${DASHES}]`)}`, "y");
}

/** Whether a glyph has one number for White and another for Black. */
function isOfSide(glyph: number): boolean {
  return glyph > 21 && glyph < 140;
}

/** The glyph for a sign after White's or Black's move. If a sign has more than two marks, only the first two count. */
export function glyphOf(sign: string, isWhite: boolean): number | undefined {
  const plain = plainText(sign);
  const glyph = NUMBERS.get(plain) ?? NUMBERS.get(plain.slice(0, 2));
  return glyph !== undefined && !isWhite && isOfSide(glyph) ? glyph + 1 : glyph;
}

/** The sign of a numeric annotation glyph (NAG): `!?` for 5, `±` for 16; `null` if there is no common sign. */
export function glyphSign(glyph: number): string | null {
  expect(glyph, whole(0));
  return SIGNS[isOfSide(glyph) ? glyph & ~1 : glyph]?.split(" ")[0] ?? null;
}
