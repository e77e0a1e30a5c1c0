/** A receiver of error reports that accepts only the protocol. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReportedEvent = {
  event_id: string;
  timestamp: number;
  level: string;
  platform: string;
  release: string;
  environment: string;
  exception?: { values: { type: string; value: string; stacktrace: { frames: { filename: string }[] } }[] };
  logentry?: { message: string };
  extra: Record<string, unknown>;
};
export type ReportReceiver = {
  dsn: string;
  events: ReportedEvent[];
  received: string[];
  refused: string[];
  /** null: never answers. */
  answer: { status: number; headers?: Record<string, string> } | null;
  stop(): Promise<void>;
};

const key = '0123456789abcdef0123456789abcdef';

export async function receiveReports(): Promise<ReportReceiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '', 'http://receiver');
    const auth = `${request.headers['x-sentry-auth'] ?? ''} ${url.searchParams}`;
    self.received.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
    const [head = '', itemHead = '', item = '', ...rest] = body.split('\n');
    try {
      const must = (isSo: boolean, what: string) => {
        if (!isSo) throw new Error(what);
      };
      must(
        request.method === 'POST' && url.pathname === '/under/api/42/envelope/',
        `${request.method} ${url.pathname}`,
      );
      must(auth.includes(`sentry_key=${key}`) && auth.includes('sentry_version=7'), 'no key');
      const { event_id: id, sent_at: sentAt } = JSON.parse(head) as Record<string, string>;
      must(/^[0-9a-f]{32}$/.test(id ?? '') && !Number.isNaN(Date.parse(sentAt ?? '')), 'the head of the envelope');
      const { type, length } = JSON.parse(itemHead) as { type: string; length?: number };
      must(type === 'event' && (length === undefined || length === Buffer.byteLength(item)), 'the head of the item');
      must(rest.join('') === '', 'more than one item');
      const event = JSON.parse(item) as ReportedEvent;
      must(event.event_id === id && Math.abs(event.timestamp - Date.now() / 1000) < 60, 'the event');
      self.events.push(event);
    } catch (error) {
      self.refused.push(error instanceof Error ? error.message : 'unknown');
    }
    if (self.answer) response.writeHead(self.answer.status, self.answer.headers).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const self: ReportReceiver = {
    dsn: `http://${key}@127.0.0.1:${(server.address() as AddressInfo).port}/under/42`,
    events: [],
    received: [],
    refused: [],
    answer: { status: 200 },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return self;
}
