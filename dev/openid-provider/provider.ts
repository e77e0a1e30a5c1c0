// Our own: oauth2-mock-server redirects at once; this one has people, errors, Facebook's dialog and One Tap, and needs no port.
import { createHmac } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Clock } from '#src/kernel/time.ts';
import { isLocale, negotiateLocale, type Translator, translatorFor } from '#src/texts/locale.ts';
import { authorizePage, formPostPage, oneTapScript, refusedPage, styleSheet, submitScript } from './pages.tsx';
import { isError, personWithEmail, testPeople } from './people.ts';
import { answersChallenge, claimsOf, type Grant, makeGrants, makeTokens, type TokenMaker } from './tokens.ts';

/**
 * An identity provider for demo and tests with the real protocol: discovery, keys, authorize page, code with PKCE, token and
 * userinfo; or Facebook's dialog and graph; and Google's One Tap script. Anybody can log in as anybody, so it is never part of a
 * production shop.
 */
export type ProviderOptions = {
  /** Its base address without a trailing slash. */
  issuer: string;
  kind: 'openid' | 'facebook';
  name: string;
  client: { id: string; secret: string };
  /** The only allowed redirect address. */
  redirectUri: string;
  clock: Clock;
};
export type OpenIdProvider = Pick<TokenMaker, 'idToken'> & {
  fetch(request: Request): Promise<Response> | Response;
};

type Fields = Record<string, string>;
const passedOn = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'ui_locales',
  'locale',
];

