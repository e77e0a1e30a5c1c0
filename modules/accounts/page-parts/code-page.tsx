import { Alert } from '#src/ui/display.tsx';
import { Button, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { CodeField } from './code-field.tsx';
import { AccountFrame } from './frame.tsx';

type CodePageProps = {
  /** Where the code went. */
  email: string;
  /** What follows when it is right. */
  soft?: string;
  action: string;
  /** Where the login leads. */
  to?: string;
  submit: string;
  /** What to do when nothing came. */
  nothing?: string;
  resend: { action: string; fields: Record<string, string | number> };
  /** Where another address is given. */
  elsewhere: string;
  state: FormState | undefined;
  /** It was just sent once more. */
  isAgain: boolean;
  /** A code of 16 digits lies in the mailbox instead. */
  isLong?: boolean;
};

/** Asks for the code that was mailed. */
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
