import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { loginPath } from '../login/login-target.ts';
import { authorizationPath } from '../login/provider-buttons.tsx';
import { providerLabel } from '../providers/provider-label.ts';
import type { ProviderName } from '../providers/provider-settings.ts';

/** Known codes; others appear as a failed login. */
export const resultCodes = [
  'INVALID_STATE',
  'INVALID_REDIRECT_STATE',
  'OAUTH_ERROR',
  'OAUTH_ERROR_USER_CANCEL',
  'OAUTH_INSUFFICIENT_PERMISSIONS',
] as const;
type ResultCode = (typeof resultCodes)[number];

type ExternalResult = {
  /** Null: unknown, or `loginFailed`. */
  code: ResultCode | null;
  provider: ProviderName | null;
  /** Inside this site. */
  to: string;
};

const sentence = (i18n: Translator, code: ResultCode | null): string => {
  const key: MessageKey = code ? `problem.${code}` : 'providers.result.loginFailed';
  return i18n.t(key);
};

export function ResultPage({ code, provider, to }: ExternalResult) {
  const { i18n } = usePage();
  const isAboutEmail = code === 'OAUTH_INSUFFICIENT_PERMISSIONS';
  return (
    <div className="narrow stack">
      <h1>{i18n.t('providers.result.title')}</h1>
      <Alert tone={code === 'OAUTH_ERROR_USER_CANCEL' ? 'wait' : 'bad'} urgent>
        {sentence(i18n, code)}
      </Alert>
      {isAboutEmail && provider ? (
        <p>{i18n.t('providers.result.emailHint', { provider: providerLabel(i18n, provider) })}</p>
      ) : null}
      <div className="stack-s">
        {provider ? (
          <ButtonLink href={authorizationPath(provider, to, isAboutEmail)} wide rel="nofollow">
            {i18n.t('providers.result.again', { provider: providerLabel(i18n, provider) })}
          </ButtonLink>
        ) : null}
        <ButtonLink href={loginPath(to)} look={provider ? 'quiet' : 'main'} wide>
          {i18n.t('providers.result.byCode')}
        </ButtonLink>
      </div>
    </div>
  );
}
