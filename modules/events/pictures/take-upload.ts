import { drawUploaded } from '#src/files/pictures/draw-uploaded.ts';
import { readPicture } from '#src/files/pictures/images.ts';
import type { Bitmap, BitmapSource, BitmapType, Imaging } from '#src/files/pictures/imaging.ts';
import { findScanFault } from '#src/files/pictures/jpeg-scans.ts';
import { SvgRefusal, type SvgRefusalReason } from '#src/files/pictures/svg-text.ts';
import { type Problem, refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { errorLine } from '#src/runtime/log.ts';
import { stepByStep } from '#src/runtime/yield-to-event-loop.ts';
import { pictureWidths } from '../rules/pictures.ts';

export type TakenPicture = { type: BitmapType; large: Bitmap; small: Bitmap };

/** Larger opaque PNGs are stored as JPEG. */
const largePngBytes = 400 * 1024;
const edge = 2;

/**
 * Checks an upload and makes both sizes. Large files take seconds of CPU time.
 * @throws Problem VALIDATION_FAILED for an unsupported, damaged, too large or undrawable picture
 */
export async function takeUpload(
  { imaging, log }: Pick<Deps, 'imaging' | 'log'>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<TakenPicture> {
  const verdict = readPicture(bytes);
  if ('refusal' in verdict) return refusePicture(verdict.refusal);
  const fault = verdict.picture.type === 'image/jpeg' ? await stepByStep(findScanFault(bytes)) : null;
  if (fault !== null) return refusePicture(fault);
  try {
    if (verdict.picture.type === 'image/jpeg') return await bothSizes(imaging, bytes, 'image/jpeg', 'image/jpeg');
    const { type } = verdict.picture;
    const isDrawn = type === 'image/svg+xml';
    const [bitmap, from] = isDrawn
      ? ([await drawUploaded(bytes, pictureWidths.large), 'image/png'] as const)
      : ([bytes, type] as const);
    const stored = await bothSizes(imaging, bitmap, from, 'image/png');
    const isPhoto = !isDrawn && stored.large.bytes.length > largePngBytes && (await isOpaque(stored.small));
    return isPhoto ? await bothSizes(imaging, bitmap, from, 'image/jpeg') : stored;
  } catch (error) {
    log.info('an uploaded picture could not be read', { reason: errorLine(error) });
    if (error instanceof SvgRefusal) return refusePicture(svgReasons[error.reason]);
    return refusePicture(verdict.picture.type === 'image/svg+xml' ? 'SVG_MALFORMED' : 'DAMAGED');
  }
}

const svgReasons = {
  encoding: 'SVG_ENCODING',
  entities: 'SVG_ENTITIES',
  foreign: 'SVG_FOREIGN',
  malformed: 'SVG_MALFORMED',
  slow: 'SVG_COSTLY',
  large: 'SVG_COSTLY',
} as const satisfies Record<SvgRefusalReason, string>;
/** Refusals with texts of their own; others list the supported types. */
const namedReasons: readonly string[] = ['CAMERA_TYPE', 'CUT_OFF', ...Object.values(svgReasons)];

const refusePicture = (why: string): never =>
  refuseFields({ file: [`events.pictures.refused.${namedReasons.includes(why) ? why : 'VALIDATION_FAILED'}`] });

/** The end of the key `events.pictures.refused.…`. */
export function reasonOf({ code, details }: Problem): string {
  const field = (details.fields as Record<string, string[]> | undefined)?.file?.[0] ?? '';
  return namedReasons.find((reason) => field.endsWith(`.${reason}`)) ?? code;
}

async function bothSizes(
  imaging: Imaging,
  bytes: Uint8Array<ArrayBuffer>,
  from: BitmapSource,
  to: BitmapType,
): Promise<TakenPicture> {
  const large = await imaging.fit(bytes, from, pictureWidths.large, to);
  const small = await imaging.fit(large.bytes, to, pictureWidths.small, to);
  return { type: to, large, small };
}

/** Checks the reduced picture: a few transparent pixels do not make a photo a logo. */
async function isOpaque({ bytes, width, height }: Bitmap): Promise<boolean> {
  const { Resvg } = await import('@resvg/resvg-js');
  const image = `<image width="${width}" height="${height}" href="data:image/png;base64,${Buffer.from(bytes).toString('base64')}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  // Scaling may soften the edge.
  for (let y = edge; y < height - edge; y += 1) {
    for (let x = edge; x < width - edge; x += 1) if (pixels[(y * width + x) * 4 + 3] !== 255) return false;
  }
  return true;
}
