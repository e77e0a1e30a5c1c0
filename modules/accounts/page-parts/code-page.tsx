import { Alert } from '#src/ui/display.tsx';
import { Button, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { CodeField } from './code-field.tsx';
import { AccountFrame } from './frame.tsx';

type CodePageProps = {
  email: string;
  soft?: string;
  action: string;
  to?: string;
  submit: string;
  /** Text for a code that did not arrive. */
  nothing?: string;
  resend: { action: string; fields: Record<string, string | number> };
  /** Link to enter another address. */
  elsewhere: string;
  state: FormState | undefined;
  /** The code was just sent again. */
  isAgain: boolean;
  /** A code of 16 digits was sent. */
  isLong?: boolean;
};

export function CodePage(props: CodePageProps) {
  const { email, soft, action, to, submit, nothing, resend, elsewhere, state, isAgain, isLong = false } = props;
  const { i18n, csrfToken } = usePage();
  return (
    <AccountFrame
      title={i18n.t('accounts.code.title')}
      lead={i18n.t(isLong ? 'accounts.code.longLead' : 'accounts.code.sent', { email })}
      {...(soft ? { soft } : {})}
    >
      {isAgain && !state ? <Alert tone="good">{i18n.t('accounts.code.again')}</Alert> : null}
      {isLong ? <Alert tone="wait">{i18n.t('accounts.code.longText')}</Alert> : null}
      <Form action={action} state={state ?? {}} requiredNote={i18n.t('ui.form.required')}>
        {to === undefined ? null : <input type="hidden" name="to" value={to} />}
        <CodeField label={i18n.t('accounts.code.label')} autoFocus={to !== undefined && !state} />
        <Button wide>{submit}</Button>
      </Form>
      <section className="stack-s">
        {nothing ? <p className="soft">{nothing}</p> : null}
        <div className="row">
          <PostButton {...resend} csrfToken={csrfToken} look="quiet" small>
            {i18n.t('accounts.code.resend')}
          </PostButton>
          <a href={elsewhere}>{i18n.t('accounts.code.otherEmail')}</a>
        </div>
      </section>
    </AccountFrame>
  );
}
