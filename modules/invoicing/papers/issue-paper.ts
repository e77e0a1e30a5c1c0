import { eq, isNull, sql } from 'drizzle-orm';
import type { Address } from '#modules/accounts/rules/address.ts';
import type { Organizer } from '#modules/organizers/index.ts';
import type { Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { cents } from '#src/kernel/money.ts';
import { dateIn } from '#src/kernel/time.ts';
import { billedSign, type PaperData, type PaperParty } from '../rules/paper.ts';
import { paperNumber, usualPrefix } from '../rules/paper-number.ts';
import { invoiceSeries, invoices } from '../schema.ts';

const joined = (...parts: (string | null | undefined)[]): string | null =>
  parts
    .flatMap((part) => part?.trim() || [])
    .join(' ')
    .trim() || null;

const addressOf = (address: Partial<Address> | null) => ({
  street: joined(address?.street, address?.houseNumber),
  additional: joined(address?.additional),
  zipCode: joined(address?.zipCode),
  city: joined(address?.city),
  countryCode: joined(address?.countryCode),
  vatId: joined(address?.vatId),
});

export const partyOfOrganizer = ({ name, address, taxNumber, email }: Organizer): PaperParty => ({
  name,
  contact: null,
  ...addressOf(address),
  taxNumber,
  email,
});

/** Invoice address only: no mail address, no participants. */
export function partyOfAddress(address: Address): PaperParty {
  const { companyName, titlePrefix, firstName, lastName, titleSuffix } = address;
  const person = joined(titlePrefix, firstName, lastName, titleSuffix);
  const company = joined(companyName);
  return {
    name: company ?? person ?? '',
    contact: company ? person : null,
    ...addressOf(address),
    taxNumber: null,
    email: null,
  };
}

/** Papers are German for sellers in German-speaking countries. */
export const languageOf = ({ countryCode }: PaperParty): 'de' | 'en-us' =>
  ['AT', 'DE', 'CH', 'LI', null].includes(countryCode) ? 'de' : 'en-us';

export type SeriesOwner = { organizerId: number } | 'platform';

export type NewPaper = {
  series: SeriesOwner;
  organizerId: number;
  eventId?: number | null;
  orderId?: number | null;
  settlementId?: number | null;
  refersTo?: { id: number } | null;
  /** Idempotency key such as `order-17-2`; a second paper with it fails. */
  occasion: string;
  timeZone: string;
  /** The rest is filled in when it is issued. */
  data: Omit<PaperData, 'version' | 'number' | 'issuedOn' | 'refersTo' | 'currency'>;
};

/** Issues a paper. Its number is taken in the same transaction, so the series has no gaps. */
export async function issuePaper(work: Work, paper: NewPaper): Promise<{ id: number; number: string }> {
  const { tx, now } = work;
  const taken = await takeNumber(tx, paper.series);
  const before = paper.refersTo ? await referenceOf(tx, paper.refersTo.id) : null;
  const data: PaperData = {
    version: 1,
    currency: 'EUR',
    ...paper.data,
    number: taken.number,
    issuedOn: dateIn(now, paper.timeZone),
    refersTo: before,
  };
  const [row] = await tx
    .insert(invoices)
    .values({
      seriesId: taken.seriesId,
      sequence: taken.sequence,
      number: taken.number,
      kind: data.kind,
      sellerKind: paper.series === 'platform' ? 'platform' : 'organizer',
      organizerId: paper.organizerId,
      eventId: paper.eventId ?? null,
      orderId: paper.orderId ?? null,
      settlementId: paper.settlementId ?? null,
      refersToId: paper.refersTo?.id ?? null,
      occasion: paper.occasion,
      total: cents(billedSign(data.kind) * data.totals.gross),
      issuedAt: now,
      data,
    })
    .returning({ id: invoices.id });
  return { id: present(row, 'an inserted paper has an id').id, number: taken.number };
}

async function takeNumber(tx: Tx, owner: SeriesOwner) {
  const isOwner =
    owner === 'platform' ? isNull(invoiceSeries.organizerId) : eq(invoiceSeries.organizerId, owner.organizerId);
  const take = () =>
    tx
      .update(invoiceSeries)
      .set({ last: sql`${invoiceSeries.last} + 1` })
      .where(isOwner)
      .returning();
  let [series] = await take();
  if (!series) {
    const organizerId = owner === 'platform' ? null : owner.organizerId;
    await tx.insert(invoiceSeries).values({ organizerId, prefix: usualPrefix(organizerId) });
    [series] = await take();
  }
  const { id: seriesId, last: sequence, prefix, suffix } = present(series, 'a series that was just made');
  return { seriesId, sequence, number: paperNumber({ prefix, suffix }, sequence) };
}

async function referenceOf(tx: Tx, id: number): Promise<PaperData['refersTo']> {
  const [row] = await tx
    .select({ number: invoices.number, data: invoices.data })
    .from(invoices)
    .where(eq(invoices.id, id));
  const { number, data } = present(row, 'a paper that is referred to was issued');
  return { number, issuedOn: data.issuedOn };
}
