import { Alert } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ErrorSummary, Form, type FormErrors, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';

export type CodePageProps = {
  to: string;
  email: string;
  code: string;
  errors: FormErrors;
  refusal: string | null;
  isAgain: boolean;
};

export function CodePage({ to, email, code, errors, refusal, isAgain }: CodePageProps) {
  const { words, csrfToken } = usePage();
  const wrong = Object.keys(errors).length;
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{words.t('accounts.code.title')}</h1>
        <p className="lead">{words.t('accounts.code.sent', { email })}</p>
      </header>
      {isAgain ? <Alert tone="good">{words.t('accounts.code.again')}</Alert> : null}
      {refusal ? (
        <Alert tone="bad" urgent>
          {refusal}
        </Alert>
      ) : null}
      <ErrorSummary title={words.t('ui.errors.title', { count: wrong })} errors={errors} />
      <Form action="/enter-code" csrfToken={csrfToken}>
        <input type="hidden" name="to" value={to} />
        <TextField
          name="code"
          label={words.t('accounts.code.label')}
          defaultValue={code}
          error={errors.code ?? null}
          className="input-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          autoFocus={wrong === 0}
          required
        />
        <Button wide>{words.t('accounts.code.submit')}</Button>
      </Form>
      <section className="stack-s">
        <p className="soft">{words.t('accounts.code.nothing')}</p>
        <div className="row">
          <PostButton
            action={paths.login}
            csrfToken={csrfToken}
            fields={{ email, to, way: 'code', again: 1 }}
            look="quiet"
            small
          >
            {words.t('accounts.code.resend')}
          </PostButton>
          <a href={`${paths.login}?to=${encodeURIComponent(to)}`}>{words.t('accounts.code.otherEmail')}</a>
        </div>
      </section>
    </div>
  );
}
