/** The simulator on a loopback port of its own; by itself a process: `bun src/app/demo/race-result-simulator/serve.ts --port N`. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import { instant } from '#src/kernel/time.ts';
import { keptInFile } from '../saferpay-simulator/keep.ts';
import { addressesOf, simulatedEvent } from './setup.ts';
import {
  ConnectionDropped,
  makeRaceResultSimulator,
  type RaceResultSimulator,
  type SimulatorOptions,
} from './simulator.ts';

export type ServeOptions = Omit<SimulatorOptions, 'baseUrl'> & { port?: number };
export type ServedSimulator = {
  /** `http://127.0.0.1:PORT`; addresses are below it. */
  url: string;
  simulator: RaceResultSimulator;
  /** Breaks what is under way and gives the port back. */
  close(): Promise<void>;
};

/** Listens on 127.0.0.1 alone. Port 0 (default): a free one. @throws when the port is taken */
export async function serveSimulator({ port = 0, ...options }: ServeOptions): Promise<ServedSimulator> {
  let simulator: RaceResultSimulator | null = null;
  const server = createServer((incoming, outgoing) => {
    if (simulator) void pass(simulator, url, incoming, outgoing);
    else outgoing.writeHead(503).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const url = `http://127.0.0.1:${address.port}`;
  const made = makeRaceResultSimulator({ ...options, baseUrl: url });
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
  simulator: RaceResultSimulator,
  url: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const request = new Request(`${url}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const answer = await simulator.fetch(request, incoming.socket.remoteAddress ?? '');
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  } catch (error) {
    if (error instanceof ConnectionDropped) incoming.socket.destroy();
    else if (outgoing.headersSent) outgoing.end();
    else outgoing.writeHead(500).end();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4322' },
      event: { type: 'string', default: '165435' },
      keep: { type: 'string' },
      'limit-ms': { type: 'string', default: '1000' },
    },
  });
  const contests = [1, 2, 3, 4, 5].map((id) => ({
    id,
    name: `Contest ${id}`,
    from: id * 10_000 + 1,
    to: id * 10_000 + 9999,
  }));
  const { url } = await serveSimulator({
    port: Number(values.port),
    clock: () => instant(Date.now()),
    events: [simulatedEvent(values.event, contests)],
    settings: { limitMs: Number(values['limit-ms']) },
    ...(values.keep ? { keep: keptInFile(values.keep) } : {}),
  });
  const lines = Object.entries(addressesOf(url, values.event)).map(([name, address]) => `  ${name} ${address}\n`);
  process.stdout.write(`RACE RESULT simulator: event ${values.event}, look at ${url}/_sim/\n${lines.join('')}`);
}
