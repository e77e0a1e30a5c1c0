import { z } from 'zod';
import { ApiRefusal } from './errors.ts';
import { isKnownVersion, notifiesByTwoAddresses, refundsCaptures, returnsToOneAddress } from './versions.ts';

/** Request schemas. Unknown names are ignored. */
const id = (max: number) => z.string().regex(new RegExp(`^[A-Za-z0-9.:_-]{1,${max}}$`));
const text = (max: number) => z.string().min(1).max(max);
const numeric = (min: number, max: number) => z.string().regex(new RegExp(`^\\d{${min},${max}}$`));
const address = z
  .string()
  .max(2000)
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
const amount = z.object({
  Value: z.string().regex(/^[1-9]\d{0,11}$/),
  CurrencyCode: z.string().regex(/^[A-Z]{3}$/),
});

const header = z.object({
  SpecVersion: z.string().refine(isKnownVersion),
  CustomerId: numeric(1, 8),
  RequestId: id(50),
  RetryIndicator: z.int().min(0).max(9),
  ClientInfo: z.object({ ShopInfo: text(100).nullish(), OsInfo: text(100).nullish() }).nullish(),
});
const base = z.object({ RequestHeader: header });
export type Header = z.infer<typeof header>;

/** Exactly one of the names is required. */
const oneOf = <const N extends string>(names: readonly N[]) =>
  z
    .object(
      Object.fromEntries(names.map((name) => [name, id(80).optional()])) as { [K in N]: z.ZodOptional<z.ZodString> },
    )
    .refine((value) => names.filter((name) => (value as Record<string, unknown>)[name] !== undefined).length === 1);

const billing = z.object({
  FirstName: text(100).nullish(),
  LastName: text(100).nullish(),
  Company: text(100).nullish(),
  Street: text(100).nullish(),
  Zip: text(100).nullish(),
  City: text(100).nullish(),
  CountryCode: z.string().length(2).nullish(),
  Email: z.string().max(254).nullish(),
  Phone: text(100).nullish(),
  Gender: z.enum(['MALE', 'FEMALE', 'DIVERSE', 'COMPANY']).nullish(),
});
const wholeNumber = z.union([z.string().regex(/^-?\d{1,12}$/), z.int()]);

const initialize = base.extend({
  TerminalId: numeric(8, 8),
  Payment: z.object({
    Amount: amount,
    Description: text(1000),
    OrderId: id(80).nullish(),
    PayerNote: text(50).nullish(),
  }),
  ReturnUrl: z.object({ Url: address }).nullish(),
  ReturnUrls: z.object({ Success: address, Fail: address, Abort: address.nullish() }).nullish(),
  Notification: z
    .object({
      NotifyUrl: address.nullish(),
      SuccessNotifyUrl: address.nullish(),
      FailNotifyUrl: address.nullish(),
      PayerEmail: z.email().nullish(),
      MerchantEmails: z.array(z.email()).max(10).nullish(),
    })
    .nullish(),
  PaymentMethods: z.array(text(50)).nullish(),
  Wallets: z.array(text(50)).nullish(),
  Payer: z
    .object({
      LanguageCode: text(10).nullish(),
      IpAddress: z.union([z.ipv4(), z.ipv6()]).nullish(),
      Id: text(256).nullish(),
      BillingAddress: billing.nullish(),
      DeliveryAddress: billing.nullish(),
    })
    .nullish(),
  Order: z
    .object({
      Items: z
        .array(
          z.object({
            Type: z.enum([
              'DIGITAL',
              'PHYSICAL',
              'SERVICE',
              'GIFTCARD',
              'DISCOUNT',
              'SHIPPINGFEE',
              'SALESTAX',
              'SURCHARGE',
            ]),
            Id: text(80).nullish(),
            Name: text(200),
            Quantity: wholeNumber,
            UnitPrice: wholeNumber,
            TaxRate: wholeNumber.nullish(),
            TaxAmount: wholeNumber.nullish(),
            DiscountAmount: wholeNumber.nullish(),
          }),
        )
        .min(1),
    })
    .nullish(),
  Condition: text(50).nullish(),
  ConfigSet: id(20).nullish(),
});

