import { paths } from '#src/ui/paths.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { runForm } from '#src/web/forms/own-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import type { PageCall, PageRoute } from '#src/web/http.ts';
import { factorCodeIn, factorForm } from '../second-factor/factor-form.ts';
import { pendingLoginOf } from '../sessions/pending-login.ts';
import { FactorPage } from './factor-page.tsx';
import { factorPath, finishPendingLogin } from './finish-login.ts';
import { headOfLogin } from './login-target.ts';

/** Second step of a login. Without a first step it redirects to it. */
export const factorPages: readonly PageRoute[] = formPages({
  path: factorPath,
  may: 'session.begin',
  savesInput: false,
  of: async (call: PageCall<'session.begin'>) => ({ call, pending: await pendingLoginOf(call.deps, call.context) }),
  show: async ({ call, pending }, state) =>
    pending
      ? call.render(
          <FactorPage state={state} />,
          await headOfLogin(call, call.i18n.t('security.factor.title'), pending.target),
          formStatus(state),
        )
      : call.redirect(paths.login),
  save: async ({ call, pending }) =>
    pending
      ? runForm(
          call,
          async () => finishPendingLogin(call.deps, call.context, pending, factorCodeIn(call)),
          factorForm(call),
        )
      : { to: `${paths.login}?notice=unauthorized` },
});
