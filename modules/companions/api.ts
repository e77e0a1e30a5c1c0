import * as z from 'zod';
import { participantFieldSchemas } from '#modules/orders/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { computed, instant } from '#src/web/answers.ts';
import { type ApiRoute, api, ownAccount, tagged } from '#src/web/http.ts';
import { companionOf, companionsOf, dataOfCompanion, ownCompanion } from './read-companions.ts';
import { companionInput } from './rules/companion.ts';
import { forgetCompanion, saveCompanion } from './save-companion.ts';
import type { Companion } from './schema.ts';

export const companionAnswer = computed(
  z.object({
    id: z.int(),
    ...participantFieldSchemas,
    birthDate: z.string(),
    guardiansAgreedAt: instant.nullable(),
    guardiansAgreedTo: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
  }),
  ({ consentAt, consentText, ...companion }: Companion) => ({
    ...companion,
    guardiansAgreedAt: consentAt,
    guardiansAgreedTo: consentText,
  }),
).meta({ id: 'Companion', description: 'Person whom an account registers again and again' });

const registration = z.object({
  orderId: z.int(),
  status: z.string(),
  orderedAt: instant,
  event: z.string(),
  competition: z.string(),
  ...participantFieldSchemas,
  bib: z.string().nullable(),
});

export const companionExport = z.object({ person: companionAnswer, registrations: z.array(registration) });

export const companionApi: readonly ApiRoute[] = tagged('Login and settings', [
  api(
    {
      method: 'get',
      path: '/api/settings/people',
      may: 'account.read',
      summary: 'Lists the companions saved in the caller’s account, for example family and club members',
      load: ownAccount,
      answer: z.object({ rows: z.array(companionAnswer) }),
    },
    async ({ deps, viewer }) => ({ rows: await companionsOf(deps.read, viewer.userId) }),
  ),
  api(
    {
      method: 'post',
      path: '/api/settings/people',
      may: 'account.change',
      summary: 'Saves a companion. A repeated companion is stored once. A minor needs `guardiansAgree`.',
      load: ownAccount,
      body: companionInput,
      answer: companionAnswer,
    },
    async ({ deps, viewer, body, i18n }) => {
      const consentText = i18n.t('companions.form.guardiansAgreeHint');
      const id = await deps.write((work) => saveCompanion(work, { userId: viewer.userId, input: body, consentText }));
      return (await companionOf(deps.read, id)) ?? refuse('NOT_FOUND');
    },
  ),
  api(
    {
      method: 'put',
      path: '/api/settings/people/{companionId}',
      may: 'account.change',
      summary: 'Replaces the data of a companion',
      load: ownCompanion,
      body: companionInput,
      answer: companionAnswer,
    },
    async ({ deps, viewer, body, i18n, record }) => {
      const consentText = i18n.t('companions.form.guardiansAgreeHint');
      const keeping = { userId: viewer.userId, input: body, consentText, before: record };
      const id = await deps.write((work) => saveCompanion(work, keeping));
      return (await companionOf(deps.read, id)) ?? refuse('NOT_FOUND');
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/settings/people/{companionId}',
      may: 'account.change',
      summary: 'Deletes a companion. Orders remain, but earlier orders no longer suggest this person.',
      load: ownCompanion,
    },
    async ({ deps, viewer, record }) => {
      await deps.write((work) => forgetCompanion(work, { userId: viewer.userId, id: record.id }));
      return undefined;
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/settings/people/{companionId}/export',
      may: 'account.read',
      summary: 'Returns all data about a companion, including the caller’s registrations of this person',
      load: ownCompanion,
      answer: companionExport,
    },
    ({ deps, record }) => dataOfCompanion(deps.read, record),
  ),
]);
