import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import { paths } from '#src/ui/paths.ts';
import { factorPath, finishPendingLogin } from '../login/finish-login.ts';
import { type PendingLogin, pendingLoginOf } from '../login/pending-login.ts';
import { FactorPage } from '../pages/factor-page.tsx';
import { factorRefusal } from '../pages/factor-refusal.ts';
import { fieldError, headOfLogin, type ShownAgain, textOf } from '../pages/forms.ts';

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
