import { Alert } from '#src/ui/display.tsx';
import { EmailField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, ErrorSummary, Form, type FormErrors, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';

export const emailPath = '/settings/email';
export const emailCodePath = '/settings/email/code';

export type EmailPageProps = {
  email: string;
  newEmail: string;
  errors: FormErrors;
  refusal: string | null;
};

/** Asks for the address the account shall move to. */
export function EmailPage({ email, newEmail, errors, refusal }: EmailPageProps) {
  const { words, csrfToken } = usePage();
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{words.t('account.email.title')}</h1>
        <p className="lead">{words.t('account.email.intro', { email })}</p>
      </header>
      {refusal ? (
        <Alert tone="bad" urgent>
          {refusal}
        </Alert>
      ) : null}
      <ErrorSummary title={words.t('ui.errors.title', { count: Object.keys(errors).length })} errors={errors} />
      <Form action={emailPath} csrfToken={csrfToken}>
        <EmailField
          name="newEmail"
          label={words.t('account.email.new')}
          defaultValue={newEmail}
          error={errors.newEmail ?? null}
          required
        />
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
export function EmailCodePage(props: Omit<EmailPageProps, 'email'> & { isAgain: boolean }) {
  const { newEmail, errors, refusal, isAgain } = props;
  const { words, csrfToken } = usePage();
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{words.t('accounts.code.title')}</h1>
        <p className="lead">{words.t('accounts.code.sent', { email: newEmail })}</p>
        <p className="soft">{words.t('account.email.after')}</p>
      </header>
      {isAgain ? <Alert tone="good">{words.t('accounts.code.again')}</Alert> : null}
      {refusal ? (
        <Alert tone="bad" urgent>
          {refusal}
        </Alert>
      ) : null}
      <ErrorSummary title={words.t('ui.errors.title', { count: Object.keys(errors).length })} errors={errors} />
      <Form action={emailCodePath} csrfToken={csrfToken}>
        <TextField
          name="code"
          label={words.t('accounts.code.label')}
          error={errors.code ?? null}
          className="input-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
        />
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
