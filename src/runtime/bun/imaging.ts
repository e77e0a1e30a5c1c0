import { maxPixels } from '#src/files/pictures/images.ts';
import { type Bitmap, type Imaging, jpegQuality, queued } from '#src/files/pictures/imaging.ts';
import { drawOnWhite } from '#src/files/pictures/imaging-portable.ts';

/** Bun's codecs run off the main thread. */
export const bunImaging: Imaging = queued({
  async fit(bytes, from, maxWidth, to) {
    const fitted = new Bun.Image(bytes, { maxPixels, autoOrient: true });
    fitted.resize(maxWidth, undefined, { withoutEnlargement: true });
    // Bun's JPEG ignores alpha, which would turn transparent pixels black.
    const losesAlpha = from !== 'image/jpeg' && to === 'image/jpeg';
    const image = losesAlpha ? new Bun.Image(await drawOnWhite(await sized(fitted.png()))) : fitted;
    return sized(to === 'image/jpeg' ? image.jpeg({ quality: jpegQuality, progressive: true }) : image.png());
  },
});

async function sized(image: Bun.Image): Promise<Bitmap> {
  const bytes = new Uint8Array(await image.bytes());
  const { width, height } = await new Bun.Image(bytes).metadata();
  return { bytes, width, height };
}
