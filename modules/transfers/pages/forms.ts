import * as z from 'zod';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { choice, end, type FormSpec, flag, formOf, money } from '#src/web/forms/fields.ts';
import { priceRules, refundRules, transferModes } from '../rules/terms.ts';
import { maxFee } from '../shapes.ts';

export const settingsForm: FormSpec = formOf('transfers', [
  {
    name: 'whether',
    fields: [choice('mode', transferModes), end('until'), flag('lineFirst'), flag('otherCompetitions')],
  },
  {
    name: 'price',
    fields: [choice('refundRule', refundRules), choice('priceRule', priceRules), money('feePrice', true)],
  },
]);
export const settingsInput = z.object({
  mode: z.enum(transferModes),
  until: z.custom<Instant>((value) => typeof value === 'number').nullable(),
  lineFirst: z.boolean(),
  otherCompetitions: z.boolean(),
  refundRule: z.enum(refundRules),
  priceRule: z.enum(priceRules),
  feePrice: z
    .int()
    .min(0)
    .max(maxFee)
    .transform((value) => value as Cents),
});
