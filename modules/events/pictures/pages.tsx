import type { ReactElement } from 'react';
import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Empty } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { useFile } from '#src/ui/page.tsx';
import { insidePath, page, withQuery } from '#src/web/http.ts';
import { onEvent } from '../changes/on-event.ts';
import { changesEvent, type ManagedCall, managed, type OrganizerCall, renderOfEvent } from '../management/frame.tsx';
import type { Catalog } from '../rules/catalog.ts';
import {
  eventDrawings,
  maxPictureBytes,
  type PictureRecord,
  parsePicture,
  picturePlace,
  picturePlaces,
  uploadedAddress,
} from '../rules/pictures.ts';
import { refuse } from '../rules/problems.ts';
import { PictureRefusal, picturePath, UploadForm } from './picture-box.tsx';
import { type EventPicture, type PictureUse, picturesOf } from './read-pictures.ts';
import { addPicture, choosePicture, deletePicture, storePicture } from './save-pictures.ts';
import { reasonOf, takeUpload } from './take-upload.ts';

type Choosing = { call: OrganizerCall; catalog: Catalog; record: PictureRecord; back: string | null };

/** `back`: the page that a picture is chosen for. */
export function Gallery(props: Choosing & { rows: readonly EventPicture[] }): ReactElement {
  const { call, catalog, rows, record, back } = props;
  const { i18n } = call;
  const gallery = `/admin/events/${catalog.event.id}/pictures`;
  const chosen = picturePlace(catalog, record)?.picture ?? null;
  const drawings = record.kind === 'event' ? eventDrawings : record.kind === 'article' ? (['article'] as const) : [];
  return (
    <>
      <PictureRefusal call={call} />
      {back === null ? null : <ChoosingFor catalog={catalog} record={record} back={back} i18n={i18n} />}
      <section className="card stack-s" aria-labelledby="upload-title">
        <h2 id="upload-title">{i18n.t('events.pictures.uploadTitle')}</h2>
        <UploadForm
          call={call}
          action={back === null ? gallery : picturePath(catalog.event.id, record)}
          back={back ?? gallery}
        />
      </section>
      <section className="stack-s" aria-labelledby="uploaded-title">
        <h2 id="uploaded-title">{i18n.t('events.pictures.uploaded')}</h2>
        {rows.length === 0 ? (
          <Empty title={i18n.t('events.pictures.none')} text={i18n.t('events.pictures.noneText')} />
        ) : (
          <ul className="picture-grid">
            {rows.map((row, index) => (
              <li className="card picture-item" key={row.name}>
                <img
                  src={uploadedAddress(row.name, 'small') ?? ''}
                  alt={i18n.t('events.pictures.pictureNamed', { number: index + 1 })}
                  width="640"
                  height="400"
                  loading="lazy"
                />
                <div className="stack-s">
                  <p className="small soft">
                    {i18n.t('events.pictures.size', { width: row.width, height: row.height })}
                  </p>
                  <Uses uses={row.usedBy} eventId={catalog.event.id} i18n={i18n} />
                  <div className="row">
                    <Take {...props} i18n={i18n} name={row.name} isChosen={row.name === chosen} />
                    {row.usedBy.length === 0 ? (
                      <PostButton
                        action={`${gallery}/${row.name}/delete`}
                        csrfToken={call.viewer.csrfToken}
                        look="plain"
                        small
                      >
                        <span aria-hidden="true">{i18n.t('events.pictures.delete')}</span>
                        <span className="visually-hidden">
                          {i18n.t('events.pictures.deleteNamed', { number: index + 1 })}
                        </span>
                      </PostButton>
                    ) : null}
                  </div>
                  {row.usedBy.length > 0 ? (
                    <p className="small soft">{i18n.t('events.pictures.keepWhileUsed')}</p>
                  ) : null}
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      {drawings.length > 0 ? (
        <section className="stack-s" aria-labelledby="drawings-title">
          <h2 id="drawings-title">{i18n.t('events.pictures.drawings')}</h2>
          <ul className="picture-grid">
            {drawings.map((drawing, index) => (
              <li className="card picture-item" key={drawing}>
                <Drawing name={drawing} label={i18n.t('events.pictures.drawingNamed', { number: index + 1 })} />
                <div>
                  <Take {...props} i18n={i18n} name={`default:${drawing}`} isChosen={`default:${drawing}` === chosen} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Drawing({ name, label }: { name: string; label: string }): ReactElement {
  return <img src={useFile(`pictures/${name}.svg`)} alt={label} width="640" height="400" loading="lazy" />;
}

function ChoosingFor(props: { catalog: Catalog; record: PictureRecord; back: string; i18n: Translator }): ReactElement {
  const { catalog, record, back, i18n } = props;
  const { kind } = record;
  const title = picturePlace(catalog, record)?.title ?? '';
  return (
    <Alert tone="accent">
      {kind === 'event' ? null : <p>{i18n.t(`events.pictures.choosingFor.${kind}`, { title })}</p>}
      <p>
        <a href={back}>{i18n.t('events.pictures.backTo')}</a>
      </p>
    </Alert>
  );
}

function Take(props: Choosing & { i18n: Translator; name: string; isChosen: boolean }): ReactElement {
  const { call, catalog, record, back, i18n, name, isChosen } = props;
  if (isChosen) return <p className="small">{i18n.t('events.pictures.isChosen')}</p>;
  return (
    <PostButton
      action={picturePath(catalog.event.id, record)}
      csrfToken={call.viewer.csrfToken}
      fields={{ to: back ?? `/admin/events/${catalog.event.id}/pictures`, picture: name }}
      look="quiet"
      small
    >
      {i18n.t(`events.pictures.takeFor.${record.kind}`)}
    </PostButton>
  );
}

function Uses({
  uses,
  eventId,
  i18n,
}: {
  uses: readonly PictureUse[];
  eventId: number;
  i18n: Translator;
}): ReactElement {
  if (uses.length === 0) return <p className="small">{i18n.t('events.pictures.unused')}</p>;
  const hrefs = {
    event: () => `/admin/events/${eventId}`,
    competition: (id: number) => `/admin/tickets/${eventId}/${id}`,
    article: (id: number) => `/admin/events/${eventId}/articles/${id}`,
  };
  return (
    <div className="small">
      <p>{i18n.t('events.pictures.usedBy')}</p>
      <ul>
        {uses.map(({ kind, id, title }) => (
          <li key={`${kind}-${id}`}>
            <a href={hrefs[kind](id)}>{i18n.t(`events.pictures.use.${kind}`, { title })}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const upload = { maxBytes: maxPictureBytes, refusedAs: 'picture' };
const base = '/admin/events/{event}/pictures';
const galleryOf = (eventId: number) => `/admin/events/${eventId}/pictures`;

const textOf = (call: OrganizerCall, name: string): string | null => {
  const value = call.form.get(name);
  return typeof value === 'string' ? value : null;
};

/** @throws Problem NOT_FOUND unless the record belongs to the event */
function recordIn(catalog: Catalog, kind: string | null | undefined, idText: string | null | undefined): PictureRecord {
  return (
    picturePlaces(catalog).find((place) => place.kind === kind && String(place.id) === idText) ?? refuse('NOT_FOUND')
  );
}

async function runAndReturn(call: OrganizerCall, to: string, run: () => Promise<void>): Promise<Response> {
  try {
    await run();
    return call.redirect(to);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return call.redirect(withQuery(to, 'picture', reasonOf(error)));
  }
}

async function savePosted(call: OrganizerCall, eventId: number, record: PictureRecord | null): Promise<void> {
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

export const picturePages = [
  page({ method: 'get', path: base, ...changesEvent }, (call) => showGallery(managed(call))),
  page({ method: 'post', path: base, ...changesEvent, upload }, async (call) => {
    const { event } = call.record;
    const to = insidePath(textOf(call, 'to'), galleryOf(event.id));
    if (!hasFile(call)) return call.redirect(withQuery(to, 'picture', 'missing'));
    return runAndReturn(call, to, () => savePosted(call, event.id, null));
  }),
  page({ method: 'post', path: `${base}/for/{kind}/{record}`, ...changesEvent, upload }, async (call) => {
    const catalog = call.record;
    const eventId = catalog.event.id;
    const record = recordIn(catalog, call.params.kind, call.params.record);
    const to = insidePath(textOf(call, 'to'), galleryOf(eventId));
    const chosen = textOf(call, 'picture');
    if (chosen === null && !hasFile(call)) return call.redirect(withQuery(to, 'picture', 'missing'));
    return runAndReturn(call, to, async () => {
      if (chosen === null) return savePosted(call, eventId, record);
      await onEvent(call, eventId, (work) => choosePicture(work, record, parsePicture(chosen)));
    });
  }),
  page({ method: 'post', path: `${base}/{picture}/delete`, ...changesEvent }, async (call) => {
    const { picture } = call.params;
    const eventId = call.record.event.id;
    return runAndReturn(call, galleryOf(eventId), () =>
      onEvent(call, eventId, (work) => deletePicture(work, eventId, picture)),
    );
  }),
];