const transactionReference = oneOf(['TransactionId', 'OrderId']);
const pendingNotification = z.object({ NotifyUrl: address.nullish() }).nullish();
const schemas = {
  'PaymentPage/Initialize': initialize,
  'PaymentPage/Assert': base.extend({ Token: id(50) }),
  'Transaction/Capture': base.extend({
    TransactionReference: transactionReference,
    Amount: amount.nullish(),
    PendingNotification: pendingNotification,
  }),
  'Transaction/Cancel': base.extend({ TransactionReference: transactionReference }),
  'Transaction/Refund': base.extend({
    Refund: z.object({
      Amount: amount,
      OrderId: id(80).nullish(),
      Description: text(1000).nullish(),
      RestrictRefundAmountToCapturedAmount: z.boolean().nullish(),
    }),
    CaptureReference: oneOf(['CaptureId', 'TransactionId', 'OrderId', 'OrderPartId']).optional(),
    /** Of versions before 1.10. */
    TransactionReference: transactionReference.optional(),
    PendingNotification: pendingNotification,
  }),
  'Transaction/AssertCapture': base.extend({ CaptureReference: oneOf(['CaptureId', 'TransactionId', 'OrderId']) }),
  'Transaction/AssertRefund': base.extend({ TransactionReference: transactionReference }),
  'Transaction/Inquire': base.extend({ TransactionReference: transactionReference }),
  'Batch/Close': base.extend({ TerminalId: numeric(8, 8) }),
} as const;

export type Operation = keyof typeof schemas;
export const operations = Object.keys(schemas) as [Operation, ...Operation[]];
export type InputOf<O extends Operation> = z.infer<(typeof schemas)[O]>;

type Missing = { code: string; path: PropertyKey[]; message: string; input?: unknown };

/** @throws ApiRefusal VALIDATION_FAILED with a line for each field: its path and what is wrong with it */
export function validated<O extends Operation>(operation: O, body: unknown): InputOf<O> {
  const read = schemas[operation].safeParse(body, { reportInput: true });
  if (!read.success) return refuseDetails(read.error.issues.map((issue) => detailOf(issue)));
  const details = missingByVersion(operation, read.data);
  if (details.length > 0) return refuseDetails(details);
  return read.data as InputOf<O>;
}

export function refuseDetails(details: readonly string[]): never {
  throw new ApiRefusal('VALIDATION_FAILED', 'Request validation failed', { ErrorDetail: details });
}

export const requiredDetail = (path: string): string => `${path}: The field ${path.split('.').at(-1)} is required.`;

function detailOf({ path, input }: Missing): string {
  const name = path.map(String).join('.') || 'Request';
  return input === undefined || input === null
    ? requiredDetail(name)
    : `${name}: The field ${path.at(-1)?.toString() ?? name} is invalid.`;
}

/** Fields whose requirement changed between versions. */
function missingByVersion(operation: Operation, data: object): string[] {
  const { SpecVersion: version } = (data as { RequestHeader: Header }).RequestHeader;
  const fields = data as Record<string, unknown>;
  if (operation === 'PaymentPage/Initialize') {
    if (returnsToOneAddress(version)) return fields.ReturnUrl ? [] : [requiredDetail('ReturnUrl.Url')];
    return fields.ReturnUrls ? [] : [requiredDetail('ReturnUrls.Success'), requiredDetail('ReturnUrls.Fail')];
  }
  if (operation !== 'Transaction/Refund') return [];
  const name = refundsCaptures(version) ? 'CaptureReference' : 'TransactionReference';
  return fields[name] ? [] : [requiredDetail(name)];
}

export function notifyOf(requested: InputOf<'PaymentPage/Initialize'>): {
  success: string | null;
  fail: string | null;
} {
  const { Notification: notification } = requested;
  // One address, called after a success only.
  if (!notifiesByTwoAddresses(requested.RequestHeader.SpecVersion))
    return { success: notification?.NotifyUrl ?? null, fail: null };
  return { success: notification?.SuccessNotifyUrl ?? null, fail: notification?.FailNotifyUrl ?? null };
}

export function returnOf(requested: InputOf<'PaymentPage/Initialize'>): {
  success: string;
  fail: string;
  abort: string;
} {
  const one = requested.ReturnUrl?.Url;
  if (returnsToOneAddress(requested.RequestHeader.SpecVersion) && one) return { success: one, fail: one, abort: one };
  const { Success: success = '', Fail: fail = '', Abort: abort } = requested.ReturnUrls ?? {};
  return { success, fail, abort: abort ?? fail };
}
