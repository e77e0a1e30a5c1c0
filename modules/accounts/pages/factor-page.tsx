import { Alert } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ErrorSummary, Form, type FormErrors } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';

export type FactorPageProps = { errors: FormErrors; refusal: string | null; code: string };

/** Asks for the second factor of a login. */
export function FactorPage({ errors, refusal, code }: FactorPageProps) {
  const { words, csrfToken } = usePage();
  const wrong = Object.keys(errors).length;
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{words.t('security.factor.title')}</h1>
        <p className="lead">{words.t('security.factor.intro')}</p>
      </header>
      {refusal ? (
        <Alert tone="bad" urgent>
          {refusal}
        </Alert>
      ) : null}
      <ErrorSummary title={words.t('ui.errors.title', { count: wrong })} errors={errors} />
      <Form action="/auth/totp" csrfToken={csrfToken}>
        <FactorField
          label={words.t('security.factor.label')}
          hint={words.t('security.factor.hint')}
          code={code}
          errors={errors}
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
    </div>
  );
}

/** Takes six digits or a recovery code, so the keypad is no keypad of digits alone. */
export function FactorField(props: { label: string; hint: string; code: string; errors: FormErrors }) {
  const { label, hint, code, errors } = props;
  return (
    <TextField
      name="code"
      label={label}
      hint={hint}
      defaultValue={code}
      error={errors.code ?? null}
      className="input-code input-factor"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      autoFocus={Object.keys(errors).length === 0}
      required
    />
  );
}
