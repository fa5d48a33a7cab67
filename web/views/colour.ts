/** Which text can be read on a colour. @module */

/** Luminance at which black and white text contrast equally, about 4.6 : 1 (WCAG 2). */
const MIDDLE = 0.179;

/** Black or white, whichever contrasts more with a colour `#rrggbb`. */
export function textOn(colour: string): "#000000" | "#ffffff" {
  return luminanceOf(colour) > MIDDLE ? "#000000" : "#ffffff";
}

/** The relative luminance of a colour `#rrggbb`, as WCAG 2 defines it. */
export function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
