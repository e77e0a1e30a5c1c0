import * as z from 'zod';
import { emailSchema } from '#modules/accounts/index.ts';
import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import { type CalendarDate, type Instant, zonedInstant } from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { cents, instant, type RecordOf } from '#src/web/answers.ts';
import {
  cardState,
  cardStates,
  formatCardCode,
  maxCardCents,
  maxYears,
  minCardCents,
  minYears,
  shortCardCode,
} from './rules/card.ts';
import { type GiftCard, type GiftCardMove, moveKinds } from './schema.ts';

const name = (least: number) =>
  z
    .string()
    .overwrite(oneLine)
    .min(least, { error: 'required' })
    .max(100)
    .refine((text) => !holdsWebAddress(text), { error: 'webAddress' });
const amount = z.int().min(minCardCents).max(maxCardCents).describe('Cents');
/** Forms post an empty text for none. */
const email = z.preprocess((text) => text || null, z.nullable(emailSchema)).optional();

const gift = {
  recipientName: name(0).default(''),
  recipientEmail: email.describe('Email address of the recipient; omitted: the buyer gets the card by mail'),
  message: z.string().trim().max(500).default(''),
  sendOn: z.iso.date().nullish().describe('Date of the mail to the recipient, sent at 8 a.m.; omitted: at once'),
};
const hasRecipient = ({ sendOn, recipientEmail }: { sendOn?: string | null; recipientEmail?: string | null }) =>
  !sendOn || Boolean(recipientEmail);
const ofRecipient = { error: 'giftCards.error.sendOn', path: ['sendOn'] };
export const orderInput = z
  .object({ amount, buyerName: name(1), buyerEmail: emailSchema, ...gift })
  .refine(hasRecipient, ofRecipient);
export const issueInput = z
  .object({ amount, buyerName: name(1), buyerEmail: email, ...gift })
  .refine(hasRecipient, ofRecipient);

type Input = z.output<typeof orderInput> | z.output<typeof issueInput>;
const hourOfDay = 8;
export const cardOfInput = ({ sendOn, recipientEmail, buyerEmail, ...rest }: Input) => ({
  ...rest,
  buyerEmail: buyerEmail ?? null,
  recipientEmail: recipientEmail ?? null,
  sendAt: sendOn ? zonedInstant(sendOn as CalendarDate, hourOfDay, 0, defaultTimeZone) : null,
});

export const settingsInput = z
  .object({
    isOn: z.boolean().describe('Whether new cards are sold; issued cards stay valid'),
    least: z.int().min(minCardCents).max(maxCardCents).describe('Minimum amount, cents'),
    most: z.int().min(minCardCents).max(maxCardCents).describe('Maximum amount, cents'),
    years: z.int().min(minYears).max(maxYears).describe('Validity in whole calendar years after the year of sale'),
  })
  .refine(({ least, most }) => least <= most, { error: 'giftCards.error.range', path: ['most'] });

export const codeInput = z.string().min(1).max(60);

export const cardAnswer = z
  .object({
    id: z.int(),
    code: z.string().describe('The whole code for a single card, the last four characters in a list'),
    state: z.enum(cardStates),
    amount: cents,
    rest: cents,
    buyerName: z.string(),
    buyerEmail: z.string().nullable(),
    recipientName: z.string(),
    recipientEmail: z.string().nullable(),
    createdAt: instant,
    issuedAt: instant.nullable(),
    validUntil: instant.nullable(),
  })
  .meta({ id: 'GiftCard', description: 'Gift card, without its whole code' });
export const oneCardAnswer = cardAnswer
  .extend({
    message: z.string(),
    sendAt: instant.nullable(),
    history: z.array(
      z.object({
        kind: z.enum(moveKinds),
        amount: cents,
        orderId: z.int().nullable(),
        note: z.string(),
        at: instant,
      }),
    ),
  })
  .meta({ id: 'GiftCardDetails', description: 'Gift card with its code and history' });

export const cardRecord = (card: GiftCard, now: Instant): RecordOf<typeof cardAnswer> => ({
  ...card,
  code: shortCardCode(card.code),
  state: cardState(card, now),
});

export const oneCardRecord = (
  card: GiftCard,
  moves: readonly GiftCardMove[],
  now: Instant,
): RecordOf<typeof oneCardAnswer> => ({
  ...card,
  state: cardState(card, now),
  code: formatCardCode(card.code),
  history: moves.map((move) => ({ ...move, at: move.createdAt })),
});
