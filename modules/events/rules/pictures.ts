import type { Catalog } from './catalog.ts';

/**
 * What stands in `titlePicture`, `previewPicture` and `picture`: nothing, `default:<name>` for a drawing of the product,
 * or the name of an uploaded picture. Calls of the API speak of both by an address that shows it.
 */
export const storedPicturePattern = /^[0-9a-f]{64}\.(?:jpg|png)$/;

/** Drawings for events, as they lie in `static/pictures`. */
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

/** The drawing that `default:<name>` names; null for everything else. */
export function drawingIn(stored: string | null): string | null {
  const name = stored?.startsWith('default:') ? stored.slice('default:'.length) : '';
  return drawings.includes(name) ? name : null;
}

/** The address of an uploaded picture, large or reduced; null for everything else. */
export const uploadedAddress = (stored: string | null, size: 'large' | 'small' = 'large'): string | null =>
  stored !== null && storedPicturePattern.test(stored)
    ? `/pictures/${size === 'small' ? 'small/' : ''}${stored}`
    : null;

/** As calls of the API say it: an address on this site. */
export function pictureUrl(stored: string | null): string | null {
  const drawing = drawingIn(stored);
  return drawing === null ? (uploadedAddress(stored) ?? stored) : `/pictures/drawings/${drawing}.svg`;
}

/** What a call of the API said, as it is stored. */
export const parsePicture = (said: string | null): string | null =>
  said?.replace(/^\/pictures\/drawings\/([a-z]+)\.svg$/, 'default:$1').replace(/^\/pictures\//, '') || null;

/** What can show a picture. */
export const pictureKinds = ['event', 'competition', 'article'] as const;
type PictureKind = (typeof pictureKinds)[number];
/** Something that can show a picture, by its number. */
export type PictureRecord = { kind: PictureKind; id: number };

/** Everything of an event that can show a picture, with the stored one that it shows. */
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
/** At most this many pixels wide; never enlarged. */
export const pictureWidths = { large: 1600, small: 640 } as const;
export const maxPictureBytes = 5 * 1024 * 1024;
