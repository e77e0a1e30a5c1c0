import { normalizeEmail } from '#src/kernel/email.ts';
import { Problem } from '#src/kernel/problem.ts';
import { postedText } from '#src/platform/forms/own-form.ts';
import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import { shownList } from '#src/platform/list/show.ts';
import { List } from '#src/ui/list.tsx';
import { paths } from '#src/ui/paths.ts';
import { fieldError, textOf } from '../page-parts/forms.ts';
import { refuse } from '../rules/problems.ts';
import { changeEmailOf } from '../settings/change-email.ts';
import { userById } from '../users/users.ts';
import { startImpersonation } from './impersonate.ts';
import { detailsOf } from './read-users.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { type UserFormState, UserPage, userListing, userPath, usersPath } from './user-page.tsx';

type Call = PageCall<'user.read' | 'user.change' | 'user.impersonate', 'userId'>;

async function showUser(call: Call, again?: UserFormState) {
  const { deps, words, query } = call;
  const user = (await userById(deps.read, call.params.userId)) ?? refuse('NOT_FOUND');
  if (user.deletedAt !== null) refuse('NOT_FOUND');
  return call.render(
    <UserPage
      user={user}
      details={await detailsOf(deps.read, user.id)}
      again={again}
      saved={!again && query.get('saved') === '1'}
    />,
    { title: user.email, noIndex: true, frame: 'admin', admin: { intro: words.t('users.one') } },
    again?.state.status ?? 200,
  );
}

/** How super admins find accounts, help them, and act for them. */
export const userPages: readonly PageRoute[] = [
  page({ method: 'get', path: usersPath, may: 'user.read' }, async (call) => {
    const { words } = call;
    return call.render(
      <div className="stack">
        <List list={await shownList(call, userListing, { words })} />
      </div>,
      {
        title: words.t('users.title'),
        noIndex: true,
        frame: 'admin',
        admin: { intro: words.t('users.intro') },
      },
    );
  }),

  page({ method: 'get', path: '/admin/users/{userId}', may: 'user.read' }, (call) => showUser(call)),

  page({ method: 'post', path: '/admin/users/{userId}/change-email', may: 'user.change' }, async (call) => {
    const { deps, form, words, viewer } = call;
    const userId = call.params.userId;
    const input = textOf(form, 'newEmail');
    const newEmail = normalizeEmail(input);
    const wrong = (error: string) =>
      showUser(call, { form: 'change-email', state: fieldError('newEmail', error, input) });
    if (!newEmail) return wrong(words.t('ui.form.invalidEmail'));
    try {
      await deps.write((work) => changeEmailOf(work, { userId, newEmail, actorId: viewer.userId }));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'RESOURCE_IN_USE') throw error;
      return wrong(words.t('account.email.taken'));
    }
    return call.redirect(`${userPath(userId)}?saved=1`);
  }),

  page({ method: 'post', path: '/admin/users/{userId}/remove-second-factor', may: 'user.change' }, async (call) => {
    const { deps, words, viewer, clientAddress } = call;
    const userId = call.params.userId;
    const reason = postedText(call, 'factorReason', 200);
    if (reason === '')
      return showUser(call, {
        form: 'remove-second-factor',
        state: fieldError('factorReason', words.t('ui.form.missing')),
      });
    const removal = { userId, actorId: viewer.userId, reason, network: clientAddress };
    await deps.write((work) => removeSecondFactor(work, removal));
    return call.redirect(`${userPath(userId)}?saved=1`);
  }),

  page({ method: 'post', path: '/admin/users/{userId}/impersonate', may: 'user.impersonate' }, async (call) => {
    const { deps, words, viewer, context } = call;
    const reason = postedText(call, 'reason', 200);
    if (reason === '')
      return showUser(call, { form: 'impersonate', state: fieldError('reason', words.t('ui.form.missing')) });
    await startImpersonation(deps, context, { admin: viewer, userId: call.params.userId, reason });
    return call.redirect(paths.orders);
  }),
];
