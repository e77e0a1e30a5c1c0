import * as z from 'zod';
import { cents as asCents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import { cents, computed, instant } from '#src/web/answers.ts';
import { isInLine, type Transfer } from './read-transfers.ts';
import { priceRules, refundRules, transferModes, transferStates } from './rules/terms.ts';

export const maxFee = 100_000;

export const settingsShape = z
  .object({
    mode: z.enum(transferModes).describe('`approval`: the organizer approves each offer'),
    until: instant.nullable().describe('null: until the event starts'),
    feePrice: cents,
    priceRule: z
      .enum(priceRules)
      .describe(
        'Ticket price for the new holder: the current price, the higher of the current and the old price, or the old price',
      ),
    refundRule: z
      .enum(refundRules)
      .describe(
        '`paidLessFee`: the new holder pays the price, and the previous holder gets back the paid price minus the fee. `nothing`: the new holder pays the fee and any increase of the price',
      ),
    otherCompetitions: z
      .boolean()
      .describe('Whether the new holder may choose another competition with a free place, at its current price'),
    lineFirst: z
      .boolean()
      .describe(
        'Whether people who wait for one place of the competition get the offer first, one after the other. Afterwards the place is offered by a link',
      ),
  })
  .meta({ id: 'TransferSettings', description: 'Rules for passing on places of an event' });
export const settingsBody = settingsShape
  .extend({
    until: z.iso.datetime().transform(fromIso).nullable().describe('null: until the event starts'),
    feePrice: z.int().min(0).max(maxFee).transform(asCents).describe('Cents'),
  })
  .partial();

const transferFields = z.object({
  id: z.int(),
  participantId: z.int(),
  fromOrderId: z.int(),
  newOrderId: z.int().nullable(),
  state: z.enum(transferStates),
  askedByPerson: z
    .boolean()
    .describe('Whether the participant requested the offer on the personal page; the buyer must approve'),
  heldBy: z.string().describe('Name of the participant at the time of the offer'),
  createdAt: instant,
  until: instant,
  lineUntil: instant.nullable().describe('End of the offer to the next person on the waiting list'),
  endedAt: instant.nullable(),
});
export const transferShape = computed(transferFields, (transfer: Transfer) => ({
  ...transfer,
  lineUntil: isInLine(transfer) ? transfer.lineUntil : null,
})).meta({ id: 'Transfer', description: 'Offer of a place to another person' });
