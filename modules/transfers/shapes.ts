import * as z from 'zod';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import { isInLine, type Transfer } from './read-transfers.ts';
import { priceRules, refundRules, type TransferSettings, transferModes, transferStates } from './rules/terms.ts';

export const maxFee = 100_000;

export const settingsShape = z.object({
  mode: z.enum(transferModes).describe('`approval`: the organizer approves each offer'),
  until: z.iso.datetime().nullable().describe('null: until the event starts'),
  feePrice: z.int().min(0).max(maxFee).describe('Cents'),
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
});
export const settingsAnswer = (settings: TransferSettings) => ({ ...settings, until: toIsoOrNull(settings.until) });

export const transferShape = z.object({
  id: z.int(),
  participantId: z.int(),
  fromOrderId: z.int(),
  newOrderId: z.int().nullable(),
  state: z.enum(transferStates),
  askedByPerson: z
    .boolean()
    .describe('Whether the participant requested the offer on the personal page; the buyer must approve'),
  heldBy: z.string().describe('Name of the participant at the time of the offer'),
  createdAt: z.iso.datetime(),
  until: z.iso.datetime(),
  lineUntil: z.iso.datetime().nullable().describe('End of the offer to the next person on the waiting list'),
  endedAt: z.iso.datetime().nullable(),
});
export const transferAnswer = (transfer: Transfer) => ({
  id: transfer.id,
  participantId: transfer.participantId,
  fromOrderId: transfer.fromOrderId,
  newOrderId: transfer.newOrderId,
  state: transfer.state,
  askedByPerson: transfer.askedByPerson,
  heldBy: transfer.heldBy,
  createdAt: toIso(transfer.createdAt),
  until: toIso(transfer.until),
  lineUntil: isInLine(transfer) ? toIsoOrNull(transfer.lineUntil) : null,
  endedAt: toIsoOrNull(transfer.endedAt),
});
