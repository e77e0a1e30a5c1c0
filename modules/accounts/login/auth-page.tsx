import { Alert, Card, MailText } from '#src/ui/display.tsx';
import { EmailField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { AccountFrame } from '../page-parts/parts.tsx';
import { type LoginOffer, PendingIdentityNotice, ProviderButtons } from './provider-buttons.tsx';

/** `sessionInvalid`: the login is too old for a sensitive step. `everywhere`: all sessions were just ended. */
export type Notice = 'unauthorized' | 'sessionInvalid' | 'everywhere';
type AuthPageProps = {
  /** Path after the login, inside this site. */
  to: string;
  email: string;
  state: FormState | undefined;
  notice: Notice | null;
  unverifiedEmail: string | null;
  /** A booking may continue with the address alone. */
  mayGoAlone: boolean;
  offer: LoginOffer;
};

/** A booking continues with the address alone, which is the main button there. */
export function AuthPage({ to, email, state, notice, unverifiedEmail, mayGoAlone, offer }: AuthPageProps) {
  const { i18n } = usePage();
  return (
    <AccountFrame
      title={i18n.t(mayGoAlone ? 'accounts.auth.aloneTitle' : 'accounts.auth.title')}
      lead={i18n.t(mayGoAlone ? 'accounts.auth.aloneIntro' : 'accounts.auth.intro')}
    >
      <PendingIdentityNotice offer={offer} to={to} />
      {unverifiedEmail ? (
        <Alert tone="wait" title={i18n.t('accounts.auth.unverifiedTitle')}>
          <MailText>{i18n.t('accounts.auth.unverifiedText', { email: unverifiedEmail })}</MailText>
        </Alert>
      ) : null}
      {notice ? (
        <Alert tone={notice === 'everywhere' ? 'good' : 'wait'}>{i18n.t(`accounts.auth.notice.${notice}`)}</Alert>
      ) : null}
      <Form action={paths.login} state={state ?? {}} requiredNote={i18n.t('ui.form.required')}>
        <input type="hidden" name="to" value={to} />
        <EmailField
          name="email"
          label={i18n.t('accounts.auth.email')}
          defaultValue={email}
          autoFocus={!state}
          required
        />
        {mayGoAlone ? (
          <>
            <Button name="way" value="alone" wide>
              {i18n.t('accounts.auth.alone')}
            </Button>
            <Card title={i18n.t('accounts.auth.knownTitle')}>
              <p className="soft">{i18n.t('accounts.auth.knownText')}</p>
              <Button name="way" value="code" look="quiet" wide>
                {i18n.t('accounts.auth.sendCode')}
              </Button>
            </Card>
          </>
        ) : (
          <Button name="way" value="code" wide>
            {i18n.t('accounts.auth.sendCode')}
          </Button>
        )}
      </Form>
      <ProviderButtons offer={offer} to={to} />
      <p className="small">
        <a href={paths.privacy}>{i18n.t('accounts.auth.privacy')}</a>
      </p>
    </AccountFrame>
  );
}
