import { Alert } from '#src/ui/display.tsx';
import { EmailField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { CodeField } from './code-field.tsx';
import type { ShownAgain } from './forms.ts';

export const emailPath = '/settings/email';
export const emailCodePath = '/settings/email/code';

/** Asks for the address the account shall move to. */
export function EmailPage({ email, state }: { email: string; state: ShownAgain | undefined }) {
  const { words } = usePage();
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{words.t('account.email.title')}</h1>
        <p className="lead">{words.t('account.email.intro', { email })}</p>
      </header>
      <Form action={emailPath} state={state ?? {}}>
        <EmailField name="newEmail" label={words.t('account.email.new')} required />
        <div className="form-actions">
          <Button>{words.t('account.email.send')}</Button>
          <ButtonLink href={paths.settings} look="plain">
            {words.t('ui.form.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

/** Asks for the code that went to the new address. */
export function EmailCodePage(props: { newEmail: string; state: ShownAgain | undefined; isAgain: boolean }) {
  const { newEmail, state, isAgain } = props;
  const { words, csrfToken } = usePage();
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{words.t('accounts.code.title')}</h1>
        <p className="lead">{words.t('accounts.code.sent', { email: newEmail })}</p>
        <p className="soft">{words.t('account.email.after')}</p>
      </header>
      {isAgain ? <Alert tone="good">{words.t('accounts.code.again')}</Alert> : null}
      <Form action={emailCodePath} state={state ?? {}}>
        <CodeField label={words.t('accounts.code.label')} />
        <Button wide>{words.t('account.email.confirm')}</Button>
      </Form>
      <div className="row">
        <PostButton action={emailPath} csrfToken={csrfToken} fields={{ newEmail, again: 1 }} look="quiet" small>
          {words.t('accounts.code.resend')}
        </PostButton>
        <a href={emailPath}>{words.t('accounts.code.otherEmail')}</a>
      </div>
    </div>
  );
}
