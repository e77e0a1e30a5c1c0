import { oneAtATime } from '#src/runtime/one-at-a-time.ts';

export type BitmapType = 'image/png' | 'image/jpeg';
/** What is read, and written as one of the two. */
export type BitmapSource = BitmapType | 'image/webp';
export type Bitmap = { bytes: Uint8Array<ArrayBuffer>; width: number; height: number };

/**
 * Makes pictures anew from their pixels, so that nothing else of a file survives: no EXIF, no place, no thumbnail, no
 * second picture behind the first. Callers look at a picture with `readPicture` before, which knows the limits.
 */
export type Imaging = {
  /**
   * Decodes, turns as EXIF says, shrinks to at most `maxWidth` pixels of width (never enlarges) and encodes as `to`.
   * @throws when the bytes cannot be decoded; WebP can by Bun's codecs alone
   */
  fit(bytes: Uint8Array<ArrayBuffer>, from: BitmapSource, maxWidth: number, to: BitmapType): Promise<Bitmap>;
};

/** Of JPEG files. */
export const jpegQuality = 82;

/** Unpacked pictures are large: several uploads wait for each other. */
export function queued(imaging: Imaging): Imaging {
  const fitNext = oneAtATime();
  return { fit: (...what) => fitNext(() => imaging.fit(...what)) };
}
