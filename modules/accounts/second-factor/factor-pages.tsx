import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import { paths } from '#src/ui/paths.ts';
import { factorPath, finishPendingLogin } from '../login/finish-login.ts';
import { pendingLoginOf } from '../login/pending-login.ts';
import { FactorPage } from '../pages/factor-page.tsx';
import { factorRefusal } from '../pages/factor-refusal.ts';
import { type ShownAgain, textOf, wrongField } from '../pages/forms.ts';

const show = (call: PageCall, state?: ShownAgain) =>
  call.render(
    <FactorPage state={state} />,
    { title: call.words.t('security.factor.title'), noIndex: true },
    state?.status ?? 200,
  );

/** The second step of a login, for people who set one up. Without a first step in this browser it leads back to that. */
export const factorPages: readonly PageRoute[] = [
  page({ method: 'get', path: factorPath, may: 'session.begin' }, async (call) =>
    (await pendingLoginOf(call.deps, call.context)) ? show(call) : call.redirect(paths.login),
  ),

  page({ method: 'post', path: factorPath, may: 'session.begin' }, async (call) => {
    const { deps, context, form, words } = call;
    const pending = await pendingLoginOf(deps, context);
    if (!pending) return call.redirect(`${paths.login}?notice=unauthorized`);
    const typed = textOf(form, 'code');
    if (typed.trim() === '') return show(call, wrongField('code', words.t('security.factor.missing')));
    try {
      return call.redirect(await finishPendingLogin(deps, context, pending, typed));
    } catch (error) {
      return show(call, factorRefusal(call, error, typed));
    }
  }),
];
