import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import { paths } from '#src/ui/paths.ts';
import { fieldError, type ShownAgain, textOf } from '../page-parts/forms.ts';
import { factorRefusal } from '../second-factor/factor-refusal.ts';
import { type PendingLogin, pendingLoginOf } from '../sessions/pending-login.ts';
import { FactorPage } from './factor-page.tsx';
import { factorPath, finishPendingLogin } from './finish-login.ts';
import { headOfLogin } from './login-target.ts';

const show = async (call: PageCall, pending: PendingLogin, state?: ShownAgain) =>
  call.render(
    <FactorPage state={state} />,
    await headOfLogin(call, call.words.t('security.factor.title'), pending.target),
    state?.status ?? 200,
  );

/** The second step of a login, for people who set one up. Without a first step in this browser it leads back to that. */
export const factorPages: readonly PageRoute[] = [
  page({ method: 'get', path: factorPath, may: 'session.begin' }, async (call) => {
    const pending = await pendingLoginOf(call.deps, call.context);
    return pending ? show(call, pending) : call.redirect(paths.login);
  }),

  page({ method: 'post', path: factorPath, may: 'session.begin' }, async (call) => {
    const { deps, context, form, words } = call;
    const pending = await pendingLoginOf(deps, context);
    if (!pending) return call.redirect(`${paths.login}?notice=unauthorized`);
    const input = textOf(form, 'code');
    if (input.trim() === '') return show(call, pending, fieldError('code', words.t('security.factor.missing')));
    try {
      return call.redirect(await finishPendingLogin(deps, context, pending, input));
    } catch (error) {
      return show(call, pending, factorRefusal(call, error, input));
    }
  }),
];
