/**
 * A `Problem` is a refusal: a code of the catalog, an HTTP status and details for the caller. Its message is the locale entry
 * `problem.<CODE>`.
 */
export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 422 | 429 | 502 | 503;
export type ProblemTable = Readonly<Record<string, ProblemStatus>>;
export type ProblemDetails = Readonly<Record<string, unknown>>;

export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly code: string,
    readonly status: ProblemStatus,
    readonly details: ProblemDetails = {},
  ) {
    super(code);
  }
}

/**
 * Makes the `refuse` of a module, which accepts only the codes of its table. With `@__PURE__` before a call, bundlers drop unused
 * tables.
 */
export const refuser =
  <const T extends ProblemTable>(table: T) =>
  (code: keyof T & string, details: ProblemDetails = {}): never => {
    throw new Problem(code, table[code] as ProblemStatus, details);
  };

export const generalProblems = {
  NOT_FOUND: 404,
  UNAUTHORIZED: 401,
  NO_PERMISSION: 403,
  INVALID_TOKEN: 403,
  INVALID_CSRF_TOKEN: 403,
  TOO_MANY_REQUESTS: 429,
  VALIDATION_FAILED: 400,
  FILE_SIZE_LIMIT_EXCEEDED: 413,
  IDEMPOTENCY_KEY_IN_USE: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  STORAGE_UNAVAILABLE: 503,
} as const satisfies ProblemTable;

export const refuse = /* @__PURE__ */ refuser(generalProblems);

/** Field errors by path: locale keys or finished sentences. */
export type FieldErrors = Record<string, string[]>;
export const refuseFields = (fields: FieldErrors): never => refuse('VALIDATION_FAILED', { fields });
