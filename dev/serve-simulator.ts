import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A simulated service: answers a request with the address of its caller. */
export type Served = { fetch(request: Request, remote: string): Promise<Response> };
export type OnPort<T> = {
  /** `http://127.0.0.1:PORT` */
  url: string;
  simulator: T;
  /** Aborts requests and closes the port. */
  close(): Promise<void>;
};

/**
 * Listens on 127.0.0.1. Port 0: a free one. `make` gets the address. `isDropped`: the error that breaks the connection.
 * @throws when the port is taken
 */
export async function serveOnPort<T extends Served>(
  port: number,
  make: (url: string) => T,
  isDropped: (error: unknown) => boolean,
): Promise<OnPort<T>> {
  let simulator: T | null = null;
  const server = createServer((incoming, outgoing) => {
    if (simulator) void pass(simulator, url, incoming, outgoing, isDropped);
    else outgoing.writeHead(503).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const url = `http://127.0.0.1:${address.port}`;
  const made = make(url);
  simulator = made;
  return {
    url,
    simulator: made,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function pass(
  simulator: Served,
  url: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isDropped: (error: unknown) => boolean,
): Promise<void> {
  const left = new AbortController();
  outgoing.once('close', () => left.abort());
  try {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const request = new Request(`${url}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers,
      signal: left.signal,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const answer = await simulator.fetch(request, incoming.socket.remoteAddress ?? '');
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  } catch (error) {
    if (isDropped(error)) incoming.socket.destroy();
    else if (outgoing.headersSent) outgoing.end();
    else outgoing.writeHead(500).end();
  }
}
