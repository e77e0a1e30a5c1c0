/** The simulator on a loopback port; as a process: `bun dev/saferpay-simulator/serve.ts --port N`. */
import { parseArgs } from 'node:util';
import { instant } from '#src/kernel/time.ts';
import { type OnPort, serveOnPort } from '../serve-simulator.ts';
import { accountWithEverything } from './accounts.ts';
import { ConnectionDropped } from './api.ts';
import { storedInFile } from './books.ts';
import { makeSaferpaySimulator, type SaferpaySimulator, type SimulatorOptions } from './simulator.ts';

/** The default account. */
export const simulatedLogin = {
  customerId: '123456',
  terminalId: '17654321',
  user: 'API_123456_12345678',
  password: 'JsonApiPwd1_simulated',
};

export type ServeOptions = Partial<Omit<SimulatorOptions, 'baseUrl'>> &
  Pick<SimulatorOptions, 'clock'> & { port?: number };
/** A shop uses `${url}/api`. */
export type ServedSimulator = OnPort<SaferpaySimulator>;

/** Listens on 127.0.0.1. Port 0 (default): a free one. @throws when the port is taken */
export async function serveSimulator({ port = 0, ...options }: ServeOptions): Promise<ServedSimulator> {
  const served = await serveOnPort(
    port,
    (baseUrl) =>
      makeSaferpaySimulator({
        accounts: [accountWithEverything(simulatedLogin)],
        // No reused connections: runtimes retry when one breaks, and attempts are counted.
        fetch: (to, init) => globalThis.fetch(to, { ...init, keepalive: false }),
        ...options,
        baseUrl,
      }),
    (error) => error instanceof ConnectionDropped,
  );
  return {
    ...served,
    close() {
      served.simulator.stop();
      return served.close();
    },
  };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4321' }, keep: { type: 'string' } } });
  const { url } = await serveSimulator({
    port: Number(values.port),
    clock: () => instant(Date.now()),
    ...(values.keep ? { keep: storedInFile(values.keep) } : {}),
  });
  process.stdout.write(`Saferpay simulator: SAFERPAY_URL=${url}/api, control ${url}/_sim/books\n`);
}
