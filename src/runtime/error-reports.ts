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

/** Error reporting by the Sentry protocol. */
export type ErrorReports = {
  /** Reports a log entry; never throws and needs no waiting. */
  report(message: string, fields: LogFields): void;
  /** Waits at most this long until all is sent. */
  flush(milliseconds: number): Promise<void>;
};

/** `https://key@host/number` with an optional path. The obsolete secret of old DSNs is not accepted. */
export const dsnShape = /^https?:\/\/\w+@[\w.-]+(:\d{1,5})?(\/[\w.-]+)*\/\d+$/;

/** Reports per minute; repeated errors add nothing. */
const maxPerMinute = 30;
/** Concurrent reports; further ones are dropped. */
const maxConcurrent = 30;
const answerWithinMs = 5000;

export type ErrorReportOptions = {
  dsn: string;
  release: string;
  environment: string;
  clock: Clock;
  fetch?(url: string, init: RequestInit): Promise<Response>;
};

/** Sends only what the log shows, which has no values. */
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
      // The log has the error even when reporting fails.
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

/** A log whose errors are also reported. */
export const reporting = (log: Log, reports: ErrorReports): Log => ({
  ...log,
  error(message, fields = {}) {
    log.error(message, fields);
    reports.report(message, fields);
  },
});
