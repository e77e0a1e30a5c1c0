import { useFile, usePage } from '#src/ui/page.tsx';
import { drawingIn, eventDrawings, pictureWidths, uploadedAddress } from '../rules/pictures.ts';

const kinds: readonly string[] = eventDrawings;

/** What an `img` needs of a picture: the drawings are vectors, so only an uploaded one comes in two widths. */
type Source = { src: string; srcSet?: string; sizes?: string };

const uploaded = (stored: string | null, sizes: string): Source | null => {
  const small = uploadedAddress(stored, 'small');
  const large = uploadedAddress(stored);
  if (small === null || large === null) return null;
  return { src: small, srcSet: `${small} ${pictureWidths.small}w, ${large} ${pictureWidths.large}w`, sizes };
};

/** The drawing that stands for an event without a picture: the one that was chosen, else that of its kind. */
export const drawingOf = (event: { titlePicture: string | null; kind: string }): string =>
  drawingIn(event.titlePicture) ?? (kinds.includes(event.kind) ? event.kind : 'running');

/**
 * An event's picture: the uploaded one, the drawing that was chosen, or that of its kind. `sizes`, here and below, says how
 * wide it is shown, as the attribute does.
 */
export function usePicture(event: { titlePicture: string | null; kind: string }, sizes = '100vw'): Source {
  const drawing = useFile(`pictures/${drawingOf(event)}.svg`);
  return uploaded(event.titlePicture, sizes) ?? { src: drawing };
}

/** A competition's own picture; null when it has none. */
export function useOwnPicture(stored: string | null, sizes = '100vw'): Source | null {
  const { files } = usePage().assets.manifest;
  const drawn = drawingIn(stored);
  return uploaded(stored, sizes) ?? (drawn ? { src: files[`pictures/${drawn}.svg`] ?? '' } : null);
}

/** Pictures of articles: the uploaded one, else the drawing that stands for every article. */
export function useArticlePictures(sizes = '100vw'): (stored: string | null) => Source {
  const src = useFile('pictures/article.svg');
  return (stored) => uploaded(stored, sizes) ?? { src };
}
