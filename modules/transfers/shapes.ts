import * as z from 'zod';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import { isInLine, type Transfer } from './read-transfers.ts';
import { priceRules, refundRules, type TransferSettings, transferModes, transferStates } from './rules/terms.ts';

export const maxFee = 100_000;

export const settingsShape = z.object({
  mode: z.enum(transferModes).describe('`approval`: each offer waits for the organizer'),
  until: z.iso.datetime().nullable().describe('null: until the event starts'),
  feePrice: z.int().min(0).max(maxFee).describe('Cents'),
  priceRule: z
    .enum(priceRules)
    .describe('What the ticket costs whoever takes it over: the price of today, at least the old one, or the old one'),
  refundRule: z
    .enum(refundRules)
    .describe(
      '`paidLessFee`: whoever comes pays the price and the one before gets back what they paid less the fee. `nothing`: whoever comes pays the fee and what the place costs more today',
    ),
  otherCompetitions: z
    .boolean()
    .describe('Whoever comes may start in another competition with a free place instead, at its price of today'),
  lineFirst: z
    .boolean()
    .describe(
      'Whoever waits for one place of the competition is asked first, one after the other; then there is a link',
    ),
});
export const settingsAnswer = (settings: TransferSettings) => ({ ...settings, until: toIsoOrNull(settings.until) });

export const transferShape = z.object({
  id: z.int(),
  participantId: z.int(),
  fromOrderId: z.int(),
  newOrderId: z.int().nullable(),
  state: z.enum(transferStates),
  askedByPerson: z.boolean().describe('By whoever starts there, on their own page; whoever paid has to agree'),
  heldBy: z.string().describe('Who started there when it was offered'),
  createdAt: z.iso.datetime(),
  until: z.iso.datetime(),
  lineUntil: z.iso.datetime().nullable().describe('Until then it is the turn of somebody of the waiting list'),
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
