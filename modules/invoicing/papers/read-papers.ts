import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { orders } from '#modules/orders/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { signVersioned } from '#src/access/versioned-links.ts';
import type { Reader } from '#src/data/database.ts';
import { type CalendarDate, type Instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { cents, instant, type RecordOf } from '#src/web/answers.ts';
import { paperKinds } from '../rules/paper.ts';
import { invoiceMails, invoices } from '../schema.ts';

export const paperPath = (id: number): string => `/documents/papers/${id}`;

/** Valid for 15 minutes without a session. The order's `linkVersion` invalidates links when the order changes hands. */
export const paperAddress = (
  { signer }: Pick<Deps, 'signer'>,
  { id, linkVersion }: { id: number; linkVersion: number },
  now: Instant,
): string => signVersioned(signer, paperPath(id), linkVersion, plus(now, minutes(15)));

export const paperLink = (deps: Pick<Deps, 'config' | 'signer'>, ...of: Parts): string =>
  deps.config.publicUrl + paperAddress(deps, ...of);
type Parts = [paper: { id: number; linkVersion: number }, now: Instant];

/** `from` is included, `to` is not. */
export type PaperQuery = {
  sellerKind: 'organizer' | 'platform';
  organizerId?: number | null;
  eventId?: number | null;
  from: Instant | null;
  to: Instant | null;
};

const supplied = (end: 'from' | 'to') => sql<CalendarDate>`json_extract(${invoices.data}, ${`$.supply.${end}`})`;
const ifGiven = <T>(value: T | null | undefined, condition: (value: T) => SQL): SQL | undefined =>
  value === null || value === undefined ? undefined : condition(value);

export const listedPapers = (reader: Reader, { sellerKind, organizerId, eventId, from, to }: PaperQuery) =>
  reader
    .select({
      id: invoices.id,
      number: invoices.number,
      organizerId: invoices.organizerId,
      organizerName: organizers.name,
      email: organizers.email,
      eventId: invoices.eventId,
      orderId: invoices.orderId,
      kind: invoices.kind,
      total: invoices.total,
      issuedAt: invoices.issuedAt,
      fromDate: supplied('from'),
      toDate: supplied('to'),
      sentTo: invoiceMails.recipient,
      linkVersion: sql<number>`coalesce(${orders.linkVersion}, 0)`,
    })
    .from(invoices)
    .innerJoin(organizers, eq(organizers.id, invoices.organizerId))
    .leftJoin(orders, eq(orders.id, invoices.orderId))
    .leftJoin(invoiceMails, eq(invoiceMails.invoiceId, invoices.id))
    .where(
      and(
        eq(invoices.sellerKind, sellerKind),
        ifGiven(organizerId, (id) => eq(invoices.organizerId, id)),
        ifGiven(eventId, (id) => eq(invoices.eventId, id)),
        ifGiven(from, (at) => gte(invoices.issuedAt, at)),
        ifGiven(to, (at) => lt(invoices.issuedAt, at)),
      ),
    )
    .orderBy(asc(invoices.issuedAt), asc(invoices.id));
export type ListedPaper = Awaited<ReturnType<typeof listedPapers>>[number];

export const paperRow = z
  .object({
    id: z.int(),
    number: z.string(),
    organizerId: z.int(),
    organizerName: z.string(),
    eventId: z.int().nullable(),
    orderId: z.int().nullable(),
    kind: z.enum(paperKinds),
    total: cents.describe('Contribution to the billed total, in cents; negative for a credit note'),
    createdAt: instant,
    fromDate: z.string(),
    toDate: z.string(),
    downloadLink: z.string().describe('Opens the file without a session, for 15 minutes'),
    sentEmailAddress: z.string().nullable(),
    shouldSendEmail: z.boolean().describe('Whether the document still has to be mailed'),
  })
  .meta({ id: 'Invoice', description: 'Invoice, credit note or correction' });

/** The platform's papers are mailed once; customers download their own. */
export const shouldSend = (
  { sentTo, email }: Pick<ListedPaper, 'sentTo' | 'email'>,
  sellerKind: PaperQuery['sellerKind'],
): boolean => sellerKind === 'platform' && sentTo === null && Boolean(email);

export function paperAnswer(
  deps: Pick<Deps, 'signer' | 'config'>,
  paper: ListedPaper,
  sellerKind: PaperQuery['sellerKind'],
  now: Instant,
): RecordOf<typeof paperRow> {
  return {
    ...paper,
    createdAt: paper.issuedAt,
    downloadLink: paperLink(deps, paper, now),
    sentEmailAddress: paper.sentTo,
    shouldSendEmail: shouldSend(paper, sellerKind),
  };
}

/** null: no such paper. */
export async function linkVersionOf(reader: Reader, id: number): Promise<number | null> {
  const [paper] = await reader
    .select({ id: invoices.id, linkVersion: orders.linkVersion })
    .from(invoices)
    .leftJoin(orders, eq(orders.id, invoices.orderId))
    .where(eq(invoices.id, id));
  return paper ? (paper.linkVersion ?? 0) : null;
}

export const papersOfBuyer = (reader: Reader, userId: number) =>
  reader
    .select({ orderId: invoices.orderId, number: invoices.number, kind: invoices.kind, data: invoices.data })
    .from(orders)
    .innerJoin(invoices, eq(invoices.orderId, orders.id))
    .where(eq(orders.userId, userId))
    .orderBy(asc(invoices.id));
