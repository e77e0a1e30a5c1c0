import { useFile, usePage } from '#src/ui/page.tsx';
import { drawingIn, eventDrawings, pictureWidths, uploadedAddress } from '../rules/pictures.ts';

const kinds: readonly string[] = eventDrawings;

/** Attributes of an `img`; drawings are vectors and need no `srcSet`. */
type Source = { src: string; srcSet?: string; sizes?: string };

const uploaded = (stored: string | null, sizes: string): Source | null => {
  const small = uploadedAddress(stored, 'small');
  const large = uploadedAddress(stored);
  if (small === null || large === null) return null;
  return { src: small, srcSet: `${small} ${pictureWidths.small}w, ${large} ${pictureWidths.large}w`, sizes };
};

/** The chosen drawing, else that of the event's kind. */
export const drawingOf = (event: { titlePicture: string | null; kind: string }): string =>
  drawingIn(event.titlePicture) ?? (kinds.includes(event.kind) ? event.kind : 'running');

/** The uploaded picture, else a drawing. `sizes` as in the attribute. */
export function usePicture(event: { titlePicture: string | null; kind: string }, sizes = '100vw'): Source {
  const drawing = useFile(`pictures/${drawingOf(event)}.svg`);
  return uploaded(event.titlePicture, sizes) ?? { src: drawing };
}

export function useOwnPicture(stored: string | null, sizes = '100vw'): Source | null {
  const { files } = usePage().assets.manifest;
  const drawing = drawingIn(stored);
  return uploaded(stored, sizes) ?? (drawing ? { src: files[`pictures/${drawing}.svg`] ?? '' } : null);
}

/** The uploaded picture, else the drawing for articles. */
export function useArticlePictures(sizes = '100vw'): (stored: string | null) => Source {
  const src = useFile('pictures/article.svg');
  return (stored) => uploaded(stored, sizes) ?? { src };
}
