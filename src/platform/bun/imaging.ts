import { mostPixels } from '#src/platform/images.ts';
import { type Imaging, jpegQuality, queued } from '#src/platform/imaging.ts';

/** By Bun's own codecs, off the main thread. */
export const bunImaging: Imaging = queued({
  async fit(bytes, _from, mostWide, to) {
    const image = new Bun.Image(bytes, { maxPixels: mostPixels, autoOrient: true });
    image.resize(mostWide, undefined, { withoutEnlargement: true });
    if (to === 'image/jpeg') image.jpeg({ quality: jpegQuality, progressive: true });
    else image.png();
    const made = new Uint8Array(await image.bytes());
    const { width, height } = await new Bun.Image(made).metadata();
    return { bytes: made, width, height };
  },
});
