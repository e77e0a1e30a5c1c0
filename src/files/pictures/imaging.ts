import { oneAtATime } from '#src/runtime/one-at-a-time.ts';

export type BitmapType = 'image/png' | 'image/jpeg';
export type BitmapSource = BitmapType | 'image/webp';
export type Bitmap = { bytes: Uint8Array<ArrayBuffer>; width: number; height: number };

/**
 * Re-encodes pictures from their pixels, so that metadata, thumbnails and appended data are removed. Callers check limits with
 * `readPicture` first.
 */
export type Imaging = {
  /**
   * Decodes, rotates by EXIF, shrinks to at most `maxWidth` (never enlarges) and encodes as `to`.
   * @throws when it cannot be decoded; only Bun's codecs read WebP
   */
  fit(bytes: Uint8Array<ArrayBuffer>, from: BitmapSource, maxWidth: number, to: BitmapType): Promise<Bitmap>;
};

export const jpegQuality = 82;

/** One at a time, because decoded pictures are large. */
export function queued(imaging: Imaging): Imaging {
  const fitNext = oneAtATime();
  return { fit: (...what) => fitNext(() => imaging.fit(...what)) };
}
