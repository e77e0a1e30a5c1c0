/** The simulator on a loopback port of its own; by itself a process: `bun src/app/demo/saferpay-simulator/serve.ts --port N`. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import { instant } from '#src/kernel/time.ts';
import { accountWithEverything } from './accounts.ts';
import { ConnectionDropped } from './api.ts';
import { keptInFile } from './keep.ts';
import { makeSaferpaySimulator, type SaferpaySimulator, type SimulatorOptions } from './simulator.ts';

/** The account when no other is given. */
export const simulatedLogin = {
  customerId: '123456',
  terminalId: '17654321',
  user: 'API_123456_12345678',
  password: 'JsonApiPwd1_simulated',
};

export type ServeOptions = Partial<Omit<SimulatorOptions, 'baseUrl'>> &
  Pick<SimulatorOptions, 'clock'> & { port?: number };
export type ServedSimulator = {
  /** `http://127.0.0.1:PORT`; what a shop is given is `${url}/api`. */
  url: string;
  simulator: SaferpaySimulator;
  /** Breaks what is under way and gives the port back. */
  close(): Promise<void>;
};

/** Listens on 127.0.0.1 alone. Port 0 (default): a free one. @throws when the port is taken */
export async function serveSimulator({ port = 0, ...options }: ServeOptions): Promise<ServedSimulator> {
  let simulator: SaferpaySimulator | null = null;
  const server = createServer((incoming, outgoing) => {
    if (simulator) void pass(simulator, url, incoming, outgoing);
    else outgoing.writeHead(503).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const url = `http://127.0.0.1:${address.port}`;
  const made = makeSaferpaySimulator({
    accounts: [accountWithEverything(simulatedLogin)],
    // A connection of its own for each call: a runtime asks again by itself when a kept one breaks, and tries are counted.
    fetch: (to, init) => globalThis.fetch(to, { ...init, keepalive: false }),
    ...options,
    baseUrl: url,
  });
  simulator = made;
  return {
    url,
    simulator: made,
    async close() {
      made.stop();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function pass(
  simulator: SaferpaySimulator,
  url: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
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
    const answer = await simulator.fetch(request);
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  } catch (error) {
    if (error instanceof ConnectionDropped) incoming.socket.destroy();
    else if (outgoing.headersSent) outgoing.end();
    else outgoing.writeHead(500).end();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4321' }, keep: { type: 'string' } } });
  const { url } = await serveSimulator({
    port: Number(values.port),
    clock: () => instant(Date.now()),
    ...(values.keep ? { keep: keptInFile(values.keep) } : {}),
  });
  process.stdout.write(`Saferpay simulator: SAFERPAY_URL=${url}/api, control ${url}/_sim/books\n`);
}
