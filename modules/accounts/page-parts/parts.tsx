import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Alert, withMails } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { OwnForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import type { PageCall } from '#src/web/http.ts';

export function AccountFrame(props: {
  title: string;
  back?: { href: string; label: string };
  lead?: string;
  soft?: string;
  className?: string;
  children: ReactNode;
}): ReactElement {
  const { title, back, lead, soft, className = '', children } = props;
  return (
    <div className={`narrow stack ${className}`.trim()}>
      <header className="stack-s">
        {back ? (
          <p className="small">
            <a href={back.href}>{back.label}</a>
          </p>
        ) : null}
        <h1>{title}</h1>
        {lead ? <p className="lead">{withMails(lead)}</p> : null}
        {soft ? <p className="soft">{withMails(soft)}</p> : null}
      </header>
      {children}
    </div>
  );
}

export const CodeField = (props: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'autoFocus'>) => (
  <TextField
    {...props}
    name="code"
    className="input-code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={40}
    required
  />
);

/** Accepts six digits or a recovery code, so no numeric keypad. */
export function FactorField(props: { label: string; hint: string; autoFocus: boolean }) {
  return (
    <TextField
      {...props}
      name="code"
      className="input-code input-factor"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      required
    />
  );
}

/** Shows a refused code at its field. */
export const codeForm = ({ i18n }: Pick<PageCall, 'i18n'>): OwnForm => ({
  secrets: ['code'],
  beside: ({ code }) => (code === 'INVALID_CODE' ? { code: i18n.t('accounts.code.wrong') } : null),
});

type CodePageProps = {
  email: string;
  soft?: string;
  action: string;
  to?: string;
  submit: string;
  nothing?: string;
  resend: { action: string; fields: Record<string, string | number> };
  elsewhere: string;
  state: FormState | undefined;
  isAgain: boolean;
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
