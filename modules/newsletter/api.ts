import * as z from 'zod';
import { publicCatalog, wordsOf } from '#modules/events/index.ts';
import { mayTouch, type Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import { refuse } from '#src/kernel/problem.ts';
import { type ApiRoute, api, ownAccount, tagged } from '#src/web/http.ts';
import { consentText } from './offer.ts';
import { consentAnswer } from './personal-data.ts';
import { consentOf, consentsOf } from './read-consents.ts';
import type { Consent } from './schema.ts';
import { withdrawAll } from './withdraw-consents.ts';

/** @throws Problem NOT_FOUND for a consent of another account */
export async function ownConsent(call: {
  deps: { read: Reader };
  viewer: Viewer;
  may: Permission;
  params: { consentId: number };
}): Promise<Consent> {
  const consent = (await consentOf(call.deps.read, call.params.consentId)) ?? refuse('NOT_FOUND');
  return mayTouch(call.may, call.viewer, { userId: consent.userId }) ? consent : refuse('NOT_FOUND');
}

export const newsletterApi: readonly ApiRoute[] = tagged('Newsletter', [
  api(
    {
      method: 'get',
      path: '/api/events/{eventId}/newsletter-consent',
      may: 'site.read',
      summary:
        'Returns the newsletter consent text for an order (`newsletterConsent`) in the request language; null: no newsletter',
      params: z.object({ eventId: z.string() }),
      answer: z.object({ consent: z.object({ text: z.string(), textVersion: z.string() }).nullable() }),
    },
    async ({ deps, params, i18n }) => {
      const catalog = await publicCatalog(deps.read, params.eventId);
      const offer = consentText(catalog, wordsOf(i18n, catalog));
      return { consent: offer && { text: offer.text, textVersion: offer.version } };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/settings/newsletter-consents',
      may: 'account.read',
      summary: 'Lists the caller’s newsletter consents, including revoked ones',
      load: ownAccount,
      answer: z.object({ rows: z.array(consentAnswer) }),
    },
    async ({ deps, viewer }) => ({ rows: await consentsOf(deps.read, viewer.userId) }),
  ),
  api(
    {
      method: 'post',
      path: '/api/settings/newsletter-consents/{consentId}/withdraw',
      may: 'account.change',
      summary: 'Revokes all newsletter consents of this address for an organizer',
      load: ownConsent,
    },
    async ({ deps, viewer, record }) => {
      const by = { withdrawnBy: 'settings', editorId: viewer.userId } as const;
      await deps.write((work) => withdrawAll(work, record, by));
      return undefined;
    },
  ),
]);
