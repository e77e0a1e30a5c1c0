import * as z from 'zod';
import { emailSchema } from '#modules/accounts/index.ts';
import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import { lineRights } from '#modules/orders/rules/order-item.ts';
import { cents, instant } from '#src/web/answers.ts';
import { lineAnswers } from './rules/answers.ts';

// All of it is mailed to an unverified address.
const line = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min, { error: 'required' })
    .max(max)
    .refine((text) => !holdsWebAddress(text), { error: 'webAddress' });

export const declarationInput = z.object({
  name: line(1, 200),
  orderNumber: line(1, 60),
  email: emailSchema.describe('Email address for the receipt and the answer'),
  what: line(0, 1000).default('').describe('Parts of the order to withdraw from; empty: the whole order'),
});
export type DeclarationInput = z.output<typeof declarationInput>;

export const answerInput = z.object({
  lines: z
    .array(z.object({ participantArticleId: z.int().nullable(), answer: z.enum(lineAnswers) }))
    .max(1000)
    .describe('One answer for each line of the order; participantArticleId null: the gift card'),
  note: z.string().trim().max(1000).default(''),
});
export type AnswerInput = z.output<typeof answerInput>;

export const withdrawalAnswer = z
  .object({
    id: z.int(),
    orderId: z.int().nullable(),
    giftCardId: z.int().nullable(),
    orderNumber: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    what: z.string(),
    declaredAt: instant,
    answeredAt: instant.nullable(),
    note: z.string(),
    goesBack: cents,
    lines: z.array(
      z.object({
        participantArticleId: z.int().nullable(),
        name: z.string(),
        quantity: z.int(),
        amount: cents,
        withdrawalRight: z.enum(lineRights),
        answer: z.enum(lineAnswers),
      }),
    ),
  })
  .meta({ id: 'Withdrawal', description: 'Withdrawal from a contract' });
