import * as z from 'zod';
import {
  changeLogo,
  loadOrganizer,
  type Organizer,
  organizerAnswer,
  organizerById,
} from '#modules/organizers/index.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { PostButton } from '#src/ui/form.tsx';
import { api, type PageCall, page, tagged, withQuery } from '#src/web/http.ts';
import { maxPictureBytes, uploadedAddress } from '../rules/pictures.ts';
import { refuse } from '../rules/problems.ts';
import { PictureRefusal, UploadForm } from './picture-box.tsx';
import { storePicture } from './save-pictures.ts';
import { reasonOf, takeUpload } from './take-upload.ts';

type Call = PageCall<'organizer.change', 'organizerId', Organizer>;
type LogoCall = { deps: Deps; viewer: { userId: number }; record: Organizer };

const upload = { maxBytes: maxPictureBytes };
const at = { may: 'organizer.change', load: loadOrganizer } as const;
const logoPath = (organizerId: number): string => `/admin/organizer/${organizerId}/logo`;

async function takeLogo({ deps, viewer, record }: LogoCall, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const taken = await takeUpload(deps, bytes);
  await storePicture(deps.files, taken, ({ large, small }) =>
    deps.write((work) => changeLogo(work, record.id, { large, small }, viewer.userId)),
  );
}

const dropLogo = ({ deps, viewer, record }: LogoCall): Promise<void> =>
  deps.write((work) => changeLogo(work, record.id, null, viewer.userId));

const answer = z.object({ organizer: organizerAnswer });
const fresh = async ({ deps, record }: LogoCall) => ({
  organizer: (await organizerById(deps.read, record.id)) ?? refuse('NOT_FOUND'),
});

/** Logos are stored with the pictures of events. */
export const logoApi = tagged('Organizers', [
  api(
    {
      method: 'post',
      path: '/api/admin/organizers/{organizerId}/logo',
      ...at,
      summary: 'Uploads the logo of an organizer: png, jpeg, webp or svg',
      upload,
      answer,
    },
    async (call) => {
      await takeLogo(call, (await call.readFile()).bytes);
      return fresh(call);
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/organizers/{organizerId}/logo',
      ...at,
      summary: 'Removes the logo of an organizer',
      answer,
    },
    async (call) => {
      await dropLogo(call);
      return fresh(call);
    },
  ),
]);

function showLogo(call: Call): Promise<Response> {
  const { i18n, record, viewer } = call;
  const src = uploadedAddress(record.logo, 'small');
  const here = logoPath(record.id);
  return call.render(
    <div className="stack">
      <PictureRefusal call={call} />
      <section className="card stack" aria-labelledby="logo-title">
        <h2 id="logo-title">{i18n.t('organizers.logo.title')}</h2>
        {src ? (
          <img className="logo-shown" src={src} alt={i18n.t('organizers.logo.alt', { organizer: record.name })} />
        ) : (
          <p className="soft">{i18n.t('organizers.logo.none')}</p>
        )}
        <p className="soft">{i18n.t('organizers.logo.where')}</p>
        <UploadForm call={call} action={here} back={here} />
        {src ? (
          <div>
            <PostButton action={`${here}/remove`} csrfToken={viewer.csrfToken} look="plain" small>
              {i18n.t('organizers.logo.remove')}
            </PostButton>
          </div>
        ) : null}
      </section>
    </div>,
    {
      title: i18n.t('organizers.logo.of', { organizer: record.name }),
      noIndex: true,
      frame: 'admin',
      admin: { intro: <a href={`/admin/organizer/${record.id}`}>{record.name}</a> },
      organizerIds: [record.id],
    },
  );
}

const path = '/admin/organizer/{organizerId}/logo';

export const logoPages = [
  page({ method: 'get', path, ...at }, showLogo),
  page({ method: 'post', path, ...at, upload: { ...upload, refusedAs: 'picture' } }, async (call) => {
    const here = logoPath(call.record.id);
    const file = call.form.get('file');
    if (!(file instanceof File) || file.size === 0) return call.redirect(withQuery(here, 'picture', 'missing'));
    try {
      await takeLogo(call, new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return call.redirect(withQuery(here, 'picture', reasonOf(error)));
    }
    return call.redirect(here);
  }),
  page({ method: 'post', path: `${path}/remove`, ...at }, async (call) => {
    await dropLogo(call);
    return call.redirect(logoPath(call.record.id));
  }),
];
