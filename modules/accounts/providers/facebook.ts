import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { OidcConfig } from '#src/config/config.ts';
import { OwnError } from '#src/kernel/assert.ts';
import { seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Protocol, personOfClaims } from './known-person.ts';
import { callbackUrl, officialIssuers } from './provider-settings.ts';

/** Facebook has no id_token: the Graph API is called with a token bound to this application (`appsecret_proof`). */
const version = 'v23.0';
const timeoutMs = seconds(10);

const tokenAnswer = z.object({ access_token: z.string().min(1) });
const personAnswer = z.object({
  id: z.string().min(1).max(100),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().optional(),
});

/** Another issuer (a simulator) has both below one URL. */
function endpointsOf(issuer: string): { dialog: string; graph: string } {
  return issuer === officialIssuers.facebook
    ? { dialog: `${issuer}/${version}/dialog/oauth`, graph: `https://graph.facebook.com/${version}` }
    : { dialog: `${issuer}/dialog/oauth`, graph: `${issuer}/graph` };
}

export function facebookProtocol(deps: Deps, { issuer, clientId, clientSecret }: OidcConfig): Protocol {
  const { dialog, graph } = endpointsOf(issuer);
  const redirectUri = callbackUrl(deps, 'facebook');

  async function ask<S extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    answer: S,
  ): Promise<z.output<S>> {
    const url = `${graph}/${path}?${new URLSearchParams(query)}`;
    const response = await deps.fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new OwnError(`${path} answered ${response.status}`);
    const parsed = answer.safeParse(await response.json());
    if (!parsed.success) throw new OwnError(`${path} answered something else`);
    return parsed.data;
  }

  return {
    async authorizationUrl({ state }, { again, language }) {
      const url = new URL(dialog);
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        scope: 'email,public_profile',
        response_type: 'code',
        locale: language === 'de' ? 'de_DE' : 'en_US',
        ...(again ? { auth_type: 'rerequest' } : {}),
      }).toString();
      return url;
    },
    async personOf(_trip, answer) {
      const code = answer.get('code') ?? '';
      const { access_token } = await ask(
        'oauth/access_token',
        { client_id: clientId, redirect_uri: redirectUri, client_secret: clientSecret, code },
        tokenAnswer,
      );
      const person = await ask(
        'me',
        {
          fields: 'id,first_name,last_name,email',
          access_token,
          appsecret_proof: createHmac('sha256', clientSecret).update(access_token).digest('hex'),
        },
        personAnswer,
      );
      const { id, first_name, last_name, email } = person;
      const claims = { sub: id, given_name: first_name, family_name: last_name, email };
      return personOfClaims(officialIssuers.facebook, claims, deps.clock());
    },
  };
}
