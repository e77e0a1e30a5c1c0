import * as z from 'zod';
import { cents } from '#src/kernel/money.ts';
import { providerStatuses } from '../rules/states.ts';

/** Fields that we read; all others are ignored. */
const optional = z.string().nullish();

export const errorAnswer = z.object({
  Behavior: optional,
  ErrorName: z.string(),
  ErrorMessage: optional,
  ErrorDetail: z.array(z.string()).nullish(),
  TransactionId: optional,
  PayerMessage: optional,
  ProcessorMessage: optional,
});

export const initializeAnswer = z.object({
  Token: z.string().min(1).max(100),
  Expiration: z.iso.datetime({ offset: true }),
  RedirectUrl: z.url({ protocol: /^https?$/ }),
});

const minorUnits = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform((digits) => cents(Number(digits)));

export const transactionAnswer = z.object({
  Transaction: z.object({
    Type: z.string(),
    Status: z.enum(providerStatuses),
    Id: z.string().min(1).max(100),
    CaptureId: optional,
    Amount: z.object({ Value: minorUnits, CurrencyCode: z.string() }),
    OrderId: optional,
  }),
  PaymentMeans: z
    .object({
      Brand: z.object({ PaymentMethod: optional, Name: optional }).nullish(),
      DisplayText: optional,
      Wallet: optional,
    })
    .nullish(),
});
export type TransactionAnswer = z.infer<typeof transactionAnswer>;

export const captureAnswer = z.object({ CaptureId: optional, Status: z.enum(['CAPTURED', 'PENDING']) });
export const stateAnswer = z.object({ Status: z.enum(['CAPTURED', 'PENDING']) });
export const anyAnswer = z.object({});
