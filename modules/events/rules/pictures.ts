import type { Catalog } from './catalog.ts';

/**
 * Values of `titlePicture`, `previewPicture` and `picture`: null, `default:<name>` for a drawing, or the name of an
 * uploaded picture. The API uses addresses instead.
 */
export const storedPicturePattern = /^[0-9a-f]{64}\.(?:jpg|png)$/;

/** Files in `static/pictures`. */
export const eventDrawings = [
  'running',
  'trail',
  'triathlon',
  'company',
  'kids',
  'charity',
  'night',
  'autumn',
] as const;
const drawings: readonly string[] = [...eventDrawings, 'article'];

/** Null: not a drawing. */
export function drawingIn(stored: string | null): string | null {
  const name = stored?.startsWith('default:') ? stored.slice('default:'.length) : '';
  return drawings.includes(name) ? name : null;
}

/** Null: not an uploaded picture. */
export const uploadedAddress = (stored: string | null, size: 'large' | 'small' = 'large'): string | null =>
  stored !== null && storedPicturePattern.test(stored)
    ? `/pictures/${size === 'small' ? 'small/' : ''}${stored}`
    : null;

/** The picture's address on this site, as in the API. */
export function pictureUrl(stored: string | null): string | null {
  const drawing = drawingIn(stored);
  return drawing === null ? (uploadedAddress(stored) ?? stored) : `/pictures/drawings/${drawing}.svg`;
}

/** The stored value of an address from the API. */
export const parsePicture = (address: string | null): string | null =>
  address?.replace(/^\/pictures\/drawings\/([a-z]+)\.svg$/, 'default:$1').replace(/^\/pictures\//, '') || null;

export const pictureKinds = ['event', 'competition', 'article'] as const;
type PictureKind = (typeof pictureKinds)[number];
export type PictureRecord = { kind: PictureKind; id: number };

/** All records that can show a picture, with their stored picture. */
export const picturePlaces = ({ event, competitions, articles }: Catalog) => [
  { kind: 'event' as const, id: event.id, title: event.title, picture: event.titlePicture },
  ...competitions.map(({ id, title, previewPicture: picture }) => ({
    kind: 'competition' as const,
    id,
    title,
    picture,
  })),
  ...articles.map(({ id, name: title, picture }) => ({ kind: 'article' as const, id, title, picture })),
];

export const picturePlace = (catalog: Catalog, { kind, id }: { kind: string; id: number }) =>
  picturePlaces(catalog).find((place) => place.kind === kind && place.id === id);
/** Maximum width in pixels; pictures are never enlarged. */
export const pictureWidths = { large: 1600, small: 640 } as const;
export const maxPictureBytes = 5 * 1024 * 1024;
