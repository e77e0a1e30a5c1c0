import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { cents, instant } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { listRows } from '#src/web/list/find.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { eventEntrySource, pendingPayment, readEntries } from './read-event-payments.ts';

export const eventPaymentApi = tagged('Payments', [
  api(
    {
      method: 'get',
      path: '/api/admin/organizer-invoices/event-payments/{eventId}',
      may: 'event.money',
      summary: 'Lists the payments and refunds of the orders of an event, newest first',
      load: loadEvent,
      query: listQueryOf(eventEntrySource(0)),
      answer: z.object({
        count: z.int(),
        rows: z.array(
          z.object({
            id: z.int(),
            orderId: z.int(),
            kind: z.enum(['payment', 'refund']),
            method: z.string(),
            amount: cents.describe('Positive amount in cents, also for refunds'),
            reference: z.string(),
            createdAt: instant,
          }),
        ),
      }),
    },
    ({ deps, params: { eventId }, query }) =>
      listRows(deps.read, eventEntrySource(eventId), query, (isOnPage) => readEntries(deps.read, isOnPage)),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/organizer-invoices/event-pending-payment/{eventId}',
      may: 'event.money',
      summary: 'Lists the open amounts of the pending orders of an event',
      load: loadEvent,
      answer: z.object({ sum: z.int(), count: z.int() }),
    },
    async ({ deps, params: { eventId } }) => {
      return pendingPayment(deps.read, eventId);
    },
  ),
]);
