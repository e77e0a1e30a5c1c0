import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { paths } from '#src/ui/paths.ts';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { listData } from '#src/web/list/show.ts';
import { refuse } from '../rules/problems.ts';
import { changeEmailOf } from '../settings/change-email.ts';
import { longestReason } from '../shapes.ts';
import { type User, userById } from '../users/users.ts';
import { removeSecondFactor } from './change-rights.ts';
import { startImpersonation } from './impersonation.tsx';
import { detailsOf } from './read-users.ts';
import { type UserForm, type UserFormState, UserPage, userListing, userPath, usersPath } from './user-page.tsx';

type Call = PageCall<'user.read' | 'user.change' | 'user.impersonate', 'userId', User>;

/** @throws Problem NOT_FOUND, also for a deleted account */
async function loadUser({ deps, params }: Pick<Call, 'deps' | 'params'>): Promise<User> {
  const user = (await userById(deps.read, params.userId)) ?? refuse('NOT_FOUND');
  return user.deletedAt === null ? user : refuse('NOT_FOUND');
}

/** @throws Problem NO_PERMISSION for a super admin, whose page has no forms */
async function loadChangeable(call: Pick<Call, 'deps' | 'params'>): Promise<User> {
  const user = await loadUser(call);
  return user.isSuperAdmin ? refuse('NO_PERMISSION', { reason: 'superAdmin' }) : user;
}

const showUser = async ({ record: user, ...call }: Call, again?: UserFormState) =>
  call.render(
    <UserPage
      user={user}
      details={await detailsOf(call.deps.read, user.id)}
      again={again}
      saved={!again && call.query.get('saved') === '1'}
    />,
    { title: user.email, noIndex: true, frame: 'admin', admin: { intro: call.i18n.t('users.one') } },
    formStatus(again?.state),
  );

async function runUserForm(call: Call, form: UserForm, run: () => Promise<string>): Promise<Response> {
  const taken = { newEmail: call.i18n.t('account.email.taken') };
  const done = await runForm(call, run, { beside: ({ code }) => (code === 'RESOURCE_IN_USE' ? taken : null) });
  return 'to' in done ? call.redirect(done.to) : showUser(call, { form, state: done.state });
}

/** @throws Problem VALIDATION_FAILED when the reason is missing or too long */
const reasonIn = (call: Call, name: string): string =>
  postedText(call, name, longestReason) || refuseFields({ [name]: ['required'] });

export const userPages: readonly PageRoute[] = [
  page({ method: 'get', path: usersPath, may: 'user.read' }, async (call) => {
    const { i18n } = call;
    return call.render(
      <div className="stack">
        <List list={await listData(call, userListing, { i18n })} />
      </div>,
      {
        title: i18n.t('users.title'),
        noIndex: true,
        frame: 'admin',
        admin: { intro: i18n.t('users.intro') },
      },
    );
  }),

  page({ method: 'get', path: '/admin/users/{userId}', may: 'user.read', load: loadUser }, (call) => showUser(call)),

  page(
    { method: 'post', path: '/admin/users/{userId}/change-email', may: 'user.change', load: loadChangeable },
    (call) =>
      runUserForm(call, 'change-email', async () => {
        const { deps, viewer, record: user } = call;
        const newEmail =
          normalizeEmail(postedText(call, 'newEmail')) ??
          refuseFields({ newEmail: [emailError(postedText(call, 'newEmail'))] });
        await deps.write((work) => changeEmailOf(work, { userId: user.id, newEmail, actorId: viewer.userId }));
        return `${userPath(user.id)}?saved=1`;
      }),
  ),

  page(
    { method: 'post', path: '/admin/users/{userId}/remove-second-factor', may: 'user.change', load: loadChangeable },
    (call) =>
      runUserForm(call, 'remove-second-factor', async () => {
        const { deps, viewer, record: user, clientAddress } = call;
        const reason = reasonIn(call, 'factorReason');
        const removal = { userId: user.id, actorId: viewer.userId, reason, network: clientAddress };
        await deps.write((work) => removeSecondFactor(work, removal));
        return `${userPath(user.id)}?saved=1`;
      }),
  ),

  page(
    { method: 'post', path: '/admin/users/{userId}/impersonate', may: 'user.impersonate', load: loadChangeable },
    (call) =>
      runUserForm(call, 'impersonate', async () => {
        const { deps, context, viewer, record: user } = call;
        const reason = reasonIn(call, 'reason');
        await startImpersonation(deps, context, { admin: viewer, userId: user.id, reason });
        return paths.orders;
      }),
  ),
];
