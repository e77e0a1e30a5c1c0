import { join } from 'node:path';
import type { Config } from '#src/config/config.ts';
import type { Clock } from '#src/kernel/time.ts';
import type { Log } from '#src/runtime/log.ts';
import { mountTestProviders } from './openid-provider/mount.ts';
import { mountTiming } from './race-result-simulator/mount.ts';
import { storedInFile } from './saferpay-simulator/books.ts';
import { mountSimulator } from './saferpay-simulator/mount.ts';

type Answer = Parameters<typeof mountSimulator>[2];

/** The simulated providers of a demo. `answer`: the shop itself. */
export const demoProviders = ({ config, clock, log }: { config: Config; clock: Clock; log: Log }, answer: Answer) => ({
  testProviders: mountTestProviders(config, clock),
  testPayments: mountSimulator(config, clock, answer, storedInFile(join(config.dataDir, 'test-payments.json')), log),
  testTiming: mountTiming(config.publicUrl, clock, answer, storedInFile(join(config.dataDir, 'test-timing.json'))),
});
