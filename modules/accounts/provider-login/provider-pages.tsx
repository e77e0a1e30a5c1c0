import { Problem, refuse as refuseGenerally } from '#src/kernel/problem.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { postedText } from '#src/web/forms/own-form.ts';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { type Recognized, recognizePerson } from '../identities/join-identity.ts';
import { dropPendingIdentity, savePendingIdentity } from '../identities/pending-identity.ts';
import { finishLogin } from '../login/finish-login.ts';
import { headOfLogin, landingOf, loginPath, targetOf } from '../login/login-target.ts';
import { authorizationPath } from '../login/provider-buttons.tsx';
import { browserSecret, forgetCookie, saveAppleUser, takeAppleUser } from '../providers/cookies.ts';
import { protocolOf, refuseProvider } from '../providers/protocol.ts';
import { isProviderName, type ProviderName, providerLabel, settingsOf } from '../providers/provider-settings.ts';
import { refuse } from '../rules/problems.ts';
import { beginAuthorization, takeAuthorizationRequest } from './authorization-requests.ts';

/** Known codes; others appear as a failed login. */
const resultCodes = [
  'INVALID_STATE',
  'INVALID_REDIRECT_STATE',
  'OAUTH_ERROR',
  'OAUTH_ERROR_USER_CANCEL',
  'OAUTH_INSUFFICIENT_PERMISSIONS',
] as const;
type ResultCode = (typeof resultCodes)[number];

type ExternalResult = {
  code: ResultCode | null;
  provider: ProviderName | null;
  to: string;
};

const sentence = (i18n: Translator, code: ResultCode | null): string => {
  const key: MessageKey = code ? `problem.${code}` : 'providers.result.loginFailed';
  return i18n.t(key);
};

function ResultPage({ code, provider, to }: ExternalResult) {
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

type Call = PageCall<'session.begin', 'provider'>;

/** @throws Problem NOT_FOUND for an unknown or disabled provider */
function providerOf({ deps, params }: Call): ProviderName {
  const { provider } = params;
  return isProviderName(provider) && settingsOf(deps, provider) ? provider : refuseGenerally('NOT_FOUND');
}

type Failure = { code: string; provider: ProviderName; to?: string };
const failed = (call: Call, { code, provider, to = paths.start }: Failure): Response =>
  call.redirect(`/auth/external/error?${new URLSearchParams({ code, provider, to })}`);

/** Errors that mean canceled by the user. */
const cancelWords = new Set(['access_denied', 'user_cancelled_authorize', 'user_cancelled_login', 'user_denied']);
const isCancel = (query: URLSearchParams): boolean =>
  [query.get('error'), query.get('error_reason')].some((word) => word !== null && cancelWords.has(word));

async function comeBack(
  call: Call,
  provider: ProviderName,
  authorization: Awaited<ReturnType<typeof takeAuthorizationRequest>>,
) {
  const { deps, context, query, i18n, clientAddress } = call;
  const { target } = authorization;
  if (isCancel(query)) return refuse('OAUTH_ERROR_USER_CANCEL');
  if (query.has('error') || !query.get('code')) return refuse('OAUTH_ERROR');
  const protocol = await protocolOf(deps, provider);
  const appleUser = takeAppleUser(context, authorization.state);
  const person = await protocol
    .personOf(authorization, query, { appleUser })
    .catch((error: unknown) => refuseProvider(deps, provider, error));
  const recognized: Recognized = await deps.write((work) =>
    recognizePerson(work, { provider, person, language: i18n.locale, network: clientAddress }),
  );
  if (recognized.kind === 'deleted') return failed(call, { code: 'loginFailed', provider, to: target });
  if (recognized.kind === 'account') {
    const { next } = await finishLogin(deps, context, { userId: recognized.userId, provider, target });
    forgetCookie(context, 'browser');
    return call.redirect(next);
  }
  await savePendingIdentity(deps, context, { provider, person, target });
  // Facebook can be asked for the address again; that page also offers the mailed code.
  if (provider === 'facebook' && person.email === null) refuse('OAUTH_INSUFFICIENT_PERMISSIONS');
  return call.redirect(loginPath(target));
}

export const providerPages: readonly PageRoute[] = [
  page({ method: 'get', path: '/auth/with/{provider}', may: 'session.begin' }, async (call) => {
    const { deps, context, query, i18n } = call;
    const provider = providerOf(call);
    const target = targetOf(query.get('to'));
    try {
      const options = { language: i18n.locale, again: query.get('again') === '1' };
      return context.redirect(await beginAuthorization(deps, context, { provider, target, ...options }), 303);
    } catch (error) {
      if (error instanceof Problem && error.code === 'OAUTH_ERROR') {
        return failed(call, { code: error.code, provider, to: target });
      }
      throw error;
    }
  }),

  page({ method: 'get', path: '/auth/callback/{provider}', may: 'session.begin' }, async (call) => {
    const { deps, context, query } = call;
    const provider = providerOf(call);
    let to: string | undefined;
    try {
      const browser = browserSecret(context);
      const authorization = await takeAuthorizationRequest(deps, {
        provider,
        state: query.get('state') ?? '',
        browser,
      });
      to = authorization.target;
      return await comeBack(call, provider, authorization);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return failed(call, { code: error.code, provider, ...(to === undefined ? {} : { to }) });
    }
  }),

  /** `form_post` comes cross-site without our cookies, so it is redirected to the GET above, which checks the state. */
  page({ method: 'post', path: '/auth/callback/{provider}', may: 'session.begin', withoutCsrf: true }, async (call) => {
    const { deps, context } = call;
    const provider = providerOf(call);
    const answer = new URLSearchParams();
    for (const name of ['code', 'state', 'iss', 'error', 'error_reason']) {
      const value = postedText(call, name).slice(0, 4000);
      if (value !== '') answer.set(name, value);
    }
    const user = postedText(call, 'user');
    if (user !== '') saveAppleUser(deps, context, answer.get('state') ?? '', user);
    return call.redirect(`/auth/callback/${provider}?${answer}`);
  }),

  page({ method: 'get', path: '/auth/external/{status}', may: 'session.begin' }, async (call) => {
    const { query, params, i18n } = call;
    const to = targetOf(query.get('to'));
    if (params.status === 'success') return call.redirect(await landingOf(call.deps, call.viewer, to));
    const code = resultCodes.find((known) => known === query.get('code')) ?? null;
    const named = query.get('provider');
    const provider = isProviderName(named) && settingsOf(call.deps, named) ? named : null;
    const isOurs = code !== null || query.get('code') === 'loginFailed';
    return call.render(<ResultPage code={code} provider={provider} to={to} />, {
      ...(await headOfLogin(call, i18n.t('providers.result.title'), to)),
      withoutQuery: !isOurs,
    });
  }),

  page({ method: 'post', path: '/auth/without-provider', may: 'session.begin' }, async (call) => {
    await dropPendingIdentity(call.deps, call.context);
    return call.redirect(loginPath(targetOf(postedText(call, 'to'))));
  }),
];
