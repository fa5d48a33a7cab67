/**
 * Pictures of several small charts: panels in rows below a heading, as SVG text.
 *
 * @module
 */

import { escapeXml } from "../../engine/view/svg.ts";

/** Colour of text. */
export const INK = "#222";
/** Height of the heading, pixels. */
const HEADING = 44;

/** How panels are laid out. */
export interface PanelGrid {
  /** The heading of the picture. */
  readonly title: string;
  /** Panels in a row. */
  readonly columns: number;
  /** Width of a panel, pixels. */
  readonly width: number;
  /** Height of a panel, pixels. */
  readonly height: number;
}

/** Where a text begins or ends, or what its middle is, and how it looks. */
export interface TextStyle {
  /** What is at the given point. */
  readonly anchor: "start" | "middle" | "end";
  /** Size of the letters, pixels. */
  readonly size: number;
  /** Whether it is bold. */
  readonly isBold?: boolean;
}

/** Puts panels, each the SVG elements of one chart, into one picture. */
export function layPanels({ title, columns, width, height }: PanelGrid, panels: readonly string[]): string {
  const totalWidth = Math.min(columns, panels.length) * width;
  const totalHeight = Math.ceil(panels.length / columns) * height + HEADING;
  const placed = panels.map((panel, index) => {
    const x = index % columns * width;
    const y = HEADING + Math.floor(index / columns) * height;
    return `<g transform='translate(${x} ${y})'>\n${panel}\n</g>`;
  });
  return `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${totalWidth} ${totalHeight}' width='${totalWidth}' height='${totalHeight}' font-family='sans-serif'>
<rect width='100%' height='100%' fill='white'/>
${svgText(14, 28, title, { anchor: "start", size: 16, isBold: true })}
${placed.join("\n")}
</svg>
`;
}

/** A line of text at a point. */
export function svgText(x: number, y: number, content: string, { anchor, size, isBold }: TextStyle): string {
  const weight = isBold ? " font-weight='bold'" : "";
  return `<text x='${x.toFixed(1)}' y='${
    y.toFixed(1)
  }' font-size='${size}'${weight} text-anchor='${anchor}' fill='${INK}'>${escapeXml(content)}</text>`;
}
