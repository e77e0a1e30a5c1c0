import { Buffer } from 'node:buffer';
import { encode } from 'jpeg-js';
import { OwnError } from '#src/kernel/assert.ts';
import { orientationOf, readPicture } from './images.ts';
import { type Bitmap, type BitmapSource, type Imaging, jpegQuality, queued } from './imaging.ts';

/** Embeds the picture into an SVG of the wanted size; the renderer decodes and scales it. */
function framed(bytes: Uint8Array, type: BitmapSource, width: number, height: number, orientation: number): string {
  const sideways = orientation >= 5;
  const [w, h] = sideways ? [height, width] : [width, height];
  const matrix = [
    '',
    `matrix(-1 0 0 1 ${w} 0)`,
    `matrix(-1 0 0 -1 ${w} ${h})`,
    `matrix(1 0 0 -1 0 ${h})`,
    'matrix(0 1 1 0 0 0)',
    `matrix(0 1 -1 0 ${h} 0)`,
    `matrix(0 -1 -1 0 ${h} ${w})`,
    `matrix(0 -1 1 0 0 ${w})`,
  ][orientation - 1];
  const image = `<image width="${w}" height="${h}" preserveAspectRatio="none" transform="${matrix}" href="data:${type};base64,${Buffer.from(bytes).toString('base64')}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
}

/** For runtimes without codecs: resvg draws, JPEG is written in JavaScript. */
export const portableImaging: Imaging = queued({
  async fit(bytes, from, maxWidth, to) {
    const verdict = readPicture(bytes);
    if (!('picture' in verdict) || verdict.picture.type !== from)
      throw new OwnError('not the picture that was promised');
    const { width: storedWidth, height: storedHeight } = verdict.picture;
    const orientation = from === 'image/jpeg' ? orientationOf(bytes) : 1;
    const [fullWidth, fullHeight] = (orientation >= 5 ? [storedHeight, storedWidth] : [storedWidth, storedHeight]) as [
      number,
      number,
    ];
    const width = Math.min(maxWidth, fullWidth);
    const height = Math.max(1, Math.round((fullHeight * width) / fullWidth));
    const { renderAsync } = await import('@resvg/resvg-js');
    const drawn = await renderAsync(framed(bytes, from, width, height, orientation), {
      font: { loadSystemFonts: false },
    });
    const pixels = drawn.pixels;
    // The renderer silently omits what it cannot decode.
    if (from !== 'image/png' && !pixels.some((value) => value !== 0)) throw new OwnError('the picture is damaged');
    const made =
      to === 'image/png'
        ? drawn.asPng()
        : encode({ data: onWhite(pixels), width: drawn.width, height: drawn.height }, jpegQuality).data;
    return { bytes: new Uint8Array(made), width: drawn.width, height: drawn.height };
  },
});

/** A PNG of the same size on white. */
export async function drawOnWhite({ bytes, width, height }: Bitmap): Promise<Uint8Array<ArrayBuffer>> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const drawn = await renderAsync(framed(bytes, 'image/png', width, height, 1), {
    background: '#ffffff',
    font: { loadSystemFonts: false },
  });
  return new Uint8Array(drawn.asPng());
}

/** JPEG has no transparency. resvg's pixels are premultiplied. */
function onWhite(pixels: Uint8Array): Uint8Array {
  const result = new Uint8Array(pixels);
  for (let at = 0; at < result.length; at += 4) {
    const missing = 255 - (result[at + 3] as number);
    if (missing === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) result[at + channel] = (result[at + channel] as number) + missing;
    result[at + 3] = 255;
  }
  return result;
}
