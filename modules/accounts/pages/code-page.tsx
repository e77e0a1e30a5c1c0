import { Alert } from '#src/ui/display.tsx';
import { Button, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { CodeField } from './code-field.tsx';
import type { ShownAgain } from './forms.ts';

export type CodePageProps = {
  to: string;
  email: string;
  state: ShownAgain | undefined;
  isAgain: boolean;
};

export function CodePage({ to, email, state, isAgain }: CodePageProps) {
  const { words, csrfToken } = usePage();
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{words.t('accounts.code.title')}</h1>
        <p className="lead">{words.t('accounts.code.sent', { email })}</p>
      </header>
      {isAgain ? <Alert tone="good">{words.t('accounts.code.again')}</Alert> : null}
      <Form action="/enter-code" state={state ?? {}}>
        <input type="hidden" name="to" value={to} />
        <CodeField label={words.t('accounts.code.label')} autoFocus={!state} />
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
