import { configureGlobal } from 'fast-check';

/** Properties use the run's seed (vitest.config.ts): repeat a failure with SEED=…. */
configureGlobal({ seed: Number(process.env.SEED) });
