import * as z from 'zod';
import { refuse } from '#src/kernel/problem.ts';
import { formPages } from '#src/platform/forms/form-pages.ts';
import { type FormState, saveForm } from '#src/platform/forms/save-form.ts';
import { formStatus } from '#src/platform/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import { isFreshLogin, requirePermission } from '#src/platform/permissions.ts';
import { createOrganizer } from './create-organizer.ts';
import { addOrganizerUser, removeOrganizerUser } from './organizer-users.ts';
import { organizerPath, showOrganizers } from './pages/list-page.tsx';
import { organizerForm, organizerRecord, organizerShaped, organizerUserForm } from './pages/organizer-form.ts';
import { OrganizerPage } from './pages/organizer-page.tsx';
import { organizerById, usersOfOrganizer } from './read.ts';
import { type Organizer, organizerFields, organizerRole } from './shapes.ts';
import { updateOrganizer } from './update-organizer.ts';

type Call<Name extends string = never> = PageCall<'organizer.manage', Name>;

type Loaded = { call: Call; organizer: Organizer | null; people?: FormState };

const organizerIn = async (call: Call<'organizerId'>): Promise<Loaded & { organizer: Organizer }> => ({
  call,
  organizer: (await organizerById(call.deps.read, call.params.organizerId)) ?? refuse('NOT_FOUND'),
});

async function showOrganizer({ call, organizer, people }: Loaded, state?: FormState): Promise<Response> {
  const { deps, words, viewer, now, query } = call;
  return call.render(
    <OrganizerPage
      organizer={organizer}
      users={organizer ? await usersOfOrganizer(deps.read, organizer.id) : []}
      state={state}
      people={people}
      isSaved={query.get('saved') === '1' && !people}
      mayChangeBank={isFreshLogin(viewer, now)}
    />,
    { title: organizer?.name ?? words.t('organizers.list.new'), noIndex: true, frame: 'admin' },
    formStatus(people ?? state),
  );
}

function save({ call, organizer: before }: Loaded) {
  const { viewer, now, form } = call;
  // After an old login the form shows the account and has no fields for it.
  const mayChange = isFreshLogin(viewer, now) || form.has('iban');
  return saveForm(call, {
    form: organizerForm(mayChange ? undefined : 'shown'),
    schema: organizerFields,
    reshape: organizerShaped(before),
    ...(before
      ? {
          stored: async ({ tx }) => {
            const stored = await organizerById(tx, before.id);
            return stored ? organizerRecord(stored) : undefined;
          },
        }
      : {}),
    save: async (work, data) => {
      const { iban = null, bic = null } = data;
      if (mayChange && (iban !== (before?.iban ?? null) || bic !== (before?.bic ?? null)))
        requirePermission('organizer.bank', viewer, now);
      if (!before) return `${organizerPath(await createOrganizer(work, data))}?saved=1`;
      await updateOrganizer(work, before.id, data, viewer.userId);
      return `${organizerPath(before.id)}?saved=1`;
    },
  });
}

export const organizerPages: readonly PageRoute[] = [
  page({ method: 'get', path: '/admin/organizers', may: 'organizer.manage' }, showOrganizers),
  ...formPages({
    path: '/admin/organizer/new',
    may: 'organizer.manage',
    of: (call): Loaded => ({ call, organizer: null }),
    show: showOrganizer,
    save,
  }),
  ...formPages({
    path: '/admin/organizer/{organizerId}',
    may: 'organizer.manage',
    of: organizerIn,
    show: showOrganizer,
    save,
  }),

  page({ method: 'post', path: '/admin/organizer/{organizerId}/users', may: 'organizer.users' }, async (call) => {
    const id = call.params.organizerId;
    const saved = await saveForm(call, {
      form: organizerUserForm(call.words),
      schema: z.object({ userEmail: z.string(), userRole: organizerRole.default('manager') }),
      save: async (work, { userEmail, userRole }) => {
        await addOrganizerUser(work, id, userEmail, call.viewer.userId, userRole);
        return `${organizerPath(id)}?saved=1`;
      },
    });
    if ('to' in saved) return call.redirect(saved.to);
    return showOrganizer({ ...(await organizerIn(call)), people: saved.state });
  }),
  page(
    { method: 'post', path: '/admin/organizer/{organizerId}/users/{userId}/remove', may: 'organizer.users' },
    async (call) => {
      const id = call.params.organizerId;
      await call.deps.write((work) => removeOrganizerUser(work, id, call.params.userId, call.viewer.userId));
      return call.redirect(`${organizerPath(id)}?saved=1`);
    },
  ),
];
