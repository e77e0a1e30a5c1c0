import * as z from 'zod';
import { type Instant, toIso } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import { api, tagged } from '#src/platform/http.ts';
import { paperLink } from '../papers/paper-link.ts';
import { daysQuery, spanOf } from '../span.ts';
import { type FeeInvoice, feeInvoices, issuedWithin } from './read-fees.ts';

const rows = z.object({
  rows: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      organizerId: z.int(),
      organizerName: z.string(),
      eventId: z.int().nullable(),
      orderId: z.int().nullable(),
      kind: z.enum(['invoice', 'creditNote', 'correction']),
      total: z.int().describe('Cents; below 0 of a credit note'),
      createdAt: z.string(),
      fromDate: z.string(),
      toDate: z.string(),
      downloadLink: z.string().describe('Opens the file without a session, for a quarter of an hour'),
      sentEmailAddress: z.string().nullable(),
      shouldSendEmail: z.boolean().describe('It is to be mailed and was not yet'),
    }),
  ),
});

const shapeOf = (
  deps: Pick<Deps, 'signer' | 'config'>,
  { invoice, settlement, organizerName, email, sentTo }: FeeInvoice,
  now: Instant,
): z.input<typeof rows>['rows'][number] => ({
  id: invoice.id,
  number: invoice.number,
  organizerId: invoice.organizerId,
  organizerName,
  eventId: invoice.eventId,
  orderId: invoice.orderId,
  kind: invoice.kind,
  total: invoice.total,
  createdAt: toIso(invoice.issuedAt),
  fromDate: toIso(settlement.from).slice(0, 10),
  toDate: toIso(settlement.until).slice(0, 10),
  downloadLink: paperLink(deps, { id: invoice.id, linkVersion: 0 }, now),
  sentEmailAddress: sentTo,
  shouldSendEmail: sentTo === null && Boolean(email),
});

const listed = (
  path: '/api/admin/organizer-invoices' | '/api/admin/organizer-invoices/platform-invoices',
  summary: string,
) =>
  api(
    { method: 'get', path, may: 'payout.read', summary, query: daysQuery, answer: rows },
    async ({ deps, query, now }) => {
      const found = await feeInvoices(deps.read, issuedWithin(spanOf(query)));
      return { rows: found.map((row) => shapeOf(deps, row, now)) };
    },
  );

export const feesApi = tagged('Settlements', [
  listed('/api/admin/organizer-invoices', 'What the platform billed organizers within some days, newest first.'),
  listed(
    '/api/admin/organizer-invoices/platform-invoices',
    'Every paper of the platform’s own series within some days, newest first: by now those are the ones to organizers.',
  ),
]);
