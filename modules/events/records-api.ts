import * as z from 'zod';
import { api, tagged } from '#src/web/http.ts';
import { loadEvent } from './access/event-access.ts';
import {
  competitionAnswer,
  discountAnswer,
  formFieldAnswer,
  priceAnswer,
  protectionAnswer,
  quotaAnswer,
  withCurrentPrice,
} from './answers.ts';
import { createCompetition, updateCompetition } from './competitions/save-competitions.ts';
import { createDiscount, updateDiscount } from './discounts/save-discounts.ts';
import { createFormField, updateFormField } from './fields/save-fields.ts';
import { createPrice, updatePrice } from './prices/save-prices.ts';
import { createProtection, updateProtection } from './protections/protections.ts';
import { createQuota, leftOf, updateQuota } from './quotas/quotas.ts';
import { existingCatalog } from './read-catalog.ts';
import { recordCalls } from './records/api.ts';
import {
  competitionInput,
  discountInput,
  formFieldInput,
  newCompetitionInput,
  newDiscountInput,
  newFormFieldInput,
  newProtectionInput,
  newQuotaInput,
  priceInput,
  protectionInput,
  quotaInput,
} from './shapes.ts';

export const competitionsApi = tagged(
  'Competitions (management)',
  recordCalls({
    kind: 'competition',
    below: '/api/admin/competitions/{eventId}',
    one: '/api/admin/competitions/{competitionId}',
    as: 'competition',
    answer: competitionAnswer,
    rows: ({ competitions }, now) => competitions.map((competition) => withCurrentPrice(competition, now)),
    newInput: newCompetitionInput,
    input: competitionInput,
    create: createCompetition,
    update: updateCompetition,
    refusesUpdate: ['CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE'],
    summaries: {
      create: 'Creates a competition',
      read: 'Returns a competition',
      update: 'Changes a competition',
      remove: 'Deletes a competition without registrations',
      sort: 'Sorts the competitions of an event',
    },
  }),
);

export const pricesApi = tagged(
  'Prices (management)',
  recordCalls({
    kind: 'price',
    below: '/api/admin/competition-prices/{competitionId}',
    one: '/api/admin/competition-prices/{competitionPriceId}',
    as: 'competitionPrice',
    answer: priceAnswer,
    rows: ({ competitions }, _, competitionId) =>
      competitions.filter(({ id }) => id === (competitionId ?? id)).flatMap(({ prices }) => prices),
    newInput: priceInput,
    input: priceInput,
    create: createPrice,
    update: updatePrice,
    summaries: {
      create: 'Creates a price',
      update: 'Changes a price. `quantity` is the number still for sale.',
      remove: 'Deletes a price without sales',
      sort: 'Sorts the prices of a competition',
    },
  }),
);

export const protectionsApi = tagged(
  'Cancellation protections (management)',
  recordCalls({
    kind: 'protection',
    below: '/api/admin/cancellation-protections/{eventId}',
    one: '/api/admin/cancellation-protections/{cancellationProtectionId}',
    rows: ({ cancellationProtections }) => cancellationProtections,
    as: 'cancellationProtection',
    answer: protectionAnswer,
    newInput: newProtectionInput,
    input: protectionInput,
    create: createProtection,
    update: updateProtection,
    summaries: {
      create: 'Creates a cancellation protection',
      update: 'Changes a cancellation protection',
      remove: 'Deletes a cancellation protection without sales',
    },
  }),
);

export const quotasApi = tagged('Shared quotas (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/shared-quotas',
      may: 'event.read',
      summary: 'Lists the shared quotas of an event and their remaining places',
      params: z.object({ eventId: z.string().max(100) }),
      load: loadEvent,
      answer: z.object({ rows: z.array(quotaAnswer.extend({ left: z.int() })) }),
    },
    async ({ deps, record: eventId }) => {
      const catalog = await existingCatalog(deps.read, eventId);
      return { rows: catalog.quotas.map((quota) => ({ ...quota, left: leftOf(catalog, quota) })) };
    },
  ),
  ...recordCalls({
    kind: 'quota',
    below: '/api/admin/shared-quotas/{eventId}',
    one: '/api/admin/shared-quotas/{sharedQuotaId}',
    rows: ({ quotas }) => quotas,
    as: 'sharedQuota',
    answer: quotaAnswer,
    newInput: newQuotaInput,
    input: quotaInput,
    create: createQuota,
    update: updateQuota,
    summaries: {
      create: 'Creates a quota shared by several competitions',
      update: 'Changes a shared quota',
      remove: 'Deletes a shared quota. Each competition keeps its own number of places.',
    },
  }),
]);

export const discountsApi = tagged('Discounts (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/discounts',
      may: 'event.read',
      summary: 'Lists the automatic ticket discounts of an event',
      params: z.object({ eventId: z.string().max(100) }),
      load: loadEvent,
      answer: z.object({ rows: z.array(discountAnswer) }),
    },
    async ({ deps, record: eventId }) => ({
      rows: (await existingCatalog(deps.read, eventId)).discounts,
    }),
  ),
  ...recordCalls({
    kind: 'discount',
    below: '/api/admin/discounts/{eventId}',
    one: '/api/admin/discounts/{discountId}',
    rows: ({ discounts }) => discounts,
    as: 'discount',
    answer: discountAnswer,
    newInput: newDiscountInput,
    input: discountInput,
    create: createDiscount,
    update: updateDiscount,
    summaries: {
      create: 'Creates an automatic discount',
      update: 'Changes an automatic discount. Existing orders keep the old one.',
      remove: 'Deletes an automatic discount. Existing orders keep it.',
    },
  }),
]);

export const fieldsApi = tagged('Form fields (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/form-fields',
      may: 'event.read',
      summary: 'Lists the form fields of an event',
      load: loadEvent,
      answer: z.object({ rows: z.array(formFieldAnswer) }),
    },
    async ({ deps, record }) => ({
      rows: (await existingCatalog(deps.read, record)).formFields,
    }),
  ),
  ...recordCalls({
    kind: 'field',
    below: '/api/admin/events/{eventId}/form-fields',
    one: '/api/admin/events/{eventId}/form-fields/{fieldId}',
    as: 'formField',
    answer: formFieldAnswer,
    rows: ({ formFields }) => formFields,
    newInput: newFormFieldInput,
    input: formFieldInput,
    create: createFormField,
    update: updateFormField,
    refusesUpdate: ['RESOURCE_IN_USE'],
    summaries: {
      create: 'Creates a form field',
      update: 'Changes a form field',
      remove: 'Deletes a form field',
      sort: 'Sorts the form fields of an event',
    },
  }),
]);
