/** Which text can be read on a colour. @module */

/** Luminance at which black and white text contrast equally, about 4.6 : 1 (WCAG 2). */
const MIDDLE = 0.179;

/** Black or white, whichever contrasts more with a colour `#rrggbb`. */
export function textOn(colour: string): "#000000" | "#ffffff" {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > MIDDLE ? "#000000" : "#ffffff";
}

/** A channel of sRGB as an amount of light. */
function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
