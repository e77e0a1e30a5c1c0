import type { Session } from './crowd.ts';
import { jpegOf, placeInExif, svgOf, withExif } from './pictures.ts';
import type { RunningServer } from './server.ts';

/** Uploads a photo and a drawing as the title picture, and returns the public ones. */
export async function showPictures(at: RunningServer, as: Session, eventId: number) {
  const pictures = [withExif(jpegOf(1800, 900), 1), svgOf('<circle cx="200" cy="100" r="80" fill="#dc1414"/>')];
  const seen: { type: string | null; placeIsGone: boolean; sharedType: string | null }[] = [];
  for (const bytes of pictures) {
    const body = new FormData();
    body.set('file', new File([bytes], 'picture'));
    const headers = { cookie: as.cookie, 'x-csrf-token': as.csrf };
    const answer = await fetch(`${at.url}/api/admin/events/${eventId}/picture`, { method: 'POST', body, headers });
    if (answer.status !== 200) throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`);
    const { event } = (await answer.json()) as { event: { titlePicture: string } };
    const shown = await fetch(at.url + event.titlePicture);
    const shared = await fetch(`${at.url}/events/${eventId}/share.png`);
    seen.push({
      type: shown.headers.get('content-type'),
      placeIsGone: !Buffer.from(await shown.arrayBuffer()).includes(placeInExif),
      sharedType: shared.headers.get('content-type'),
    });
  }
  return seen;
}

export const shownPictures = [
  { type: 'image/jpeg', placeIsGone: true, sharedType: 'image/png' },
  { type: 'image/png', placeIsGone: true, sharedType: 'image/png' },
];
