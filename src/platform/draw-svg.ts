import { Buffer } from 'node:buffer';
import { Resvg, renderAsync } from '@resvg/resvg-js';
import { mostPixels, readPicture } from './images.ts';
import { type Part, partsOf } from './svg-parts.ts';

const withoutFonts = { font: { loadSystemFonts: false } };

/**
 * A drawing as a PNG whose longer edge has this many pixels. It must have been looked at with `readPicture`. Texts are
 * left out: there is no font but in the drawing's paths.
 * @throws Error when it cannot be drawn, or would take too long or too much memory
 */
export async function drawSvg(svg: string, longestEdge: number): Promise<Uint8Array<ArrayBuffer>> {
  refuseCostly(svg);
  const { width, height } = new Resvg(svg, withoutFonts);
  if (!(width > 0 && height > 0)) throw new Error('a drawing has a size');
  const fitTo =
    width >= height
      ? ({ mode: 'width', value: longestEdge } as const)
      : ({ mode: 'height', value: longestEdge } as const);
  const drawn = await renderAsync(svg, { ...withoutFonts, fitTo });
  return new Uint8Array(drawn.asPng());
}

/** What all parts of a drawing may cost, each as often as it is drawn; a plain shape costs one. */
const mostCost = 50_000;
/** So many references in a row are nobody's logo. */
const longestChain = 50;

/**
 * A few lines of SVG can repeat themselves into billions of shapes, ask for a sheet of any size, which ends the process,
 * or hold pictures that unpack to gigabytes.
 */
function refuseCostly(svg: string): void {
  refuseLargePictures(svg);
  const { all, byId } = partsOf(svg, mostCost);
  const known = new Map<string, number>();
  const costOf = (part: Part, within: ReadonlySet<string>): number => {
    let { cost } = part;
    if (cost > mostCost) throw new Error('a drawing is too elaborate');
    for (const id of part.uses) {
      if (within.has(id) || within.size > longestChain) throw new Error('a drawing repeats itself without end');
      const used = byId.get(id);
      const usedCost = known.get(id) ?? (used ? costOf(used, new Set([...within, id])) : 0);
      known.set(id, usedCost);
      cost += usedCost;
      if (cost > mostCost) throw new Error('a drawing is too elaborate');
    }
    return cost;
  };
  costOf(all, new Set());
}

/** Pictures inside a drawing keep the same limits as pictures, all together. */
function refuseLargePictures(svg: string): void {
  let pixels = 0;
  for (const [, type, data = ''] of svg.matchAll(/data:image\/([\w+-]+);base64,([^"')]*)/gi)) {
    if (type !== 'png' && type !== 'jpeg') throw new Error('a drawing holds PNG and JPEG alone');
    const verdict = readPicture(new Uint8Array(Buffer.from(data, 'base64')));
    if (!('picture' in verdict)) throw new Error('a picture in a drawing cannot be read');
    pixels += (verdict.picture.width ?? 0) * (verdict.picture.height ?? 0);
    if (pixels > mostPixels) throw new Error('a drawing holds too many pixels');
  }
}
