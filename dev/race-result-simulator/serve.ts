/** The simulator on a loopback port; as a process: `bun dev/race-result-simulator/serve.ts --port N`. */
import { parseArgs } from 'node:util';
import { instant } from '#src/kernel/time.ts';
import { storedInFile } from '../saferpay-simulator/books.ts';
import { type OnPort, serveOnPort } from '../serve-simulator.ts';
import { addressesOf, simulatedEvent } from './setup.ts';
import {
  ConnectionDropped,
  makeRaceResultSimulator,
  type RaceResultSimulator,
  type SimulatorOptions,
} from './simulator.ts';

export type ServeOptions = Omit<SimulatorOptions, 'baseUrl'> & { port?: number };
export type ServedSimulator = OnPort<RaceResultSimulator>;

/** Listens on 127.0.0.1. Port 0 (default): a free one. @throws when the port is taken */
export const serveSimulator = ({ port = 0, ...options }: ServeOptions): Promise<ServedSimulator> =>
  serveOnPort(
    port,
    (baseUrl) => makeRaceResultSimulator({ ...options, baseUrl }),
    (error) => error instanceof ConnectionDropped,
  );

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
    ...(values.keep ? { keep: storedInFile(values.keep) } : {}),
  });
  const lines = Object.entries(addressesOf(url, values.event)).map(([name, address]) => `  ${name} ${address}\n`);
  process.stdout.write(`RACE RESULT simulator: event ${values.event}, look at ${url}/_sim/\n${lines.join('')}`);
}
