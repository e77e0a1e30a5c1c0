import {
  createEventEnvelope,
  createTransport,
  type Event,
  getEnvelopeEndpointWithUrlEncodedAuth,
  makeDsn,
  type StackFrame,
  uuid4,
} from '@sentry/core';
import type { Clock } from '#src/kernel/time.ts';
import type { Log, LogFields } from './log.ts';

/** Where errors are reported to, by the protocol of Sentry. */
export type ErrorReports = {
  /** Tells what the log tells; never throws and is never waited for. */
  report(message: string, fields: LogFields): void;
  /** Waits until all is sent, but no longer than this. */
  flush(milliseconds: number): Promise<void>;
};

/**
 * As it stands in a project's settings: `https://key@host/number`, in between a path if there is one. The secret that old
 * ones have behind the key is none that is asked for any more, and is not taken.
 */
export const dsnShape = /^https?:\/\/\w+@[\w.-]+(:\d{1,5})?(\/[\w.-]+)*\/\d+$/;

/** Of one minute; a broken statement fails a thousand times, and thirty of them tell as much. */
const maxPerMinute = 30;
/** On their way at the same time; what comes beyond is dropped. */
const maxConcurrent = 30;
const answerWithinMs = 5000;

export type ErrorReportOptions = {
  dsn: string;
  release: string;
  environment: string;
  clock: Clock;
  fetch?(url: string, init: RequestInit): Promise<Response>;
};

/** Nothing but the lines of the log goes out: of an error they hold no value. */
export function errorReports({ dsn: text, release, environment, clock, ...options }: ErrorReportOptions): ErrorReports {
  const ask = options.fetch ?? globalThis.fetch;
  const dsn = makeDsn(text);
  const sdk = { name: 'startblock', version: release.replace(/^.*@/, '') };
  const url = dsn ? getEnvelopeEndpointWithUrlEncodedAuth(dsn, undefined, sdk) : '';
  const transport = createTransport({ bufferSize: maxConcurrent, recordDroppedEvent: () => {} }, async ({ body }) => {
    const answer = await ask(url, {
      method: 'POST',
      body: typeof body === 'string' ? body : new Uint8Array(body),
      headers: { 'content-type': 'application/x-sentry-envelope' },
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await answer.body?.cancel();
    return {
      statusCode: answer.status,
      headers: {
        'x-sentry-rate-limits': answer.headers.get('x-sentry-rate-limits'),
        'retry-after': answer.headers.get('retry-after'),
      },
    };
  });
  let [minute, sentThen] = [0, 0];

  return {
    report(message, fields) {
      const now = clock();
      if (Math.floor(now / 60_000) !== minute) [minute, sentThen] = [Math.floor(now / 60_000), 0];
      if (++sentThen > maxPerMinute) return;
      const event = { ...eventOf(message, fields), timestamp: now / 1000, release, environment };
      const envelope = createEventEnvelope(event, dsn, { sdk });
      // Nobody waits, and where nobody answers the log has it all the same.
      Promise.resolve(transport.send(envelope)).catch(() => {});
    },
    async flush(milliseconds) {
      await Promise.race([
        Promise.resolve(transport.flush(milliseconds)).catch(() => {}),
        new Promise<void>((resume) => setTimeout(resume, milliseconds)),
      ]);
    },
  };
}

function eventOf(message: string, { error, stack, reason, ...fields }: LogFields): Event {
  const said = [message, reason].filter(Boolean).join(': ');
  const event: Event = {
    event_id: uuid4(),
    level: 'error',
    platform: 'node',
    logger: 'startblock',
    extra: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)),
  };
  if (typeof error !== 'string') return { ...event, logentry: { message: said } };
  const frames = typeof stack === 'string' ? stack.split(' | ').map(frameOf).reverse() : [];
  const value = { type: error, value: said, mechanism: { type: 'generic', handled: true }, stacktrace: { frames } };
  return { ...event, exception: { values: [value] } };
}

/** `function (file:line:column)`, or the latter alone. */
function frameOf(line: string): StackFrame {
  const [, name, place = line] = /^(.*) \((.*)\)$/.exec(line) ?? [];
  const [, file = place, row, column] = /^(.*?):(\d+)(?::(\d+))?$/.exec(place) ?? [];
  return {
    filename: file,
    in_app: !file.includes('node_modules'),
    ...(name ? { function: name } : {}),
    ...(row ? { lineno: Number(row) } : {}),
    ...(column ? { colno: Number(column) } : {}),
  };
}

/** A log whose errors are reported as well. */
export const reporting = (log: Log, reports: ErrorReports): Log => ({
  ...log,
  error(message, fields = {}) {
    log.error(message, fields);
    reports.report(message, fields);
  },
});
