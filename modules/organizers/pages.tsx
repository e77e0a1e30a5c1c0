import * as z from 'zod';
import { isFreshLogin, lacking } from '#src/access/permissions.ts';
import { Problem } from '#src/kernel/problem.ts';
import { MailText } from '#src/ui/display.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { confirmPages, formPages } from '#src/web/forms/form-pages.ts';
import { refusalText } from '#src/web/forms/refusal.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import {
  acceptInvitation,
  type Invitation,
  invitationsOf,
  invite,
  loadInvitation,
  withdrawInvitation,
} from './invitations/invitations.ts';
import { addOrganizerUser, removeOrganizerUser } from './organizer-users.ts';
import { InvitationPage } from './pages/invitation-page.tsx';
import { organizerPath, showOrganizers } from './pages/list-page.tsx';
import {
  convertOrganizerInput,
  invitationForm,
  organizerForm,
  organizerRecord,
  organizerUserForm,
} from './pages/organizer-form.ts';
import { OrganizerPage, OwnOrganizers } from './pages/organizer-page.tsx';
import { loadOrganizer, loadOwnOrganizers, organizerById, usersOfOrganizer } from './read.ts';
import { invitationState } from './rules/invitation.ts';
import { refuse } from './rules/problems.ts';
import { createOrganizer, requireChange, updateOrganizer } from './save-organizer.ts';
import { invitationInput, type Organizer, organizerChange, organizerFields, organizerRole } from './shapes.ts';

type Call<Name extends string = never> = PageCall<'organizer.read', Name, Organizer>;
type NewCall = PageCall<'organizer.manage'>;

type Loaded = { call: Call | NewCall; organizer: Organizer | null; people?: FormState };
const withOrganizer = <Name extends string>(call: Call<'organizerId' | Name>): Loaded => ({
  call,
  organizer: call.record,
});

async function showOrganizer({ call, organizer, people }: Loaded, state?: FormState): Promise<Response> {
  const { deps, i18n, viewer, now, query } = call;
  return call.render(
    <OrganizerPage
      organizer={organizer}
      state={state}
      people={{
        users: organizer ? await usersOfOrganizer(deps.read, organizer.id) : [],
        invitations: organizer ? await invitationsOf(deps.read, organizer.id) : [],
        state: people,
        now,
      }}
      isSaved={query.get('saved') === '1' && !people}
      mayChangeBank={isFreshLogin(viewer, now)}
      isPlatform={lacking('organizer.manage', viewer) === null}
    />,
    {
      title: organizer?.name ?? i18n.t('organizers.list.new'),
      noIndex: true,
      frame: 'admin',
      ...(organizer ? { organizerIds: [organizer.id] } : {}),
    },
    formStatus(people ?? state),
  );
}

function save({ call, organizer: before }: Loaded) {
  const { viewer, now, form } = call;
  // After an old login the form shows the bank account without fields.
  const mayChange = isFreshLogin(viewer, now) || form.has('iban');
  const isPlatform = lacking('organizer.manage', viewer) === null;
  const { name: _, ...others } = organizerFields.shape;
  return saveForm(call, {
    form: organizerForm(call.i18n, isPlatform, mayChange ? undefined : 'shown'),
    schema: z.object({ name: organizerFields.shape.name, ...others }),
    reshape: convertOrganizerInput(before),
    ...(before
      ? {
          stored: async ({ tx }) => {
            const stored = await organizerById(tx, before.id);
            return stored ? organizerRecord(stored) : undefined;
          },
        }
      : {}),
    save: async (work, data) => {
      if (!before) {
        requireChange(viewer, now, null, data);
        return `${organizerPath(await createOrganizer(work, data))}?saved=1`;
      }
      requireChange(viewer, now, before, data);
      await updateOrganizer(work, before.id, organizerChange.parse(data), viewer.userId);
      return `${organizerPath(before.id)}?saved=1`;
    },
  });
}

async function showRefused(call: Call, people: FormState): Promise<Response> {
  const organizer = (await organizerById(call.deps.read, call.record.id)) ?? refuse('NOT_FOUND');
  return showOrganizer({ call, organizer, people });
}

const one = '/admin/organizer/{organizerId}';
const staff = { may: 'organizer.users', load: loadOrganizer } as const;

type InvitationCall = PageCall<'invitation.answer', 'invitation', Invitation>;

async function showInvitation(call: InvitationCall, refusal: string | null = null): Promise<Response> {
  const { deps, viewer, record, now, i18n, params } = call;
  const organizer = (await organizerById(deps.read, record.organizerId)) ?? refuse('NOT_FOUND');
  // The recipient is not shown to others.
  const isOther = record.email !== viewer.email;
  return call.render(
    <InvitationPage
      organizer={organizer.name}
      invitation={record}
      state={isOther ? 'other' : invitationState(record, now)}
      action={`/invitation/${params.invitation}`}
      refusal={refusal}
    />,
    { title: i18n.t('organizers.invitation.mail.title', { organizer: organizer.name }), noIndex: true },
    isOther ? 403 : refusal ? 409 : 200,
  );
}

