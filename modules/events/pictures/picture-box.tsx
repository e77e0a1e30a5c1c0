import type { ReactElement } from 'react';
import { FileField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton, RefusalNote } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { OrganizerCall } from '../management/frame.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { drawingIn, type PictureRecord, picturePlace, uploadedAddress } from '../rules/pictures.ts';
import { useArticlePictures, useOwnPicture, usePicture } from './use-picture.ts';

export const picturePath = (eventId: number, { kind, id }: PictureRecord): string =>
  `/admin/events/${eventId}/pictures/for/${kind}/${id}`;

/** The gallery in selection mode; `back` is the page to return to. */
const galleryPath = (eventId: number, { kind, id }: PictureRecord, back: string): string =>
  `/admin/events/${eventId}/pictures?${new URLSearchParams({ kind, id: String(id), to: back })}`;

/** The current page without parameters of the last result. */
const pathOfPage = (path: string): string => {
  const [place = '/', query = ''] = path.split('?');
  const left = new URLSearchParams(query);
  for (const name of ['picture', 'saved', 'variantsSaved', 'refused']) left.delete(name);
  return left.size > 0 ? `${place}?${left}` : place;
};

/** Contains a form of its own, so it must not stand inside another form. */
export function PictureBox(props: { call: OrganizerCall; catalog: Catalog; record: PictureRecord }): ReactElement {
  const { call, catalog, record } = props;
  const { event } = catalog;
  const stored = picturePlace(catalog, record)?.picture ?? null;
  const { i18n } = call;
  const back = `${pathOfPage(usePage().path)}#picture`;
  const action = picturePath(event.id, record);
  const ofEvent = usePicture({ ...event, titlePicture: stored });
  const ofArticle = useArticlePictures()(stored);
  const ofCompetition = useOwnPicture(stored);
  const source = { event: ofEvent, article: ofArticle, competition: ofCompetition }[record.kind];
  const isDrawn = uploadedAddress(stored) === null;
  return (
    <section className="card stack picture-box" aria-labelledby="picture-title" id="picture">
      <h2 id="picture-title">{i18n.t(`events.pictures.of.${record.kind}`)}</h2>
      <PictureRefusal call={call} />
      <div className="picture-box-parts">
        <div className="picture-box-shown">
          {source ? <img src={source.src} alt="" width="320" height="200" loading="lazy" /> : null}
          <p className="small soft">
            {i18n.t(
              source === null
                ? 'events.pictures.noPicture'
                : isDrawn
                  ? 'events.pictures.drawing'
                  : 'events.pictures.current',
            )}
          </p>
        </div>
        <div className="stack-s">
          <UploadForm call={call} action={action} back={back} />
          <div className="row">
            <ButtonLink look="quiet" small href={galleryPath(event.id, record, back)}>
              {i18n.t('events.pictures.fromGallery')}
            </ButtonLink>
            {stored === null || (record.kind === 'event' && drawingIn(stored)) ? null : (
              <PostButton
                action={action}
                csrfToken={call.viewer.csrfToken}
                fields={{ to: back, picture: '' }}
                look="plain"
                small
              >
                {i18n.t('events.pictures.remove')}
              </PostButton>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

export function PictureRefusal({ call }: { call: Pick<OrganizerCall, 'query' | 'i18n'> }): ReactElement | null {
  const key = `events.pictures.refused.${call.query.get('picture')}`;
  return call.i18n.has(key) ? <RefusalNote>{call.i18n.t(key)}</RefusalNote> : null;
}

export function UploadForm(props: {
  call: Pick<OrganizerCall, 'i18n' | 'viewer'>;
  action: string;
  back: string;
  /** For pages with several controls. */
  id?: string;
  /** The page shows the hint elsewhere. */
  withoutHint?: true;
}): ReactElement {
  const { i18n, viewer } = props.call;
  return (
    <Form action={props.action} csrfToken={viewer.csrfToken} encType="multipart/form-data">
      <input type="hidden" name="to" value={props.back} />
      <FileField
        {...(props.id ? { id: props.id } : {})}
        name="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        label={i18n.t('events.pictures.file')}
        hint={props.withoutHint ? undefined : i18n.t('events.pictures.fileHint')}
        choose={i18n.t('events.pictures.chooseFile')}
        none={i18n.t('events.pictures.noFile')}
      />
      <div>
        <Button look="quiet">{i18n.t('events.pictures.upload')}</Button>
      </div>
    </Form>
  );
}
