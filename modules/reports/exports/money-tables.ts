import { type ListedPaper, listedPapers, shouldSend } from '#modules/invoicing/index.ts';
import { accountingShares, type EventTakings } from '#modules/invoicing/rules/accounting.ts';
import { isByCard } from '#modules/invoicing/rules/fee-lines.ts';
import type { Reader } from '#src/data/database.ts';
import type { FileColumn } from '#src/files/tables/cells.ts';
import { compareNames } from '#src/kernel/fold.ts';
import { basisPoints, type Cents, cents, toPercent, zeroCents } from '#src/kernel/money.ts';
import { isWithOrganizer } from '#src/kernel/payment-methods.ts';
import { dateIn, type Instant, toIso } from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { type DaySpan, type InstantSpan, instantsOf } from '../rules/days.ts';
import { platformShares, rateShares, type SellingEvent, sellingEvents, soldTickets, takings } from './read-takings.ts';

export type AccountingRow = {
  organizerId: number | null;
  organizerName: string | null;
  eventId: number;
  eventTitle: string;
  rate: number;
} & Record<(typeof sums)[number], Cents>;

/** The last four come after the contract's columns: payout is computed from all of them. */
const sums = [
  'net',
  'tax',
  'gross',
  'refunded',
  'fee',
  'disagio',
  'payout',
  'held',
  'vouchers',
  'articles',
  'cash',
] as const;

type ByRate = 'paidLines' | 'refundedLines' | 'heldLines' | 'cashLines' | 'vouchers' | 'articles';
type Counted = Omit<EventTakings, 'ticketFee' | 'disagio' | ByRate> & Record<ByRate, Map<number, number>>;

const spanOf = (days: DaySpan): InstantSpan => instantsOf(days, defaultTimeZone);

const add = (sums: Map<number, number>, key: number, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount);
const bySeller = (a: SellingEvent, b: SellingEvent): number =>
  compareNames(a.organizerName ?? '', b.organizerName ?? '') || a.eventId - b.eventId;

/** Money received in a span by organizer, event and tax rate, with the organizer's share. */
export async function accountingRows(reader: Reader, days: DaySpan, now: Instant): Promise<AccountingRow[]> {
  const span = spanOf(days);
  const counted = new Map<number, Counted>();
  const of = (eventId: number): Counted => {
    const found = counted.get(eventId) ?? {
      ...{ received: zeroCents, byCard: zeroCents, refunded: zeroCents, held: zeroCents, cash: zeroCents, tickets: 0 },
      ...{ paidLines: new Map(), refundedLines: new Map(), heldLines: new Map(), cashLines: new Map() },
      ...{ vouchers: new Map(), articles: new Map() },
    };
    counted.set(eventId, found);
    return found;
  };
  for await (const some of takings(reader, span, now)) {
    for (const { eventId, kind, method, amount, isPaidOut } of some) {
      const event = of(eventId);
      if (!isPaidOut) event.held = cents(event.held + (kind === 'refund' ? -amount : amount));
      if (isWithOrganizer(method)) event.cash = cents(event.cash + (kind === 'refund' ? -amount : amount));
      if (kind === 'refund') event.refunded = cents(event.refunded + amount);
      else event.received = cents(event.received + amount);
      if (kind === 'payment' && isPaidOut && isByCard(method)) event.byCard = cents(event.byCard + amount);
    }
  }
  for await (const some of rateShares(reader, span, now)) {
    for (const { eventId, kind, method, isPaidOut, rate, total } of some) {
      const event = of(eventId);
      add(kind === 'refund' ? event.refundedLines : event.paidLines, rate, total);
      if (!isPaidOut) add(event.heldLines, rate, kind === 'refund' ? -total : total);
      if (isWithOrganizer(method)) add(event.cashLines, rate, kind === 'refund' ? -total : total);
    }
  }
  for await (const some of soldTickets(reader, span, now))
    for (const { eventId, tickets } of some) of(eventId).tickets += tickets;
  for (const { eventId, kind, rate, amount } of await platformShares(reader, span))
    add(of(eventId)[kind === 'voucher' ? 'vouchers' : 'articles'], rate, amount);
  const sellers = await sellingEvents(reader, [...counted.keys()]);
  return [...sellers.values()].sort(bySeller).flatMap((seller) => {
    const { organizerId, organizerName, eventId, eventTitle } = seller;
    const terms = { ticketFee: seller.organizerProcessingFee, disagio: seller.disagio ?? basisPoints(0) };
    const shares = accountingShares({ ...of(eventId), ...terms }).filter(
      ({ gross, refunded, fee, vouchers, articles }) =>
        [gross, refunded, fee, vouchers, articles].some((sum) => sum !== 0),
    );
    const named = { organizerId, organizerName, eventId, eventTitle };
    return shares.map((share) => ({ ...named, ...share, rate: toPercent(share.rate) }));
  });
}

