import { Button, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import type { PageCall, PageRoute } from '#src/web/http.ts';
import { AccountFrame, FactorField } from '../page-parts/parts.tsx';
import { factorCodeIn, factorForm } from '../second-factor/factor-form.ts';
import { pendingLoginOf } from '../sessions/pending-login.ts';
import { factorPath, finishPendingLogin } from './finish-login.ts';
import { headOfLogin } from './login-target.ts';

function FactorPage({ state }: { state: FormState | undefined }) {
  const { i18n } = usePage();
  return (
    <AccountFrame title={i18n.t('security.factor.title')} lead={i18n.t('security.factor.intro')}>
      <Form action="/auth/totp" state={state ?? {}} requiredNote={i18n.t('ui.form.required')}>
        <FactorField label={i18n.t('security.factor.label')} hint={i18n.t('security.factor.hint')} autoFocus={!state} />
        <Button wide>{i18n.t('security.factor.submit')}</Button>
      </Form>
      <section className="stack-s">
        <h2>{i18n.t('security.factor.lostTitle')}</h2>
        <p className="soft">{i18n.t('security.factor.lostText')}</p>
        <p className="row">
          <a href={paths.login}>{i18n.t('security.factor.again')}</a>
          <a href={paths.support}>{i18n.t('ui.footer.support')}</a>
        </p>
      </section>
    </AccountFrame>
  );
}

export const factorPages: readonly PageRoute[] = formPages({
  path: factorPath,
  may: 'session.begin',
  savesInput: false,
  loadData: async (call: PageCall<'session.begin'>) => ({
    call,
    pending: await pendingLoginOf(call.deps, call.context),
  }),
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
