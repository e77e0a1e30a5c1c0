import { EmailField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { AccountFrame } from '../page-parts/frame.tsx';

export const emailPath = '/settings/email';
export const emailCodePath = '/settings/email/code';

export function EmailPage({ email, state }: { email: string; state: FormState | undefined }) {
  const { i18n } = usePage();
  return (
    <AccountFrame title={i18n.t('account.email.title')} lead={i18n.t('account.email.intro', { email })}>
      <Form
        action={emailPath}
        state={state ?? {}}
        guard={state ? 'changed' : true}
        requiredNote={i18n.t('ui.form.required')}
      >
        <EmailField name="newEmail" label={i18n.t('account.email.new')} required />
        <div className="form-actions">
          <Button>{i18n.t('account.email.send')}</Button>
          <ButtonLink href={paths.settings} look="plain">
            {i18n.t('ui.form.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </AccountFrame>
  );
}