/** Its pages redirect to another origin, so there is no `form-action`. */
const pagePolicy = "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export function makeOpenIdProvider(options: ProviderOptions): OpenIdProvider {
  const { issuer, kind, name, client, redirectUri, clock } = options;
  const base = new URL(issuer).pathname.replace(/\/$/, '');
  const tokens = makeTokens({ issuer, clientId: client.id, secret: client.secret, clock });
  const grants = makeGrants(clock);
  const app = new Hono().basePath(base || '/');
  const dialog = kind === 'facebook' ? '/dialog/oauth' : '/authorize';

  const html = (context: Context, text: string, status: 200 | 400 = 200) =>
    context.html(text, status, { 'content-security-policy': pagePolicy, 'x-robots-tag': 'noindex' });

  /** An invalid request must not be answered to its `redirect_uri`. */
  const mistakeOf = (fields: Fields): string | null => {
    if (fields.client_id !== client.id) return 'client_id';
    if (fields.redirect_uri !== redirectUri) return 'redirect_uri';
    if (fields.response_type !== 'code') return 'response_type';
    if (kind === 'openid' && (!fields.code_challenge || fields.code_challenge_method !== 'S256'))
      return 'code_challenge';
    return null;
  };

  app.get('/style.css', (context) => context.body(styleSheet, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.get('/submit.js', (context) => context.body(submitScript, 200, { 'content-type': 'text/javascript' }));

  app.get(dialog, (context) => {
    const fields = fieldsOf(context.req.query());
    const i18n = wordsOf(context, fields);
    const mistake = mistakeOf(fields);
    if (mistake) return html(context, refusedPage({ i18n, base, reason: mistake }), 400);
    const scope = fields.scope ?? '';
    const asksForEmail = /\bemail\b/.test(scope);
    const view = { i18n, base, action: base + dialog, provider: name, fields, scope, asksForEmail };
    return html(context, authorizePage(view));
  });

  app.post(dialog, async (context) => {
    const form = (await context.req.parseBody()) as Fields;
    const fields = fieldsOf(form);
    const i18n = wordsOf(context, fields);
    const mistake = mistakeOf(fields);
    if (mistake) return html(context, refusedPage({ i18n, base, reason: mistake }), 400);
    const answer = answerTo(form, fields);
    if (fields.response_mode === 'form_post') {
      return html(context, formPostPage({ i18n, base, action: redirectUri, fields: answer }));
    }
    return context.redirect(`${redirectUri}?${new URLSearchParams(answer)}`, 303);
  });

  function answerTo(form: Fields, fields: Fields): Fields {
    const always: Fields = { state: fields.state ?? '', ...(kind === 'openid' ? { iss: issuer } : {}) };
    if (form.answer === 'cancel') {
      return { ...always, error: 'access_denied', ...(kind === 'facebook' ? { error_reason: 'user_denied' } : {}) };
    }
    if (form.answer !== 'allow') return { ...always, error: 'server_error' };
    const typed = form.email?.trim();
    const person = typed ? personWithEmail(typed) : (testPeople.find(({ id }) => id === form.person) ?? testPeople[0]);
    if (!person) return { ...always, error: 'server_error' };
    const code = grants.newCode({
      person,
      error: isError(form.fault) ? form.fault : 'none',
      scope: fields.scope ?? '',
      sharesEmail: form.share === 'email',
      nonce: fields.nonce ?? null,
      codeChallenge: fields.code_challenge ?? null,
      redirectUri,
    });
    // Like Apple: the name comes once, unsigned, beside the code.
    const user = JSON.stringify({ name: { firstName: person.firstname, lastName: person.lastname } });
    return { ...always, code, ...(/\bname\b/.test(fields.scope ?? '') ? { user } : {}) };
  }

  if (kind === 'openid') mountOpenId();
  else mountFacebook();
  return { idToken: tokens.idToken, fetch: (request) => app.fetch(request) };

  function mountOpenId(): void {
    app.get('/.well-known/openid-configuration', (context) =>
      context.json({
        issuer,
        authorization_endpoint: `${issuer}${dialog}`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        response_modes_supported: ['query', 'form_post'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        code_challenge_methods_supported: ['S256'],
        scopes_supported: ['openid', 'email', 'profile', 'name'],
        authorization_response_iss_parameter_supported: true,
      }),
    );
    app.get('/keys', async (context) => context.json(await tokens.keys()));
    app.post('/token', async (context) => {
      const form = (await context.req.parseBody()) as Fields;
      if (!isClient(context.req.header('authorization'), form)) return context.json({ error: 'invalid_client' }, 401);
      const grant = grants.takeCode(form.code ?? '', form.redirect_uri ?? '');
      const isRight = grant && form.grant_type === 'authorization_code' && grant.error !== 'noToken';
      if (!isRight || !answersChallenge(grant, form.code_verifier ?? '')) {
        return context.json({ error: 'invalid_grant' }, 400);
      }
      const claims = { ...claimsOf(grant), ...(grant.nonce === null ? {} : { nonce: grant.nonce }) };
      return context.json({
        access_token: grants.newToken(grant),
        token_type: 'Bearer',
        expires_in: 600,
        id_token: await tokens.idToken(claims, grant.error),
      });
    });
    app.get('/userinfo', (context) => {
      const token = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
      const grant = grants.byToken(token);
      return grant ? context.json(claimsOf(grant)) : context.json({ error: 'invalid_token' }, 401);
    });
    app.get('/gsi/client', (context) =>
      context.body(oneTapScript(`${issuer}/gsi/credential`), 200, { 'content-type': 'text/javascript' }),
    );
    app.get('/gsi/credential', async (context) => {
      const { client_id, nonce = '', person: wanted } = context.req.query();
      const person = testPeople.find(({ id }) => id === wanted) ?? testPeople[0];
      if (client_id !== client.id || !person) return context.json({ error: 'invalid_client' }, 400);
      const grant = { person, scope: 'email profile', sharesEmail: true } as Grant;
      const credential = await tokens.idToken({ ...claimsOf(grant), nonce }, 'none');
      return context.json({ credential }, 200, { 'access-control-allow-origin': '*' });
    });
  }

  function isClient(authorization: string | undefined, form: Fields): boolean {
    const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
    const [id, secret] = basic
      ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
      : [form.client_id, form.client_secret];
    return id === client.id && secret === client.secret;
  }

  function mountFacebook(): void {
    app.get('/graph/oauth/access_token', (context) => {
      const { client_id, client_secret, redirect_uri = '', code = '' } = context.req.query();
      const isOurs = client_id === client.id && client_secret === client.secret;
      const grant = isOurs ? grants.takeCode(code, redirect_uri) : null;
      if (!grant || grant.error === 'noToken') return context.json({ error: { type: 'OAuthException' } }, 400);
      return context.json({ access_token: grants.newToken(grant), token_type: 'bearer', expires_in: 5_000_000 });
    });
    app.get('/graph/me', (context) => {
      const { access_token = '', appsecret_proof } = context.req.query();
      const grant = grants.byToken(access_token);
      const proof = createHmac('sha256', client.secret).update(access_token).digest('hex');
      if (!grant || appsecret_proof !== proof) return context.json({ error: { type: 'OAuthException' } }, 400);
      const { sub, email } = claimsOf(grant);
      const { firstname, lastname } = grant.person;
      return context.json({ id: sub, first_name: firstname, last_name: lastname, ...(email ? { email } : {}) });
    });
  }
}

const fieldsOf = (all: Fields): Fields =>
  Object.fromEntries(passedOn.flatMap((name) => (typeof all[name] === 'string' ? [[name, all[name]]] : [])));

function wordsOf(context: Context, fields: Fields): Translator {
  const asked = fields.ui_locales ?? fields.locale?.replace('_', '-');
  const locale = isLocale(asked) ? asked : negotiateLocale(asked ?? context.req.header('accept-language'));
  return translatorFor(locale);
}
