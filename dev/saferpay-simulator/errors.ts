import { type Behavior, newestVersion, spellBehavior } from './versions.ts';

/** Status and behavior of each error name. */
const table = {
  ACTION_NOT_SUPPORTED: [402, 'DO_NOT_RETRY'],
  ALIAS_INVALID: [402, 'DO_NOT_RETRY'],
  AMOUNT_INVALID: [402, 'DO_NOT_RETRY'],
  AUTHENTICATION_FAILED: [401, 'DO_NOT_RETRY'],
  BLOCKED_BY_RISK_MANAGEMENT: [402, 'OTHER_MEANS'],
  CARD_CHECK_FAILED: [402, 'OTHER_MEANS'],
  CARD_CVC_INVALID: [402, 'RETRY'],
  CARD_CVC_REQUIRED: [402, 'RETRY'],
  COMMUNICATION_FAILED: [402, 'RETRY'],
  COMMUNICATION_TIMEOUT: [402, 'RETRY_LATER'],
  CONDITION_NOT_SATISFIED: [402, 'OTHER_MEANS'],
  CURRENCY_INVALID: [402, 'DO_NOT_RETRY'],
  GENERAL_DECLINED: [402, 'OTHER_MEANS'],
  INTERNAL_ERROR: [500, 'RETRY'],
  NO_CONTRACT: [402, 'OTHER_MEANS'],
  NO_CREDITS_AVAILABLE: [402, 'DO_NOT_RETRY'],
  PAYER_AUTHENTICATION_REQUIRED: [402, 'RETRY'],
  PAYMENTMEANS_INVALID: [402, 'OTHER_MEANS'],
  PAYMENTMEANS_NOT_SUPPORTED: [402, 'OTHER_MEANS'],
  PERMISSION_DENIED: [403, 'DO_NOT_RETRY'],
  '3DS_AUTHENTICATION_FAILED': [402, 'OTHER_MEANS'],
  TOKEN_EXPIRED: [402, 'DO_NOT_RETRY'],
  TOKEN_INVALID: [402, 'DO_NOT_RETRY'],
  TRANSACTION_ABORTED: [402, 'DO_NOT_RETRY'],
  TRANSACTION_ALREADY_CAPTURED: [402, 'DO_NOT_RETRY'],
  TRANSACTION_DECLINED: [402, 'OTHER_MEANS'],
  TRANSACTION_IN_WRONG_STATE: [402, 'DO_NOT_RETRY'],
  TRANSACTION_NOT_FOUND: [402, 'DO_NOT_RETRY'],
  TRANSACTION_NOT_STARTED: [402, 'RETRY_LATER'],
  UNEXPECTED_ERROR_BY_ACQUIRER: [402, 'RETRY'],
  UPDATE_CARD_INFORMATION: [402, 'OTHER_MEANS'],
  VALIDATION_FAILED: [400, 'DO_NOT_RETRY'],
} as const satisfies Record<string, readonly [number, Behavior]>;

export type ErrorName = keyof typeof table;
export const errorNames = Object.keys(table) as [ErrorName, ...ErrorName[]];

/** Further fields of an error. */
export type ErrorFields = {
  ErrorDetail?: readonly string[];
  TransactionId?: string;
  OrderId?: string;
  PayerMessage?: string;
  ProcessorName?: string;
  ProcessorResult?: string;
  ProcessorMessage?: string;
};

/** A response other than 200. `behavior` and `status` default to the table. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal';
  readonly status: number;
  readonly behavior: Behavior;
  constructor(
    readonly errorName: ErrorName,
    message: string,
    readonly fields: ErrorFields = {},
    how: { status?: number | undefined; behavior?: Behavior | undefined } = {},
  ) {
    super(message);
    const [status, behavior] = table[errorName];
    this.status = how.status ?? status;
    this.behavior = how.behavior ?? behavior;
  }
}

export const refuseApi = (name: ErrorName, message: string, fields: ErrorFields = {}): never => {
  throw new ApiRefusal(name, message, fields);
};

/** Echoed from the request, as far as it was readable. */
export type Echo = { version: string; requestId: string };
export const echoOfNothing: Echo = { version: newestVersion, requestId: '' };

export const responseHeader = ({ version, requestId }: Echo) => ({ SpecVersion: version, RequestId: requestId });

export const errorBody = (refusal: ApiRefusal, echo: Echo): Record<string, unknown> => ({
  ResponseHeader: responseHeader(echo),
  Behavior: spellBehavior(refusal.behavior, echo.version),
  ErrorName: refusal.errorName,
  ErrorMessage: refusal.message,
  ...refusal.fields,
});
