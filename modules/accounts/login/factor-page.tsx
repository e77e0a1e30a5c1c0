import { Button, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { FactorField } from '../page-parts/code-field.tsx';
import { AccountFrame } from '../page-parts/frame.tsx';

export function FactorPage({ state }: { state: FormState | undefined }) {
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
