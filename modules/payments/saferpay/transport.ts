import type * as z from 'zod';
import type { SaferpayConfig } from '#src/config/config.ts';
import { secretToken } from '#src/kernel/ids.ts';
import type { Log } from '#src/runtime/log.ts';
import { codeOf, handlingOf, meaningOf } from './error-names.ts';
import type { Operation, Outcome, ProviderFailure } from './provider.ts';
import { errorAnswer } from './shapes.ts';

export type SaferpayOptions = {
  config: SaferpayConfig;
  fetch(url: string, init: RequestInit): Promise<Response>;
  log: Log;
};

export type Request<T> = {
  operation: Operation;
  path: string;
  body: object;
  answer: z.ZodType<T>;
  /** Identifies the request over its tries; default: a new one. */
  requestId?: string;
  retry?: number;
  /** Safe to retry without an answer: read-only or idempotent. */
  repeatable: boolean;
};

export const newRequestId = (): string => secretToken(18).replaceAll('_', '.');

/** `RetryIndicator` counts to 9. */
const maxRetries = 9;

export type Call = <T>(request: Request<T>) => Promise<Outcome<{ answer: T }>>;

/** JSON over HTTP with time-out, headers and errors of the provider. */
export function makeCall({ config, fetch, log }: SaferpayOptions): Call {
  const { timeoutMs = 100_000, pausesMs = [400, 2000] } = config;
  const authorization = `Basic ${Buffer.from(`${config.user}:${config.password}`, 'utf8').toString('base64')}`;

  async function once<T>(request: Request<T>, requestId: string, retry: number): Promise<Outcome<{ answer: T }>> {
    const { operation, path, body } = request;
    const failed = (kind: ProviderFailure['kind'], message: string, rest: Partial<ProviderFailure> = {}) => {
      const errorName = rest.errorName ?? null;
      const handling = rest.handling ?? handlingOf(errorName, null);
      const code = codeOf(operation, kind, handling);
      const failure: ProviderFailure = {
        operation,
        kind,
        errorName,
        handling,
        code,
        message,
        payerMessage: rest.payerMessage ?? null,
        transactionId: rest.transactionId ?? null,
      };
      // The provider's messages may contain personal data; the log gets error names only.
      const reason = errorName === null ? message : undefined;
      const named = errorName !== null && /^[A-Z\d_]+$/.test(errorName) ? errorName : null;
      const entry = { operation, kind, errorName: named, handling, code, requestId, retry, reason };
      if (meaningOf(errorName) === 'setup' && kind === 'refused') log.error('the payment provider refuses us', entry);
      else log.info('the payment provider said no', entry);
      return { ok: false as const, failure };
    };
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${config.url}/Payment/v1/${path}`, {
        method: 'POST',
        redirect: 'error',
        headers: { authorization, accept: 'application/json', 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({
          RequestHeader: {
            SpecVersion: config.specVersion,
            CustomerId: config.customerId,
            RequestId: requestId,
            RetryIndicator: Math.min(retry, maxRetries),
            ClientInfo: { ShopInfo: 'Startblock' },
          },
          ...body,
        }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await response.text();
    } catch (error) {
      return failed('noResponse', error instanceof Error ? error.name : 'no answer');
    }
    const json = parsed(response, text);
    if (response.ok) {
      const read = request.answer.safeParse(json);
      return read.success
        ? { ok: true, answer: read.data }
        : failed('unexpected', `an answer without ${read.error.issues[0]?.path.join('.') || 'JSON'}`);
    }
    const read = errorAnswer.safeParse(json);
    if (!read.success) return failed('unexpected', `status ${response.status} without an error message`);
    const { ErrorName, Behavior, ErrorMessage, ErrorDetail, ProcessorMessage, PayerMessage, TransactionId } = read.data;
    const detail = ErrorDetail?.length ? ` (${ErrorDetail.join('; ').slice(0, 300)})` : '';
    return failed(
      meaningOf(ErrorName) === 'unknown' ? 'unexpected' : 'refused',
      `${ProcessorMessage ?? ErrorMessage ?? ErrorName}${detail}`.slice(0, 500),
      {
        errorName: ErrorName.slice(0, 60),
        handling: handlingOf(ErrorName, Behavior ?? null),
        payerMessage: PayerMessage?.slice(0, 300) ?? null,
        transactionId: TransactionId ?? null,
      },
    );
  }

  return async (request) => {
    const { requestId = newRequestId(), retry = 0, repeatable } = request;
    const pauses = repeatable ? pausesMs : [];
    for (let tried = 0; ; tried++) {
      const outcome = await once(request, requestId, retry + tried);
      const pause = pauses[tried];
      if (outcome.ok || outcome.failure.kind === 'refused' || pause === undefined) return outcome;
      await new Promise<void>((resume) => setTimeout(resume, pause));
    }
  };
}

function parsed(response: Response, text: string): unknown {
  if (!/^application\/json\b/i.test(response.headers.get('content-type') ?? '')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
