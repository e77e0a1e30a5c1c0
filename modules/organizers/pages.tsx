import { normalizeEmail } from '#src/kernel/email.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { idIn, type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import { isFreshLogin, requirePermission } from '#src/platform/permissions.ts';
import { ButtonLink, type FormErrors } from '#src/ui/form.tsx';
import { createOrganizer } from './create-organizer.ts';
import { addOrganizerUser, removeOrganizerUser } from './organizer-users.ts';
import { OrganizerListPage, organizerPath } from './pages/list-page.tsx';
import { OrganizerPage, type OrganizerTexts } from './pages/organizer-page.tsx';
import { listOrganizers, organizerById, usersOfOrganizer } from './read.ts';
import { organizerFields, organizerShape } from './shapes.ts';
import { updateOrganizer } from './update-organizer.ts';

type Call = PageCall<'organizer.manage'>;
const rowsPerPage = 50;

const addressFields = ['companyName', 'street', 'houseNumber', 'zipCode', 'city', 'countryCode', 'vatId'] as const;
const plainFields = [
  'name',
  'email',
  'iban',
  'bic',
  'paymentReference',
  'vat',
  'disagioPercentage',
  'whiteLabel',
  'accentColor',
] as const;

function typedTexts(form: FormData): Record<string, string> {
  const names = [...plainFields, ...addressFields.map((name) => `address.${name}`), 'userEmail'];
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')]));
}

async function storedTexts({ deps, words }: Call, id: number): Promise<OrganizerTexts> {
  const organizer = (await organizerById(deps.read, id)) ?? refuse('NOT_FOUND');
  const shape = organizerShape(organizer);
  return {
    ...Object.fromEntries(plainFields.map((name) => [name, String(shape[name] ?? '')])),
    vat: words.number(shape.vat),
    disagioPercentage: words.number(shape.disagioPercentage),
    ...Object.fromEntries(addressFields.map((name) => [`address.${name}`, shape.address?.[name] ?? ''])),
  };
}

type Shown = { texts: OrganizerTexts; errors?: FormErrors; refusal?: string };

async function showOrganizer(call: Call, id: number | 'new', { texts, errors = {}, refusal }: Shown) {
  const { deps, words } = call;
  const users = id === 'new' ? [] : await usersOfOrganizer(deps.read, id);
  const wrong = Object.keys(errors).length > 0 || refusal !== undefined;
  const saved = !wrong && call.query.get('saved') === '1';
  return call.render(
    <OrganizerPage
      {...{ id, texts, errors, users, saved }}
      refusal={refusal ?? null}
      mayChangeBank={isFreshLogin(call.viewer, call.now)}
    />,
    {
      title: id === 'new' ? words.t('organizers.form.newTitle') : (texts.name ?? ''),
      noIndex: true,
      frame: 'admin',
    },
    wrong ? 400 : 200,
  );
}

function fieldError(words: Words, field: string): string {
  if (field === 'name') return words.t('ui.form.missing');
  if (field === 'email') return words.t('ui.form.invalidEmail');
  const key = `organizers.error.${field}`;
  return words.t(words.has(key) ? key : 'ui.form.invalid');
}

async function save(call: Call, id: number | 'new'): Promise<Response> {
  const { deps, form, words, viewer, now } = call;
  const texts: Record<string, string> = typedTexts(form);
  const before = id === 'new' ? null : ((await organizerById(deps.read, id)) ?? refuse('NOT_FOUND'));
  // After an old login the form shows the account and has no fields for it.
  if (before && !form.has('iban')) Object.assign(texts, { iban: before.iban ?? '', bic: before.bic ?? '' });
  const typedAddress = Object.fromEntries(addressFields.map((name) => [name, texts[`address.${name}`] || null]));
  const parsed = organizerFields.safeParse({
    ...Object.fromEntries(plainFields.map((name) => [name, texts[name]])),
    vat: texts.vat || 0,
    disagioPercentage: texts.disagioPercentage || 0,
    address: { ...before?.address, ...typedAddress },
  });
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => issue.path.join('.')));
    const errors = Object.fromEntries([...names].map((name) => [name, fieldError(words, name)]));
    return showOrganizer(call, id, { texts, errors });
  }
  try {
    const { iban = null, bic = null } = parsed.data;
    if (iban !== (before?.iban ?? null) || bic !== (before?.bic ?? null)) {
      requirePermission('organizer.bank', viewer, now);
    }
    const savedId = await deps.write(async (work) => {
      if (id === 'new') return createOrganizer(work, parsed.data);
      await updateOrganizer(work, id, parsed.data, viewer.userId);
      return id;
    });
    return call.redirect(`${organizerPath(savedId)}?saved=1`);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'INVALID_TOKEN') throw error;
    return showOrganizer(call, id, { texts, refusal: words.t('problem.SESSION_INVALID') });
  }
}

export const organizerPages: readonly PageRoute[] = [
  page({ method: 'get', path: '/admin/organizers', may: 'organizer.manage' }, async (call) => {
    const { deps, query, words } = call;
    const q = (query.get('q') ?? '').slice(0, 200);
    const number = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
    const offset = (number - 1) * rowsPerPage;
    const { count, rows } = await listOrganizers(deps.read, { offset, limit: rowsPerPage, q });
    const pages = Math.max(1, Math.ceil(count / rowsPerPage));
    return call.render(<OrganizerListPage {...{ rows, q, pages }} page={number} />, {
      title: words.t('organizers.list.title'),
      noIndex: true,
      frame: 'admin',
      admin: {
        intro: words.t('organizers.list.intro'),
        action: <ButtonLink href={organizerPath('new')}>{words.t('organizers.list.create')}</ButtonLink>,
      },
    });
  }),

  page({ method: 'get', path: '/admin/organizer/new', may: 'organizer.manage' }, (call) =>
    showOrganizer(call, 'new', { texts: { vat: '0', disagioPercentage: '0', 'address.countryCode': 'AT' } }),
  ),
  page({ method: 'post', path: '/admin/organizer/new', may: 'organizer.manage' }, (call) => save(call, 'new')),

  page({ method: 'get', path: '/admin/organizer/{organizerId}', may: 'organizer.manage' }, async (call) => {
    const id = idIn(call.params.organizerId);
    return showOrganizer(call, id, { texts: await storedTexts(call, id) });
  }),
  page({ method: 'post', path: '/admin/organizer/{organizerId}', may: 'organizer.manage' }, (call) =>
    save(call, idIn(call.params.organizerId)),
  ),

  page({ method: 'post', path: '/admin/organizer/{organizerId}/users', may: 'organizer.users' }, async (call) => {
    const id = idIn(call.params.organizerId);
    const typed = String(call.form.get('userEmail') ?? '');
    const email = normalizeEmail(typed);
    if (!email) {
      const texts = { ...(await storedTexts(call, id)), userEmail: typed };
      return showOrganizer(call, id, { texts, errors: { userEmail: call.words.t('ui.form.invalidEmail') } });
    }
    await call.deps.write((work) => addOrganizerUser(work, id, email, call.viewer.userId));
    return call.redirect(`${organizerPath(id)}?saved=1`);
  }),
  page(
    { method: 'post', path: '/admin/organizer/{organizerId}/users/{userId}/remove', may: 'organizer.users' },
    async (call) => {
      const id = idIn(call.params.organizerId);
      await call.deps.write((work) => removeOrganizerUser(work, id, idIn(call.params.userId), call.viewer.userId));
      return call.redirect(`${organizerPath(id)}?saved=1`);
    },
  ),
];