const invitationAt = { path: '/invitation/{invitation}', may: 'invitation.answer', load: loadInvitation } as const;

export const organizerPages: readonly PageRoute[] = [
  page({ method: 'get', path: '/admin/organizers', may: 'organizer.manage' }, (call) => showOrganizers(call)),
  page({ method: 'get', path: '/admin/organizer', may: 'organizer.read', load: loadOwnOrganizers }, (call) => {
    const [first, ...others] = call.record;
    if (first && others.length === 0) return Promise.resolve(call.redirect(organizerPath(first.id)));
    return call.render(<OwnOrganizers organizers={call.record} />, {
      title: call.i18n.t('organizers.own.title'),
      frame: 'admin',
    });
  }),
  ...formPages({
    path: '/admin/organizer/new',
    may: 'organizer.manage',
    loadData: (call): Loaded => ({ call, organizer: null }),
    show: showOrganizer,
    save,
  }),
  ...formPages({
    path: one,
    may: 'organizer.change',
    mayRead: 'organizer.read',
    load: loadOrganizer,
    loadData: withOrganizer,
    show: showOrganizer,
    save,
  }),

  page({ method: 'post', path: `${one}/users`, ...staff }, async (call) => {
    const { id } = call.record;
    const saved = await saveForm(call, {
      form: organizerUserForm(call.i18n),
      schema: z.object({ userEmail: z.string(), userRole: organizerRole.default('manager') }),
      save: async (work, { userEmail, userRole }) => {
        await addOrganizerUser(work, id, userEmail, call.viewer.userId, userRole);
        return `${organizerPath(id)}?saved=1#people`;
      },
    });
    return 'to' in saved ? call.redirect(saved.to) : showRefused(call, saved.state);
  }),
  ...confirmPages({
    path: `${one}/users/{userId}/remove`,
    ...staff,
    loadData: async (call) => {
      const users = await usersOfOrganizer(call.deps.read, call.record.id);
      return { call, user: users.find(({ id }) => id === call.params.userId) ?? refuse('NOT_FOUND') };
    },
    ask: ({ call, user }, status = 200) => askRemove(call, user.email, null, status),
    run: async ({ call, user }) => {
      try {
        await call.deps.write((work) => removeOrganizerUser(work, call.record.id, user.id, call.viewer.userId));
      } catch (error) {
        return askRemove(call, user.email, refusalText(error, call.i18n), 409);
      }
      // Users who remove themselves leave the admin pages.
      const isOneself = user.id === call.viewer.userId && !call.viewer.isSuperAdmin;
      return call.redirect(isOneself ? '/' : `${organizerPath(call.record.id)}?saved=1#people`);
    },
  }),
  page({ method: 'post', path: `${one}/invitations`, ...staff }, async (call) => {
    const { id } = call.record;
    const saved = await saveForm(call, {
      form: invitationForm(call.i18n),
      schema: z.object({
        userEmail: invitationInput.shape.email,
        userRole: invitationInput.shape.role,
        message: invitationInput.shape.message,
      }),
      save: async (work, { userEmail, userRole, message = null }) => {
        const input = { email: userEmail, role: userRole, message, invitedBy: call.viewer.userId };
        await invite(work, id, { ...input, locale: call.i18n.locale });
        return `${organizerPath(id)}?saved=1#people`;
      },
    });
    return 'to' in saved ? call.redirect(saved.to) : showRefused(call, saved.state);
  }),
  page({ method: 'post', path: `${one}/invitations/{invitationId}/withdraw`, ...staff }, async (call) => {
    const { id } = call.record;
    await call.deps.write((work) => withdrawInvitation(work, id, call.params.invitationId, call.viewer.userId));
    return call.redirect(`${organizerPath(id)}?saved=1#people`);
  }),

  page({ method: 'get', ...invitationAt }, (call) => showInvitation(call)),
  page({ method: 'post', ...invitationAt }, async (call) => {
    try {
      await call.deps.write((work) => acceptInvitation(work, call.record, call.viewer));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const fresh = await loadInvitation(call);
      return showInvitation({ ...call, record: fresh }, refusalText(error, call.i18n));
    }
    return call.redirect(call.record.role === 'gate' ? '/scan' : '/admin/events');
  }),
];

type RemoveCall = PageCall<'organizer.users', 'organizerId' | 'userId', Organizer>;

function askRemove(call: RemoveCall, email: string, refusal: string | null, status: 200 | 400 | 409) {
  const { i18n, record, params } = call;
  const back = organizerPath(record.id);
  return call.render(
    <Confirm
      action={`${back}/users/${params.userId}/remove`}
      text={
        <p className="lead">
          <MailText>{i18n.t('organizers.users.removeText', { email, organizer: record.name })}</MailText>
        </p>
      }
      refusal={refusal}
      button={i18n.t('organizers.users.removeDo')}
      back={`${back}#people`}
      backLabel={i18n.t('organizers.users.keep')}
    />,
    { title: i18n.t('organizers.users.removeTitle'), frame: 'admin', organizerIds: [record.id] },
    status,
  );
}
