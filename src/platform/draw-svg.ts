import { Buffer } from 'node:buffer';
import { Resvg, renderAsync } from '@resvg/resvg-js';
import { mostPixels, readPicture } from './images.ts';

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

/** What a repeated or filtered part may cost in all; a plain shape costs one. */
const mostCost = 50_000;
/** A filter, mask, pattern or clipping works on every pixel. */
const costOfEffect = 500;

type Part = { cost: number; uses: string[] };

/** A few lines of SVG can repeat themselves into billions of shapes, or hold pictures that unpack to gigabytes. */
function refuseCostly(svg: string): void {
  refuseLargePictures(svg);
  const { all, byId } = partsOf(svg);
  const hasEffectStyles = /<style\b[\s\S]*?\b(filter|mask|clip-path)\s*:/i.test(svg);
  const known = new Map<string, number>();
  const costOf = (part: Part, within: ReadonlySet<string>): number => {
    let cost = part.cost * (hasEffectStyles ? costOfEffect : 1);
    for (const id of part.uses) {
      if (within.has(id)) throw new Error('a drawing repeats itself without end');
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

/** Every element with an id, with what stands in it and what it refers to. */
function partsOf(svg: string): { all: Part; byId: Map<string, Part> } {
  const byId = new Map<string, Part>();
  const all: Part = { cost: 0, uses: [] };
  const open: Part[][] = [];
  for (const [tag = '', closing, , attributes = '', selfClosing] of svg.matchAll(
    /<(\/?)([\w:-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g,
  )) {
    if (closing) {
      open.pop();
      continue;
    }
    const around = open.at(-1) ?? [all];
    const references = [...attributes.matchAll(/(?:href\s*=\s*["']\s*|url\(\s*["']?)#([^"')\s]+)/g)].map(
      ([, id]) => id ?? '',
    );
    const effects = attributes.match(/\b(?:filter|mask|clip-path|fill|stroke)\s*[=:]\s*["']?\s*url\(/g)?.length ?? 0;
    const isFilterStep = /^<(?:[\w-]+:)?fe[A-Z]/.test(tag);
    for (const part of around) {
      part.cost += 1 + effects * costOfEffect + (isFilterStep ? costOfEffect : 0);
      part.uses.push(...references);
    }
    const id = /\sid\s*=\s*["']([^"']+)["']/.exec(attributes)?.[1];
    const mine: Part | null = id === undefined ? null : { cost: 1, uses: [...references] };
    if (id !== undefined && mine) byId.set(id, mine);
    if (!selfClosing) open.push(mine ? [...around, mine] : around);
    if (open.length > 200) throw new Error('a drawing is too deep');
  }
  return { all, byId };
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
