import * as z from 'zod';
import { api, tagged } from '#src/web/http.ts';
import { loadEvent } from './access/event-access.ts';
import {
  competitionAnswer,
  competitionShape,
  discountAnswer,
  discountShape,
  formFieldAnswer,
  formFieldShape,
  priceAnswer,
  priceShape,
  protectionAnswer,
  quotaAnswer,
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
    shape: competitionShape,
    rows: ({ competitions }) => competitions,
    newInput: newCompetitionInput,
    input: competitionInput,
    create: createCompetition,
    update: updateCompetition,
    summaries: {
      create: 'Make a competition',
      read: 'One competition',
      update: 'Change a competition',
      remove: 'Delete a competition that nobody entered',
      sort: 'Put all competitions of an event in order',
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
    shape: priceShape,
    rows: ({ competitions }, competitionId) =>
      competitions.filter(({ id }) => id === (competitionId ?? id)).flatMap(({ prices }) => prices),
    newInput: priceInput,
    input: priceInput,
    create: createPrice,
    update: updatePrice,
    summaries: {
      create: 'Make a price',
      update: 'Change a price; quantity is what is still to be sold',
      remove: 'Delete a price at which nobody bought',
      sort: 'Put all prices of a competition in order',
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
    shape: (protection) => protection,
    newInput: newProtectionInput,
    input: protectionInput,
    create: createProtection,
    update: updateProtection,
    summaries: {
      create: 'Offer a cancellation protection',
      update: 'Change a cancellation protection',
      remove: 'Delete a cancellation protection that nobody bought',
    },
  }),
);

export const quotasApi = tagged('Shared quotas (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/shared-quotas',
      may: 'event.read',
      summary: 'What competitions of an event share, and what is left of it',
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
    shape: (quota) => quota,
    newInput: newQuotaInput,
    input: quotaInput,
    create: createQuota,
    update: updateQuota,
    summaries: {
      create: 'Let competitions share a number of places',
      update: 'Change what competitions share',
      remove: 'Let competitions share it no longer; each keeps its own number',
    },
  }),
]);

export const discountsApi = tagged('Discounts (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/discounts',
      may: 'event.read',
      summary: 'What comes off tickets of an event by itself',
      params: z.object({ eventId: z.string().max(100) }),
      load: loadEvent,
      answer: z.object({ rows: z.array(discountAnswer) }),
    },
    async ({ deps, record: eventId }) => ({
      rows: (await existingCatalog(deps.read, eventId)).discounts.map(discountShape),
    }),
  ),
  ...recordCalls({
    kind: 'discount',
    below: '/api/admin/discounts/{eventId}',
    one: '/api/admin/discounts/{discountId}',
    rows: ({ discounts }) => discounts,
    as: 'discount',
    answer: discountAnswer,
    shape: discountShape,
    newInput: newDiscountInput,
    input: discountInput,
    create: createDiscount,
    update: updateDiscount,
    summaries: {
      create: 'Give a discount without a code',
      update: 'Change a discount; orders of before keep theirs',
      remove: 'Give a discount no longer; orders of before keep theirs',
    },
  }),
]);

export const fieldsApi = tagged('Form fields (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/form-fields',
      may: 'event.read',
      summary: 'What participants are asked besides',
      load: loadEvent,
      answer: z.object({ rows: z.array(formFieldAnswer) }),
    },
    async ({ deps, record }) => ({
      rows: (await existingCatalog(deps.read, record)).formFields.map(formFieldShape),
    }),
  ),
  ...recordCalls({
    kind: 'field',
    below: '/api/admin/events/{eventId}/form-fields',
    one: '/api/admin/events/{eventId}/form-fields/{fieldId}',
    as: 'formField',
    answer: formFieldAnswer,
    shape: formFieldShape,
    rows: ({ formFields }) => formFields,
    newInput: newFormFieldInput,
    input: formFieldInput,
    create: createFormField,
    update: updateFormField,
    summaries: {
      create: 'Ask something more',
      update: 'Change a field',
      remove: 'Ask it no longer',
      sort: 'Put all fields of an event in order',
    },
  }),
]);
