import * as z from 'zod';
import { toPercent } from '#src/kernel/money.ts';
import { toIso } from '#src/kernel/time.ts';
import { type SettlementFigures, shareKinds } from '../rules/settlement.ts';
import type { Draft } from './read-draft.ts';
import { figuresOf, type Settlement } from './read-settlements.ts';

const amount = z.int().describe('Cents');
const figuresAnswer = z.object({
  byMethod: z.array(
    z.object({ method: z.string(), payments: z.int(), received: amount, refunds: z.int(), refunded: amount }),
  ),
  received: amount,
  refunded: amount,
  disagioPercentage: z.number(),
  disagio: amount,
  tickets: z.int().describe('Tickets sold since the last settlement, minus returned tickets'),
  ticketFees: amount,
  fees: amount.describe('disagio + ticketFees, gross'),
  feesNet: amount,
  feesTax: amount,
  taxCategory: z.enum(['S', 'AE']).describe('AE: reverse charge'),
  taxRate: z.number().describe('Percent'),
  vouchers: amount.describe('Voucher discounts that the platform pays'),
  articles: amount.describe('Articles sold by the platform itself, not by the organizer'),
  shares: z
    .array(z.object({ kind: z.enum(shareKinds), vat: z.number().describe('Percent'), amount }))
    .describe('vouchers and articles by tax rate'),
  cash: amount.describe(
    'Part of received − refunded in cash or by gift cards of the organizer, which the organizer already has',
  ),
  carriedIn: amount.describe('Carried over from the last settlement; negative: the organizer owes it'),
  balance: amount.describe('received − refunded − cash − fees + vouchers − articles + carriedIn'),
  keptForRefunds: amount,
  payout: amount,
  carriedOut: amount.describe('balance − payout'),
  held: amount.describe('Not in the balance: payments without a bank entry or a confirmation of the provider'),
  open: amount.describe('Not in the balance: payments of pending orders'),
});

const named = {
  eventId: z.int(),
  organizerId: z.int().nullable(),
  number: z.int(),
  from: z.string(),
  until: z.string(),
};
export const draftAnswer = z.object({ ...named, status: z.literal('draft'), figures: figuresAnswer });
export const settlementAnswer = z.object({
  id: z.int(),
  ...named,
  organizerName: z.string(),
  status: z.enum(['closed', 'paid']),
  payoutStatus: z.enum(['waiting', 'inFile', 'paid']).nullable().describe('null: nothing is paid out'),
  figures: figuresAnswer,
});

const figuresShape = (figures: SettlementFigures): z.input<typeof figuresAnswer> => ({
  byMethod: figures.byMethod,
  received: figures.received,
  refunded: figures.refunded,
  disagioPercentage: toPercent(figures.disagioRate),
  disagio: figures.disagio,
  tickets: figures.tickets,
  ticketFees: figures.ticketFees,
  fees: figures.fees,
  feesNet: figures.feesNet,
  feesTax: figures.feesTax,
  taxCategory: figures.tax.category,
  taxRate: toPercent(figures.tax.rate),
  vouchers: figures.vouchers,
  articles: figures.articles,
  shares: figures.shares.map(({ kind, rate, amount: sum }) => ({ kind, vat: toPercent(rate), amount: sum })),
  cash: figures.cash,
  carriedIn: figures.carriedIn,
  balance: figures.balance,
  keptForRefunds: figures.keptForRefunds,
  payout: figures.payout,
  carriedOut: figures.carriedOut,
  held: figures.held,
  open: figures.open,
});

export const draftShape = ({ eventId, organizerId, number, from, until, figures }: Draft) => ({
  ...{ eventId, organizerId, number, from: toIso(from), until: toIso(until) },
  status: 'draft' as const,
  figures: figuresShape(figures),
});
export const settlementShape = (row: Settlement): z.input<typeof settlementAnswer> => {
  const { id, eventId, organizerId, organizerName, number, from, until, status, payoutStatus } = row;
  return {
    id,
    eventId,
    organizerId,
    organizerName,
    number,
    status,
    payoutStatus,
    ...{ from: toIso(from), until: toIso(until) },
    figures: figuresShape(figuresOf(row)),
  };
};
