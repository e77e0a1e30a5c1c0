import { OwnError } from '#src/kernel/assert.ts';

const withoutFonts = { font: { loadSystemFonts: false } };

/**
 * Draws our own SVG as a PNG whose longer edge has this many pixels. Texts are left out, because there are no fonts. Uploads use
 * `drawUploaded`.
 * @throws Error when it cannot be drawn
 */
export async function drawSvg(svg: string, longestEdge: number): Promise<Uint8Array<ArrayBuffer>> {
  const { Resvg, renderAsync } = await import('@resvg/resvg-js');
  const { width, height } = new Resvg(svg, withoutFonts);
  if (!(width > 0 && height > 0)) throw new OwnError('a drawing has a size');
  const fitTo =
    width >= height
      ? ({ mode: 'width', value: longestEdge } as const)
      : ({ mode: 'height', value: longestEdge } as const);
  const drawn = await renderAsync(svg, { ...withoutFonts, fitTo });
  return new Uint8Array(drawn.asPng());
}
