/** Restores up to a step and is killed: `restore-killed.ts DATA_DIR FILE STEPS`. */

import { readConfig } from '#src/config/config.ts';
import { restore } from '#src/data/restore.ts';
import { instant } from '#src/kernel/time.ts';
import { readMigrations } from './sources.ts';

const [, , dataDir = '', file = '', steps = '0'] = process.argv;
let left = Number(steps);
await restore(readConfig({ DATA_DIR: dataDir, DATABASE_URL: process.env.DATABASE_URL }), file, {
  migrations: await readMigrations(20),
  now: instant(1_795_000_000_000),
  onStep(step) {
    if (left-- > 0) return;
    process.stdout.write(step, () => {});
    process.kill(process.pid, 'SIGKILL');
  },
});
