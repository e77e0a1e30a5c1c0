import { maxPictureBytes } from '#modules/events/rules/pictures.ts';
import { Problem } from '#src/kernel/problem.ts';
import { baselineName } from '#src/web/forms/baseline.ts';
import { readForm } from '#src/web/forms/read-form.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, withQuery } from '#src/web/http.ts';
import { type LoadedTemplate, loadTemplate, templateOf } from '../read-template.ts';
import { refuse } from '../rules/problems.ts';
import { changeTemplate } from './change-template.ts';
import {
  areaOf,
  choosePaperPicture,
  pictureFile,
  picturesOf,
  type SizedPicture,
  storePaperPicture,
  takePaperPicture,
} from './save-pictures.ts';
import { templateChange, templatePath } from './shapes.ts';
import { controlOf, previewIntent, TemplatePage, templateForm, templateRecord } from './template-page.tsx';

type Call<Name extends string = never> = PageCall<'invoice.template', 'organizerId' | Name, LoadedTemplate>;

const path = '/admin/organizers/template/{organizerId}';
const at = { may: 'invoice.template', load: loadTemplate } as const;

async function show(call: Call, state?: FormState, status = formStatus(state)): Promise<Response> {
  const { deps, record, query, i18n } = call;
  const { organizer, template } = record;
  return call.render(
    <TemplatePage
      call={call}
      {...record}
      pictures={await picturesOf(deps.read, organizer.id, template.pictures)}
      state={state}
      isSaved={query.get('saved') === '1'}
    />,
    {
      title: i18n.t('invoicing.template.of', { organizer: organizer.name }),
      noIndex: true,
      frame: 'admin',
      admin: { intro: <a href={`/admin/organizer/${organizer.id}`}>{organizer.name}</a> },
      organizerIds: [organizer.id],
    },
    status,
  );
}

const save = ({ viewer, record: { organizer, template }, ...call }: Call) =>
  saveForm(call, {
    form: templateForm(template),
    schema: templateChange,
    controlOf,
    stored: async ({ tx }) => {
      const stored = await templateOf(tx, organizer.id);
      return stored ? templateRecord(stored) : undefined;
    },
    warn: async (_, { accountingGroupNr }) => {
      const value = accountingGroupNr?.value ?? template.accountingGroupNr.value;
      return value === template.accountingGroupNr.value
        ? []
        : [call.i18n.t('invoicing.template.numberWarning', { value: String(value) })];
    },
    save: async (work, change) => {
      await changeTemplate(work, organizer.id, change, viewer.userId);
      return `${templatePath(organizer.id)}?saved=1`;
    },
  });

/** Preview without saving, for browsers without scripts. */
function preview(call: Call): Promise<Response> {
  const { form, i18n, record } = call;
  const read = readForm(templateForm(record.template), form, i18n, { schema: templateChange, controlOf });
  const errors = 'errors' in read ? read.errors : {};
  const hidden = { [baselineName]: String(form.get(baselineName) ?? '') };
  const state: FormState = { input: read.input, errors, refusal: null, hidden, status: 400 };
  return show(call, state, 'errors' in read ? 400 : 200);
}

/** Redirects to the area; refusals are shown there. */
async function answered(call: Call<'area'>, run: () => Promise<void>): Promise<Response> {
  const area = areaOf(call.params.area);
  const back = templatePath(call.record.organizer.id);
  try {
    await run();
    return call.redirect(`${back}#picture-${area}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return call.redirect(withQuery(back, 'picture', error.code));
  }
}

const chosen = ({ deps, record, params, viewer }: Call<'area'>, picture: SizedPicture | null) =>
  deps.write((work) =>
    choosePaperPicture(work, { organizerId: record.organizer.id, area: areaOf(params.area) }, picture, viewer.userId),
  );

const isPreview = (form: FormData): boolean => form.get('intent') === previewIntent;

export const templatePages = [
  page({ method: 'get', path, ...at }, (call) => show(call)),
  page({ method: 'post', path, ...at, savesInput: (form) => !isPreview(form) }, async (call) => {
    if (isPreview(call.form)) return preview(call);
    const saved = await save(call);
    if ('to' in saved) return call.redirect(saved.to);
    // Reloads, because another editor may have changed it.
    return show({ ...call, record: await loadTemplate(call) }, saved.state);
  }),
  page(
    {
      method: 'post',
      path: `${path}/picture/{area}`,
      ...at,
      upload: { maxBytes: maxPictureBytes, refusedAs: 'picture' },
    },
    async (call) => {
      const file = call.form.get('file');
      if (!(file instanceof File) || file.size === 0)
        return call.redirect(withQuery(templatePath(call.record.organizer.id), 'picture', 'missing'));
      return answered(call, async () => {
        const picture = await takePaperPicture(call.deps, new Uint8Array(await file.arrayBuffer()));
        await storePaperPicture(call.deps.files, picture, (stored) => chosen(call, stored));
      });
    },
  ),
  page({ method: 'post', path: `${path}/picture/{area}/remove`, ...at }, (call) =>
    answered(call, () => chosen(call, null)),
  ),
  page({ method: 'get', path: `${path}/pictures/{name}`, ...at }, async ({ deps, params }) => {
    const bytes = (await pictureFile(deps, params.organizerId, params.name)) ?? refuse('TEMPLATE_NOT_FOUND');
    return new Response(bytes, {
      headers: {
        'content-type': 'image/jpeg',
        // Names are content hashes.
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
      },
    });
  }),
];
