import * as z from 'zod';
import { api, tagged } from '#src/web/http.ts';
import { loadEvent } from '../access/load.ts';
import { discountAnswer, discountShape } from '../answers.ts';
import { existingCatalog } from '../read-catalog.ts';
import { recordCalls } from '../records/api.ts';
import { discountInput, newDiscountInput } from '../shapes.ts';
import { createDiscount, updateDiscount } from './save-discounts.ts';

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
