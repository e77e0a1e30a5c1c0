import { Problem } from '#src/kernel/problem.ts';
import { insidePath, page, withQuery } from '#src/web/http.ts';
import { onEvent } from '../changes/on-event.ts';
import { changesEvent, type ManagedCall, managed, type OrganizerCall, renderOfEvent } from '../management/frame.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { maxPictureBytes, type PictureRecord, parsePicture, picturePlaces } from '../rules/pictures.ts';
import { refuse } from '../rules/problems.ts';
import { Gallery } from './gallery.tsx';
import { picturesOf } from './read-pictures.ts';
import { addPicture, choosePicture, deletePicture, storePicture } from './save-pictures.ts';
import { reasonOf, takeUpload } from './take-upload.ts';

const upload = { maxBytes: maxPictureBytes, refusedAs: 'picture' };
const base = '/admin/events/{event}/pictures';
const galleryOf = (eventId: number) => `/admin/events/${eventId}/pictures`;

const textOf = (call: OrganizerCall, name: string): string | null => {
  const value = call.form.get(name);
  return typeof value === 'string' ? value : null;
};

/** The record that an address names, if it is one of this event. @throws Problem NOT_FOUND */
function recordIn(catalog: Catalog, kind: string | null | undefined, idText: string | null | undefined): PictureRecord {
  return (
    picturePlaces(catalog).find((place) => place.kind === kind && String(place.id) === idText) ?? refuse('NOT_FOUND')
  );
}

/** Runs what was posted and goes back; what is refused is told there in words. */
async function answered(call: OrganizerCall, to: string, run: () => Promise<void>): Promise<Response> {
  try {
    await run();
    return call.redirect(to);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return call.redirect(withQuery(to, 'picture', reasonOf(error)));
  }
}

/** The posted file, stored for the event; null when none was chosen. */
async function posted(call: OrganizerCall, eventId: number, record: PictureRecord | null): Promise<void> {
  const file = call.form.get('file');
  if (!(file instanceof File)) return refuse('VALIDATION_FAILED');
  const taken = await takeUpload(call.deps, new Uint8Array(await file.arrayBuffer()));
  await storePicture(call.deps.files, taken, (stored) =>
    onEvent(call, eventId, async (work) => {
      const name = await addPicture(work, eventId, stored);
      if (record) await choosePicture(work, record, name);
    }),
  );
}

const hasFile = (call: OrganizerCall): boolean => {
  const file = call.form.get('file');
  return file instanceof File && file.size > 0;
};

async function showGallery({ call, catalog }: ManagedCall): Promise<Response> {
  const { query, i18n } = call;
  const record = query.has('kind')
    ? recordIn(catalog, query.get('kind'), query.get('id'))
    : { kind: 'event' as const, id: catalog.event.id };
  const back = query.has('kind') ? insidePath(query.get('to'), galleryOf(catalog.event.id)) : null;
  const rows = await picturesOf(call.deps.read, catalog.event.id);
  return renderOfEvent(
    { call, catalog },
    i18n.t('events.pictures.title'),
    <Gallery call={call} catalog={catalog} rows={rows} record={record} back={back} />,
  );
}

/** The gallery of an event, and where the pictures of its records are posted to. */
export const picturePages = [
  page({ method: 'get', path: base, ...changesEvent }, (call) => showGallery(managed(call))),
  page({ method: 'post', path: base, ...changesEvent, upload }, async (call) => {
    const { event } = call.record;
    const to = insidePath(textOf(call, 'to'), galleryOf(event.id));
    if (!hasFile(call)) return call.redirect(withQuery(to, 'picture', 'missing'));
    return answered(call, to, () => posted(call, event.id, null));
  }),
  page({ method: 'post', path: `${base}/for/{kind}/{record}`, ...changesEvent, upload }, async (call) => {
    const catalog = call.record;
    const eventId = catalog.event.id;
    const record = recordIn(catalog, call.params.kind, call.params.record);
    const to = insidePath(textOf(call, 'to'), galleryOf(eventId));
    const chosen = textOf(call, 'picture');
    if (chosen === null && !hasFile(call)) return call.redirect(withQuery(to, 'picture', 'missing'));
    return answered(call, to, async () => {
      if (chosen === null) return posted(call, eventId, record);
      await onEvent(call, eventId, (work) => choosePicture(work, record, parsePicture(chosen)));
    });
  }),
  page({ method: 'post', path: `${base}/{picture}/delete`, ...changesEvent }, async (call) => {
    const { picture } = call.params;
    const eventId = call.record.event.id;
    return answered(call, galleryOf(eventId), () =>
      onEvent(call, eventId, (work) => deletePicture(work, eventId, picture)),
    );
  }),
];
