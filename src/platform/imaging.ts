import { oneAtATime } from './one-at-a-time.ts';

export type BitmapType = 'image/png' | 'image/jpeg';
export type Bitmap = { bytes: Uint8Array<ArrayBuffer>; width: number; height: number };

/**
 * Makes pictures anew from their pixels, so that nothing else of a file survives: no EXIF, no place, no thumbnail, no
 * second picture behind the first. Callers look at a picture with `readPicture` before, which knows the limits.
 */
export type Imaging = {
  /**
   * Decodes, turns as EXIF says, shrinks to at most `mostWide` pixels of width (never enlarges) and encodes as `to`.
   * @throws when the bytes cannot be decoded
   */
  fit(bytes: Uint8Array<ArrayBuffer>, from: BitmapType, mostWide: number, to: BitmapType): Promise<Bitmap>;
};

/** Of JPEG files. */
export const jpegQuality = 82;

/** Unpacked pictures are large: several uploads wait for each other. */
export function queued(imaging: Imaging): Imaging {
  const fitNext = oneAtATime();
  return { fit: (...what) => fitNext(() => imaging.fit(...what)) };
}
