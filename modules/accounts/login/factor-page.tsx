import { Button, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { FactorField } from '../page-parts/code-field.tsx';
import { AccountFrame } from '../page-parts/frame.tsx';

/** Asks for the second factor of a login. */
export function FactorPage({ state }: { state: FormState | undefined }) {
  const { words } = usePage();
  return (
    <AccountFrame title={words.t('security.factor.title')} lead={words.t('security.factor.intro')}>
      <Form action="/auth/totp" state={state ?? {}} requiredNote={words.t('ui.form.required')}>
        <FactorField
          label={words.t('security.factor.label')}
          hint={words.t('security.factor.hint')}
          autoFocus={!state}
        />
        <Button wide>{words.t('security.factor.submit')}</Button>
      </Form>
      <section className="stack-s">
        <h2>{words.t('security.factor.lostTitle')}</h2>
        <p className="soft">{words.t('security.factor.lostText')}</p>
        <p className="row">
          <a href={paths.login}>{words.t('security.factor.again')}</a>
          <a href={paths.support}>{words.t('ui.footer.support')}</a>
        </p>
      </section>
    </AccountFrame>
  );
}