export const accountingColumns: readonly FileColumn<AccountingRow>[] = [
  { title: 'organizerId', kind: 'number', of: (row) => row.organizerId },
  { title: 'organizerName', kind: 'text', of: (row) => row.organizerName },
  { title: 'eventId', kind: 'number', of: (row) => row.eventId },
  { title: 'eventTitle', kind: 'text', of: (row) => row.eventTitle },
  { title: 'rate', kind: 'number', of: (row) => row.rate },
  ...sums.map((name): FileColumn<AccountingRow> => ({ title: name, kind: 'money', of: (row) => row[name] })),
];

export type MonthRow = {
  month: string;
  organizerId: number | null;
  organizerName: string | null;
  paymentMethod: string;
  orders: number;
  paid: Cents;
  refunded: Cents;
};

/** Payments and refunds by month, organizer and payment method. Months in the event's time zone. */
export async function monthRows(reader: Reader, days: DaySpan, now: Instant): Promise<MonthRow[]> {
  const rows = new Map<string, MonthRow>();
  const sellers = new Map<number, SellingEvent>();
  for await (const some of takings(reader, widened(days), now)) {
    const unknown = [...new Set(some.map(({ eventId }) => eventId))].filter((id) => !sellers.has(id));
    if (unknown.length > 0) for (const [id, seller] of await sellingEvents(reader, unknown)) sellers.set(id, seller);
    for (const { at, eventId, method, kind, amount, orders } of some) {
      const seller = sellers.get(eventId);
      const day = dateIn(at, seller?.timeZone ?? defaultTimeZone);
      if ((days.from && day < days.from) || (days.to && day > days.to)) continue;
      const { organizerId = null, organizerName = null } = seller ?? {};
      const month = day.slice(0, 7);
      const key = `${month}|${organizerId}|${method}`;
      const none = { orders: 0, paid: zeroCents, refunded: zeroCents };
      const row = rows.get(key) ?? { month, organizerId, organizerName, paymentMethod: method, ...none };
      rows.set(key, row);
      if (kind === 'refund') row.refunded = cents(row.refunded + amount);
      else {
        row.paid = cents(row.paid + amount);
        row.orders += orders;
      }
    }
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** One day more on both sides, because an event's time zone may differ from the platform's. */
const widened = (days: DaySpan): InstantSpan => {
  const { from, to } = instantsOf(days, 'UTC');
  const dayMs = 86_400_000;
  return { from: from && ((from - dayMs) as Instant), to: to && ((to + dayMs) as Instant) };
};

export const monthColumns: readonly FileColumn<MonthRow>[] = [
  { title: 'month', kind: 'text', of: (row) => row.month },
  { title: 'organizerId', kind: 'number', of: (row) => row.organizerId },
  { title: 'organizerName', kind: 'text', of: (row) => row.organizerName },
  { title: 'paymentMethod', kind: 'text', of: (row) => row.paymentMethod },
  { title: 'orders', kind: 'number', of: (row) => row.orders },
  { title: 'paid', kind: 'money', of: (row) => row.paid },
  { title: 'refunded', kind: 'money', of: (row) => row.refunded },
];

type PaperQuery = DaySpan & { kind: 'customer-invoices' | 'organizer-invoices'; eventId: number | null };
type PaperRow = ListedPaper & { shouldSendEmail: boolean };

/** By day of issue: organizers' invoices to customers, or the platform's to organizers. */
export async function paperRows(reader: Reader, { kind, eventId, ...days }: PaperQuery): Promise<PaperRow[]> {
  const sellerKind = kind === 'customer-invoices' ? 'organizer' : 'platform';
  const papers = await listedPapers(reader, { sellerKind, eventId, ...instantsOf(days, defaultTimeZone) });
  return papers.map((paper) => ({ ...paper, shouldSendEmail: shouldSend(paper, sellerKind) }));
}

export const paperColumns: readonly FileColumn<PaperRow>[] = [
  { title: 'id', kind: 'number', of: (row) => row.id },
  { title: 'number', kind: 'text', of: (row) => row.number },
  { title: 'organizerId', kind: 'number', of: (row) => row.organizerId },
  { title: 'organizerName', kind: 'text', of: (row) => row.organizerName },
  { title: 'eventId', kind: 'number', of: (row) => row.eventId },
  { title: 'orderId', kind: 'number', of: (row) => row.orderId },
  { title: 'kind', kind: 'text', of: (row) => row.kind },
  { title: 'total', kind: 'money', of: (row) => row.total },
  { title: 'createdAt', kind: 'text', of: (row) => toIso(row.issuedAt) },
  { title: 'fromDate', kind: 'date', of: (row) => row.fromDate },
  { title: 'toDate', kind: 'date', of: (row) => row.toDate },
  { title: 'sentEmailAddress', kind: 'text', of: (row) => row.sentTo },
  { title: 'shouldSendEmail', kind: 'text', of: (row) => String(row.shouldSendEmail) },
];
