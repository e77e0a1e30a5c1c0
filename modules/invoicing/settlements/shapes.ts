import * as z from 'zod';
import { cents as amount, computed, instant, percent } from '#src/web/answers.ts';
import { type SettlementFigures, shareKinds } from '../rules/settlement.ts';
import { figuresOf, type Settlement } from './read-settlements.ts';

const figuresAnswer = computed(
  z.object({
    byMethod: z.array(
      z.object({ method: z.string(), payments: z.int(), received: amount, refunds: z.int(), refunded: amount }),
    ),
    received: amount,
    refunded: amount,
    disagioPercentage: percent,
    disagio: amount,
    tickets: z.int().describe('Tickets sold since the last settlement, minus returned tickets'),
    ticketFees: amount,
    fees: amount.describe('disagio + ticketFees, gross'),
    feesNet: amount,
    feesTax: amount,
    taxCategory: z.enum(['S', 'AE']).describe('AE: reverse charge'),
    taxRate: percent,
    vouchers: amount.describe('Voucher discounts that the platform pays'),
    articles: amount.describe('Articles sold by the platform itself, not by the organizer'),
    shares: z
      .array(z.object({ kind: z.enum(shareKinds), vat: percent, amount }))
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
  }),
  ({ disagioRate, tax, shares, ...figures }: SettlementFigures) => ({
    ...figures,
    disagioPercentage: disagioRate,
    taxCategory: tax.category,
    taxRate: tax.rate,
    shares: shares.map(({ rate, ...share }) => ({ ...share, vat: rate })),
  }),
).meta({ id: 'SettlementFigures', description: 'Sums of a settlement' });

const named = {
  eventId: z.int(),
  organizerId: z.int().nullable(),
  number: z.int(),
  from: instant,
  until: instant,
};
export const draftAnswer = z.object({ ...named, status: z.literal('draft'), figures: figuresAnswer });
export const settlementAnswer = computed(
  z.object({
    id: z.int(),
    ...named,
    organizerName: z.string(),
    status: z.enum(['closed', 'paid']),
    payoutStatus: z.enum(['waiting', 'inFile', 'paid']).nullable().describe('null: nothing is paid out'),
    figures: figuresAnswer,
  }),
  (settlement: Settlement) => ({ ...settlement, figures: figuresOf(settlement) }),
).meta({ id: 'Settlement', description: 'Settlement of an event with its organizer' });
